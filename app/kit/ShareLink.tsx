import { Link } from 'react-router-dom'

import type { Build } from '../kits/open/builds.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { track } from '../telemetry/track.ts'
import { useListPath } from '../kits/open/useListPath.ts'
import { copiedText, useKitState } from '../kits/state/useKitState.ts'
import { CopyLink } from '../ui/controls/CopyLink.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { ShareIcon } from '../ui/blocks/icons.tsx'
import { canShare, shareLink } from '../show/shareLink.ts'
import { toast } from '../ui/layers/toast.ts'
import styles from './Kit.module.css'

/** The link to give away, and who sees what behind it. */
export function ShareLink({ build, isDesk }: { build: Build; isDesk: boolean }) {
  const url = `${location.host}${useListPath(build)}`
  const state = useKitState(build)

  function handleCopied() {
    track({ name: 'build_link_copy', place: 'kit' })
    toast({
      title: t('Link copied!'),
      text: copiedText(t('Build link copied to clipboard'), state),
    })
  }

  const shared = {
    title: kitTitle(build.shared, t('Parts list')),
    url: `${location.protocol}//${url}`,
  }
  const link = (
    <CopyLink url={url} state={state} onCopied={handleCopied}>
      {canShare() && (
        <IconButton label={t('Share')} onClick={() => void shareLink('kit', shared, handleCopied)}>
          <ShareIcon />
        </IconButton>
      )}
    </CopyLink>
  )
  const more = (
    <Link className={styles.passOn} to={links.pass(build.kit.buildId)}>
      {t('Pass it on without signal, print or export it')}
    </Link>
  )
  if (!isDesk) {
    return (
      <div>
        {link}
        {more}
      </div>
    )
  }
  return (
    <section className={`card ${styles.panel}`}>
      <h2>{t('Share link')}</h2>
      {link}
      {more}
    </section>
  )
}
