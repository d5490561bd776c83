/**
 * Offer choice per line as a problem of numbers. Amounts are whole cents for a line's whole
 * quantity; shops and lines are list indexes.
 */

export interface ShopTerms {
  shippingCents: number
  /** Goods from which the parcel is free; null for never. */
  freeFromCents: number | null
  /** The person wants something from this shop: baskets without it are invalid. */
  isLocked?: boolean
}

export interface LineOffer {
  /** Index in `shops`. */
  shop: number
  /** Goods, deposit and tax. */
  costCents: number
  /** Share of it that counts toward free shipping. */
  goodsCents: number
}

export interface BasketProblem {
  shops: readonly ShopTerms[]
  /** Offers of each line; a line without any is left out. */
  lines: readonly (readonly LineOffer[])[]
  /** Limit on parcels; unlimited if absent. */
  mostShops?: number
}

export interface Basket {
  /** Offer index per line, -1 for a line no chosen shop has. */
  choice: number[]
  totalCents: number
  /** Parcel cost per shop; null for a shop without one. */
  shipping: (number | null)[]
  /** Proven optimal; false when the search was cut short. */
  isProven: boolean
}

/** Shops are bits of a bit field. */
export const MAX_SHOPS = 24

/** Cost of a choice with parcels. Ignores limits. */
export function priceOf(
  { shops, lines }: BasketProblem,
  choice: readonly number[],
): Pick<Basket, 'totalCents' | 'shipping'> {
  const goods: (number | null)[] = shops.map(() => null)
  let totalCents = 0
  for (const [at, offers] of lines.entries()) {
    const offer = offers[choice[at] ?? -1]
    if (!offer) continue
    totalCents += offer.costCents
    goods[offer.shop] = (goods[offer.shop] ?? 0) + offer.goodsCents
  }
  const shipping = shops.map(({ shippingCents, freeFromCents }, shop) => {
    const sum = goods[shop] ?? null
    if (sum === null) return null
    return freeFromCents !== null && sum >= freeFromCents ? 0 : shippingCents
  })
  for (const cents of shipping) totalCents += cents ?? 0
  return { totalCents, shipping }
}

export function parcelsOf({ shipping }: Pick<Basket, 'shipping'>): number {
  return shipping.filter((cents) => cents !== null).length
}

/** Cheapest offer per line, ignoring parcels: the choice people make by hand. */
export function cheapestByLine({ lines }: BasketProblem): number[] {
  return lines.map((offers) => {
    let best = -1
    for (const [at, { costCents }] of offers.entries()) {
      if (best < 0 || costCents < (offers[best]?.costCents ?? 0)) best = at
    }
    return best
  })
}
