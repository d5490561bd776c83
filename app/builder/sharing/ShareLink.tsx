import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../data/device/account.ts'
import { useKitState } from '../../data/kits/state/useKitState.ts'
import { LinkNote } from '../../ui/controls/CopyLink.tsx'
import { loadable } from '../../ui/browser/loadable.tsx'
import { usePreloaded } from '../../ui/browser/usePreloaded.ts'
import styles from './ShareLink.module.css'
import { ShareBox } from './ShareBox.tsx'

// Only accounts have a choice: other first visits do not load it.
const VisibilityChoice = loadable(
  async () => (await import('./VisibilityChoice.tsx')).VisibilityChoice,
)

/** The link with all its details; at the desk the box is on top. */
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
        <p className={`row top muted small ${styles.more}`}>
          {t('Nobody finds it without the link, and search engines are told to leave it out.')}
        </p>
      )}
      <p className={`row top muted small ${styles.more}`}>
        <Link to={links.pass(build.kit.buildId)}>
          {t('Pass it on without signal, print or export it')}
        </Link>
      </p>
      {build.isMine && (
        <p className={`row top muted small ${styles.more}`}>
          <Link to={links.importInto(build.kit.buildId)}>
            {t('Import a list of parts into this kit')}
          </Link>
        </p>
      )}
    </section>
  )
}
