import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { PassedKit } from '#shared/kinds/passedKit.ts'

import { CodeProblem, findKitCodes, readKitCode } from '#shared/kinds/kitCode.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { keepReader } from '../data/hardware/readBarcodes.ts'
import { report } from '../data/device/reportError.ts'
import { takeShared } from '../data/autofill/sharedInbox.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { useFileDrop } from '../ui/browser/useFileDrop.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { KitPreview } from './KitPreview.tsx'
import { LinkPreview, toastLanded } from './LinkPreview.tsx'
import styles from './pass.module.css'
import { readKitJson } from './reading/readKitJson.ts'
import { readList, type PartsTable } from './reading/readList.ts'
import { ReceiveWays } from './ReceiveWays.tsx'
import { sharedLink } from './sharedLink.ts'
import { textInFile } from './reading/textInFile.ts'

type State =
  | { kind: 'asking'; problem: string | null }
  | { kind: 'reading' }
  | { kind: 'kit'; kit: PassedKit }
  | { kind: 'list'; table: PartsTable; note: string | null }
  | { kind: 'link'; link: string; name: string }

const ASKING: State = { kind: 'asking', problem: null }

// Loads the amount parser, which the screen itself does not need.
const ImportPreview = loadable(async () => (await import('./ImportPreview.tsx')).ImportPreview)

/** Receives a passed-on kit: from the hash of a link, by camera, file or paste. */
export function ReceiveScreen() {
  const { hash, search, pathname } = useLocation()
  const params = new URLSearchParams(search)
  const into = params.get('into')
  // Without a worker the address is still the share target's.
  const isShared = params.has('shared') || !/^\/k\/*$/i.test(pathname)
  const navigate = useNavigate()
  const [state, setState] = useState<State>(hash || isShared ? { kind: 'reading' } : ASKING)
  const isPreviewReady = usePreloaded(ImportPreview.preload, state.kind === 'list')

  // Caches the reader, so that a picture can be read offline.
  useEffect(() => void keepReader(['QRCode']), [])

  /** Ends the reading state after any failure. */
  function handleFailed(error: unknown) {
    report({ error })
    setState({ kind: 'asking', problem: t('This could not be read. Nothing was kept.') })
  }

  async function handleText(text: string, { note, html }: { note?: string; html?: string } = {}) {
    setState({ kind: 'reading' })
    await readAny(text, note ?? null, html).then(setState, handleFailed)
  }

  /** A share is a navigation, which any site can cause: nothing is stored before a press. */
  async function handleShared(shared: { title: string; text: string; url: string }) {
    const link = sharedLink(shared)
    if (link) return setState({ kind: 'link', ...link })
    await handleText([shared.text, shared.url].filter(Boolean).join('\n'))
  }

  /** A paste is the user's press: a single link needs no further question. */
  async function handlePasted(text: string) {
    const link = sharedLink({ text })
    if (!link) return handleText(text)
    setState({ kind: 'reading' })
    const landed = await import('../data/autofill/landLink.ts')
      .then(async ({ landLink, readKitAtHand }) => landLink(link, into ?? (await readKitAtHand())))
      .catch(() => null)
    if (!landed?.isIn) {
      const problem = landed
        ? t('This kit is full. Choose another one in the builder, and share it again.')
        : t('This device could not store it. Nothing was kept.')
      return setState({ kind: 'asking', problem })
    }
    void navigate(links.build(landed.buildId), { replace: true })
    toastLanded(landed)
  }

  async function handleFile(file: File | null) {
    const gone = { problem: t('This file could not be read.') }
    const found = file ? await textInFile(file).catch(() => gone) : gone
    if ('problem' in found) setState({ kind: 'asking', problem: found.problem })
    else await handleText(found.text, { ...(found.note && { note: found.note }) })
  }

  const failed = useEffectEvent(handleFailed)
  const file = useEffectEvent(handleFile)
  const take = useEffectEvent(async (came: Awaited<ReturnType<typeof takeShared>>) => {
    if (!came) return setState(ASKING)
    if (came.problem !== '') return setState({ kind: 'asking', problem: came.problem })
    return came.file ? handleFile(came.file) : handleShared(came)
  })
  useEffect(() => {
    if (hash.length > 1) read(hash.slice(1)).then(setState, failed)
  }, [hash])
  useEffect(() => {
    if (isShared) takeShared().then(take).catch(failed)
  }, [isShared])
  // A kit's file was opened in the file manager.
  useEffect(() => openLaunched((one) => void file(one)), [])
  useFileDrop((dropped) => void handleFile(dropped))

  function handleClose() {
    setState(ASKING)
    if (hash || isShared) void navigate(links.receive(), { replace: true })
  }

  return (
    <div className={`page stack ${styles.screen}`}>
      <h1 tabIndex={-1}>{t('Receive a kit or a list')}</h1>
      {state.kind === 'reading' && <p role="status">{t('Reading the kit...')}</p>}
      {state.kind === 'asking' && state.problem !== null && (
        <p className={styles.bad} role="alert">
          {state.problem}
        </p>
      )}
      {state.kind === 'kit' && <KitPreview kit={state.kit} onClose={handleClose} />}
      {state.kind === 'link' && (
        <LinkPreview link={state.link} name={state.name} into={into} onClose={handleClose} />
      )}
      {state.kind === 'list' && isPreviewReady && (
        <ImportPreview table={state.table} note={state.note} into={into} onClose={handleClose} />
      )}
      {(state.kind === 'asking' || state.kind === 'reading') && (
        <ReceiveWays
          onText={(text, more) => void handleText(text, more)}
          onPaste={(text) => void handlePasted(text)}
          onFile={(file) => void handleFile(file)}
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

/** Recognizes a passed-on kit, our own JSON, or a list of parts. */
async function readAny(text: string, note: string | null, html?: string): Promise<State> {
  const codes = findKitCodes(text)
  for (const [at, code] of codes.entries()) {
    const state = await read(code)
    if (state.kind === 'kit' || at === codes.length - 1) return state
  }
  const kit = readKitJson(text)
  if (kit !== null) {
    return 'problem' in kit ? { kind: 'asking', problem: kit.problem } : { kind: 'kit', kit }
  }
  const table = readList(text, html)
  if ('problem' in table) return { kind: 'asking', problem: table.problem }
  return { kind: 'list', table, note }
}

/** File Handling API of installed apps, missing in TypeScript's types. */
interface LaunchQueue {
  setConsumer(consumer: (launched: { files?: FileSystemFileHandle[] }) => void): void
}

/** Calls `onFile` with a file the app was opened with, null for one that is gone. */
function openLaunched(onFile: (file: File | null) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    void files[0]?.getFile().then(onFile, () => onFile(null))
  })
}
