/** What an offer costs, and how old it is. Pure rules: screens and the server count alike. */
import { centsToDecimal, formatCents } from '../money.ts'

/** Amounts of one offer in US cents; null where the merchant does not say. */
export interface OfferCents {
  base: number
  /** Taken off the base price. */
  promo: number | null
  /** 0 is free. */
  shipping: number | null
  tax: number | null
  /** A deposit that comes back with the old part; counted, because it is paid. */
  core: number | null
}

/** What one piece costs in the end, as far as the merchant says. Never below 0. */
export function offerTotalCents({ base, promo, shipping, tax, core }: OfferCents): number {
  const price = Math.max(0, base - (promo ?? 0))
  return price + (shipping ?? 0) + (tax ?? 0) + (core ?? 0)
}

/** Whether the merchant's word is too old to stand as today's price: "was $x on date". */
export function isStaleOffer(
  { asOf }: { asOf: number },
  { maxAgeMs }: { maxAgeMs: number },
  now: number,
): boolean {
  return now - asOf > maxAgeMs
}

interface Priced {
  cents: OfferCents
  asOf: number
  merchant: string
}

/** Sorts offers by their total; ties go to the newer word, then by the merchant's name. */
export function byTotal(a: Priced, b: Priced): number {
  return (
    offerTotalCents(a.cents) - offerTotalCents(b.cents) ||
    b.asOf - a.asOf ||
    (a.merchant < b.merchant ? -1 : a.merchant > b.merchant ? 1 : 0)
  )
}

/** The text of an amount in an answer: "11.49", '' when it is not known. */
export function amountText(cents: number | null): string {
  return cents === null ? '' : centsToDecimal(cents)
}

/** "FREE", "$5.99", '' when the merchant does not say. */
export function shippingText(cents: number | null): string {
  return cents === null ? '' : cents === 0 ? 'FREE' : formatCents(cents)
}

/** The promo that is shown as a badge beside the merchant's name. */
export const PRIME = 'Prime'
