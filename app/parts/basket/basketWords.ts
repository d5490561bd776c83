/** Words about a basket: its saving, and why a part comes from a dearer shop. */
import type { Basket } from '#shared/catalogue/baskets/basketProblem.ts'
import type { KitProblem } from '#shared/catalogue/baskets/kitProblem.ts'

import { formatCents } from '#shared/money/money.ts'
import { cheapestByLine, parcelsOf, priceOf } from '#shared/catalogue/baskets/basketProblem.ts'
import { later, many, say, t } from '#shared/words/words.ts'

export function parcelWords(count: number): string {
  return many(count, '{count} parcel', '{count} parcels')
}

/** "one parcel less, $7.20 saved": compared with each part's own cheapest offer. */
export function savingWords(asked: KitProblem, basket: Basket): string {
  const { problem } = asked
  // Only lines in the basket: omitted ones save nothing.
  const byHand = cheapestByLine(problem).map((place, line) =>
    (basket.choice[line] ?? -1) < 0 ? -1 : place,
  )
  const hand = { choice: byHand, ...priceOf(problem, byHand) }
  const less = parcelsOf(hand) - parcelsOf(basket)
  const saved = hand.totalCents - basket.totalCents
  // Unknown shipping of other parcels could exceed the saving.
  const isKnown = openParcels(asked, hand).join() === openParcels(asked, basket).join()
  const number = numberWord(Math.abs(less))
  const parcels =
    less === 0
      ? ''
      : less > 0
        ? many(less, '{number} parcel less', '{number} parcels less', { number })
        : many(-less, '{number} parcel more', '{number} parcels more', { number })
  if (isKnown && saved === 0 && parcels === '')
    return t('Each part comes from where it is cheapest by itself')
  const money = !isKnown
    ? ''
    : saved > 0
      ? t('{amount} saved', { amount: formatCents(saved) })
      : saved < 0
        ? t('{amount} more', { amount: formatCents(-saved) })
        : t('same total')
  return [parcels, money].filter(Boolean).join(', ')
}

const NUMBERS = [
  later('no'),
  later('one'),
  later('two'),
  later('three'),
  later('four'),
  later('five'),
  later('six'),
  later('seven'),
  later('eight'),
  later('nine'),
  later('ten'),
]

function numberWord(count: number): string {
  const known = NUMBERS[count]
  return known ? say(known) : String(count)
}

/** Indexes of shops with unknown parcel cost. */
export function openParcels(
  { problem, shops, unsaid }: KitProblem,
  basket: Pick<Basket, 'choice' | 'shipping'>,
): number[] {
  return shops.flatMap(({ id }, shop) => {
    const isUsed = (basket.shipping[shop] ?? null) !== null
    return isUsed && unsaid.has(id) && !isEarned(problem, basket, shop) ? [shop] : []
  })
}

/** Parcel cost of a shop, and the threshold for free shipping. */
export function parcelCost(asked: KitProblem, basket: Basket, shop: number): string {
  const { problem, shops, unsaid } = asked
  const shipping = basket.shipping[shop] ?? 0
  const terms = problem.shops[shop]
  const { name = '', id = '' } = shops[shop] ?? {}
  const from = terms?.freeFromCents ?? null
  const isUnsaid = unsaid.has(id)
  if (from !== null && isEarned(problem, basket, shop)) {
    const wasAsked = from > 0 && (isUnsaid || (terms?.shippingCents ?? 0) > 0)
    return wasAsked
      ? t('Free shipping, reached at {amount}', { amount: formatCents(from) })
      : t('Free shipping')
  }
  if (!isUnsaid && shipping === 0) return t('Free shipping')
  const cost = isUnsaid
    ? t('+ shipping, which {name} does not say', { name })
    : t('Shipping {amount}', { amount: formatCents(shipping) })
  if (from === null) return cost
  const goods = goodsOf(problem, basket, shop)
  return `${cost}. ${t('{amount} more would ship free', { amount: formatCents(from - goods) })}`
}

/** Whether a parcel reaches free shipping. */
function isEarned(
  problem: KitProblem['problem'],
  basket: Pick<Basket, 'choice'>,
  shop: number,
): boolean {
  const from = problem.shops[shop]?.freeFromCents ?? null
  return from !== null && goodsOf(problem, basket, shop) >= from
}

function goodsOf(
  { lines }: KitProblem['problem'],
  { choice }: Pick<Basket, 'choice'>,
  shop: number,
): number {
  return lines.reduce((sum, offers, line) => {
    const offer = offers[choice[line] ?? -1]
    return sum + (offer?.shop === shop ? offer.goodsCents : 0)
  }, 0)
}

/** Why a line is not bought at its own cheapest offer; '' where it is. */
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
  if (chosen.shop === cheapest.shop) return t('{more} dearer here, for free shipping', { more })
  if (used === null) {
    const parcel = problem.shops[cheapest.shop]?.shippingCents ?? 0
    return parcel > 0
      ? t('{more} dearer than at {name}, which would be another parcel ({parcel})', {
          more,
          name,
          parcel: formatCents(parcel),
        })
      : t('{more} dearer than at {name}, which would be another parcel', { more, name })
  }
  return isEarned(problem, basket, chosen.shop)
    ? t('{more} dearer than at {name}, for free shipping here', { more, name })
    : t('{more} dearer than at {name}', { more, name })
}
