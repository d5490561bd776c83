import { Link } from 'react-router-dom'

import type { Build } from '../../kits/open/builds.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { useKitState } from '../../kits/state/useKitState.ts'
import { LinkNote } from '../../ui/controls/CopyLink.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './ShareLink.module.css'
import { ShareBox } from './ShareBox.tsx'

// Only an account has anything to choose: nobody else's first visit carries it.
const VisibilityChoice = loadable(
  async () => (await import('./VisibilityChoice.tsx')).VisibilityChoice,
)

/** The link again with everything there is to know about it; at the desk the box stands on top. */
export function ShareSection({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const hasAccount = useAccount() !== null
  const canChoose = hasAccount && build.isMine
  const isChoiceReady = usePreloaded(VisibilityChoice.preload, canChoose, { isQuiet: true })
  const state = useKitState(build)
  return (
    <section className={styles.share} aria-labelledby="share-link">
      <h3 id="share-link">{t('Share link')}</h3>
      {isDesk ? <LinkNote state={state} /> : <ShareBox build={build} />}
      {canChoose && isChoiceReady && <VisibilityChoice build={build} />}
      {!hasAccount && build.isMine && (
        <p className={styles.more}>
          {t('Nobody finds it without the link, and search engines are told to leave it out.')}
        </p>
      )}
      <p className={styles.more}>
        <Link to={links.pass(build.kit.buildId)}>
          {t('Pass it on without signal, print or export it')}
        </Link>
      </p>
      {build.isMine && (
        <p className={styles.more}>
          <Link to={links.importInto(build.kit.buildId)}>
            {t('Import a list of parts into this kit')}
          </Link>
        </p>
      )}
    </section>
  )
}
