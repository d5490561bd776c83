/** What is said of what was found. */
import type { PartSummary } from '#shared/catalogue/part.ts'
import type { PartSearch } from '#shared/catalogue/partSearch.ts'
import type { Found } from './useFoundParts.ts'

import { isSoldOut } from '#shared/catalogue/offer.ts'
import { formatCents } from '#shared/money.ts'
import { counted } from '#shared/text/counted.ts'

export function countText(count: number, isMore: boolean): string {
  return `${count.toLocaleString('en-US')}${isMore ? '+' : ''}`
}

/** "24 parts", "1,000+ parts, the best of the first first": said politely when it changes. */
export function foundText({ counts: { all, isMore }, parts, next, failure }: Found): string {
  if (parts.length === 0 && next !== null) return 'None of the first that were looked through'
  if (parts.length === 0) return 'No part found'
  if (failure !== null) return `${counted(all, 'part')} on this device`
  return isMore ? `${countText(all, true)} parts` : counted(all, 'part')
}

export const FAILURES = {
  offline: 'Only parts this device knows; connect to search all.',
  failed: 'The catalogue did not answer. Only parts this device knows are shown.',
  busy: 'Too many searches at once. Only parts this device knows are shown; try again in a minute.',
}

/** "$12.49", "$12.49 + shipping"; '' for none. */
export function priceText({ lowestPrice, isBeforeShipping }: PartSummary): string {
  if (lowestPrice === null) return ''
  return `${formatCents(Math.round(lowestPrice * 100))}${isBeforeShipping ? ' + shipping' : ''}`
}

/** What there is to say of its stock. */
export function stockText({ lowestPrice, availability }: PartSummary): string {
  if (lowestPrice !== null) return availability || 'Ask for stock'
  return availability !== undefined && isSoldOut(availability) ? 'Sold out' : 'No price today'
}

/** "$10 to $25": a band of prices. */
export function bandText(min: number | null, max: number | null): string {
  if (min === null) return max === null ? 'Any price' : `Under $${max}`
  return max === null ? `$${min} and more` : `$${min} to $${max}`
}

/** How many of the narrowings are on. */
export function narrowedBy({ brands, min, max, isInStock, isAnyFit }: PartSearch): number {
  const isPriced = min !== null || max !== null
  return brands.length + Number(isPriced) + Number(isInStock) + Number(isAnyFit)
}

/** What a line is called that is added by hand: what looks like a number is one. */
export function byHand(q: string): { name: string; partNumber: string } {
  const isNumber = /\d/.test(q) && q.length <= 64 && q.split(/\s+/).length <= 3
  return isNumber ? { name: '', partNumber: q } : { name: q, partNumber: '' }
}
