/**
 * What a basket costs at least, in a part of the search. Lines are given a worth, and each shop by
 * itself then picks what pays for it (a Lagrangian relaxation of "each line once", as for facility
 * location; the sum is a lower bound for every worth: Geoffrion 1974). A parcel that is free from an
 * amount on is relaxed to parts of offers, the best value first.
 */
import type { BasketModel, Offer, Shop } from './basketModel.ts'

import { CLOSED, FREE, PAID } from './basketModel.ts'

/** One shop's answer to the worth of the lines. */
interface Answer {
  shop: Shop
  /** What being open costs: the lower of the two. */
  open: number
  paid: number
  free: number
  /** What it takes when its parcel is paid for, and what more for a free one, in parts. */
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

/** The bound at the present worth of the lines; counts in `line.times` what the shops took. */
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
    // As a bound it will do where it could not be the best anyway.
    const least = shop.free + base
    const other = Math.min(paid, shop.options & CLOSED ? 0 : Infinity)
    answer.free = least >= other ? least : least + topUp(answer, shop.freeFrom - goods)
  }
  if (shop.isLocked && picks.length === 0 && single) {
    // Something has to be taken, and for a free parcel it is among the extras.
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

/** What it costs to bring the goods of a shop up by `missing`, in parts of offers. */
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

/** Everything that brings more goods: a line that is not taken, or a dearer offer of one that is. */
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
 * Takes from the shops what can not be in a basket cheaper than `best`, by what the bound would be.
 * @param onChange is told a shop and what it could be before
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
