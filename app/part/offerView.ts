/** An offer as the price table and the cards show it. */
import type { Standing } from '#shared/catalogue/offer.ts'
import type { Offer } from '#shared/catalogue/part.ts'
import type { OpenPart } from '../prices/parts.ts'
import type { PriceKnown } from '../prices/priceState.ts'

import { PRIME, standOffers } from '#shared/catalogue/offer.ts'
import { t } from '#shared/words/words.ts'

export interface OfferView extends Standing {
  offer: Offer
  /** The lowest total of those that may win. */
  isLowest: boolean
  isPrime: boolean
  /** Text of a promo other than the badge's. */
  promoText: string
  isDemo: boolean
}

/** The offers, the best first. */
export function offerViews(
  { prices, merchants, isDemo }: Pick<OpenPart, 'prices' | 'merchants' | 'isDemo'>,
  now: number,
): OfferView[] {
  return standOffers(prices, merchants, now).map(({ offer, standing }, at): OfferView => {
    const isPrime = offer.promo === PRIME
    return {
      ...standing,
      offer,
      isLowest: at === 0 && standing.mayWin,
      isPrime,
      promoText: isPrime ? '' : offer.promo,
      isDemo: isDemo || offer.isDemo,
    }
  })
}

/** What the best of them is: no total is the lowest that leaves its shipping out. */
export function bestWords({ isLowest }: OfferView): string {
  return isLowest ? t('Lowest total') : t('Lowest before shipping')
}

/** What there is to say of all of them: none, old ones, or some of today's. */
export function offersIn(views: readonly OfferView[]): PriceKnown['offers'] {
  if (views.length === 0) return 'none'
  return views.every(({ isStale }) => isStale) ? 'stale' : 'fresh'
}

/** Whether what a merchant says of its stock means that it is there now. */
export function isInStock(availability: string): boolean {
  return /^in stock/i.test(availability)
}
