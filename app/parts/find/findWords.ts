/** Words about search results. */
import type { PartSummary } from '#shared/catalogue/part.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'
import type { Found } from './useFoundParts.ts'

import { isSoldOut } from '#shared/catalogue/offer.ts'
import { DOLLARS, formatCents } from '#shared/money/money.ts'
import { parts as partsWords } from '#shared/kinds/partCounts.ts'
import { byLanguage, later, many, numberText, t } from '#shared/words/words.ts'

export function countText(count: number, isMore: boolean): string {
  return `${numberText(count)}${isMore ? '+' : ''}`
}

/** "24 parts", "1,000+ parts, the best of the first first": a polite announcement. */
export function foundText({ counts: { all, isMore }, parts, next, failure }: Found): string {
  if (parts.length === 0 && next !== null) return t('None of the first that were looked through')
  if (parts.length === 0) return t('No part found')
  if (failure !== null) {
    return many(all, '{count} part on this device', '{count} parts on this device')
  }
  return isMore ? t('{number} parts', { number: countText(all, true) }) : partsWords(all)
}

export const FAILURES = {
  offline: later('Only parts this device knows; connect to search all.'),
  failed: later('The catalogue did not answer. Only parts this device knows are shown.'),
  busy: later(
    'Too many searches at once. Only parts this device knows are shown; try again in a minute.',
  ),
}

/** "$12.49", "$12.49 + shipping"; '' for none. */
export function priceText({ lowestPrice, isBeforeShipping }: PartSummary): string {
  if (lowestPrice === null) return ''
  const amount = formatCents(Math.round(lowestPrice * 100))
  return isBeforeShipping ? t('{amount} + shipping', { amount }) : amount
}

export function stockText({ lowestPrice, availability }: PartSummary): string {
  if (lowestPrice !== null) return availability || t('Ask for stock')
  return availability !== undefined && isSoldOut(availability)
    ? t('Sold out')
    : t('No price in dollars today')
}

/** "$10 to $25": a price range. */
export function bandText(min: number | null, max: number | null): string {
  if (min === null)
    return max === null ? t('Any price') : t('Under {amount}', { amount: dollars().format(max) })
  const from = dollars().format(min)
  return max === null
    ? t('{amount} and more', { amount: from })
    : t('{from} to {to}', { from, to: dollars().format(max) })
}

/** For ranges: without cents, unless the address has some. */
const dollars = byLanguage(
  (tag) =>
    new Intl.NumberFormat(tag, {
      style: 'currency',
      currency: DOLLARS,
      trailingZeroDisplay: 'stripIfInteger',
    }),
)

/** Count of active filters. */
export function narrowedBy({ brands, min, max, isInStock, isAnyFit }: PartSearch): number {
  const isPriced = min !== null || max !== null
  return brands.length + Number(isPriced) + Number(isInStock) + Number(isAnyFit)
}

/** Line added by hand: number-like text becomes the part number. */
export function byHand(q: string): { name: string; partNumber: string } {
  const isNumber = /\d/.test(q) && q.length <= 64 && q.split(/\s+/).length <= 3
  return isNumber ? { name: '', partNumber: q } : { name: q, partNumber: '' }
}
