import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { useTitle } from '../ui/browser/useTitle.ts'

/** A screen of a kit. */
export type KitPlace = 'kit' | 'list' | 'garage' | 'pass' | 'basket'

const OFFLINE = [
  later('Not on this device yet'),
  later("It will open when you're back online"),
] as const

const KIT = {
  offline: OFFLINE,
  notFound: [
    later('Kit not found'),
    later("The kit you're looking for doesn't exist or has been removed."),
  ],
  failed: [
    later('Failed to load kit'),
    later('The server answered, but not with a kit. Please try again.'),
  ],
} as const

const LIST = {
  offline: OFFLINE,
  notFound: [
    later('Parts List Not Found'),
    later("The parts list you're looking for doesn't exist or has been removed."),
  ],
  failed: [
    later('Failed to load parts list'),
    later('The server answered, but not with a list. Please try again.'),
  ],
} as const

interface MissingKitProps {
  place: KitPlace
  /** Offline and never seen here; or unknown to the server, or an error. Absent for a deleted kit. */
  why?: keyof typeof KIT
  /** Absent when a retry is known to find nothing. */
  onLookAgain?: () => void
}

/** Shown without a kit, with the reason and what happens next. */
export function MissingKit({ place, why, onLookAgain }: MissingKitProps) {
  const isList = place === 'list'
  const isNotFound = !why || why === 'notFound'
  const words = isList ? LIST : KIT
  const [title, text] = isNotFound ? words.notFound : words[why]
  useTitle(say(title))
  useLookingAgain(onLookAgain, { hasFailed: !isNotFound })
  return (
    <Notice
      title={say(title)}
      isAlert={why === 'failed'}
      actions={
        <>
          {!isNotFound && (
            <Button variant="primary" size="l" onClick={onLookAgain}>
              {why === 'failed' || place === 'garage' ? t('Try again') : t('Retry')}
            </Button>
          )}
          {isList || place === 'basket' ? (
            <LinkButton size="l" to={links.home()}>
              {t('Go to Home')}
            </LinkButton>
          ) : (
            <LinkButton size="l" to={links.kits()}>
              {t('View Kits')}
            </LinkButton>
          )}
        </>
      }
    >
      {isNotFound && isList && <b>{t('Parts list not found')}</b>}
      <p>{say(text)}</p>
      {isNotFound && onLookAgain && (isList || place === 'kit') && (
        <p className="small">
          {t(
            'If you just got this link, the sender may still be without signal. We look again every 30 seconds.',
          )}
        </p>
      )}
    </Notice>
  )
}
