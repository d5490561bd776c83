import type { Build } from '../store/builds.ts'

import styles from './builder.module.css'
import { Notes } from './Notes.tsx'
import { ShareSection } from './ShareLink.tsx'

export { RecentBuilds } from './RecentBuilds.tsx'

/** What stands below the parts. Its code comes after the parts are there to be typed into. */
export function BelowParts({ build, isDesk }: { build: Build; isDesk: boolean }) {
  return (
    <div className={styles.columns}>
      <Notes kit={build.kit} />
      <ShareSection build={build} isDesk={isDesk} />
    </div>
  )
}
