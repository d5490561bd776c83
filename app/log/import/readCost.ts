/** Reads the cost of a row. */
import type { Fuel } from '#shared/kinds/fuel.ts'
import { currenciesIn, currenciesOf } from '#shared/money/currencyWords.ts'
import { digitsOf, isCode, maxMinorOf, priceOf, type Price } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import type { LogColumns } from './columns.ts'
import type { FileTable } from './fileTables.ts'
import { hasThreeDecimals, Row, type Words } from './row.ts'

/**
 * @param fuel null for a row without any
 * @param isJob whether its table has other jobs too, whose price is the cost
 */
export function costOf(
  row: Row,
  {
    fuel,
    usual,
    isIncome,
    isJob,
  }: { fuel: Fuel | null; usual: string; isIncome: boolean; isJob: boolean },
): Price {
  const isNone: Words = (values) => t('{text} is no cost', values)
  const currency = currencyOf(row, usual)
  const total = row.number('cost', isNone, {
    isOpen: (read) => hasThreeDecimals(read) && currency !== null && digitsOf(currency) < 3,
  })
  const each = row.number('unitPrice', (values) => t('{text} is no price', values))
  const role = total ? 'cost' : 'unitPrice'
  const read = total ?? each
  // A refused total is not computed from other columns.
  if (!read || (!total && row.one('cost') !== '')) return null
  if (isIncome) return row.refuse(role, (values) => t('{text} is income, not a cost', values))
  if (!total && !fuel && !isJob)
    return row.refuse(role, (values) =>
      t('{text} is a price per unit, but the row has no fuel', values),
    )
  if (currency === null)
    return row.refuse(role, (values) => t('{text} may be several currencies', values))
  const words = read.words.replace(/ ?\/ ?[\p{L}\d]+$/u, '')
  if (words !== currency && !currenciesOf(words, currency, browserLocale()).includes(currency))
    return row.refuse(role, isNone)
  const value = read.value * (total ? 1 : (fuel?.amount ?? 1))
  const minor = Math.round(value * 10 ** digitsOf(currency))
  return minor <= maxMinorOf(currency) ? priceOf({ minor, currency }) : row.refuse(role, isNone)
}

/** Currency of a cost, by its own column, the amount, or the head; null for an ambiguous one. */
function currencyOf({ all, one }: Row, usual: string): string | null {
  const own = one('currency')
  // Also one that this browser does not know.
  if (isCode(own)) return own
  const amounts = [...all('cost').slice(0, 1), ...all('unitPrice').slice(0, 1)]
  const texts = own ? [own] : amounts.flatMap(({ value, head }) => [value, head])
  const named = texts.map((text) => currenciesIn(text, usual, browserLocale()))
  const [code = null, other] = named.find(([first]) => first) ?? (own ? [] : [usual])
  return other === undefined ? code : null
}

/** Whether the file leaves some cost's currency ambiguous. */
export function hasOpenCurrency({ heads, rows }: FileTable, columns: LogColumns): boolean {
  return rows.some(({ cells }) => {
    const row = new Row({ heads, columns }, cells)
    if (row.one('cost') === '' && row.one('unitPrice') === '') return false
    // "$", "kr" and "¥" depend on the user's choice.
    const meant = ['CAD', 'SEK', 'CNY'].map((usual) => currencyOf(row, usual))
    return meant.some((code) => code === null || code !== meant[0])
  })
}
