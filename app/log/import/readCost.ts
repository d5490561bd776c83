/** Parses the cost of a row. */
import type { Fuel } from '#shared/kinds/fuel.ts'
import type { LogColumns, Role } from './columns.ts'
import type { FileTable } from './fileTables.ts'

import { currenciesIn, currenciesOf } from '#shared/money/currencyWords.ts'
import { digitsOf, isCode, maxMinorOf, priceOf, type Price } from '#shared/money/money.ts'
import type { NumberText } from '#shared/money/numberText.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import {
  allOf,
  hasThreeDecimals,
  isYes,
  type All,
  type Amount,
  type Refuse,
  type Words,
} from './rowValues.ts'

export function costOf(
  all: All,
  amount: Amount,
  fuel: Fuel | null,
  usual: string,
  refuse: Refuse,
): Price {
  const isNone: Words = (values) => t('{text} is no cost', values)
  const currency = currencyOf(all, usual)
  const isOpen = (read: NumberText) =>
    hasThreeDecimals(read) && currency !== null && digitsOf(currency) < 3
  const total = amount('cost', Infinity, isNone, isOpen)
  const each = amount(
    'unitPrice',
    Infinity,
    (values) => t('{text} is no price', values),
    () => false,
  )
  const role = total ? 'cost' : 'unitPrice'
  const read = total ?? each
  // A refused total is not computed from other columns.
  if (!read || (!total && all('cost').length > 0)) return null
  if (isYes(all('income')[0]?.value ?? ''))
    return refuse(role, (values) => t('{text} is income, not a cost', values))
  if (!total && !fuel)
    return refuse(role, (values) =>
      t('{text} is a price per unit, but the row has no fuel', values),
    )
  if (currency === null)
    return refuse(role, (values) => t('{text} may be several currencies', values))
  const words = read.words.replace(/ ?\/ ?[\p{L}\d]+$/u, '')
  if (words !== currency && !currenciesOf(words, currency, browserLocale()).includes(currency))
    return refuse(role, isNone)
  const value = total ? total.value : read.value * (fuel?.amount ?? 0)
  const minor = Math.round(value * 10 ** digitsOf(currency))
  return minor <= maxMinorOf(currency) ? priceOf({ minor, currency }) : refuse(role, isNone)
}

/** Currency of a cost, by its own column, the amount, or the head; null for an ambiguous one. */
function currencyOf(all: All, usual: string): string | null {
  const [own] = all('currency')
  // Also one that this browser does not know.
  if (own && isCode(own.value)) return own.value
  const amounts = [...all('cost').slice(0, 1), ...all('unitPrice').slice(0, 1)]
  const texts = own ? [own.value] : amounts.flatMap(({ value, head }) => [value, head])
  const named = texts.map((text) => currenciesIn(text, usual, browserLocale()))
  const [code = null, other] = named.find(([first]) => first) ?? (own ? [] : [usual])
  return other === undefined ? code : null
}

/** Whether the file leaves some cost's currency ambiguous. */
export function hasOpenCurrency({ heads, rows }: FileTable, columns: LogColumns): boolean {
  const isPriced = (role: Role | null) => role === 'cost' || role === 'unitPrice'
  return rows.some(({ cells }) => {
    const all = allOf(columns, heads, cells)
    if (!columns.some((role, at) => isPriced(role) && (cells[at] ?? '') !== '')) return false
    // "$", "kr" and "¥" depend on the user's choice.
    const meant = ['CAD', 'SEK', 'CNY'].map((usual) => currencyOf(all, usual))
    return meant.some((code) => code === null || code !== meant[0])
  })
}
