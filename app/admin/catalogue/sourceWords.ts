/** Labels of sources and their runs. */
import type { FeedColumn, FeedEffect } from '#shared/catalogue/feed.ts'
import type { Source } from '#shared/catalogue/source.ts'

import { rateText } from '#shared/money/rates.ts'
import { byLanguage, type Later, later, many, t } from '#shared/words/words.ts'

export const COLUMN_NAMES: Record<FeedColumn, Later> = {
  partNumber: later('Part number (MPN)'),
  gtin: later('GTIN (EAN, UPC)'),
  brand: later('Brand'),
  name: later('Name'),
  price: later('Price'),
  salePrice: later('Sale price'),
  merchant: later('Merchant'),
  currency: later('Currency'),
  category: later('Category'),
  promo: later('Promo'),
  promoAmount: later('Promo amount'),
  shipping: later('Shipping'),
  tax: later('Tax'),
  coreCharge: later('Core charge'),
  availability: later('Availability'),
  link: later('Link'),
  image: later('Picture'),
  fcpPartNumber: later('Merchant’s number (SKU)'),
  make: later('Make'),
  model: later('Model'),
  yearFrom: later('Year from'),
  yearTo: later('Year to'),
  crossReferences: later('Cross references'),
  asOf: later('As of'),
}

/** Parts and offers, counted apart. */
export function effectWords(effect: FeedEffect): string {
  const { newParts, newOffers, changedOffers, sameOffers, outOfStock } = effect
  const said = [
    newOffers > 0 && t('{count} new', { count: newOffers }),
    changedOffers > 0 && t('{count} changed', { count: changedOffers }),
    sameOffers > 0 && t('{count} the same', { count: sameOffers }),
    outOfStock > 0 && t('{count} out of stock', { count: outOfStock }),
  ].filter((text) => text !== false)
  const partsSaid = many(newParts, '{count} part new.', '{count} parts new.')
  const offersSaid =
    said.length > 0 ? t('Offers: {counts}.', { counts: said.join(', ') }) : t('Offers: none.')
  return `${partsSaid} ${offersSaid}`
}

/** Further notes about the offers. */
export function effectNotes({ foreignOffers, disputedOffers }: FeedEffect): string[] {
  return [
    ...(foreignOffers > 0
      ? [
          many(
            foreignOffers,
            '{count} offer in a currency without a rate: shown as they are, never counted.',
            '{count} offers in a currency without a rate: shown as they are, never counted.',
          ),
        ]
      : []),
    ...(disputedOffers > 0
      ? [
          many(
            disputedOffers,
            'Of {count} offer another source says another price: the newer word stands.',
            'Of {count} offers another source says another price: the newer word stands.',
          ),
        ]
      : []),
  ]
}

const inUtc = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)
export const utc = (ms: number): string => `${inUtc().format(ms)} UTC`

/** "Prices stand for a week, not kept over time. EUR at 1.08." */
export function termsWords(of: Source): string {
  const time = hoursWords(of.priceHours)
  const stand = of.historyAllowed
    ? t('Prices stand for {time}, kept over time.', { time })
    : t('Prices stand for {time}, not kept over time.', { time })
  return ['', 'USD'].includes(of.currency) ? stand : `${stand} ${rateWords(of)}`
}

/** "a week", "2 days", "6 hours" */
function hoursWords(hours: number): string {
  if (hours === 168) return t('a week')
  if (hours % 24 === 0) return many(hours / 24, 'a day', '{count} days')
  return many(hours, 'an hour', '{count} hours')
}

function rateWords({ currency, rate, rateAt }: Source): string {
  if (rate === null) return t('Prices in {currency} stay as they are.', { currency })
  const given = { currency, rate: rateText(rate) }
  return rateAt === null
    ? t('{currency} at {rate}.', given)
    : t('{currency} at {rate}, given {time}.', { ...given, time: utc(rateAt) })
}

/** Common schedules. */
export const SCHEDULES: readonly [string, Later][] = [
  ['', later('When I say so')],
  ['0 * * * *', later('Every hour')],
  ['0 4 * * *', later('Every day at 04:00 UTC')],
  ['0 4 * * 1', later('Every Monday at 04:00 UTC')],
]
