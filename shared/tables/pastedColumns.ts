/** Maps the columns of a pasted table by position or by content; by headings: columnHeads.ts. */
import { parseLink } from '../links.ts'
import { countIn } from './counts.ts'
import { type Cell, type Columns, LINE_COLUMNS } from './columnHeads.ts'
import { readNumber } from '../money/numberText.ts'
import { amountIn, isForeignPrice } from '../money/pastedPrice.ts'
import { isProduct } from './oddRows.ts'

/** Limit on columns read: a list of parts has no more. */
export const MAX_COLUMNS = 40

/** Width of the longest row; there may be more rows than a call takes arguments. */
export function widthOf(rows: readonly (readonly string[])[]): number {
  return rows.reduce((most, row) => Math.max(most, row.length), 0)
}

/**
 * Maps a column to a role; its previous column becomes null.
 * @param many roles that several columns may have
 */
export function withColumn<Role extends string>(
  columns: readonly (Role | null)[],
  at: number,
  chosen: Role | '',
  many: readonly Role[] = [],
): (Role | null)[] {
  const isTaken = (role: Role | null) => role === chosen && !many.includes(role)
  return columns.map((role, other) => (other === at ? chosen || null : isTaken(role) ? null : role))
}

/** Columns with content, and samples of it. */
export function usedColumns<Role>(columns: readonly Role[], rows: readonly (readonly string[])[]) {
  return columns.flatMap((column, at) => {
    const samples = rows.map((row) => row[at] ?? '').filter((text) => text.trim() !== '')
    return samples.length > 0 ? [{ at, column, samples }] : []
  })
}

/** Maps columns by position from `start`; null when they do not fit. */
export function columnsByPlace(width: number, start: number): Columns | null {
  return start + width <= LINE_COLUMNS.length ? LINE_COLUMNS.slice(start, start + width) : null
}

/**
 * Guesses columns without headings: in the builder's order, as copied from a kit, if it fits, else
 * by content, at most MAX_COLUMNS.
 */
export function guessColumns(rows: readonly (readonly string[])[]): Columns {
  const width = Math.min(widthOf(rows), MAX_COLUMNS)
  const texts = Array.from({ length: width }, (_, at) =>
    rows.map((row) => row[at] ?? '').filter((text) => text !== ''),
  )
  const share = (at: number, test: (text: string) => boolean) => {
    const own = texts[at] ?? []
    return own.length === 0 ? 0 : own.filter(test).length / own.length
  }
  const byPlace = width > 3 ? columnsByPlace(width, 0) : null
  const isFit = byPlace?.every((cell, at) => texts[at]?.every(IN_PLACE[cell ?? 'name']))
  const isOther = share(1, isCode) > 0.5 || share(2, isPrice) > 0.5
  if (byPlace && isFit && !isOther) return byPlace
  const columns: Columns = Array.from({ length: width }, () => null)
  const all = texts.map((_, at) => at)
  const isSpent = new Set<number>()
  const free = () => all.filter((at) => columns[at] === null && !isSpent.has(at))
  const take = (cell: Cell, score: (at: number) => number, least: number) => {
    const best = free().toSorted((a, b) => score(b) - score(a))[0]
    if (best !== undefined && score(best) >= least) columns[best] = cell
  }
  const give = (cell: Cell, at: number | undefined) => {
    if (at !== undefined) columns[at] = cell
  }
  // Line numbers are not data, but may be quantities if there are one or two and no others.
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
  // Smallest first: quantity, price in whole dollars, part number.
  const byMedian = (a: number, b: number) => medianOf(texts[a]) - medianOf(texts[b])
  const counts = free()
    .filter((at) => share(at, isCount) >= 0.8)
    .toSorted(byMedian)
  if (!isSaid('qty') && (isSaid('price') || counts.length !== 1 || isSmall(texts[counts[0] ?? 0])))
    give('qty', counts.shift())
  if (!isSaid('price')) give('price', counts.shift())
  // Any other amount is a total, a tax or a stock count.
  for (const at of free()) if (share(at, isPrice) > 0.6) isSpent.add(at)
  const length = (at: number) => (texts[at] ?? []).reduce((sum, text) => sum + text.length, 0)
  const longest = Math.max(1, ...free().map(length))
  // The shorter of two part-number candidates: names contain sizes.
  if (free().length > 1)
    take('partNumber', (at) => share(at, isCode) - (0.2 * length(at)) / longest, 0.5)
  take('name', length, 1)
  take('manufacturer', length, 1)
  take('partNumber', length, 1)
  return columns
}

/** Finds quantity, unit price and total: one column is the product of the other two. */
function productIn(
  rows: readonly (readonly string[])[],
  free: readonly number[],
): { qty: number; price: number; total: number } | null {
  const valueAt = (row: readonly string[], at: number) => readNumber(row[at] ?? '')?.value ?? NaN
  const numbers = free.filter((at) => rows.every((row) => valueAt(row, at) >= 0))
  const areWhole = (at: number) => rows.every((row) => Number.isInteger(valueAt(row, at)))
  const sumOf = (at: number) => rows.reduce((sum, row) => sum + valueAt(row, at), 0)
  for (const qty of numbers.filter(areWhole))
    for (const price of numbers)
      for (const total of numbers) {
        const isOrdered = qty !== price && total !== qty && total > price
        // The price is rarely the smaller number.
        const isTurned = areWhole(price) && sumOf(qty) > sumOf(price)
        if (isOrdered && !isTurned && rows.every((row) => isProduct(row, [qty, price, total])))
          return { qty, price, total }
      }
  return null
}

function medianOf(texts: readonly string[] = []): number {
  const amounts = texts.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0)).toSorted((a, b) => a - b)
  return amounts[Math.floor(amounts.length / 2)] ?? 0
}

/** Whether a single column of integers looks like quantities rather than prices or part numbers. */
const isSmall = (texts: readonly string[] = []): boolean => medianOf(texts) <= 12

/** Whether a text is a link: with a scheme, or a host and a path. */
export function isLink(text: string): boolean {
  return (
    /^(https?:\/\/\S+|(www\.)?[\w-]+(\.[\w-]+)+\/\S*)$/i.test(text) && 'link' in parseLink(text)
  )
}

/** A price has a sign, cents or thousands: 115.100 is a part number. Any currency. */
function isPrice(text: string): boolean {
  const { amount = '', decimals = '' } = amountIn(text) ?? {}
  const isSaid = text.includes('$') || decimals !== '' || /,\d{3}$/.test(amount)
  return isForeignPrice(text) || (amount !== '' && isSaid && decimals.length < 3)
}

/** Zeros in front are of a part number. */
const isCount = (text: string) => (countIn(text) ?? 10_000) < 10_000 && !/^0\d/.test(text)
const isNumber = (text: string) => amountIn(text) !== null
const isCode = (text: string) => text.length <= 40 && /\d/.test(text) && !/[a-z]{4}/.test(text)
const isWord = (text: string) => !isCount(text) && !isNumber(text)
/** Cells in the builder's order; whole dollars count too in a price column. */
const IN_PLACE: Readonly<Record<Cell, (text: string) => boolean>> = {
  name: isWord,
  manufacturer: isWord,
  partNumber: () => true,
  price: isNumber,
  qty: isCount,
  link: isLink,
}
