import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { idInLink, isBuildId, isId, newBuildId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { drawBuild } from '../kits/open/builds.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import styles from './builder.module.css'
import { BuildLoading } from './BuildLoading.tsx'
import { Editor } from './Editor.tsx'
import { useSession } from './useSession.ts'

const BuildMissing = loadable(async () => (await import('./BuildMissing.tsx')).BuildMissing)

/**
 * The builder, at `/builder?build=ID`, `/builder?kit=KITID` or `/builder?build=NEW&load=OLD`.
 * Ids are case-sensitive.
 */
export function BuilderScreen() {
  const params = new URLSearchParams(useLocation().search)
  const [kit, asked, load] = ['kit', 'build', 'load'].map((name) =>
    idInLink(params.get(name) ?? ''),
  )
  const build = asked || (isId(kit) ? kit : null)
  const from = isBuildId(load) && load !== build ? load : null
  return (
    <div className={`page ${styles.screen}`}>
      {isBuildId(build) || isId(build) ? (
        <OpenBuild buildId={build} from={from} />
      ) : (
        <NewBuild from={from} />
      )}
    </div>
  )
}

/** Draws an id and goes there. Nothing is stored or sent before something is typed. */
function NewBuild({ from }: { from: string | null }) {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // A copy draws its kit when it is made; a drawn build would be taken for it and stay blank.
    const drawn = from ? Promise.resolve(newBuildId()) : drawBuild()
    drawn.then(
      (id) =>
        isCurrent &&
        navigate(from ? links.customize(id, from) : links.build(id), { replace: true }),
      () => isCurrent && setFailed(true),
    )
    return () => {
      isCurrent = false
    }
  }, [attempt, from, navigate])
  function handleRetry() {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return isFailed ? <Missing onRetry={handleRetry} /> : <BuildLoading />
}

function OpenBuild({ buildId, from }: { buildId: string; from: string | null }) {
  const session = useSession(buildId, from)
  if (session.build) {
    const { key, build, note, isCopy } = session
    return <Editor key={key} build={build} note={note} isCopy={isCopy} />
  }
  if (session.status === 'loading') return <BuildLoading />
  const isOffline = session.status === 'offline'
  return <Missing isOffline={isOffline} isCopy={from !== null} onRetry={session.retry} />
}

function Missing({
  isOffline = false,
  isCopy = false,
  onRetry,
}: {
  isOffline?: boolean
  isCopy?: boolean
  onRetry: () => void
}) {
  const isReady = usePreloaded(BuildMissing.preload, true, { isQuiet: true })
  if (!isReady) return <BuildLoading />
  return <BuildMissing isOffline={isOffline} isCopy={isCopy} onRetry={onRetry} />
}
