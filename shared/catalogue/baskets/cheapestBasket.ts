/**
 * The cheapest basket, exactly: branch and bound over shop options (no parcel, paid, free), then
 * over single lines in basketFill.ts. NP-hard like the knapsack problem: `maxSteps` cuts the search
 * short, and the result says so.
 */
import type { Bound } from './basketBound.ts'
import type { BasketModel, Offer, Shop } from './basketModel.ts'
import type { Basket, BasketProblem } from './basketProblem.ts'

import { boundOf, peg } from './basketBound.ts'
import { fill } from './basketFill.ts'
import { costOf, modelOf } from './basketModel.ts'
import { firstBasket, improve } from './basketMoves.ts'
import { priceOf } from './basketProblem.ts'

const MAX_STEPS = 100_000
const ROOT_ROUNDS = 300
const NODE_ROUNDS = 24
/** Costs are whole numbers: any real gain is at least 1. */
const LEAST_GAIN = 0.999

/**
 * Serves as many lines as the allowed shops can, at the lowest cost.
 * @returns null when no basket keeps all limits, such as two locked shops that only have the same
 * single line
 */
export function cheapestBasket(problem: BasketProblem, maxSteps = MAX_STEPS): Basket | null {
  const search = new Search(maxSteps)
  for (const { shops, start, lines } of bestCovers(problem)) {
    search.run(modelOf(problem, lines, shops), start)
  }
  const { best, isCut } = search
  if (!best) return null
  const choice = problem.lines.map(() => -1)
  for (const { line, place } of best.choice) choice[line.at] = place
  return { choice, ...priceOf(problem, choice), isProven: !isCut }
}

class Search {
  best: { choice: readonly Offer[]; cost: number } | null = null
  isCut = false
  private left: number
  private model: BasketModel = { lines: [], shops: [], mostShops: 0 }
  private seen = new Set<number>()

  constructor(maxSteps: number) {
    this.left = maxSteps
  }

  /** @param start bit field of shops that serve every line */
  run(model: BasketModel, start: number): void {
    this.model = model
    this.seen = new Set()
    // Initial dual: the cheapest offer plus a share of a parcel.
    for (const line of model.lines) line.dual = (line.offers[0]?.cost ?? 0) * 1.02
    this.offer(improve(model, firstBasket(model, start)))
    this.visit(ROOT_ROUNDS)
  }

  private get limit(): number {
    return this.best ? this.best.cost - LEAST_GAIN : Infinity
  }

  private offer(choice: readonly Offer[] | null): void {
    if (!choice) return
    const cost = costOf(this.model, choice)
    if (cost < (this.best?.cost ?? Infinity)) this.best = { choice: [...choice], cost }
  }

  /** Searches the remaining options of shops and offers. */
  private visit(rounds: number): void {
    const { lines } = this.model
    const trail: [Shop, number][] = []
    const duals = lines.map(({ dual }) => dual)
    const bound = this.tighten(rounds, trail)
    if (bound) this.branch(bound)
    for (const [shop, options] of trail.toReversed()) shop.options = options
    for (const [at, line] of lines.entries()) line.dual = duals[at] ?? 0
  }

  /** Raises the bound. Null when nothing here beats the best basket. */
  private tighten(rounds: number, trail: [Shop, number][]): Bound | null {
    const { lines } = this.model
    let top = -Infinity
    let topDuals: number[] = []
    let stride = 1.2
    let since = 0
    for (let round = 0; round < rounds; round++) {
      if (--this.left < 0) {
        this.isCut = true
        return null
      }
      const bound = boundOf(this.model)
      if (round % 8 === 0 || round < 3) this.tryShopsOf(bound)
      if (bound.value >= this.limit) return null
      if (bound.value > top + 1e-6) {
        top = bound.value
        topDuals = lines.map(({ dual }) => dual)
        since = 0
      } else if (++since >= 6) {
        stride /= 2
        since = 0
      }
      peg(this.model, bound, this.limit, (shop, options) => {
        trail.push([shop, shop.options])
        shop.options = options
      })
      if (this.model.shops.some(({ options }) => options === 0)) return null
      const square = lines.reduce((sum, { times }) => sum + (1 - times) ** 2, 0)
      // Each line once: a feasible basket, and the cheapest here.
      if (square < 1e-9) {
        this.tryShopsOf(bound)
        if (bound.value >= this.limit) return null
        break
      }
      if (stride < 0.01) break
      const goal = this.best ? this.best.cost : bound.value * 1.05 + 1
      const step = (stride * Math.max(1, goal - bound.value)) / square
      for (const line of lines) line.dual += step * (1 - line.times)
    }
    for (const [at, line] of lines.entries()) line.dual = topDuals[at] ?? line.dual
    const bound = boundOf(this.model)
    return bound.value >= this.limit ? null : bound
  }

  /** Builds a basket from the open shops of a relaxed one. */
  private tryShopsOf({ answers }: Bound): void {
    let open = 0
    for (const { shop, isOpen } of answers) if (isOpen) open |= 1 << shop.at
    if (this.seen.has(open)) return
    this.seen.add(open)
    this.offer(improve(this.model, firstBasket(this.model, open)))
  }

  private branch(bound: Bound): void {
    const shop = shopToDecide(bound)
    if (shop) return this.decideShop(shop, bound)
    fill(this.model, {
      limit: () => this.limit,
      found: (choice, isGood) => this.offer(isGood ? improve(this.model, choice) : choice),
      mayGoOn: () => {
        this.left -= 0.25
        if (this.left < 0) this.isCut = true
        return this.left >= 0
      },
    })
  }

  private decideShop(shop: Shop, { answers }: Bound): void {
    const answer = answers.find((each) => each.shop === shop)
    const before = shop.options
    const cost = [0, answer?.paid ?? 0, answer?.free ?? 0]
    const options = [1, 2, 4]
      .filter((option) => before & option)
      .sort((a, b) => (cost[a >> 1] ?? 0) - (cost[b >> 1] ?? 0))
    for (const option of options) {
      shop.options = option
      this.visit(NODE_ROUNDS)
    }
    shop.options = before
  }
}

/** Branching shop: undecided, with contested lines or fractional picks. */
function shopToDecide({ answers }: Bound): Shop | null {
  let best: Shop | null = null
  let most = -1
  for (const { shop, picks, extras, isOpen, open } of answers) {
    if ((shop.options & (shop.options - 1)) === 0) continue
    let doubt = 1 / (1 + Math.abs(open))
    if (isOpen) {
      for (const { line, cost } of picks) doubt += Math.abs(1 - line.times) * cost
      for (const { offer, share } of extras) doubt += share * (1 - share) * offer.cost
    }
    if (doubt > most) {
      most = doubt
      best = shop
    }
  }
  return best
}

/** Lines that can be bought, and a small set of shops that has them. */
interface Cover {
  /** Bit field of usable shops. */
  shops: number
  /** Subset within the limit that has every line. */
  start: number
  lines: number[]
}

/**
 * Sets of shops that serve the most lines. A single set of all shops when the limit loses no line:
 * the search then keeps the limit. Else each largest set.
 */
function bestCovers({ shops, lines, mostShops = shops.length }: BasketProblem): Cover[] {
  const all = 2 ** shops.length - 1
  const having = lines.map((offers) => offers.reduce((mask, { shop }) => mask | (1 << shop), 0))
  const locked = shops.reduce((mask, { isLocked }, at) => (isLocked ? mask | (1 << at) : mask), 0)
  const coverOf = (mask: number): Cover => ({
    shops: mask,
    start: mask,
    lines: having.flatMap((own, line) => (own & mask ? [line] : [])),
  })
  const whole = coverOf(all)
  if (mostShops >= shops.length) return [whole]
  let most = 0
  let covers: Cover[] = []
  for (const mask of setsOf(shops.length, Math.max(0, mostShops))) {
    if ((mask & locked) !== locked) continue
    const cover = coverOf(mask)
    if (cover.lines.length === whole.lines.length) return [{ ...whole, start: mask }]
    if (cover.lines.length > most) {
      most = cover.lines.length
      covers = []
    }
    if (cover.lines.length === most) covers.push(cover)
  }
  return covers
}

/** Bit fields of `count` bits with `size` of them set (Gosper's hack). */
function* setsOf(count: number, size: number): Generator<number> {
  if (size === 0) return
  let mask = 2 ** size - 1
  while (mask < 2 ** count) {
    yield mask
    const low = mask & -mask
    const carry = mask + low
    mask = carry | (((mask ^ carry) >>> 2) / low)
  }
}
