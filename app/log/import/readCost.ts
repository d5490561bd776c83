/** Reads the cost of a row. */
import { currenciesIn, currenciesOf } from '#shared/money/currencyWords.ts'
import { digitsOf, isCode, maxMinorOf, priceOf, type Price } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import type { LogColumns } from './columns.ts'
import type { FileTable } from './fileTables.ts'
import { Row, type Settled, type Words } from './row.ts'

/**
 * @param amount of its fuel, which a unit price is multiplied with; null for a row without any
 * @param usual currency of amounts without one
 */
export function costOf(row: Row, amount: number | null, usual: string, isIncome: boolean): Price {
  const isNone: Words = (values) => t('{text} is no cost', values)
  const isNoPrice: Words = (values) => t('{text} is no price', values)
  const currency = currencyOf(row, usual)
  const total = row.number('cost', isNone, Infinity, (read) =>
    Boolean(currency && read.decimals.length === 3 && digitsOf(currency) < 3),
  )
  const each = row.number('unitPrice', isNoPrice, Infinity)
  const role = total ? 'cost' : 'unitPrice'
  const read = total ?? each
  // A refused total is not computed from other columns.
  if (!read || (!total && row.one('cost') !== '')) return null
  if (isIncome) return row.refuse(role, (values) => t('{text} is income, not a cost', values))
  if (!total && amount === null)
    return row.refuse(role, (values) =>
      t('{text} is a price per unit, but the row has no fuel', values),
    )
  if (currency === null)
    return row.refuse(role, (values) => t('{text} may be several currencies', values))
  const words = read.words.replace(/ ?\/ ?[\p{L}\d]+$/u, '')
  if (words !== currency && !currenciesOf(words, currency, browserLocale()).includes(currency))
    return row.refuse(role, isNone)
  const minor = Math.round(read.value * (total ? 1 : (amount ?? 0)) * 10 ** digitsOf(currency))
  return minor <= maxMinorOf(currency) ? priceOf({ minor, currency }) : row.refuse(role, isNone)
}

/** Currency of a cost, by its own column, the amount, or the head; null for an ambiguous one. */
function currencyOf({ all, one }: Row, usual: string): string | null {
  const own = one('currency')
  // Also one that this browser does not know.
  if (isCode(own)) return own
  const amounts = [...all('cost'), ...all('unitPrice')]
  const texts = own ? [own] : amounts.flatMap(({ value, head }) => [value, head])
  const named = texts.map((text) => currenciesIn(text, usual, browserLocale()))
  const [code = null, other] = named.find(([first]) => first) ?? (own ? [] : [usual])
  return other === undefined ? code : null
}

/** Whether the file leaves some cost's currency ambiguous. */
export const hasOpenCurrency = (
  { heads, rows }: FileTable,
  columns: LogColumns,
  settled?: Settled,
): boolean =>
  rows.some((file) => {
    const row = new Row(heads, columns, file, settled)
    // "$", "kr" and "¥" depend on the user's choice.
    const meant = new Set(['CAD', 'SEK', 'CNY'].map((usual) => currencyOf(row, usual)))
    return row.all('cost', 'unitPrice').length > 0 && (meant.size > 1 || meant.has(null))
  })
