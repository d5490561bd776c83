/**
 * Which offer to take for each line of a kit, as a problem of numbers. Amounts are whole cents for
 * the whole quantity of a line; who sells what is known by its place in a list.
 */

/** What a shop asks for a parcel. */
export interface ShopTerms {
  shippingCents: number
  /** From this much goods on nothing is asked for the parcel; null for never. */
  freeFromCents: number | null
  /** The person wants something from here: a basket without it is none. */
  isLocked?: boolean
}

/** One way to get a line. */
export interface LineOffer {
  /** Place in `shops`. */
  shop: number
  /** What is paid: goods, deposit and tax. */
  costCents: number
  /** How much of that counts towards free shipping. */
  goodsCents: number
}

export interface BasketProblem {
  shops: readonly ShopTerms[]
  /** The offers of each line; a line without any is left out of the basket. */
  lines: readonly (readonly LineOffer[])[]
  /** So many parcels at most; without it as many as pay. */
  mostShops?: number
}

export interface Basket {
  /** For each line the place of its offer, -1 for a line that no chosen shop has. */
  choice: number[]
  totalCents: number
  /** What each shop asks for its parcel; null for a shop without one. */
  shipping: (number | null)[]
  /** Whether it is certain that none is cheaper: false when the search was cut short. */
  isProven: boolean
}

/** Above it a bit field of shops would not hold them. */
export const MAX_SHOPS = 24

/** What a choice costs, parcels included. Does not look at limits. */
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

/** How many parcels a choice makes. */
export function parcelsOf({ shipping }: Pick<Basket, 'shipping'>): number {
  return shipping.filter((cents) => cents !== null).length
}

/** Every line from where it is cheapest by itself, parcels not looked at: what people do by hand. */
export function cheapestByLine({ lines }: BasketProblem): number[] {
  return lines.map((offers) => {
    let best = -1
    for (const [at, { costCents }] of offers.entries()) {
      if (best < 0 || costCents < (offers[best]?.costCents ?? 0)) best = at
    }
    return best
  })
}
