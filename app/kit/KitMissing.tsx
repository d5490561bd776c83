/** Why there is no kit to show, and what becomes of it. */
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useTitle } from '../ui/browser/useTitle.ts'

interface KitMissingProps {
  status: 'notFound' | 'offline' | 'failed'
  onLookAgain?: () => void
}

/** @param props.onLookAgain absent for a kit that is known to be deleted */
export function KitMissing({ status, onLookAgain }: KitMissingProps) {
  if (status === 'notFound') return <KitNotFound {...(onLookAgain && { onLookAgain })} />
  const handleAgain = onLookAgain ?? (() => undefined)
  return status === 'offline' ? (
    <KitNotHere onLookAgain={handleAgain} />
  ) : (
    <KitFailed onRetry={handleAgain} />
  )
}

/** @param props.onLookAgain absent when it is known that looking again finds nothing */
function KitNotFound({ onLookAgain }: { onLookAgain?: () => void }) {
  useTitle(t('Kit not found'))
  useLookingAgain(onLookAgain)
  return (
    <Notice title={t('Kit not found')} actions={<ViewKits />}>
      <p>{t("The kit you're looking for doesn't exist or has been removed.")}</p>
      {onLookAgain && (
        <p className="small">
          {t(
            'If you just got this link, the sender may still be without signal. We look again every 30 seconds.',
          )}
        </p>
      )}
    </Notice>
  )
}

/** Offline, and this device has never seen the kit. */
function KitNotHere({ onLookAgain }: { onLookAgain: () => void }) {
  useTitle(t('Not on this device yet'))
  useLookingAgain(onLookAgain, { hasFailed: true })
  return (
    <Notice
      title={t('Not on this device yet')}
      actions={
        <>
          <Button variant="primary" size="l" onClick={onLookAgain}>
            {t('Retry')}
          </Button>
          <ViewKits />
        </>
      }
    >
      <p>{t("It will open when you're back online")}</p>
    </Notice>
  )
}

function KitFailed({ onRetry }: { onRetry: () => void }) {
  useTitle(t('Failed to load kit'))
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <Notice
      title={t('Failed to load kit')}
      isAlert
      actions={
        <>
          <Button variant="primary" size="l" onClick={onRetry}>
            {t('Try again')}
          </Button>
          <ViewKits />
        </>
      }
    >
      <p>{t('The server answered, but not with a kit. Please try again.')}</p>
    </Notice>
  )
}

function ViewKits() {
  return (
    <LinkButton size="l" to={links.kits()}>
      {t('View Kits')}
    </LinkButton>
  )
}
