import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { PassedKit } from '#shared/passedKit.ts'

import { CodeProblem, findKitCode, readKitCode } from '#shared/kitCode.ts'
import { links } from '#shared/links.ts'
import { keepReader } from '../store/readBarcodes.ts'
import { KitPreview } from './KitPreview.tsx'
import styles from './pass.module.css'
import { ReceiveWays } from './ReceiveWays.tsx'

type State =
  | { kind: 'asking'; problem: string | null }
  | { kind: 'reading' }
  | { kind: 'kit'; kit: PassedKit }

const ASKING: State = { kind: 'asking', problem: null }

/** Where a kit that somebody passed on arrives: behind the # of a link, by camera, file or paste. */
export function ReceiveScreen() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [state, setState] = useState<State>(hash ? { kind: 'reading' } : ASKING)

  useEffect(() => {
    if (hash.length > 1) void read(hash.slice(1)).then(setState)
  }, [hash])
  // So that a picture can be read when there is no signal.
  useEffect(() => void keepReader(['QRCode']), [])

  async function handleText(text: string) {
    const code = findKitCode(text)
    setState({ kind: 'reading' })
    setState(
      code === null ? { kind: 'asking', problem: 'There is no kit in this.' } : await read(code),
    )
  }

  function handleClose() {
    setState(ASKING)
    if (hash) navigate(links.receive(), { replace: true })
  }

  return (
    <div className={`page ${styles.screen}`}>
      <h1 tabIndex={-1}>Receive a kit</h1>
      {state.kind === 'reading' && <p role="status">Reading the kit...</p>}
      {state.kind === 'asking' && state.problem !== null && (
        <p className={styles.bad} role="alert">
          {state.problem}
        </p>
      )}
      {state.kind === 'kit' ? (
        <KitPreview kit={state.kit} onClose={handleClose} />
      ) : (
        <ReceiveWays
          onText={(text) => void handleText(text)}
          onProblem={(problem) => setState({ kind: 'asking', problem })}
        />
      )}
    </div>
  )
}

async function read(code: string): Promise<State> {
  try {
    return { kind: 'kit', kit: await readKitCode(code) }
  } catch (error) {
    if (!(error instanceof CodeProblem)) throw error
    return { kind: 'asking', problem: error.message }
  }
}
