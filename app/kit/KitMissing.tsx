import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { MissingKit } from '../show/MissingKit.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'

interface KitMissingProps {
  status: 'notFound' | 'offline' | 'failed'
  /** Absent for a deleted kit. */
  onLookAgain?: () => void
}

/** Shown without a kit, with the reason. Fetched only then. */
export function KitMissing({ status, onLookAgain }: KitMissingProps) {
  return (
    <MissingKit
      why={status}
      onLookAgain={onLookAgain}
      isSent
      wayOut={
        <LinkButton size="l" to={links.kits()}>
          {t('View Kits')}
        </LinkButton>
      }
    />
  )
}
