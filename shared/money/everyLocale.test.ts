import { expect, test } from 'vitest'

import { allLocales } from '../testLocales.ts'
import { currencyCodes } from './currencyWords.ts'
import { formatMoney } from './money.ts'
import { parseMoney } from './typedMoney.ts'

// Locales grouping by two digits throughout: their "12 50" is no amount elsewhere.
const BY_TWO = new Set(['tok', 'tok-001'])

/** `MONEY=whole` tries every currency in every region, which takes minutes. */
const isWhole = process.env['MONEY'] === 'whole'

test('what is written in any locale and currency that Intl knows is read back', () => {
  const wrong: string[] = []
  let count = 0
  for (const [place, locale] of allLocales().entries()) {
    for (const [at, currency] of currencyCodes().entries()) {
      // A region differs little from its language: test a quarter of its currencies.
      if (!isWhole && /-(?:[A-Z]{2}|\d{3})$/.test(locale) && (place + at) % 4 !== 0) continue
      // Alternates with and without thousands.
      const minor = (count + at) % 2 === 0 ? 98_765_432 : 1_250
      const text = formatMoney({ minor, currency }, locale)
      const read = parseMoney(text, { currency, locale })
      const isRead =
        'money' in read && read.money.minor === minor && read.money.currency === currency
      if (!isRead && !(BY_TWO.has(locale) && 'problem' in read)) wrong.push(`${locale} ${text}`)
      count++
    }
  }
  expect(wrong).toEqual([])
  expect(count).toBeGreaterThan(50_000)
}, 300_000)
