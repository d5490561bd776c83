/**
 * Last stage of the search: shops with a parcel, and those that must ship free, are fixed; left is
 * which line goes where. The goods that free parcels still lack get a price (a Lagrangian
 * relaxation), which bounds the cost of each offer.
 */
import type { BasketModel, Offer } from './basketModel.ts'

import { FREE, PAID } from './basketModel.ts'

const FIRST_ROUNDS = 60
const ROUNDS = 10

/** Goods a shop still needs from its offers, as shares of the whole. */
interface Need {
  /** By shop: price of the whole, and the missing share. */
  price: Float64Array
  missing: Float64Array
}

interface Choice {
  offer: Offer
  /** Share of its shop's need that it fills. */
  share: number
}

/** Remaining choices of one line. */
type Open = Choice[]

interface FillHost {
  /** Cost to beat; falls with each basket found. */
  limit(): number
  /** Gets every basket found; `isGood` when it is worth improving. */
  found(choice: Offer[], isGood: boolean): void
  mayGoOn(): boolean
}

/** Searches all fillings of the shop options; each shop has exactly one. */
export function fill({ lines, shops }: BasketModel, host: FillHost): void {
  let base = 0
  const need = {
    price: new Float64Array(shops.length),
    missing: new Float64Array(shops.length),
  }
  for (const { at, options, paid, free, isLocked } of shops) {
    if (options === PAID) base += paid
    if (options === FREE) base += free
    if (options === FREE || (options === PAID && isLocked)) need.missing[at] = 1
  }
  const open = lines.map(({ offers }): Open => {
    return offers
      .filter(({ shop }) => (shop.options & (PAID | FREE)) !== 0)
      .map((offer) => ({ offer, share: shareOf(offer) }))
  })
  if (open.every((choices) => choices.length > 0)) visit(host, base, open, need, FIRST_ROUNDS)
}

function shareOf({ shop, goods }: Offer): number {
  if (shop.options === FREE) return goods / shop.freeFrom
  return shop.isLocked ? 1 : 0
}

/** @param base cost that is fixed; `open` keeps single choices, whose share is in no need */
function visit(
  host: FillHost,
  base: number,
  open: readonly Open[],
  need: Need,
  rounds: number,
): void {
  const top = priced(host, base, open, need, rounds)
  if (!top) return
  const { price } = top
  // Prunes choices too dear in any combination; a single remaining choice is taken.
  const next: Open[] = []
  let branchAt = -1
  let most = -1
  for (const choices of open) {
    const least = leastOf(choices, price)
    const kept = choices.filter((choice) => top.bound + at(choice, price) - least < host.limit())
    if (kept.length > 1) {
      kept.sort((a, b) => at(a, price) - at(b, price))
      // Largest share first: small ones then close the rest.
      const weight = Math.max(...kept.map((c) => c.share * (price[c.offer.shop.at] ?? 0)))
      if (weight > most) {
        most = weight
        branchAt = next.length
      }
    }
    next.push(kept)
  }
  const line = next[branchAt]
  if (!line) {
    host.found(
      next.flatMap(([choice]) => (choice ? [choice.offer] : [])),
      false,
    )
    return
  }
  const least = leastOf(line, price)
  for (const choice of line) {
    if (top.bound + at(choice, price) - least >= host.limit()) continue
    next[branchAt] = [choice]
    visit(host, base, next.slice(), { price: price.slice(), missing: need.missing }, ROUNDS)
  }
}

/** Raises the bound with prices; null when nothing here beats the limit. */
function priced(
  host: FillHost,
  base: number,
  open: readonly Open[],
  { price, missing }: Need,
  rounds: number,
): { bound: number; price: Float64Array } | null {
  let top = -Infinity
  let topPrice = price
  let stride = 1
  const left = new Float64Array(missing.length)
  for (let round = 0; round < rounds; round++) {
    if (!host.mayGoOn()) return null
    left.set(missing)
    let bound = base
    const picks: Offer[] = []
    for (const choices of open) {
      let best: Choice | undefined
      let least = Infinity
      for (const choice of choices) {
        const value = at(choice, price)
        if (value < least) {
          least = value
          best = choice
        }
      }
      if (!best) return null
      bound += least
      left[best.offer.shop.at] = (left[best.offer.shop.at] ?? 0) - best.share
      picks.push(best.offer)
    }
    let square = 0
    let isFilled = true
    for (const [shop, much] of left.entries()) {
      if ((missing[shop] ?? 0) === 0) continue
      const now = price[shop] ?? 0
      bound += now * (missing[shop] ?? 0)
      if (much > 1e-12) isFilled = false
      if (much > 0 || now > 0) square += much * much
    }
    if (isFilled) host.found(picks, round === 0)
    if (bound > top + 1e-6) {
      top = bound
      topPrice = price.slice()
    } else {
      stride *= 0.7
    }
    if (top >= host.limit()) return null
    if (square < 1e-12 || stride < 0.02) break
    const goal = host.limit()
    const step =
      (stride * Math.max(1, (Number.isFinite(goal) ? goal : bound * 1.05) - bound)) / square
    for (const [shop, much] of left.entries()) {
      if ((missing[shop] ?? 0) > 0) price[shop] = Math.max(0, (price[shop] ?? 0) + step * much)
    }
  }
  return { bound: top, price: topPrice }
}

function at(choice: Choice | undefined, price: Float64Array): number {
  if (!choice) return Infinity
  return choice.offer.cost - choice.share * (price[choice.offer.shop.at] ?? 0)
}

function leastOf(choices: Open, price: Float64Array): number {
  let least = Infinity
  for (const choice of choices) least = Math.min(least, at(choice, price))
  return least
}
