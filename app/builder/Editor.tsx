import type { Build } from '../store/builds.ts'

import { useIsDesk } from '../ui/useIsDesk.ts'
import { BuildStatus } from './BuildStatus.tsx'
import styles from './builder.module.css'
import { Notes } from './Notes.tsx'
import { PartsSection } from './PartsSection.tsx'
import { RecentBuilds } from './RecentBuilds.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SetupCard } from './SetupCard.tsx'
import { ShareBox, ShareSection } from './ShareLink.tsx'

/** Everything of one open build. Lives on while its build moves to another id. */
export function Editor({ build, note }: { build: Build; note: string | null }) {
  const isDesk = useIsDesk()
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 tabIndex={-1}>Kit Builder</h1>
          <BuildStatus build={build} />
        </div>
        {isDesk && (
          <div className={styles.headShare}>
            <ShareBox build={build} isCompact />
          </div>
        )}
      </div>
      {note && (
        <p className={styles.moved} role="status">
          {note}
        </p>
      )}
      <SetupCard kit={build.kit} />
      {build.isBlank && <RecentBuilds />}
      <PartsSection build={build} isDesk={isDesk} />
      <div className={styles.columns}>
        <Notes kit={build.kit} />
        <ShareSection build={build} isDesk={isDesk} />
      </div>
      <SaveBar build={build} isDesk={isDesk} />
    </>
  )
}
