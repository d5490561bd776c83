import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { links } from '#shared/links.ts'
import { useAccount } from '../device/account.ts'
import { useSync } from '../device/syncState.ts'
import { loadable } from '../ui/loadable.tsx'
import { usePreloaded } from '../ui/usePreloaded.ts'
import { WitnessMark } from '../ui/WitnessMark.tsx'
import styles from './ShareLink.module.css'
import { ShareBox } from './ShareBox.tsx'

// Only an account has anything to choose: nobody else's first visit carries it.
const VisibilityChoice = loadable(
  async () => (await import('./VisibilityChoice.tsx')).VisibilityChoice,
)

/** The link again with everything there is to know about it; at the desk the box stands on top. */
export function ShareSection({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const canChoose = useAccount() !== null && build.isMine
  const isChoiceReady = usePreloaded(VisibilityChoice.preload, canChoose, { isQuiet: true })
  const isWaiting = useSync((sync) => !sync.isOnline || sync.isFailing) && build.waiting > 0
  return (
    <section className={styles.share} aria-labelledby="share-link">
      <h3 id="share-link">Share link</h3>
      {isDesk ? <LiveNote isLive={build.isLive} /> : <ShareBox build={build} />}
      {build.isLive && isWaiting && build.savedAt === null && (
        <p className={styles.note}>
          <WitnessMark state="waiting" />
          <span>Others see the list without your latest changes until you have a signal.</span>
        </p>
      )}
      {build.hasUnsharedChanges && (
        <p className={styles.note}>Changes since your last save are not shared yet.</p>
      )}
      {canChoose ? (
        isChoiceReady && <VisibilityChoice build={build} />
      ) : (
        <p className={styles.more}>
          Nobody finds it without the link, and search engines are told to leave it out.
        </p>
      )}
      <p className={styles.more}>
        <Link to={links.pass(build.kit.buildId)}>
          Pass it on without signal, print or export it
        </Link>
      </p>
      {build.isMine && (
        <p className={styles.more}>
          <Link to={links.importInto(build.kit.buildId)}>Import a list of parts into this kit</Link>
        </p>
      )}
    </section>
  )
}

function LiveNote({ isLive }: { isLive: boolean }) {
  return (
    <p className={styles.note}>
      <WitnessMark state={isLive ? 'synced' : 'waiting'} />
      {isLive ? (
        <span>
          <b>Live.</b> Anyone with this link can see the list.
        </span>
      ) : (
        <span>
          <b>Not live yet.</b> Copy it now, it opens for others once this list has synced.
        </span>
      )}
    </p>
  )
}
