/** Why there is no list to show, and what becomes of it. */
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useTitle } from '../ui/browser/useTitle.ts'

/** @param props.onLookAgain absent when it is known that looking again finds nothing */
export function ListNotFound({ onLookAgain }: { onLookAgain?: () => void }) {
  useTitle(t('Parts List Not Found'))
  useLookingAgain(onLookAgain)
  return (
    <Notice title={t('Parts List Not Found')} actions={<GoHome />}>
      <b>{t('Parts list not found')}</b>
      <p>{t("The parts list you're looking for doesn't exist or has been removed.")}</p>
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

/** Offline, and this device has never seen the list. */
export function ListNotHere({ onLookAgain }: { onLookAgain: () => void }) {
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
          <GoHome />
        </>
      }
    >
      <p>{t("It will open when you're back online")}</p>
    </Notice>
  )
}

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  useTitle(t('Failed to load parts list'))
  useLookingAgain(onRetry, { hasFailed: true })
  return (
    <Notice
      title={t('Failed to load parts list')}
      isAlert
      actions={
        <>
          <Button variant="primary" size="l" onClick={onRetry}>
            {t('Try again')}
          </Button>
          <GoHome />
        </>
      }
    >
      <p>{t('The server answered, but not with a list. Please try again.')}</p>
    </Notice>
  )
}

function GoHome() {
  return (
    <LinkButton size="l" to={links.home()}>
      {t('Go to Home')}
    </LinkButton>
  )
}
