/** Exchange rates given by people, with their days, stored in the kit. No service is asked. */
import type { Money } from './money.ts'

import { dayProblem } from '../day.ts'
import { digitsOf } from './money.ts'
import { byLanguage } from '../words/words.ts'

/** By both codes, foreign first: `{ EURUSD: ['1.08', '2026-11-26'] }`, one euro is 1.08 dollars. */
export type Rates = { [pair: string]: [rate: string, day: string] }

const MAX_RATES = 50

/** Whether a value is a rate as stored. */
export function isRate(rate: unknown): rate is string {
  return typeof rate === 'string' && /^\d{1,9}(\.\d{1,9})?$/.test(rate) && /[1-9]/.test(rate)
}

const texts = byLanguage((tag) => new Intl.NumberFormat(tag, { maximumSignificantDigits: 15 }))

/** "1.08", in the current language. */
export const rateText = (rate: string | number): string => texts().format(Number(rate))

/** Problem code of a kit's rates, or null. */
export function ratesProblem(value: unknown): string | null {
  const isFine =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length <= MAX_RATES &&
    Object.entries(value).every(([pair, given]: [string, unknown]) => {
      const [rate, day, ...more] = Array.isArray(given) ? (given as unknown[]) : []
      return (
        /^[A-Z]{6}$/.test(pair) && isRate(rate) && dayProblem(day) === null && more.length === 0
      )
    })
  return isFine ? null : 'invalid_rate'
}

export function areRates(value: unknown): value is Rates {
  return ratesProblem(value) === null
}

/** Converts an amount, rounding half up to the minor unit. */
export function convert({ minor, currency }: Money, rate: string, to: string): Money {
  const [whole = '', fraction = ''] = rate.split('.')
  const digits = digitsOf(to) - digitsOf(currency) - fraction.length
  const scale = 10n ** BigInt(Math.abs(digits))
  const much = BigInt(minor) * BigInt(whole + fraction)
  const exact = digits >= 0 ? much * scale : (2n * much + scale) / (2n * scale)
  return { minor: Number(exact), currency: to }
}
