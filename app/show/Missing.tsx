/** Why there is no kit, or no list of its parts, to show, and what becomes of it. */
import { links } from '#shared/links.ts'
import { type Later, later, say, t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useTitle } from '../ui/browser/useTitle.ts'

interface Noun {
  titles: Record<MissingStatus, Later>
  gone: Later
  failed: Later
  /** Where else to go. */
  out: { to: string; label: Later }
}
/** On `offline` this device has never seen it. */
type MissingStatus = 'notFound' | 'offline' | 'failed'

const NOT_HERE = later('Not on this device yet')
const NOUNS: Record<'kit' | 'list', Noun> = {
  kit: {
    titles: {
      notFound: later('Kit not found'),
      offline: NOT_HERE,
      failed: later('Failed to load kit'),
    },
    gone: later("The kit you're looking for doesn't exist or has been removed."),
    failed: later('The server answered, but not with a kit. Please try again.'),
    out: { to: links.kits(), label: later('View Kits') },
  },
  list: {
    titles: {
      notFound: later('Parts List Not Found'),
      offline: NOT_HERE,
      failed: later('Failed to load parts list'),
    },
    gone: later("The parts list you're looking for doesn't exist or has been removed."),
    failed: later('The server answered, but not with a list. Please try again.'),
    out: { to: links.home(), label: later('Go to Home') },
  },
}

/** @param props.onLookAgain absent when it is known that looking again finds nothing */
export function Missing({
  noun,
  status,
  onLookAgain,
}: {
  noun: keyof typeof NOUNS
  status: MissingStatus
  onLookAgain?: () => void
}) {
  const { titles, gone, failed, out } = NOUNS[noun]
  const title = say(titles[status])
  useTitle(title)
  useLookingAgain(onLookAgain, { hasFailed: status !== 'notFound' })
  const again = status === 'offline' ? t('Retry') : t('Try again')
  return (
    <Notice
      title={title}
      isAlert={status === 'failed'}
      actions={
        <>
          {status !== 'notFound' && onLookAgain && (
            <Button variant="primary" size="l" onClick={onLookAgain}>
              {again}
            </Button>
          )}
          <LinkButton size="l" to={out.to}>
            {say(out.label)}
          </LinkButton>
        </>
      }
    >
      {status === 'notFound' && noun === 'list' && <b>{t('Parts list not found')}</b>}
      <p>
        {status === 'offline'
          ? t("It will open when you're back online")
          : say(status === 'failed' ? failed : gone)}
      </p>
      {status === 'notFound' && onLookAgain && (
        <p className="small">
          {t(
            'If you just got this link, the sender may still be without signal. We look again every 30 seconds.',
          )}
        </p>
      )}
    </Notice>
  )
}
