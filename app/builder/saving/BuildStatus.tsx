import type { Build } from '../../data/kits/open/builds.ts'

import { useKitState } from '../../data/kits/state/useKitState.ts'
import { classes } from '../../ui/look/classes.ts'
import { clockTime, dayAndTime } from '../../ui/text/time.ts'
import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from '../builder.module.css'
import { t } from '#shared/words/words.ts'

/** State of the draft or saved kit, under the title. */
export function BuildStatus({ build, isCopy = false }: { build: Build; isCopy?: boolean }) {
  const { status, statusMark, hasArrived } = useKitState(build)
  const when = statusMark && whenOf(build)
  // No live region: the sync chip announces changes, and not more often than needed.
  return (
    <p
      className={classes(styles.status, (isCopy || !build.isMine) && styles.steady)}
      role="status"
      aria-live="off"
    >
      {statusMark && <WitnessMark state={statusMark} isDrawn={hasArrived} />}
      <span>{[isCopy && t('Your own copy.'), status, when].filter(Boolean).join(' ')}</span>
    </p>
  )
}

function whenOf({ kit, savedAt, hasUnsharedChanges }: Build): string {
  const time = hasUnsharedChanges ? kit.updatedAt : (savedAt ?? kit.updatedAt)
  const when = dayAndTime(time, Date.now())
  const clock = { time: clockTime(time) }
  return when === t('today at {time}', clock) ? t('at {time}', clock) : when
}
