/** An offer as the price table and the cards show it. */
import type { Merchant, Offer } from '#shared/catalogue/part.ts'
import type { OpenPart } from '../prices/parts.ts'
import type { PriceKnown } from '../prices/priceState.ts'

import { isStaleOffer, offerTotalCents, PRIME } from '#shared/catalogue/offer.ts'
import { formatCents } from '#shared/money.ts'

export interface OfferView {
  offer: Offer
  totalCents: number
  /** Too old to stand as today's price. */
  isStale: boolean
  /** The lowest total among those that are not. */
  isLowest: boolean
  isPrime: boolean
  /** Text of a promo other than the badge's. */
  promoText: string
  isDemo: boolean
}

/** The offers with today's prices first, the cheapest on top; then what was asked once. */
export function offerViews(
  { prices, merchants, isDemo }: Pick<OpenPart, 'prices' | 'merchants' | 'isDemo'>,
  now: number,
): OfferView[] {
  const byId = new Map<string, Merchant>(merchants.map((merchant) => [merchant.id, merchant]))
  const views = prices.map((offer): OfferView => {
    const merchant = byId.get(offer.merchantId)
    const isPrime = offer.promo === PRIME
    return {
      offer,
      totalCents: offerTotalCents(offer.cents),
      isStale: !merchant || isStaleOffer(offer, merchant, now),
      isLowest: false,
      isPrime,
      promoText: isPrime ? '' : offer.promo,
      isDemo: isDemo || offer.isDemo,
    }
  })
  views.sort((a, b) => Number(a.isStale) - Number(b.isStale) || a.totalCents - b.totalCents)
  const [first] = views
  if (first && !first.isStale) first.isLowest = true
  return views
}

/** What there is to say of all of them: none, old ones, or some of today's. */
export function offersIn(views: readonly OfferView[]): PriceKnown['offers'] {
  if (views.length === 0) return 'none'
  return views.every(({ isStale }) => isStale) ? 'stale' : 'fresh'
}

/** What is in the total beside the price: "$11.49 − $1.00 promo + free shipping + $0.95 tax". */
export function sumText({ offer: { cents } }: OfferView): string {
  const { base, promo, shipping, tax, core } = cents
  return [
    formatCents(base),
    promo ? `− ${formatCents(promo)} promo` : '',
    shipping === null
      ? ''
      : shipping === 0
        ? '+ free shipping'
        : `+ ${formatCents(shipping)} shipping`,
    tax ? `+ ${formatCents(tax)} tax` : '',
    core ? `+ ${formatCents(core)} core charge` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Whether what a merchant says of its stock means that it is there now. */
export function isInStock(availability: string): boolean {
  return /^in stock/i.test(availability)
}
