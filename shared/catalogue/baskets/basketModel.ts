/**
 * A basket problem laid out for the search: lines, shops and offers that reference each other.
 * Amounts are scaled so that at equal price, fewer parcels are cheaper.
 */
import type { BasketProblem } from './basketProblem.ts'

/** Options of a shop in a part of the search: bits of a mask. */
export const CLOSED = 1
export const PAID = 2
export const FREE = 4

export interface Offer {
  line: Line
  shop: Shop
  /** Index in the problem's line. */
  place: number
  cost: number
  goods: number
  /** Excluded in this part of the search. */
  isOut: boolean
}

export interface Line {
  /** Index in the problem. */
  at: number
  offers: Offer[]
  /** Dual value of the line; see basketBound.ts. */
  dual: number
  /** How often the relaxed basket takes it: 1 when feasible. */
  times: number
}

export interface Shop {
  at: number
  /** By line, cheapest offer first. */
  stock: { line: Line; offers: Offer[] }[]
  /** Cost of a paid and of a free parcel, and the goods that make it free. */
  paid: number
  free: number
  freeFrom: number
  canBeFree: boolean
  isLocked: boolean
  /** Options left in this part of the search. */
  options: number
}

export interface BasketModel {
  lines: Line[]
  shops: Shop[]
  mostShops: number
}

const TIE = 32
/** Above this, scaled amounts would not be exact. */
const MAX_EXACT = 2 ** 44

/**
 * @param kept indexes of the lines to buy
 * @param usable bit field of the shops to use
 */
export function modelOf(
  problem: BasketProblem,
  kept: readonly number[],
  usable: number,
): BasketModel {
  const dearest = kept.map((at) =>
    Math.max(0, ...(problem.lines[at] ?? []).map(({ costCents }) => costCents)),
  )
  const isExact = dearest.reduce((sum, cents) => sum + cents, 0) < MAX_EXACT
  const [scale, tie] = isExact ? [TIE, 1] : [1, 0]
  const shops = problem.shops.map(({ shippingCents, freeFromCents, isLocked }, at): Shop => {
    const isAlwaysFree = freeFromCents !== null && freeFromCents <= 0
    const canBeFree = shippingCents > 0 && freeFromCents !== null && !isAlwaysFree
    const open = canBeFree ? PAID | FREE : PAID
    return {
      at,
      stock: [],
      paid: (isAlwaysFree ? 0 : shippingCents * scale) + tie,
      free: tie,
      freeFrom: (freeFromCents ?? 0) * scale,
      canBeFree,
      isLocked: isLocked === true,
      options: (usable & (1 << at)) === 0 ? CLOSED : isLocked ? open : open | CLOSED,
    }
  })
  const lines = kept.map((at): Line => {
    const line: Line = { at, offers: [], dual: 0, times: 0 }
    for (const [place, { shop: shopAt, costCents, goodsCents }] of (
      problem.lines[at] ?? []
    ).entries()) {
      const shop = shops[shopAt]
      if (!shop || shop.options === CLOSED) continue
      const [cost, goods] = [costCents * scale, goodsCents * scale]
      line.offers.push({ line, shop, place, cost, goods, isOut: false })
    }
    line.offers = line.offers
      .filter((offer) => !line.offers.some((other) => isBeaten(offer, other)))
      .sort((a, b) => a.cost - b.cost)
    return line
  })
  for (const shop of shops) {
    for (const line of lines) {
      const offers = line.offers.filter((offer) => offer.shop === shop)
      if (offers.length > 0) shop.stock.push({ line, offers })
    }
  }
  return { lines, shops, mostShops: Math.min(problem.mostShops ?? shops.length, shops.length) }
}

/** Whether another offer of the same shop and line is as good in every respect. */
function isBeaten(offer: Offer, other: Offer): boolean {
  if (offer.shop !== other.shop || offer === other) return false
  if (other.cost > offer.cost || other.goods < offer.goods) return false
  return other.cost < offer.cost || other.goods > offer.goods || other.place < offer.place
}

/** Cost of a choice in the model's scale; Infinity when it breaks a limit. */
export function costOf({ shops, mostShops }: BasketModel, choice: readonly Offer[]): number {
  const goods = new Float64Array(shops.length).fill(-1)
  let total = 0
  for (const { shop, cost, goods: more } of choice) {
    total += cost
    goods[shop.at] = Math.max(0, goods[shop.at] ?? 0) + more
  }
  let parcels = 0
  for (const { at, isLocked, paid, free, freeFrom, canBeFree } of shops) {
    const sum = goods[at] ?? -1
    if (sum >= 0) {
      parcels++
      total += canBeFree && sum >= freeFrom ? free : paid
    } else if (isLocked) {
      return Infinity
    }
  }
  return parcels > mostShops ? Infinity : total
}
