import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { decimalOf, formatMoney, maxMinorOf, moneyOf, priceOf, typedAmount } from './money.ts'
import { allLocales } from '../testLocales.ts'
import { workUnits } from '../testProcessor.ts'
import { typedAmounts } from '../testTypedAmounts.ts'
import { currencyCodes } from './currencyWords.ts'
import { parseMoney, type TypedIn } from './typedMoney.ts'

/** "EUR 12.50", or the refusal. */
function readAs(text: string, typedIn?: TypedIn): string {
  const read = parseMoney(text, typedIn)
  return 'problem' in read ? read.problem : `${read.money.currency} ${decimalOf(read.money)}`
}

test.each([
  ['Rs. 1,250', 'INR', 'INR 1250.00'],
  ['₹1250/-', 'INR', 'INR 1250.00'],
  ['1250 rupees', 'PKR', 'PKR 1250.00'],
  ['Rs 1,250', 'EUR', 'ambiguous'],
  ['449:-', 'SEK', 'SEK 449.00'],
  ['449:-', 'USD', 'SEK 449.00'],
  ['1250/-', 'USD', 'ambiguous'],
  ['100/-', 'KES', 'KES 100.00'],
  ['12,300円', 'JPY', 'JPY 12300'],
  ['138,90 zł', 'PLN', 'PLN 138.90'],
])('%s in a kit in %s is %s', (text, currency, read) => {
  expect(readAs(text, { currency, locale: 'en-US' })).toBe(read)
})

test('every amount of every currency is read back as it is shown, stored and written', () => {
  const money = fc
    .tuple(fc.constantFrom(...currencyCodes()), fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([currency, part]) => ({ currency, minor: Math.round(part * maxMinorOf(currency)) }))
  fc.assert(
    fc.property(money, (amount) => {
      const { currency } = amount
      expect(parseMoney(formatMoney(amount), { currency })).toEqual({ money: amount })
      expect(parseMoney(decimalOf(amount), { currency, locale: 'de-DE' })).toEqual({
        money: amount,
      })
      expect(parseMoney(`${currency} ${decimalOf(amount)}`)).toEqual({ money: amount })
      expect(moneyOf(priceOf(amount))).toEqual(amount)
    }),
    { numRuns: 2_000 },
  )
})

test('an amount that stands in a field or in a text is read back, whoever looks at it', () => {
  expect(typedAmount({ minor: 123_450, currency: 'EUR' }, 'de-DE')).toBe('1234,50')
  expect(typedAmount({ minor: 123_450, currency: 'EUR' }, 'en-IE')).toBe('1234.50')
  const wrong: string[] = []
  for (const locale of allLocales()) {
    for (const currency of ['USD', 'EUR', 'JPY', 'KWD', 'CHF', 'INR']) {
      for (const minor of [0, 5, 1_298, 1_234_567]) {
        const read = parseMoney(typedAmount({ minor, currency }, locale), { currency, locale })
        if (!('money' in read) || read.money.minor !== minor) wrong.push(`${locale} ${currency}`)
      }
      const shown = formatMoney({ minor: 1_250, currency }, locale)
      const read = parseMoney(shown, { currency, locale })
      // Toki Pona groups by two digits: its "12 50" is no amount elsewhere, and asked about.
      const isAsked = locale.startsWith('tok') && 'problem' in read
      const isRead = 'money' in read && read.money.minor === 1_250
      if (!isRead && !isAsked) wrong.push(`${locale} ${shown}`)
    }
  }
  expect(wrong).toEqual([])
})

test('in a kit of another currency a written amount is that one, or is asked about', () => {
  for (const locale of ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'es-ES', 'de-CH', 'en-CA', 'sv-SE']) {
    for (const currency of currencyCodes()) {
      const read = readAs(formatMoney({ minor: 123_456, currency }, locale), {
        currency: currency === 'EUR' ? 'USD' : 'EUR',
        locale,
      })
      if (read.includes(' ')) expect(read).toMatch(new RegExp(`^${currency} `))
    }
  }
})

describe('amounts of six countries', () => {
  const table = typedAmounts()

  test('are at least 500', () => {
    expect(table.length).toBeGreaterThanOrEqual(500)
    expect(new Set(table.map(({ country }) => country))).toEqual(
      new Set(['US', 'GB', 'DE', 'FR', 'ES', 'CH']),
    )
  })

  test('mean at home what they say', () => {
    const wrong = table.filter(
      ({ text, currency, locale, means }) => readAs(text, { currency, locale }) !== means,
    )
    expect(wrong).toEqual([])
  })

  test('mean the same to a browser of any of the others, or are asked about', () => {
    const locales = [...new Set(table.map(({ locale }) => locale))]
    const amounts = table.filter(({ means }) => means.includes(' '))
    const wrong = amounts.flatMap(({ text, currency, means }) =>
      locales.flatMap((locale) => {
        const read = readAs(text, { currency, locale })
        return read === means || !read.includes(' ') ? [] : [{ text, locale, means, read }]
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('what can be meant in two ways', () => {
  test.each([
    ['1.234', {}, '“1.234” can be read in two ways. Write 1234, or 1.23 for the smaller amount.'],
    [
      '1,234',
      { locale: 'de-DE' },
      '“1,234” can be read in two ways. Write 1234, or 1.23 for the smaller amount.',
    ],
    ['kr 12', {}, '“kr” may be DKK, ISK or another currency. Write the code: DKK 12.'],
    ['1.200', { currency: 'JPY' }, '“1.200” can be read in two ways. Write 1200.'],
  ])('is asked about in words: %s', (text, typedIn, sentence) => {
    expect(parseMoney(text, typedIn)).toEqual({ problem: 'ambiguous', sentence })
  })

  test('is what the kit says, where that can be meant', () => {
    expect(readAs('kr 12', { currency: 'SEK' })).toBe('SEK 12.00')
    expect(readAs('$12', { currency: 'CAD' })).toBe('CAD 12.00')
    expect(readAs('$12', { currency: 'EUR', locale: 'en-AU' })).toBe('AUD 12.00')
    expect(readAs('$12.50 CAD')).toBe('CAD 12.50')
  })
})

test.each([
  ['abc', 'not_a_number'],
  ['', 'not_a_number'],
  ['€', 'not_a_number'],
  ['12 x 3', 'not_a_number'],
  ['12,34,5', 'not_a_number'],
  ["12'50", 'not_a_number'],
  ['1e5', 'not_a_number'],
  ['50p', 'not_a_number'],
  ['12 pcs', 'not_a_number'],
  ['-5', 'negative'],
  ['€ -5,00', 'negative'],
  ['12.345678', 'decimals'],
  ['JPY 12.50', 'decimals'],
  ['1000000', 'too_much'],
])('%j is refused: %s', (text, problem) => {
  expect(readAs(text)).toBe(problem)
})

test('no text makes it fail, or take long', async () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 200 }),
      fc.constantFrom('en-US', 'ar-EG'),
      (text, locale) => {
        expect(parseMoney(text, { locale })).toBeTypeOf('object')
      },
    ),
  )
  expect(await workUnits(() => readAs(`${'1,'.repeat(50_000)}x`))).toBeLessThan(2)
})
