/** What a source and its runs are called in front of people. */
import type { FeedColumn, FeedEffect } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'

import { scheduleProblem } from '#shared/catalogue/schedule.ts'
import { parts } from '#shared/kinds/partCounts.ts'
import { count, offers } from './runWords.ts'

export const COLUMN_NAMES: Record<FeedColumn, string> = {
  partNumber: 'Part number (MPN)',
  gtin: 'GTIN (EAN, UPC)',
  brand: 'Brand',
  name: 'Name',
  price: 'Price',
  salePrice: 'Sale price',
  merchant: 'Merchant',
  currency: 'Currency',
  category: 'Category',
  promo: 'Promo',
  promoAmount: 'Promo amount',
  shipping: 'Shipping',
  tax: 'Tax',
  coreCharge: 'Core charge',
  availability: 'Availability',
  link: 'Link',
  image: 'Picture',
  fcpPartNumber: 'Merchant’s number (SKU)',
  make: 'Make',
  model: 'Model',
  yearFrom: 'Year from',
  yearTo: 'Year to',
  crossReferences: 'Cross references',
  asOf: 'As of',
}

/** Parts and offers are different things, and so counted apart. */
export function effectWords(effect: FeedEffect): string {
  const { newParts, newOffers, changedOffers, sameOffers, outOfStock } = effect
  const counts = [
    [newOffers, 'new'],
    [changedOffers, 'changed'],
    [sameOffers, 'the same'],
    [outOfStock, 'out of stock'],
  ] as const
  const said = counts.flatMap(([n, what]) => (n > 0 ? [`${count(n)} ${what}`] : []))
  return `${parts(newParts)} new. Offers: ${said.join(', ') || 'none'}.`
}

/** What else is to be known of them. */
export function effectNotes({ foreignOffers, disputedOffers }: FeedEffect): string[] {
  return [
    ...(foreignOffers > 0
      ? [`${offers(foreignOffers)} in a currency without a rate: shown as they are, never counted.`]
      : []),
    ...(disputedOffers > 0
      ? [`Of ${offers(disputedOffers)} another source says another price: the newer word stands.`]
      : []),
  ]
}

const UTC = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
export const utc = (ms: number): string => `${UTC.format(ms)} UTC`

/** "a week", "2 days", "6 hours" */
export function hoursWords(hours: number): string {
  if (hours === 168) return 'a week'
  if (hours % 24 === 0) return hours === 24 ? 'a day' : `${hours / 24} days`
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** "Prices stand for a week, not kept over time. EUR at 1.08." */
export function termsWords(of: Source): string {
  const kept = of.historyAllowed ? 'kept over time' : 'not kept over time'
  const money =
    of.currency === 'USD'
      ? ''
      : of.rate === null
        ? ` Prices in ${of.currency} stay as they are.`
        : ` ${of.currency} at ${of.rate}${of.rateAt === null ? '' : `, given ${utc(of.rateAt)}`}.`
  return `Prices stand for ${hoursWords(of.priceHours)}, ${kept}.${money}`
}

/** How often it is read, for a choice of the usual ones. */
export const SCHEDULES: readonly [string, string][] = [
  ['', 'When I say so'],
  ['0 * * * *', 'Every hour'],
  ['0 4 * * *', 'Every day at 04:00 UTC'],
  ['0 4 * * 1', 'Every Monday at 04:00 UTC'],
]

export const scheduleError = (schedule: string): string => scheduleProblem(schedule)
