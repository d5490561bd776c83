/**
 * Lower bound of a basket's cost in a part of the search: a Lagrangian relaxation of "each line
 * once", as for facility location. Lines get a dual value, and each shop picks the offers that pay
 * for themselves; the sum is a lower bound for any duals (Geoffrion 1974). A parcel that ships free
 * above an amount is relaxed to fractions of offers, best value first.
 */
import type { BasketModel, Offer, Shop } from './basketModel.ts'

import { CLOSED, FREE, PAID } from './basketModel.ts'

/** A shop's best reply to the duals. */
interface Answer {
  shop: Shop
  /** Cost of opening the shop: the lower of `paid` and `free`. */
  open: number
  paid: number
  free: number
  /** Offers taken with a paid parcel, and fractions added for a free one. */
  picks: Offer[]
  extras: { offer: Offer; share: number; isSwap: boolean }[]
  isOpen: boolean
}

export interface Bound {
  value: number
  answers: Answer[]
}

interface Step {
  offer: Offer
  cost: number
  goods: number
  isSwap: boolean
}

/** Bound for the current duals; counts in `line.times` what the shops took. */
export function boundOf({ lines, shops, mostShops }: BasketModel): Bound {
  let value = 0
  for (const line of lines) {
    value += line.dual
    line.times = 0
  }
  const answers: Answer[] = []
  const optional: Answer[] = []
  let places = mostShops
  for (const shop of shops) {
    if (shop.options === CLOSED) continue
    const answer = answerOf(shop)
    answers.push(answer)
    if (shop.options & CLOSED) {
      if (answer.open < 0) optional.push(answer)
    } else {
      answer.isOpen = true
      places--
    }
  }
  if (places < 0) return { value: Infinity, answers }
  if (optional.length > places) optional.sort((a, b) => a.open - b.open)
  for (const answer of optional.slice(0, places)) answer.isOpen = true
  for (const answer of answers) {
    if (!answer.isOpen) continue
    value += answer.open
    for (const { line } of answer.picks) line.times++
    if (answer.free > answer.paid) continue
    for (const { offer, share, isSwap } of answer.extras) if (!isSwap) offer.line.times += share
  }
  return { value, answers }
}

function answerOf(shop: Shop): Answer {
  const picks: Offer[] = []
  let [base, goods] = [0, 0]
  let single: Offer | null = null
  let singleCost = Infinity
  for (const { line, offers } of shop.stock) {
    let best = 0
    let pick: Offer | null = null
    for (const offer of offers) {
      if (offer.isOut) continue
      const cost = offer.cost - line.dual
      if (cost < best) {
        best = cost
        pick = offer
      }
      if (cost < singleCost) {
        singleCost = cost
        single = offer
      }
    }
    if (!pick) continue
    base += best
    goods += pick.goods
    picks.push(pick)
  }
  const mayPay = (shop.options & PAID) !== 0
  let paid = mayPay ? shop.paid + base : Infinity
  const answer: Answer = {
    shop,
    open: paid,
    paid,
    free: Infinity,
    picks,
    extras: [],
    isOpen: false,
  }
  if (shop.options & FREE) {
    // As a bound it suffices when it could not be the best anyway.
    const least = shop.free + base
    const other = Math.min(paid, shop.options & CLOSED ? 0 : Infinity)
    answer.free = least >= other ? least : least + topUp(answer, shop.freeFrom - goods)
  }
  if (shop.isLocked && picks.length === 0 && single) {
    // A locked shop must sell something; with a free parcel it is among the extras.
    if (mayPay && paid + singleCost <= answer.free) {
      picks.push(single)
      answer.extras = []
    }
    paid += singleCost
    answer.paid = paid
  }
  answer.open = Math.min(answer.paid, answer.free)
  return answer
}

/** Cost of adding `missing` goods at a shop, in fractions of offers. */
function topUp(answer: Answer, missing: number): number {
  if (missing <= 0) return 0
  const steps = stepsOf(answer)
  let cost = 0
  while (missing > 0) {
    let best: Step | null = null
    let bestRatio = Infinity
    for (const step of steps) {
      if (step.goods > 0 && step.cost < bestRatio * step.goods) {
        best = step
        bestRatio = step.cost / step.goods
      }
    }
    if (!best) return Infinity
    const share = Math.min(1, missing / best.goods)
    answer.extras.push({ offer: best.offer, share, isSwap: best.isSwap })
    cost += share * best.cost
    missing -= share < 1 ? missing : best.goods
    best.goods = 0
  }
  return cost
}

/** Ways to add goods: a line not taken, or a dearer offer of one that is. */
function stepsOf({ shop, picks }: Answer): Step[] {
  const steps: Step[] = []
  let next = 0
  for (const { line, offers } of shop.stock) {
    const pick = picks[next]?.line === line ? picks[next++] : undefined
    for (const offer of offers) {
      if (offer.isOut || offer === pick) continue
      const cost = offer.cost - (pick ? pick.cost : line.dual)
      const goods = offer.goods - (pick ? pick.goods : 0)
      if (goods > 0) steps.push({ offer, cost, goods, isSwap: pick !== undefined })
    }
  }
  return steps
}

/**
 * Removes shop options that cannot be part of a basket cheaper than `best`, by their bound.
 * @param onChange gets the shop and its previous options
 */
export function peg(
  { mostShops }: BasketModel,
  { value, answers }: Bound,
  best: number,
  onChange: (shop: Shop, options: number) => void,
): void {
  const closed = answers.filter(({ isOpen }) => !isOpen)
  const isFull = answers.length - closed.length >= mostShops
  const next = isFull ? Math.min(0, ...closed.map(({ open }) => open)) : 0
  for (const { shop, open, paid, free, isOpen } of answers) {
    const without = isOpen ? value - open : value
    let options = shop.options
    if (isOpen && options & CLOSED && without + next >= best) options &= ~CLOSED
    if (options & PAID && without + paid >= best) options &= ~PAID
    if (options & FREE && without + free >= best) options &= ~FREE
    if (options !== shop.options) onChange(shop, options)
  }
}
