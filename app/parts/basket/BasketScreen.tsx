import { t } from '#shared/words/words.ts'
import { useBuild } from '../../data/kits/open/useBuild.ts'
import { Opened } from '../../show/Opened.tsx'
import { BasketOpen } from './BasketOpen.tsx'
import { useBasketOptions } from './basketOptions.ts'

/** Cheapest combination of shops for the parts of a kit. */
export function BasketScreen({ id }: { id: string }) {
  const state = useBuild(id, { mayStart: false })
  const kitId = state.status === 'open' ? state.build.kit.id : ''
  const options = useBasketOptions(kitId)
  const isRead = state.status !== 'open' || options !== undefined
  return (
    <Opened
      state={isRead ? state : { status: 'loading' }}
      place="basket"
      title={t('Cheapest basket')}
      loading={t('Loading kit...')}
    >
      {(build) =>
        options !== undefined && <BasketOpen key={kitId} build={build} options={options} />
      }
    </Opened>
  )
}
