/** Which column of a pasted table is which: by its heads, by its place, or by what is in it. */
import { parseLink } from '../links.ts'
import { readPastedPrice } from './pastedPrice.ts'

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

const HEADS: readonly [Cell | null, RegExp][] = [
  [
    null,
    /^(line |row |sub ?|ext(ended)?\.? |item )?(total|amount)( price)?$|^(#|no\.?|pos\.?|line)$/,
  ],
  [
    'partNumber',
    /^(mfr\.?|mfg\.?|oem|manufacturer)? ?(part|item|product|article)? ?(#|nos?\.?|numbers?|num|id)$|^(sku|mpn|pn|p\/n|oem|asin|part ?#)$/,
  ],
  ['manufacturer', /^(manufacturer|brand|brand name|maker|mfr\.?|mfg\.?|vendor)$/],
  [
    'price',
    /^(unit ?|item ?|your ?|our ?|net )?(price|cost)( each| per unit| \(usd\)| \$)?$|^each$/,
  ],
  ['qty', /^(qty\.?|quantity|count|pcs|pieces|units)$/],
  ['link', /^(link|url|web ?(site|page)|(product|buy|shop) ?(link|url)|href)$/],
  [
    'name',
    /^(part|product|item|article)?s? ?(name|description|title)$|^(part|item|product|article)s?$/,
  ],
]

/** The columns by their heads; null when the first row is no row of heads. */
export function columnsByHeads(first: readonly string[]): Columns | null {
  const taken = new Set<Cell>()
  let known = 0
  const columns = first.map((text) => {
    const head = text.toLowerCase().replaceAll('_', ' ').trim()
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
  const free = () => all.filter((at) => columns[at] === null && !isSpent.has(at))
  const isSpent = new Set<number>()
  const share = (at: number, test: (text: string) => boolean) => {
    const own = texts[at] ?? []
    return own.length === 0 ? 0 : own.filter(test).length / own.length
  }
  const take = (cell: Cell, score: (at: number) => number, least: number) => {
    const best = free().toSorted((a, b) => score(b) - score(a))[0]
    if (best !== undefined && score(best) >= least) columns[best] = cell
  }
  // Line numbers say nothing of a part.
  if ((texts[0]?.length ?? 0) > 2 && texts[0]?.every((text, at) => text === String(at + 1)))
    isSpent.add(0)
  take('link', (at) => share(at, isLink), 0.6)
  take('price', (at) => share(at, isPrice), 0.6)
  const counts = free().filter((at) => share(at, isCount) >= 0.8)
  // Whole dollars are larger than what one buys of a part.
  if (!columns.includes('price') && counts.length > 1) {
    const largest = counts.toSorted((a, b) => medianOf(texts[b]) - medianOf(texts[a]))[0]
    if (largest !== undefined) columns[largest] = 'price'
  }
  take('qty', (at) => share(at, isCount), 0.8)
  // What else is an amount is a total, a tax or a stock.
  for (const at of free()) if (share(at, isPrice) > 0.6) isSpent.add(at)
  const hasName = free().length > 1
  if (hasName) take('partNumber', (at) => share(at, isCode), 0.7)
  const length = (at: number) => (texts[at] ?? []).reduce((sum, text) => sum + text.length, 0)
  take('name', length, 1)
  take('manufacturer', length, 1)
  take('partNumber', length, 1)
  return columns
}

function medianOf(texts: readonly string[] = []): number {
  const amounts = texts.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0)).toSorted((a, b) => a - b)
  return amounts[Math.floor(amounts.length / 2)] ?? 0
}

/** Whether the rows can be read as the columns stand here: what a copy out of a kit looks like. */
function fitsPlaces(rows: readonly (readonly string[])[], columns: Columns): boolean {
  if (columns.length < 4) return false
  const isWord = (text: string) => !isCount(text) && !isAmount(text)
  const tests: Partial<Record<Cell, (text: string) => boolean>> = {
    name: isWord,
    manufacturer: isWord,
    // Whole dollars, too: in a column that is expected to hold prices they are prices.
    price: (text) => readPastedPrice(text) !== null,
    qty: isCount,
    link: isLink,
  }
  return rows.every((row) =>
    row.every((text, at) => {
      const test = tests[columns[at] ?? 'name']
      return text === '' || !test || test(text)
    }),
  )
}

function isLink(text: string): boolean {
  return (
    /^(https?:\/\/\S+|(www\.)?[\w-]+(\.[\w-]+)+\/\S*)$/i.test(text) && 'link' in parseLink(text)
  )
}

/** With a sign, cents or thousands: 115.100 is a part number. */
function isPrice(text: string): boolean {
  return /\$|[.,]\d{1,2}(?!\d)|^\d{1,3}(,\d{3})+$/.test(text) && readPastedPrice(text) !== null
}

const isCount = (text: string) => /^(x\s*)?\d{1,4}(\s*(x|pcs?|ea))?$/i.test(text)
const isCode = (text: string) => text.length <= 40 && /\d/.test(text) && !/[a-z]{4}/.test(text)
