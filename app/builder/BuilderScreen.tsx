import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { idInLink, isBuildId, isId, newBuildId } from '#shared/ids.ts'
import { links } from '#shared/links.ts'
import { type Build, drawBuild } from '../data/kits/open/builds.ts'
import { loadable } from '../ui/browser/loadable.tsx'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import styles from './builder.module.css'
import { useSession } from './useSession.ts'
import { DockAction } from '../ui/layers/DockAction.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { t } from '#shared/words/words.ts'
import { useDelayed } from '../ui/browser/useDelayed.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { BuildStatus } from './saving/BuildStatus.tsx'
import { PartsSection } from './parts/PartsSection.tsx'
import { SaveBar } from './saving/SaveBar.tsx'
import { SetupCard } from './SetupCard.tsx'
import { ShareBox } from './sharing/ShareBox.tsx'
import { ShareButton } from './sharing/ShareButton.tsx'
import { BelowParts, hasRest, HistoryButtons, NearNote, preloadRest } from './below/restViews.ts'

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

/** Draws an id and navigates to it. Nothing is stored or sent before the first key. */
function NewBuild({ from }: { from: string | null }) {
  const navigate = useNavigate()
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    let isCurrent = true
    // A copy brings its own kit: a drawn build would shadow it and stay blank.
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

function BuildLoading() {
  return (
    <div className={styles.states}>
      <h1 tabIndex={-1}>{t('Kit Builder')}</h1>
      <Skeleton label={t('Loading kit...')} rows={4} />
      {/* As high as the bar with the total, so that the dock does not grow. */}
      <DockAction>
        <div className={styles.barPlace} />
      </DockAction>
    </div>
  )
}

/** The parts paint first. */
const REST_AFTER_MS = 100

/** Editor of one open build. Stays mounted while its build moves to another id. */
function Editor({ build, note, isCopy }: { build: Build; note: string | null; isCopy: boolean }) {
  const { kit } = build
  const isDesk = useIsDesk()
  const isRestFetched = usePreloaded(preloadRest, useDelayed(true, REST_AFTER_MS), {
    isQuiet: true,
  })
  const isRestHere = isRestFetched || hasRest()
  return (
    <>
      <div className={`row top between ${styles.head}`}>
        <div>
          <h1 tabIndex={-1}>{t('Kit Builder')}</h1>
          <BuildStatus build={build} isCopy={isCopy} />
        </div>
        {isRestHere && <HistoryButtons build={build} isDesk={isDesk} />}
        {isDesk && (
          <div className={`row ${styles.headShare}`}>
            <ShareBox build={build} isCompact />
            <ShareButton build={build} />
          </div>
        )}
      </div>
      <SetupCard
        kitId={kit.id}
        name={kit.name}
        vehicle={kit.vehicle}
        vin={build.vin}
        task={kit.task}
      />
      <PartsSection build={build} isDesk={isDesk} hasTools={isRestHere} />
      {isRestHere && <BelowParts build={build} isDesk={isDesk} />}
      {isRestHere && <NearNote text={note} />}
      <SaveBar build={build} isDesk={isDesk} />
    </>
  )
}
