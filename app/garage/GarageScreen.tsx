import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useBuild } from '../kits/open/useBuild.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { useLookingAgain } from '../ui/browser/useLookingAgain.ts'
import { GarageOpen } from './GarageOpen.tsx'
import { useGarageTheme } from './useGarageTheme.ts'

/** One's own kit in the garage: large, dark, and one tap a part. Needs no network. */
export function GarageScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  useGarageTheme()
  if (state.status === 'loading') {
    return (
      <div className="page stack">
        <h1>{t('Garage mode')}</h1>
        <Skeleton label={t('Loading kit...')} rows={4} />
      </div>
    )
  }
  if (state.status !== 'open') return <Missing status={state.status} onRetry={state.retry} />
  const { build } = state
  if (!build.isMine) return <NotMine buildId={build.kit.buildId} />
  return <GarageOpen key={build.kit.id} build={build} />
}

const MISSING = {
  notFound: [
    later('Kit not found'),
    later("The kit you're looking for doesn't exist or has been removed."),
  ],
  offline: [later('Not on this device yet'), later("It will open when you're back online")],
  failed: [
    later('Failed to load kit'),
    later('The server answered, but not with a kit. Please try again.'),
  ],
} as const

function Missing({ status, onRetry }: { status: keyof typeof MISSING; onRetry: () => void }) {
  useLookingAgain(onRetry, { hasFailed: status !== 'notFound' })
  const [title, text] = MISSING[status]
  return (
    <Notice
      title={say(title)}
      isAlert={status === 'failed'}
      actions={
        <>
          {status !== 'notFound' && (
            <Button variant="primary" size="l" onClick={onRetry}>
              {t('Try again')}
            </Button>
          )}
          <LinkButton size="l" to={links.kits()}>
            {t('View Kits')}
          </LinkButton>
        </>
      }
    >
      <p>{say(text)}</p>
    </Notice>
  )
}

/** Marks are the owner's alone: somebody else's kit has none. */
function NotMine({ buildId }: { buildId: string }) {
  return (
    <Notice
      title={t('Garage mode is for your own kits')}
      actions={
        <>
          <LinkButton variant="primary" size="l" to={links.copy(buildId)}>
            {t('Customize This Kit')}
          </LinkButton>
          <LinkButton size="l" to={links.kit(buildId)}>
            {t('Back to the kit')}
          </LinkButton>
        </>
      }
    >
      <p>
        {t(
          'Somebody else wrote this kit. Make a copy of it, which works without signal too, and mark the parts there.',
        )}
      </p>
    </Notice>
  )
}
