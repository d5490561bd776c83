/**
 * What a list of lines costs, and how it is said: a price nobody knows is not $0.00, and amounts of
 * two currencies are added by a rate that somebody gave or not at all.
 */
import type { Money } from '../money.ts'
import type { Rates } from '../rates.ts'
import type { Line } from './kit.ts'

import { DOLLARS, formatMoney, formatPrice, moneyOf } from '../money.ts'
import { convert, rateText } from '../rates.ts'
import { isBlankLine } from './kit.ts'
import { storedDayWords } from '../words/days.ts'
import { many, t } from '../words/words.ts'

/**
 * So many amounts are named beside the total: hundreds of currencies are no sum that anybody reads, and
 * making the format of each would take longer than all else of an answer.
 */
const MOST_NAMED = 10

/** What a kit says of its money; nothing for dollars. */
export interface KitMoney {
  currency?: string
  rates?: Rates
}

export interface PriceSum {
  /** Of the lines whose price is known in dollars. */
  cents: number
  /** Lines without a price that something is needed of; null where nobody has counted them. */
  unpriced: number | null
  /** Of those in other currencies, in minor units by code; absent for none. */
  others?: Record<string, number>
  /** Of how many lines `others` and `unread` are; absent for none. */
  apart?: number
  /** Prices of a newer version, with their quantities; absent for none. */
  unread?: [price: string, qty: number][]
  /** What the kit says of its money; absent where that is nothing. */
  of?: KitMoney
}

/**
 * Blank lines count for nothing, and neither does the price of what is not needed.
 * @param money the kit that the lines are of
 */
export function priceSum(
  lines: readonly Omit<Line, 'id' | 'ord'>[],
  { currency, rates }: KitMoney = {},
): PriceSum {
  const sum: PriceSum & { unpriced: number } = { cents: 0, unpriced: 0 }
  for (const line of lines) {
    const { price, qty } = line
    const money = moneyOf(price)
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

/** Whether no amount is known. */
export function hasNoPrice({ cents, others, unread }: PriceSum): boolean {
  return cents === 0 && !others && !unread
}

/** The currencies of a sum in which nothing is counted yet, for want of a rate. */
export function uncounted(sum: PriceSum): string[] {
  const { currency = DOLLARS, rates = {} } = sum.of ?? {}
  return amountsOf(sum)
    .map((money) => money.currency)
    .filter((code) => code !== currency && !rates[code + currency])
}

/** All of it in the currency of the kit; null where something of it cannot be counted. */
export function totalOf(sum: PriceSum): Money | null {
  const { currency = DOLLARS, rates = {} } = sum.of ?? {}
  if (sum.unread || uncounted(sum).length > 0) return null
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

/** The amount, and what is to be said with it, '' for nothing: screens set the two apart. */
export function sumParts(sum: PriceSum): [amount: string, missing: string] {
  const { unpriced, unread = [], of: { currency = DOLLARS, rates = {} } = {} } = sum
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
    ]
      .filter(Boolean)
      .join(' '),
  ]
}

/** The first of them, and how many there are beside. */
function named(amounts: readonly (() => string)[]): string[] {
  const more = amounts.length - MOST_NAMED
  const first = amounts.slice(0, MOST_NAMED).map((amount) => amount())
  return more > 0 ? [...first, many(more, '{count} more amount', '{count} more amounts')] : first
}

/** "Nov 26", with its year where that is another one. */
const dayOfRate = (day: string) =>
  storedDayWords(day, !day.startsWith(`${new Date().getFullYear()}`))

/** "$389.00", "$389.00 + 2 without a price" or "No prices yet". */
export function sumWords(sum: PriceSum): string {
  return sumParts(sum).filter(Boolean).join(' ')
}
