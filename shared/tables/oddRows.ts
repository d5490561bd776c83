/** Tells rows below headings whose amounts may be another column's. Pure. */
import type { Cell, Columns } from './columnHeads.ts'

import { readNumber } from '../money/numberText.ts'

type Row = readonly string[]

/** Number of a cell under a decimal mark, NaN for none. */
const valueAt = (row: Row, at: number, mark: '.' | ',') =>
  readNumber(row[at] ?? '', mark)?.value ?? NaN

/** Whether a cell is the product of two others under a decimal mark; a blank quantity is 1. */
export const isProduct = (row: Row, [qty, each, total]: readonly [number, number, number]) =>
  (['.', ','] as const).some((mark) => {
    const off =
      (valueAt(row, qty, mark) || 1) * valueAt(row, each, mark) - valueAt(row, total, mark)
    return Math.abs(off) < 0.006
  })

/**
 * Column that most rows with a quantity have as the product of price and quantity, or that makes
 * the one of prices a product; -1 for none.
 */
export function productAt(rows: readonly Row[], columns: Columns, isTotal: boolean): number {
  const [price, qty] = [columns.indexOf('price'), columns.indexOf('qty')]
  const counted = rows.filter((row) => row[qty])
  return columns.findIndex((cell, at) => {
    const of = isTotal ? ([qty, price, at] as const) : ([qty, at, price] as const)
    const right = counted.filter((row) => !cell && isProduct(row, of))
    const isSaid = right.some((row) => valueAt(row, qty, '.') > 1)
    return isSaid && right.length >= Math.max(2, 0.8 * counted.length - 1)
  })
}

const [LETTER, DIGIT, CENTS] = [/[\p{L}]/u, /\d/, /[.,]\d\d(?!\d)/]
/** Questions to filled cells of a column. */
const ASKED: Readonly<Record<Cell, readonly RegExp[]>> = {
  name: [LETTER],
  manufacturer: [LETTER],
  partNumber: [DIGIT, /^\d\d?$/],
  price: [LETTER, DIGIT, CENTS, /[\p{Sc}]/u],
  qty: [LETTER, DIGIT, CENTS, /\d{4}/],
  link: [LETTER],
}

/** Whether a cell is filled, and answers; null where they tell nothing, as of "6.5 L" and "TBD". */
function answersOf(cell: Cell | null, text: string): (boolean | null)[] {
  const isCount = cell === 'qty' && !/^[x~]? ?\d.{0,9}[\p{L}]/iu.test(text)
  const isPrice = cell === 'price' && readNumber(text)?.isNegative === false
  const isSaid = text !== '' && (isCount || isPrice || (cell !== 'qty' && cell !== 'price'))
  return [text !== '', ...ASKED[cell ?? 'price'].map((one) => (isSaid ? one.test(text) : null))]
}

/** The answer of all but a fifth of the cells that have one, at least of two. */
function usualOf(answers: readonly (boolean | null | undefined)[]): boolean | null {
  const said = answers.filter((answer) => typeof answer === 'boolean')
  const least = Math.max(2, Math.min(said.length - 1, Math.ceil(0.8 * said.length)))
  const yes = said.filter(Boolean).length
  return yes >= least ? true : said.length - yes >= least ? false : null
}

/**
 * Tells rows of sums, which have few cells and no part, and rows that are shifted or cut: two
 * cells are unlike almost all others of their columns, or the total is not price by quantity.
 */
export function oddRows(rows: readonly Row[], columns: Columns): (row: Row) => boolean {
  const [priceAt, qtyAt] = [columns.indexOf('price'), columns.indexOf('qty')]
  const filled = (row: Row) => row.filter(Boolean).length
  const usualCount = rows.map(filled).toSorted((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 0
  const has = (row: Row, ...cells: Cell[]) => cells.some((cell) => row[columns.indexOf(cell)])
  const isSum = (row: Row) =>
    usualCount > 3 &&
    filled(row) < 3 &&
    !(has(row, 'name', 'partNumber') && has(row, 'price', 'qty'))
  const parts = rows.filter((row) => !isSum(row)).slice(0, 1_000)
  const usual = columns.map((cell, at) => {
    const answers = parts.map((row) => answersOf(cell, row[at] ?? ''))
    return [0, 1, 2, 3, 4].map((asked) => usualOf(answers.map((one) => one[asked])))
  })
  const totalAt = productAt(parts, columns, true)
  return (row) => {
    const isPriced = /\d/.test(row[priceAt] ?? '')
    if (isSum(row)) return /\d/.test(row.join(''))
    if (totalAt >= 0 && isPriced) return !isProduct(row, [qtyAt, priceAt, totalAt])
    const unlike = columns.flatMap((cell, at) => {
      const isUnlike = (answer: boolean | null, asked: number) =>
        answer === !(usual[at]?.[asked] ?? answer) && (asked > 0 || !answer)
      return answersOf(cell, row[at] ?? '').some(isUnlike) ? [at] : []
    })
    // A last number may be cut, and beside a blank amount the price may be that one.
    const isEnd = row === rows.at(-1) && priceAt === row.findLastIndex(Boolean)
    const isBeside = unlike.some((at) => !columns[at] && !row[at] && usual[at]?.[3])
    const isShifted = unlike.length > 1 || (isEnd && unlike.includes(priceAt))
    return isShifted ? unlike.some((at) => row[at]) : isBeside && isPriced
  }
}
