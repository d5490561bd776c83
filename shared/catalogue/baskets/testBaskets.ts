/** Random basket problems for tests and the bench; deterministic per seed. */
import type { BasketProblem, LineOffer, ShopTerms } from './basketProblem.ts'

import { seeded } from '../../testSeeded.ts'

export interface DrawnSize {
  lines: number
  shops: number
  /** Share of lines that a shop has. */
  has?: number
  /** Share of offers with a dearer one beside them. */
  twice?: number
}

/** Prices from $2 to $160, parcels from $3.95 to $14.95, many free from $25 to $149 on. */
export function drawProblem(
  seed: number,
  { lines, shops, has = 0.7, twice = 0.05 }: DrawnSize,
): BasketProblem {
  const chance = seeded(seed)
  const between = (low: number, high: number) => Math.round(low + chance() * (high - low))
  const terms = Array.from({ length: shops }, (): ShopTerms => {
    const shippingCents = chance() < 0.1 ? 0 : between(395, 1495)
    const freeFromCents = chance() < 0.7 ? between(2500, 14_900) : null
    return { shippingCents, freeFromCents }
  })
  const offersOf = (): LineOffer[] => {
    const usual = 200 * Math.exp(chance() * Math.log(80))
    const qty = chance() < 0.7 ? 1 : between(2, 8)
    const offers: LineOffer[] = []
    const add = (shop: number, factor: number) => {
      const goodsCents = Math.round(usual * factor) * qty
      const tax = Math.round(goodsCents * 0.08 * (shop % 2))
      offers.push({ shop, costCents: goodsCents + tax, goodsCents })
    }
    for (let shop = 0; shop < shops; shop++) {
      if (chance() >= has) continue
      add(shop, 0.85 + chance() * 0.4)
      if (chance() < twice) add(shop, 1.25 + chance() * 0.3)
    }
    return offers
  }
  return { shops: terms, lines: Array.from({ length: lines }, offersOf) }
}
