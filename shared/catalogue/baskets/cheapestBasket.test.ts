import { describe, expect, it } from 'vitest'

import type { BasketProblem } from './basketProblem.ts'

import { Lots } from '../../testSeeded.ts'
import { cheapestByLine, parcelsOf, priceOf } from './basketProblem.ts'
import { cheapestBasket } from './cheapestBasket.ts'
import { drawProblem } from './testBaskets.ts'

const SMALL_CASES = 600

/** A small problem with every hard feature, some with limits. */
function drawSmall(seed: number): BasketProblem {
  const lots = new Lots(seed)
  const shops = 1 + Math.floor(lots.chance() * 4)
  const lines = 1 + Math.floor(lots.chance() * 6)
  const problem = drawProblem(seed, { shops, lines, has: 0.4 + lots.chance() * 0.6, twice: 0.3 })
  return {
    lines: problem.lines,
    shops: problem.shops.map((terms) => ({ ...terms, isLocked: lots.isLucky(0.12) })),
    ...(lots.isLucky(0.5) && { mostShops: 1 + Math.floor(lots.chance() * shops) }),
  }
}

/** Exhaustive search: most lines, then lowest cost, then fewest parcels. */
function bruteForce(
  problem: BasketProblem,
): { served: number; cents: number; parcels: number } | null {
  const { lines, shops, mostShops = shops.length } = problem
  let best: { served: number; cents: number; parcels: number } | null = null
  const choice = lines.map(() => -1)
  const visit = (at: number): void => {
    if (at < lines.length) {
      for (let place = -1; place < (lines[at]?.length ?? 0); place++) {
        choice[at] = place
        visit(at + 1)
      }
      return
    }
    const { totalCents: cents, shipping } = priceOf(problem, choice)
    const parcels = parcelsOf({ shipping })
    if (parcels > mostShops) return
    if (shops.some(({ isLocked }, shop) => isLocked && shipping[shop] === null)) return
    const served = choice.filter((place) => place >= 0).length
    const isBetter =
      !best ||
      served > best.served ||
      (served === best.served &&
        (cents < best.cents || (cents === best.cents && parcels < best.parcels)))
    if (isBetter) best = { served, cents, parcels }
  }
  visit(0)
  return best
}

describe('the cheapest basket', () => {
  it(`is the one that trying everything finds, in ${SMALL_CASES} small cases`, () => {
    for (let seed = 1; seed <= SMALL_CASES; seed++) {
      const problem = drawSmall(seed)
      const wanted = bruteForce(problem)
      const basket = cheapestBasket(problem)
      const found = basket && {
        served: basket.choice.filter((place) => place >= 0).length,
        cents: basket.totalCents,
        parcels: parcelsOf(basket),
      }
      // An empty basket is invalid when something must be bought.
      expect(found, `seed ${seed}: ${JSON.stringify(problem)}`).toEqual(wanted)
      expect(basket?.isProven ?? true, `seed ${seed}`).toBe(true)
    }
  })

  it('takes the dearer part when that makes the parcel free', () => {
    const problem: BasketProblem = {
      shops: [
        { shippingCents: 995, freeFromCents: 5000 },
        { shippingCents: 595, freeFromCents: null },
      ],
      lines: [
        [{ shop: 0, costCents: 4000, goodsCents: 4000 }],
        [
          { shop: 0, costCents: 1150, goodsCents: 1150 },
          { shop: 1, costCents: 900, goodsCents: 900 },
        ],
      ],
    }
    expect(cheapestBasket(problem)).toMatchObject({ choice: [0, 0], totalCents: 5150 })
    expect(priceOf(problem, cheapestByLine(problem)).totalCents).toBe(4000 + 995 + 900 + 595)
  })

  it('takes the dearer offer of the same shop when that makes the parcel free', () => {
    const problem: BasketProblem = {
      shops: [{ shippingCents: 900, freeFromCents: 5000 }],
      lines: [
        [
          { shop: 0, costCents: 4600, goodsCents: 4600 },
          { shop: 0, costCents: 5000, goodsCents: 5000 },
        ],
      ],
    }
    expect(cheapestBasket(problem)).toMatchObject({ choice: [1], totalCents: 5000, shipping: [0] })
  })

  it('of two baskets of one price has the fewer parcels', () => {
    const offers = [
      { shop: 0, costCents: 1000, goodsCents: 1000 },
      { shop: 1, costCents: 1000, goodsCents: 1000 },
    ]
    const free = { shippingCents: 0, freeFromCents: null }
    const basket = cheapestBasket({ shops: [free, free], lines: [offers, offers.toReversed()] })
    expect(basket && parcelsOf(basket)).toBe(1)
  })

  it('leaves a line out rather than pass the limit on shops', () => {
    const shop = { shippingCents: 100, freeFromCents: null }
    const problem: BasketProblem = {
      shops: [shop, shop],
      lines: [
        [{ shop: 0, costCents: 100, goodsCents: 100 }],
        [{ shop: 0, costCents: 100, goodsCents: 100 }],
        [{ shop: 1, costCents: 100, goodsCents: 100 }],
        [],
      ],
      mostShops: 1,
    }
    expect(cheapestBasket(problem)).toMatchObject({ choice: [0, 0, -1, -1], totalCents: 300 })
  })

  it('is none when locked shops have only the one same line', () => {
    const shop = { shippingCents: 100, freeFromCents: null, isLocked: true }
    const offers = [0, 1].map((at) => ({ shop: at, costCents: 100, goodsCents: 100 }))
    expect(cheapestBasket({ shops: [shop, shop], lines: [offers] })).toBeNull()
  })

  it('says when the search was cut short, and still has a basket', () => {
    const problem = drawProblem(17, { lines: 30, shops: 10 })
    const cut = cheapestBasket(problem, 40)
    expect(cut?.isProven).toBe(false)
    expect(cut?.choice).not.toContain(-2)
    const whole = cheapestBasket(problem)
    expect(whole?.isProven).toBe(true)
    expect(whole?.totalCents).toBeLessThanOrEqual(cut?.totalCents ?? 0)
  })
})
