/** Cost of an offer, and whether it may win. Pure rules, shared by screens and server. */
import { centsToDecimal, formatCents } from '../money/money.ts'
import { t } from '../words/words.ts'

/** Amounts of one offer in US cents; null where the merchant does not say. */
export interface OfferCents {
  base: number
  /** Discount on the base price. */
  promo: number | null
  /** 0 is free. */
  shipping: number | null
  tax: number | null
  /** Refundable core deposit; counted, because it is paid. */
  core: number | null
}

/** Total for `pieces` in one parcel, as far as known: see `standingOf`. Never below 0. */
export function offerTotalCents(cents: OfferCents, pieces = 1): number {
  const each = goodsCents(cents) + (cents.tax ?? 0) + (cents.core ?? 0)
  return each * pieces + (cents.shipping ?? 0)
}

/** Goods value for free shipping: the price less its promo. */
export function goodsCents({ base, promo }: Pick<OfferCents, 'base' | 'promo'>): number {
  return Math.max(0, base - (promo ?? 0))
}

/** Sold-out wording of merchants; also a valid PostgreSQL pattern. */
export const SOLD_OUT = 'out[ _-]?of[ _-]?stock|sold[ _-]?out|not in stock|unavailable|discontinued'
const soldOut = new RegExp(SOLD_OUT, 'i')

export function isSoldOut(availability: string): boolean {
  return soldOut.test(availability)
}

/** Cost of an offer, and its claims beside others. */
export interface Standing {
  totalCents: number
  /** False: shipping is unknown, so the total is incomplete. */
  hasShipping: boolean
  isSoldOut: boolean
  /** Too old for today's price. */
  isStale: boolean
  /** Payable today at this total: only such offers are ever called the lowest. */
  mayWin: boolean
  /** "$12.49", "$12.49 + shipping", "was $12.49", "$112.41 for 9" */
  text: string
}

/**
 * The single rule for an offer's cost and whether it may win.
 * @param maxAgeMs how long the merchant's prices hold
 * @param pieces quantity bought
 */
export function standingOf(
  { cents, availability, asOf }: { cents: OfferCents; availability: string; asOf: number },
  maxAgeMs: number,
  now: number,
  pieces = 1,
): Standing {
  const totalCents = offerTotalCents(cents, pieces)
  const amount = formatCents(totalCents)
  const price = pieces === 1 ? amount : t('{amount} for {pieces}', { amount, pieces })
  const hasShipping = cents.shipping !== null
  const isGone = isSoldOut(availability)
  const isStale = now - asOf > maxAgeMs
  return {
    totalCents,
    hasShipping,
    isSoldOut: isGone,
    isStale,
    mayWin: hasShipping && !isGone && !isStale,
    text: priceWords(price, isStale, hasShipping),
  }
}

function priceWords(price: string, isStale: boolean, hasShipping: boolean): string {
  if (isStale)
    return hasShipping ? t('was {price}', { price }) : t('was {price} + shipping', { price })
  return hasShipping ? price : t('{price} + shipping', { price })
}

/** Whether it can be bought at this price, its shipping known or not. */
export function isOffered(standing: Standing): boolean {
  return !standing.isSoldOut && !standing.isStale
}

export interface Stood<Offer = { asOf: number; merchant: string }> {
  offer: Offer
  standing: Standing
}

/**
 * Offers of a part with their standings, best first.
 * @param merchants offers of any other merchant count as stale
 */
export function standOffers<
  Offer extends Parameters<typeof standingOf>[0] & { merchantId: string; merchant: string },
>(
  offers: readonly Offer[],
  merchants: Iterable<{ id: string; maxAgeMs: number; freeShippingFromCents?: number | null }>,
  now: number,
  pieces = 1,
): Stood<Offer>[] {
  const sellers = new Map([...merchants].map((seller) => [seller.id, seller]))
  return offers
    .map((one) => {
      const seller = sellers.get(one.merchantId)
      const freeFrom = seller?.freeShippingFromCents ?? Infinity
      // An offer's shipping is for one piece: more goods may ship free.
      const isFree = pieces > 1 && goodsCents(one.cents) * pieces >= freeFrom
      const offer = isFree ? { ...one, cents: { ...one.cents, shipping: 0 } } : one
      return { offer, standing: standingOf(offer, seller?.maxAgeMs ?? -Infinity, now, pieces) }
    })
    .sort(byWorth)
}

/**
 * The single order of offers: those that may win, then unknown shipping, then sold out, then stale;
 * each by total. Ties go to the newer offer, then to the merchant's name.
 */
export function byWorth(a: Stood, b: Stood): number {
  return (
    rankOf(a.standing) - rankOf(b.standing) ||
    a.standing.totalCents - b.standing.totalCents ||
    b.offer.asOf - a.offer.asOf ||
    (a.offer.merchant < b.offer.merchant ? -1 : a.offer.merchant > b.offer.merchant ? 1 : 0)
  )
}

function rankOf(standing: Standing): number {
  return standing.mayWin ? 0 : standing.isStale ? 3 : standing.isSoldOut ? 2 : 1
}

/** Breakdown: "$11.49 − $1.00 promo + free shipping + $0.95 tax", without unknown shipping. */
export function sumText({ base, promo, shipping, tax, core }: OfferCents, pieces = 1): string {
  const each = (cents: number) => (pieces === 1 ? '' : `${pieces} × `) + formatCents(cents)
  return [
    each(base),
    promo ? t('− {amount} promo', { amount: each(promo) }) : '',
    shipping === null
      ? ''
      : shipping === 0
        ? t('+ free shipping')
        : t('+ {amount} shipping', { amount: formatCents(shipping) }),
    tax ? t('+ {amount} tax', { amount: each(tax) }) : '',
    core ? t('+ {amount} core charge', { amount: each(core) }) : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** Decimal of an amount: "11.49", '' when unknown. */
export function amountText(cents: number | null): string {
  return cents === null ? '' : centsToDecimal(cents)
}

/** "FREE", "$5.99", '' when unknown. */
export function shippingText(cents: number | null): string {
  return cents === null ? '' : cents === 0 ? 'FREE' : formatCents(cents)
}

/** Promo shown as a badge beside the merchant's name. */
export const PRIME = 'Prime'
