import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { readOwnedLines } from '../../data/prices/kitOffers.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { MissingKit } from '../../show/MissingKit.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { LoadingPage } from '../../ui/blocks/Skeleton.tsx'
import { BasketOpen } from './BasketOpen.tsx'
import { useBasketOptions } from './basketOptions.ts'

/** Cheapest combination of shops for the parts of a kit. */
export function BasketScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' ? state.build.kit.id : ''
  const options = useBasketOptions(kitId)
  const owned = useLiveQuery(() => readOwnedLines(shownPrincipal(), kitId), [kitId])
  const waiting = <LoadingPage title={t('Cheapest basket')} label={t('Loading kit...')} />
  switch (state.status) {
    case 'loading':
      return waiting
    case 'open':
      if (options === undefined || !owned) return waiting
      return <BasketOpen key={kitId} build={state.build} options={options} owned={owned} />
    case 'notFound':
    case 'offline':
    case 'failed':
      return (
        <MissingKit
          why={state.status}
          onLookAgain={state.retry}
          wayOut={
            <LinkButton size="l" to={links.home()}>
              {t('Go to Home')}
            </LinkButton>
          }
        />
      )
  }
}
