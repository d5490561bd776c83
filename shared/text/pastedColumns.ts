/** Which column of a pasted table is which: by its heads, by its place, or by what is in it. */
import { parseLink } from '../links.ts'
import {
  decimalMarkOf,
  isForeignPrice,
  readPastedPrice,
  withoutCurrency,
  type DecimalMark,
} from './pastedPrice.ts'
import { collapseBlanks } from './trimEndOf.ts'

/** The cells of a line that people type, in the order in which the builder shows them. */
export const LINE_COLUMNS = ['name', 'manufacturer', 'partNumber', 'price', 'qty', 'link'] as const
type Cell = (typeof LINE_COLUMNS)[number]

/** What is read of a row: a list of parts has no more. */
export const MAX_COLUMNS = 40

/** How many cells the longest row has; there may be more rows than a call takes arguments. */
export function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0)
}

/** A column's cell, or null for one that has no place in a kit, such as a total. */
export type Columns = (Cell | null)[]

/** With a column as this cell, whose name it is; the column that had it before gives it up. */
export function withColumn(columns: Columns, at: number, name: string): Columns {
  const chosen = LINE_COLUMNS.find((cell) => cell === name) ?? null
  return columns.map((column, other) => (other === at ? chosen : column === chosen ? null : column))
}

/** The columns in which something stands, with what that is. */
export function usedColumns(columns: Columns, rows: readonly (readonly string[])[]) {
  return columns.flatMap((column, at) => {
    const samples = rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== '')
    return samples.length > 0 ? [{ at, column, samples }] : []
  })
}

/** Words of heads as spreadsheets and shops have them in English, German, French and Spanish. */
const HEADS: readonly [Cell | null, RegExp][] = [
  [
    null,
    /^(line |row |sub ?|ext(ended)?\.? |item )?(total|amount)( price| ttc| ht)?$|^(#|no\.?|pos\.?|position|line|nr\.?)$|^(gesamt(preis|betrag)?|summe|betrag|montant|importe|prix total|precio total)$/,
  ],
  [
    'partNumber',
    /^(mfr\.?|mfg\.?|oem?|manufacturer)? ?(part|item|product|article)? ?(#|nos?\.?|numbers?|num|id)$|^(sku|mpn|pn|p\/n|oem|asin|part ?#)$|^(artikel|teile?|bestell|oe|oem|hersteller|produkt)[ .-]*(nummer|nr\.?)$|^art\.?[ -]*(nummer|nr\.?)$|^r[ée]f(\.|[ée]rences?|erencias?)?( (fabricant|article))?$|^(n[°º]|num[ée]ro|n[úu]mero) (de )?(pi[èe]ce|pieza|article|art[íi]culo)$/,
  ],
  [
    'manufacturer',
    /^(manufacturer|brand|brand name|maker|mfr\.?|mfg\.?|vendor|hersteller|marke|marque|fabricant|marca|fabricante)$/,
  ],
  [
    'price',
    /^(unit ?|item ?|your ?|our ?|net )?(price|cost)( each| per unit)?$|^each$|^(einzel|st[üu]ck|e-?)?preis( pro st[üu]ck| je st[üu]ck| netto| brutto)?$|^(prix|precio)( unitaire| unitario)?( ttc| ht)?$|^p\.?u\.?( ttc| ht)?$/,
  ],
  [
    'qty',
    /^(qty\.?|quantity|count|pcs|pieces|units|menge|anzahl|st[üu]ck(zahl)?|stk\.?|quantit[ée]|qt[ée]\.?|cantidad|cant\.?)$/,
  ],
  [
    'link',
    /^(link|url|web ?(site|page)|(product|buy|shop) ?(link|url)|href|lien|enlace|webseite)$/,
  ],
  [
    'name',
    /^(part|product|item|article)?s? ?(name|description|title)$|^(part|item|product|article)s?$|^(artikel|teile?|produkt)?[ -]?(bezeichnung|name|beschreibung)$|^(artikel|teil|produkt|d[ée]signation|libell[ée]|produit|pi[èe]ce|nom|descripci[óo]n|art[íi]culo|pieza|nombre|producto)$/,
  ],
]

/** A head without what stands around it: "Unit Price (USD):" is "unit price". */
function wordsOf(head: string): string {
  const plain = head.toLowerCase().replaceAll('_', ' ')
  const words = plain.replaceAll(
    /[([][^()[\]]*[)\]]|[$€£¥:*]|\b(in )?(usd|eur|gbp|cad|aud|chf|jpy)\b/g,
    ' ',
  )
  return collapseBlanks(words) === '' ? plain.trim() : collapseBlanks(words)
}

/** The columns by their heads; null when the first row is no row of heads. */
export function columnsByHeads(first: readonly string[]): Columns | null {
  const taken = new Set<Cell>()
  let known = 0
  const columns = first.map((text) => {
    const head = wordsOf(text)
    const found = HEADS.find(([, pattern]) => pattern.test(head))
    if (found) known++
    const cell = found?.[0] ?? null
    if (cell === null || taken.has(cell)) return null
    taken.add(cell)
    return cell
  })
  const isHead = taken.size > 0 && known >= Math.min(2, first.length) && !first.some(isAmount)
  return isHead ? columns : null
}

const isAmount = (text: string) => /^\W*\d+([.,]\d+)?\W*$/.test(text)

/** The columns as they stand here, from `start` on; null when they do not all fit. */
export function columnsByPlace(width: number, start: number): Columns | null {
  return start + width <= LINE_COLUMNS.length ? LINE_COLUMNS.slice(start, start + width) : null
}

/**
 * The columns of a table without heads: as they stand in the builder, where that fits, or by what is
 * in them. A guess, which is to be said.
 */
export function guessColumns(rows: readonly (readonly string[])[]): Columns {
  const byPlace = columnsByPlace(widthOf(rows), 0)
  return byPlace && fitsPlaces(rows, byPlace) ? byPlace : columnsByContent(rows)
}

/** The columns by what is in them, at most MAX_COLUMNS. */
function columnsByContent(rows: readonly (readonly string[])[]): Columns {
  const width = Math.min(widthOf(rows), MAX_COLUMNS)
  const texts = Array.from({ length: width }, (_, at) =>
    rows.map((row) => row[at] ?? '').filter((text) => text !== ''),
  )
  const columns: Columns = Array.from({ length: width }, () => null)
  const all = texts.map((_, at) => at)
  const isSpent = new Set<number>()
  const free = () => all.filter((at) => columns[at] === null && !isSpent.has(at))
  const share = (at: number, test: (text: string) => boolean) => {
    const own = texts[at] ?? []
    return own.length === 0 ? 0 : own.filter(test).length / own.length
  }
  const take = (cell: Cell, score: (at: number) => number, least: number) => {
    const best = free().toSorted((a, b) => score(b) - score(a))[0]
    if (best !== undefined && score(best) >= least) columns[best] = cell
  }
  const give = (cell: Cell, at: number | undefined) => {
    if (at !== undefined) columns[at] = cell
  }
  // Line numbers say nothing of a part. Of a line or two they may be pieces, unless those stand elsewhere.
  const hasLater = (test: (text: string) => boolean) =>
    all.some((at) => at > 0 && share(at, test) === 1)
  const isNumbered = texts[0]?.every((text, at) => text === String(at + 1))
  if (isNumbered && (rows.length > 2 || (hasLater(isCount) && hasLater(isPrice)))) isSpent.add(0)
  take('link', (at) => share(at, isLink), 0.6)
  const product = productIn(rows, free())
  if (product) {
    columns[product.qty] = 'qty'
    columns[product.price] = 'price'
    isSpent.add(product.total)
  }
  const isSaid = (cell: Cell) => columns.includes(cell)
  if (!isSaid('price')) take('price', (at) => share(at, isPrice), 0.6)
  // Smallest first: what one buys of a part, what it costs in whole dollars, its number.
  const byMedian = (a: number, b: number) => medianOf(texts[a]) - medianOf(texts[b])
  const counts = free()
    .filter((at) => share(at, isCount) >= 0.8)
    .toSorted(byMedian)
  if (!isSaid('qty') && (isSaid('price') || counts.length !== 1 || isSmall(texts[counts[0] ?? 0])))
    give('qty', counts.shift())
  if (!isSaid('price')) give('price', counts.shift())
  // What else is an amount is a total, a tax or a stock.
  for (const at of free()) if (share(at, isPrice) > 0.6) isSpent.add(at)
  const length = (at: number) => (texts[at] ?? []).reduce((sum, text) => sum + text.length, 0)
  const longest = Math.max(1, ...free().map(length))
  // Of two that look like numbers of parts the shorter is one: names have sizes in them.
  if (free().length > 1)
    take('partNumber', (at) => share(at, isCode) - (0.2 * length(at)) / longest, 0.5)
  take('name', length, 1)
  take('manufacturer', length, 1)
  take('partNumber', length, 1)
  return columns
}

/** Three columns of which one is the other two multiplied: how many, for how much, and the total. */
function productIn(
  rows: readonly (readonly string[])[],
  free: readonly number[],
): { qty: number; price: number; total: number } | null {
  const mark = decimalMarkOf(rows.flatMap((row) => free.map((at) => row[at] ?? '')))
  const amounts = rows.map((row) => row.map((text) => amountIn(text, mark)))
  const isNumber = (at: number) => amounts.every((row) => row[at] !== null || rows.length === 0)
  const numbers = free.filter(isNumber)
  const valueAt = (row: readonly (number | null)[], at: number) => row[at] ?? 0
  const isProduct = (qty: number, price: number, total: number) =>
    amounts.every((row) => {
      const isWhole = Number.isInteger(valueAt(row, qty))
      const off = valueAt(row, qty) * valueAt(row, price) - valueAt(row, total)
      return isWhole && Math.abs(off) < 0.006
    })
  for (const qty of numbers)
    for (const price of numbers)
      for (const total of numbers) {
        const isOrdered = qty !== price && total !== qty && total > price
        if (isOrdered && isProduct(qty, price, total) && !isTurned(amounts, qty, price))
          return { qty, price, total }
      }
  return null
}

/** Whether the price would be the smaller, as it hardly ever is. */
function isTurned(amounts: readonly (readonly (number | null)[])[], qty: number, price: number) {
  const sum = (at: number) => amounts.reduce((all, row) => all + (row[at] ?? 0), 0)
  const isWhole = amounts.every((row) => Number.isInteger(row[price] ?? 0))
  return isWhole && sum(qty) > sum(price)
}

/** The number in an amount, whatever its currency. */
export function amountIn(text: string, mark: DecimalMark): number | null {
  const read = readPastedPrice(withoutCurrency(text), mark)
  return read === null || !/^\d+([.,]\d+)*$/.test(read) ? null : Number(read.replaceAll(',', ''))
}

function medianOf(texts: readonly string[] = []): number {
  const amounts = texts.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0)).toSorted((a, b) => a - b)
  return amounts[Math.floor(amounts.length / 2)] ?? 0
}

/** A single column of whole numbers: as many as one buys of a part, or else what it costs or is called. */
const isSmall = (texts: readonly string[] = []): boolean => medianOf(texts) <= 12

/** Whether the rows can be read as the columns stand here: what a copy out of a kit looks like. */
function fitsPlaces(rows: readonly (readonly string[])[], columns: Columns): boolean {
  if (columns.length < 4) return false
  const isWord = (text: string) => !isCount(text) && !isAmount(text)
  const tests: Partial<Record<Cell, (text: string) => boolean>> = {
    name: isWord,
    manufacturer: isWord,
    // Whole dollars, too: in a column that is expected to hold prices they are prices.
    price: (text) => readPastedPrice(text) !== null || isForeignPrice(text),
    qty: isCount,
    link: isLink,
  }
  const mostly = (cell: Cell, test: (text: string) => boolean) => {
    const own = rows.map((row) => row[columns.indexOf(cell)] ?? '').filter((text) => text !== '')
    return own.length > 0 && own.filter(test).length > own.length / 2
  }
  if (mostly('manufacturer', isCode) || mostly('partNumber', isPrice)) return false
  return rows.every((row) =>
    row.every((text, at) => {
      const test = tests[columns[at] ?? 'name']
      return text === '' || !test || test(text)
    }),
  )
}

/** Whether a text is an address: with its scheme, or a host and a path. */
export function isLink(text: string): boolean {
  return (
    /^(https?:\/\/\S+|(www\.)?[\w-]+(\.[\w-]+)+\/\S*)$/i.test(text) && 'link' in parseLink(text)
  )
}

/** With a sign, cents or thousands: 115.100 is a part number. Also of another currency. */
function isPrice(text: string): boolean {
  if (isForeignPrice(text)) return true
  const read = /\$|[.,]\d{1,2}(?!\d)|^\d{1,3}(,\d{3})+$/.test(text) ? readPastedPrice(text) : null
  return read !== null && /^-?\d+(,\d{3})*(\.\d{1,2})?$/.test(read)
}

const isCount = (text: string) =>
  /^(x\s*)?(0|[1-9]\d{0,3})([.,]0+)?(\s*(x|pcs?|ea|stk\.?|st\.?|stück|pi[eè]ces?|uds?\.?))?$/i.test(
    text,
  )
const isCode = (text: string) => text.length <= 40 && /\d/.test(text) && !/[a-z]{4}/.test(text)
