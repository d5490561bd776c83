/**
 * Sum of a list of lines, and its wording: an unknown price is not $0.00, and amounts in two
 * currencies are added by a given rate or not at all.
 */

import { type Money, DOLLARS, formatMoney, formatPrice, moneyOf } from '../money/money.ts'
import { type Rates, convert, rateText } from '../money/rates.ts'
import { type Line, isBlankLine } from './kit.ts'
import { storedDayWords } from '../words/days.ts'
import { many, t } from '../words/words.ts'

/**
 * Amounts named beside the total: nobody reads hundreds of currencies, and creating each format
 * would take longer than the rest of an answer.
 */
const MOST_NAMED = 10

/** Currency and rates of a kit; empty for dollars. */
export interface KitMoney {
  currency?: string
  rates?: Rates
}

export interface PriceSum {
  /** Sum of lines priced in dollars. */
  cents: number
  /** Needed lines without a price; null when not counted. */
  unpriced: number | null
  /** Sums in other currencies, in minor units by code; absent for none. */
  others?: Record<string, number>
  /** Number of lines in `others` and `unread`; absent for none. */
  apart?: number
  /** Number of priced lines whose quantity is no number yet; absent for none. */
  open?: number
  /** Prices of a newer version, with quantities; absent for none. */
  unread?: [price: string, qty: number][]
  /** The kit's currency and rates; absent for dollars. */
  of?: KitMoney
}

/**
 * Ignores blank lines, and prices of lines that are not needed.
 * @param money currency and rates of the kit
 * @param drafts texts that are no values yet, by `line id:cell`
 */
export function priceSum(
  lines: readonly (Omit<Line, 'id' | 'ord'> & { id?: string })[],
  { currency, rates }: KitMoney = {},
  drafts?: ReadonlyMap<string, string>,
): PriceSum {
  const sum: PriceSum & { unpriced: number } = { cents: 0, unpriced: 0 }
  for (const line of lines) {
    const { price, qty } = line
    const money = moneyOf(price)
    if (price !== null && drafts?.get(`${line.id}:qty`)?.trim()) {
      sum.open = (sum.open ?? 0) + 1
      continue
    }
    if (typeof price === 'string') sum.apart = (sum.apart ?? 0) + 1
    if (typeof price === 'number') sum.cents += price * qty
    else if (money) {
      const of = (sum.others ??= {})
      of[money.currency] = (of[money.currency] ?? 0) + money.minor * qty
    } else if (price !== null) (sum.unread ??= []).push([price, qty])
    else if (qty > 0 && !isBlankLine(line)) sum.unpriced++
  }
  if (currency !== undefined || rates) {
    sum.of = { ...(currency !== undefined && { currency }), ...(rates && { rates }) }
  }
  return sum
}

export function hasNoPrice({ cents, others, unread, open }: PriceSum): boolean {
  return cents === 0 && !others && !unread && !open
}

/** Currencies of a sum that lack a rate. */
export function uncounted(sum: PriceSum): string[] {
  const { currency = DOLLARS, rates = {} } = sum.of ?? {}
  return amountsOf(sum)
    .map((money) => money.currency)
    .filter((code) => code !== currency && !rates[code + currency])
}

/** Total in the kit's currency; null when part of it cannot be converted. */
export function totalOf(sum: PriceSum): Money | null {
  const { currency = DOLLARS, rates = {} } = sum.of ?? {}
  if (sum.unread || sum.open || uncounted(sum).length > 0) return null
  const minor = amountsOf(sum).reduce((all, money) => {
    const rate = rates[money.currency + currency]?.[0]
    return all + (rate === undefined ? money : convert(money, rate, currency)).minor
  }, 0)
  return { minor, currency }
}

function amountsOf({ cents, others = {} }: PriceSum): Money[] {
  const foreign = Object.entries(others).map(([currency, minor]) => ({ minor, currency }))
  return cents === 0 ? foreign : [{ minor: cents, currency: DOLLARS }, ...foreign]
}

/** The amount, and a note on missing parts, '' for none: screens style them apart. */
export function sumParts(sum: PriceSum): [amount: string, missing: string] {
  const { unpriced, open, unread = [], of: { currency = DOLLARS, rates = {} } = {} } = sum
  if (hasNoPrice(sum) && unpriced !== 0) return [t('No prices yet'), '']
  let own = 0
  let isAny = false
  const apart: (() => string)[] = []
  const counted: (() => string)[] = []
  for (const money of amountsOf(sum)) {
    const [rate, day] = rates[money.currency + currency] ?? []
    if (money.currency !== currency && rate === undefined) {
      apart.push(() => formatMoney(money))
      continue
    }
    const { minor } = rate === undefined ? money : convert(money, rate, currency)
    own += minor
    isAny = true
    if (rate === undefined) continue
    counted.push(() => {
      const amount = formatMoney(money)
      const words = { amount, rate: rateText(rate), day: dayOfRate(day ?? '') }
      return t('{amount} at {rate}, {day}', words)
    })
  }
  for (const [price, qty] of unread) apart.push(() => formatPrice(price, qty))
  const amounts = isAny || apart.length === 0 ? [formatMoney({ minor: own, currency })] : []
  return [
    [...amounts, ...named(apart)].join(' + '),
    [
      counted.length > 0 && `(${named(counted).join('; ')})`,
      unpriced ? many(unpriced, '+ {count} without a price', '+ {count} without a price') : '',
      open ? many(open, '+ {count} of unknown quantity', '+ {count} of unknown quantity') : '',
    ]
      .filter(Boolean)
      .join(' '),
  ]
}

/** The first few, and a count of the rest. */
function named(amounts: readonly (() => string)[]): string[] {
  const more = amounts.length - MOST_NAMED
  const first = amounts.slice(0, MOST_NAMED).map((amount) => amount())
  return more > 0 ? [...first, many(more, '{count} more amount', '{count} more amounts')] : first
}

/** "Nov 26", with the year unless it is this one. */
const dayOfRate = (day: string) =>
  storedDayWords(day, !day.startsWith(`${new Date().getFullYear()}`))

/** "$389.00", "$389.00 + 2 without a price" or "No prices yet". */
export function sumWords(sum: PriceSum): string {
  return sumParts(sum).filter(Boolean).join(' ')
}
