import type { Build } from '../kits/open/builds.ts'
import type { MarkState } from '../ui/WitnessMark.tsx'

import { classes } from '../ui/classes.ts'
import { dayAndTime } from '../ui/time.ts'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import styles from './builder.module.css'

/** Where the draft, or the saved kit, is: under the title. "Synced" only once the server has confirmed it. */
export function BuildStatus({ build, isCopy = false }: { build: Build; isCopy?: boolean }) {
  const { mark, text: status } = describe(build)
  const text = isCopy ? `Your own copy. ${status}` : status
  // Not read out at every key: the sync chip announces changes, and not more often than needed.
  return (
    <p
      className={classes(styles.status, (isCopy || !build.isMine) && styles.steady)}
      role="status"
      aria-live="off"
    >
      {mark && <WitnessMark state={mark} />}
      <span>{text}</span>
    </p>
  )
}

function describe(build: Build): { mark?: MarkState; text: string } {
  if (!build.isMine) return { text: 'A shared kit. Your first change makes your own copy.' }
  if (build.isBlank) return { text: 'No login needed to build. Drafts are kept on this device.' }
  const { kit, savedAt, hasUnsharedChanges } = build
  const isSynced = build.isLive && build.waiting === 0
  const what = savedAt === null ? 'Draft saved' : 'Saved'
  const text = hasUnsharedChanges
    ? `Changes since your last save: ${isSynced ? 'synced' : 'on this device'}`
    : `${what} ${isSynced ? 'and synced' : 'on this device'}`
  const time = hasUnsharedChanges ? kit.updatedAt : (savedAt ?? kit.updatedAt)
  const when = dayAndTime(time, Date.now()).replace('today ', '')
  return { mark: isSynced ? 'synced' : 'device', text: `${text} ${when}` }
}
