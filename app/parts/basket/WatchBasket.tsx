import { Link } from 'react-router-dom'

import type { BasketOptions } from '#shared/catalogue/baskets/kitProblem.ts'

import { type Kit, kitTitle } from '#shared/kinds/kit.ts'
import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { useAccount } from '../../data/device/account.ts'
import { basketKey, watch } from '../../data/prices/watches.ts'
import { Watch } from '../Watch.tsx'

/** A basket is expensive: a twentieth less is worth waiting for. */
const SUGGESTED = 0.95

/** Watch for a cheaper basket of an own kit. The server checks, so it needs an account. */
export function WatchBasket({
  kit,
  options,
  totalCents,
}: {
  kit: Kit
  options: BasketOptions
  /** Today's total; null where the basket lacks a part, or a parcel's price. */
  totalCents: number | null
}) {
  const account = useAccount()
  const key = basketKey(kit.id)
  if (!account) {
    return (
      <p className="muted small">
        <T
          text="<login>Sign in</login> to be told when this basket costs less."
          login={(text) => <Link to={links.login(links.basket(kit.id))}>{text}</Link>}
        />
      </p>
    )
  }
  const name = kitTitle(kit, t('Untitled draft'))
  return (
    <Watch
      of={key}
      noun="basket"
      idle={t('Watch this basket')}
      hint={t('For all parts together, in the shops and parcels chosen here.')}
      totalCents={totalCents}
      suggested={SUGGESTED}
      onWatch={(targetCents) =>
        watch({ key, partNumber: '', brand: '', name, targetCents, basket: options })
      }
    />
  )
}
