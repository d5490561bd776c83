import { Link } from 'react-router-dom'

import type { Build } from '../../data/kits/open/builds.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useListPath } from '../../data/kits/open/useListPath.ts'
import { QrCode, useQr } from '../../show/QrCode.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { ShareIcon } from '../../ui/blocks/icons.tsx'
import { Modal } from '../../ui/layers/Modal.tsx'
import { canShare, shareLink } from '../../show/shareLink.ts'
import { toast } from '../../ui/browser/toast.ts'
import { ShareBox } from './ShareBox.tsx'
import styles from './ShareSheet.module.css'

interface ShareSheetProps {
  build: Build
  isOpen: boolean
  onClose: () => void
}

/** The kit's link and ways to share it, and whether it works yet. */
export function ShareSheet({ build, isOpen, onClose }: ShareSheetProps) {
  const address = `${location.origin}${useListPath(build)}`
  const qr = useQr(isOpen ? address : null)

  const handleShare = () =>
    shareLink('builder', { title: kitTitle(build.kit, t('Parts list')), url: address }, () =>
      toast({ title: t('Link copied!'), text: t('Build link copied to clipboard') }),
    )

  return (
    <Modal isOpen={isOpen} onClose={onClose} title={t('Share this kit')}>
      <div className={`stack ${styles.sheet}`}>
        <div>
          <ShareBox build={build} />
        </div>
        {canShare() && (
          <Button variant="primary" size="l" isFull onClick={() => void handleShare()}>
            <ShareIcon />
            {t('Send the link')}
          </Button>
        )}
        {qr && (
          <figure className={styles.code}>
            <QrCode qr={qr} label={t('QR code of the link')} />
            <figcaption className="muted small">
              {t('Another phone opens the link by its camera.')}
            </figcaption>
          </figure>
        )}
        <Link className={styles.more} to={links.pass(build.kit.buildId)}>
          {t('Pass it on without signal, print or export it')}
        </Link>
      </div>
    </Modal>
  )
}
