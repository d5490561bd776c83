import type { Build } from '../kits/open/builds.ts'

import { useDelayed } from '../ui/browser/useDelayed.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { usePreloaded } from '../ui/browser/usePreloaded.ts'
import { BuildStatus } from './saving/BuildStatus.tsx'
import styles from './builder.module.css'
import { PartsSection } from './parts/PartsSection.tsx'
import { SaveBar } from './saving/SaveBar.tsx'
import { SetupCard } from './SetupCard.tsx'
import { ShareBox } from './sharing/ShareBox.tsx'
import { ShareButton } from './sharing/ShareButton.tsx'
import { BelowParts, hasRest, HistoryButtons, NearNote, preloadRest } from './restViews.ts'
import { t } from '#shared/words/words.ts'

/** The parts come first, and are painted. */
const REST_AFTER_MS = 100

/** Everything of one open build. Lives on while its build moves to another id. */
export function Editor({
  build,
  note,
  isCopy,
}: {
  build: Build
  note: string | null
  isCopy: boolean
}) {
  const { kit } = build
  const isDesk = useIsDesk()
  const isRestFetched = usePreloaded(preloadRest, useDelayed(true, REST_AFTER_MS), {
    isQuiet: true,
  })
  const isRestHere = isRestFetched || hasRest()
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>{t('Kit Builder')}</h1>
          <BuildStatus build={build} isCopy={isCopy} />
        </div>
        {isRestHere && <HistoryButtons build={build} isDesk={isDesk} />}
        {isDesk && (
          <div className={styles.headShare}>
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
