/** View model of an offer, for table and cards. */
import type { Offer } from '#shared/catalogue/part.ts'
import type { OpenPart } from '../data/prices/parts.ts'
import type { PriceKnown } from '../data/prices/priceState.ts'

import { PRIME, type Standing, standOffers } from '#shared/catalogue/offer.ts'
import { t } from '#shared/words/words.ts'

export interface OfferView extends Standing {
  offer: Offer
  /** Lowest total among offers that may win. */
  isLowest: boolean
  isPrime: boolean
  /** Promo text other than the badge's. */
  promoText: string
  isDemo: boolean
}

/** Offers, best first. */
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

/** Label of the best one: a total without shipping is not the lowest. */
export function bestWords({ isLowest }: OfferView): string {
  return isLowest ? t('Lowest total') : t('Lowest before shipping')
}

/** State of all offers: none, old ones, or some current. */
export function offersIn(views: readonly OfferView[]): PriceKnown['offers'] {
  if (views.length === 0) return 'none'
  return views.every(({ isStale }) => isStale) ? 'stale' : 'fresh'
}

/** Whether a merchant's stock text means that it is available now. */
export function isInStock(availability: string): boolean {
  return /^in stock/i.test(availability)
}
