import { links } from '#shared/links.ts'
import { later, t } from '#shared/words/words.ts'
import { MissingKit } from '../show/MissingKit.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'

const WORDS = {
  notFound: [
    later('Parts List Not Found'),
    later("The parts list you're looking for doesn't exist or has been removed."),
  ],
  failed: [
    later('Failed to load parts list'),
    later('The server answered, but not with a list. Please try again.'),
  ],
} as const

interface ListMissingProps {
  status: 'notFound' | 'offline' | 'failed'
  /** Absent for a list that is known to be deleted. */
  onLookAgain?: () => void
}

/** Why there is no list to show. */
export function ListMissing({ status, onLookAgain }: ListMissingProps) {
  return (
    <MissingKit
      why={status}
      words={WORDS}
      onLookAgain={onLookAgain}
      isSent
      wayOut={
        <LinkButton size="l" to={links.home()}>
          {t('Go to Home')}
        </LinkButton>
      }
    >
      <b>{t('Parts list not found')}</b>
    </MissingKit>
  )
}
