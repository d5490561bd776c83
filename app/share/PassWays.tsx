import { KIT_FILE_ENDING, MAX_KIT_LINK_LENGTH, MAX_QR_LENGTH } from '#shared/kinds/kitCode.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { copyAndTell } from '../ui/browser/copyText.ts'
import { CopyIcon, DownloadIcon, ShareIcon } from '../ui/blocks/icons.tsx'
import { saveFile } from '../ui/browser/saveFile.ts'
import { canShare, shareLink } from '../show/shareLink.ts'
import { toast } from '../ui/browser/toast.ts'
import { fileName } from './fileName.ts'
import styles from './pass.module.css'
import { QrCode } from '../show/QrCode.tsx'
import { qrPicture, type Qr } from '../show/qr.ts'

interface PassWaysProps {
  code: string
  link: string
  qr: Qr | null
  title: string
}

/** Ways to share a kit, handiest first: what is too long for one goes by the next. */
export function PassWays({ code, link, qr, title }: PassWaysProps) {
  const hasQr = link.length <= MAX_QR_LENGTH
  const hasLink = link.length <= MAX_KIT_LINK_LENGTH

  const copied = {
    title: t('Link copied!'),
    text: t('The whole kit is in it. It opens without signal.'),
  }
  const byFile = t('Save it as a file instead.')

  async function handlePicture() {
    const picture = qr && (await qrPicture(qr))
    if (!picture) return toast({ title: t('No picture could be made'), tone: 'error' })
    saveFile(picture, fileName(title, '.png'), 'image/png')
  }

  return (
    <>
      {hasQr ? (
        <section className={`card roomy pad ${styles.code}`} aria-label={t('QR code')}>
          {qr && <QrCode qr={qr} label={t('QR code of {title}', { title })} />}
          <Button disabled={qr === null} onClick={() => void handlePicture()}>
            <DownloadIcon />
            {t('Save the code as a picture')}
          </Button>
        </section>
      ) : (
        <p className="caution" role="note">
          {hasLink
            ? t(
                'This kit is too large for a QR code that phones can read. Send its link or its file.',
              )
            : t('This kit is too large for a QR code or a link. Send its file.')}
        </p>
      )}
      <div className={`wrap ${styles.buttons}`}>
        {hasLink && canShare() && (
          <Button
            variant="primary"
            onClick={() => void shareLink('kit', { title, url: link }, () => toast(copied), byFile)}
          >
            <ShareIcon />
            {t('Share')}
          </Button>
        )}
        {hasLink && (
          <Button onClick={() => void copyAndTell(link, copied, byFile)}>
            <CopyIcon />
            {t('Copy link with the kit in it')}
          </Button>
        )}
        <Button onClick={() => saveFile(code, fileName(title, KIT_FILE_ENDING), 'text/plain')}>
          <DownloadIcon />
          {t('Save as a file')}
        </Button>
      </div>
    </>
  )
}
