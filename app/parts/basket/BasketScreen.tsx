import { links } from '#shared/links.ts'
import { later, say, t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { readOwnedLines } from '../../data/prices/kitOffers.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { MissingKit } from '../../show/MissingKit.tsx'
import { LinkButton } from '../../ui/controls/LinkButton.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import { BasketOpen } from './BasketOpen.tsx'
import { useBasketOptions } from './basketOptions.ts'

const TITLE = later('Cheapest basket')

/** Cheapest combination of shops for the parts of a kit. */
export function BasketScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' ? state.build.kit.id : ''
  const options = useBasketOptions(kitId)
  const owned = useLiveQuery(() => readOwnedLines(shownPrincipal(), kitId), [kitId])
  switch (state.status) {
    case 'loading':
      return <Waiting />
    case 'open':
      if (options === undefined || !owned) return <Waiting />
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

function Waiting() {
  return (
    <div className="page stack">
      <h1>{say(TITLE)}</h1>
      <Skeleton label={t('Loading kit...')} rows={4} />
    </div>
  )
}
