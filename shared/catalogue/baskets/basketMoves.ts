/** Heuristics for good baskets: the start of the search, and its upper bound. */
import type { BasketModel, Offer, Shop } from './basketModel.ts'

import { costOf } from './basketModel.ts'

/** Each round that continues has made the basket cheaper. */
const MAX_ROUNDS = 40

/** Takes each line from the cheapest shop in `open`, else the cheapest of all. */
export function firstBasket({ lines }: BasketModel, open: number): Offer[] | null {
  const choice: Offer[] = []
  for (const { offers } of lines) {
    const pick = offers.find(({ shop }) => open & (1 << shop.at)) ?? offers[0]
    if (!pick) return null
    choice.push(pick)
  }
  return choice
}

/** Applies moves while one makes the basket cheaper. */
export function improve(model: BasketModel, choice: Offer[] | null): Offer[] | null {
  if (!choice) return null
  let cost = costOf(model, choice)
  const keep = (next: Offer[]): boolean => {
    const nextCost = costOf(model, next)
    if (nextCost >= cost) return false
    cost = nextCost
    for (const [at, offer] of next.entries()) choice[at] = offer
    return true
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let isBetter = false
    for (const shop of model.shops) {
      if (shop.stock.length === 0) continue
      isBetter = keep(withoutShop(model, choice, shop)) || isBetter
      const filled = shop.canBeFree ? filledUp(choice, shop) : null
      if (filled) isBetter = keep(filled) || isBetter
    }
    if (moveLines(model, choice)) {
      isBetter = true
      cost = costOf(model, choice)
    }
    if (!isBetter) break
  }
  return choice
}

/** Moves everything of a shop to the cheapest of the other shops with a parcel. */
function withoutShop({ lines }: BasketModel, choice: readonly Offer[], shop: Shop): Offer[] {
  const used = new Set(choice.map((offer) => offer.shop))
  return choice.map((offer, at) => {
    if (offer.shop !== shop) return offer
    const others = lines[at]?.offers ?? []
    return (
      others.find((other) => other.shop !== shop && used.has(other.shop)) ??
      others.find((other) => other.shop !== shop) ??
      offer
    )
  })
}

/** Adds goods at a shop until its parcel is free, lowest extra cost per value first. */
function filledUp(choice: readonly Offer[], shop: Shop): Offer[] | null {
  let missing = shop.freeFrom
  for (const offer of choice) if (offer.shop === shop) missing -= offer.goods
  if (missing <= 0) return null
  const next = [...choice]
  const place = new Map(choice.map((offer, at) => [offer.line, at]))
  const steps = shop.stock.flatMap(({ line, offers }) =>
    offers.map((offer) => {
      const at = place.get(line) ?? 0
      const now = choice[at]
      const isHere = now?.shop === shop
      const goods = offer.goods - (isHere ? now.goods : 0)
      return { offer, at, goods, ratio: (offer.cost - (now?.cost ?? 0)) / Math.max(goods, 1e-9) }
    }),
  )
  steps.sort((a, b) => a.ratio - b.ratio)
  const moved = new Set<number>()
  for (const { offer, at, goods } of steps) {
    if (missing <= 0) break
    if (goods <= 0 || moved.has(at)) continue
    moved.add(at)
    next[at] = offer
    missing -= goods
  }
  return next
}

/** Moves single lines. The change in cost involves two shops only. */
function moveLines({ lines, shops, mostShops }: BasketModel, choice: Offer[]): boolean {
  const goods = new Float64Array(shops.length)
  const count = new Int32Array(shops.length)
  let parcels = 0
  for (const { shop, goods: more } of choice) {
    goods[shop.at] = (goods[shop.at] ?? 0) + more
    if (count[shop.at] === 0) parcels++
    count[shop.at] = (count[shop.at] ?? 0) + 1
  }
  /** Parcel cost of a shop with `more` lines and `sum` goods added. */
  const parcel = (shop: Shop, more: number, sum: number): number => {
    const lineCount = (count[shop.at] ?? 0) + more
    if (lineCount === 0) return shop.isLocked ? Infinity : 0
    return shop.canBeFree && (goods[shop.at] ?? 0) + sum >= shop.freeFrom ? shop.free : shop.paid
  }
  let isBetter = false
  for (const [at, { offers }] of lines.entries()) {
    for (const offer of offers) {
      const now = choice[at]
      if (!now || offer === now) continue
      const isSame = now.shop === offer.shop
      const opens = !isSame && count[offer.shop.at] === 0
      if (opens && parcels >= mostShops && count[now.shop.at] !== 1) continue
      const gain = isSame
        ? parcel(offer.shop, 0, offer.goods - now.goods) - parcel(offer.shop, 0, 0)
        : parcel(offer.shop, 1, offer.goods) -
          parcel(offer.shop, 0, 0) +
          parcel(now.shop, -1, -now.goods) -
          parcel(now.shop, 0, 0)
      if (offer.cost - now.cost + gain > -0.5) continue
      choice[at] = offer
      isBetter = true
      goods[now.shop.at] = (goods[now.shop.at] ?? 0) - now.goods
      goods[offer.shop.at] = (goods[offer.shop.at] ?? 0) + offer.goods
      count[now.shop.at] = (count[now.shop.at] ?? 0) - 1
      count[offer.shop.at] = (count[offer.shop.at] ?? 0) + 1
      if (opens) parcels++
      if (count[now.shop.at] === 0) parcels--
    }
  }
  return isBetter
}
