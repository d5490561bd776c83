import { t } from '#shared/words/words.ts'
import { useLiveQuery } from '../../data/device/useLiveQuery.ts'
import { shownPrincipal } from '../../data/device/device.ts'
import { readOwnedLines } from '../../data/prices/kitOffers.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { Opened } from '../../show/Opened.tsx'
import { BasketOpen } from './BasketOpen.tsx'
import { useBasketOptions } from './basketOptions.ts'

/** Cheapest combination of shops for the parts of a kit. */
export function BasketScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' ? state.build.kit.id : ''
  const options = useBasketOptions(kitId)
  const owned = useLiveQuery(() => readOwnedLines(shownPrincipal(), kitId), [kitId])
  const isRead = state.status !== 'open' || (options !== undefined && owned !== undefined)
  return (
    <Opened
      state={isRead ? state : { status: 'loading' }}
      place="basket"
      title={t('Cheapest basket')}
      loading={t('Loading kit...')}
    >
      {(build) =>
        options !== undefined &&
        owned && <BasketOpen key={kitId} build={build} options={options} owned={owned} />
      }
    </Opened>
  )
}
