/** A basket in words for people: what it saves, and why a part comes from a dearer shop. */
import type { Basket } from './basketProblem.ts'
import type { KitProblem } from './kitProblem.ts'

import { formatCents } from '#shared/money.ts'
import { cheapestByLine, parcelsOf, priceOf } from './basketProblem.ts'

export function parcelWords(count: number): string {
  return `${count} ${count === 1 ? 'parcel' : 'parcels'}`
}

/** "one parcel less, $7.20 saved": beside each part from where it is cheapest by itself. */
export function savingWords({ problem }: KitProblem, basket: Basket): string {
  // Of the lines that the basket has: what it leaves out saves nothing.
  const byHand = cheapestByLine(problem).map((place, line) =>
    (basket.choice[line] ?? -1) < 0 ? -1 : place,
  )
  const hand = priceOf(problem, byHand)
  const less = parcelsOf(hand) - parcelsOf(basket)
  const saved = hand.totalCents - basket.totalCents
  const parcels =
    less === 0
      ? ''
      : `${numberWord(Math.abs(less))} ${Math.abs(less) === 1 ? 'parcel' : 'parcels'} ${less > 0 ? 'less' : 'more'}`
  if (saved === 0 && parcels === '') return 'Each part comes from where it is cheapest by itself'
  const money =
    saved > 0
      ? `${formatCents(saved)} saved`
      : saved < 0
        ? `${formatCents(-saved)} more`
        : 'same total'
  return [parcels, money].filter(Boolean).join(', ')
}

const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

function numberWord(count: number): string {
  return NUMBERS[count] ?? String(count)
}

/** Of one shop: what its parcel costs, and what would make it free. */
export function parcelCost({ problem }: KitProblem, basket: Basket, shop: number): string {
  const shipping = basket.shipping[shop] ?? 0
  const terms = problem.shops[shop]
  const from = terms?.freeFromCents ?? null
  if (shipping === 0) {
    const isEarned = from !== null && from > 0 && (terms?.shippingCents ?? 0) > 0
    return isEarned ? `Free shipping, reached at ${formatCents(from)}` : 'Free shipping'
  }
  if (from === null) return `Shipping ${formatCents(shipping)}`
  const goods = problem.lines.reduce((sum, offers, line) => {
    const offer = offers[basket.choice[line] ?? -1]
    return sum + (offer?.shop === shop ? offer.goodsCents : 0)
  }, 0)
  return `Shipping ${formatCents(shipping)}. ${formatCents(from - goods)} more would ship free`
}

/** Why a line is not bought where it is cheapest by itself; '' where it is. */
export function dearerWords(
  { problem, shops, lines }: KitProblem,
  basket: Basket,
  line: number,
): string {
  const chosen = problem.lines[line]?.[basket.choice[line] ?? -1]
  const cheapest = problem.lines[line]?.[cheapestByLine(problem)[line] ?? -1]
  if (!chosen || !cheapest || chosen.costCents <= cheapest.costCents) return ''
  const more = formatCents(chosen.costCents - cheapest.costCents)
  const name = shops[cheapest.shop]?.name ?? ''
  const used = basket.shipping[cheapest.shop] ?? null
  const offer = lines[line]?.offers
  if (!offer) return ''
  if (chosen.shop === cheapest.shop) return `${more} dearer here, for free shipping`
  if (used === null) {
    const parcel = problem.shops[cheapest.shop]?.shippingCents ?? 0
    const own =
      parcel > 0
        ? `, which would be another parcel (${formatCents(parcel)})`
        : ', which would be another parcel'
    return `${more} dearer than at ${name}${own}`
  }
  return `${more} dearer than at ${name}, for free shipping here`
}
