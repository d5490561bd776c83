import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useBuild } from '../kits/open/useBuild.ts'
import { Button } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { Notice } from '../ui/blocks/Notice.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import { PassOpen } from './PassOpen.tsx'

/** Giving a kit away without a server: as a code, a link or a file that hold all of it. */
export function PassScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  if (state.status === 'loading') {
    return (
      <div className="page stack">
        <h1>{t('Pass on a kit')}</h1>
        <Skeleton label={t('Loading kit...')} rows={4} />
      </div>
    )
  }
  if (state.status === 'open' && state.build.kit.updatedAt > 0) {
    return <PassOpen build={state.build} />
  }
  const isGone = state.status === 'open' || state.status === 'notFound'
  return (
    <Notice
      title={isGone ? t('Kit not found') : t('Not on this device yet')}
      isAlert={state.status === 'failed'}
      actions={
        <>
          {!isGone && (
            <Button variant="primary" size="l" onClick={state.retry}>
              {t('Retry')}
            </Button>
          )}
          <LinkButton size="l" to={links.kits()}>
            {t('View Kits')}
          </LinkButton>
        </>
      }
    >
      <p>
        {isGone
          ? t('There is nothing to pass on: this kit is empty, or it has been removed.')
          : t('A kit can be passed on once this device has it.')}
      </p>
    </Notice>
  )
}
