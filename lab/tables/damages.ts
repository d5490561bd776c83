/** Damage of right tables, drawn by seed, and what of their reading is wrong without a word. */
import type { Price } from '#shared/money/money.ts'
import type { Table, Wanted } from './tables.ts'

import { digitsOf, moneyOf } from '#shared/money/money.ts'
import { Lots } from '#shared/testSeeded.ts'
import { planOf } from './reading.ts'
import { type Shape, type Sheet, sheetOf, written } from './tables.ts'

/** A table with its damage, and the currency that an amount may have since. */
export interface Damaged {
  what: string
  table: Table
  /** Currency of an amount that a stray sign names. */
  stray: string | null
}

const MARKS: Readonly<Record<string, string>> = { html: '\t', tsv: '\t', 'csv;': ';', 'csvq;': ';' }
const markOf = (frame: string) =>
  MARKS[frame] ??
  (/\||md|ascii|box|psql|org|jira/.test(frame) ? '|' : frame.startsWith('csv') ? ',' : '  ')

type Cells = (rows: string[][], lots: Lots, shape: Shape) => string | void
type Letters = (text: string, lots: Lots, mark: string) => string

const placeIn = (text: string, part: string, lots: Lots): number => {
  const places = text.split(part).length - 1
  let at = -1
  for (let left = Math.floor(lots.chance() * places); left >= 0; left--)
    at = text.indexOf(part, at + 1)
  return at
}
const spliced = (text: string, at: number, length: number, by: string) =>
  at < 0 ? text : text.slice(0, at) + by + text.slice(at + length)
const isHeaded = (shape: Shape) => shape.columns.some(({ head }) => head !== '')
/** A row of a part. */
const rowOf = (rows: string[][], lots: Lots, shape: Shape) =>
  rows[Math.floor(lots.chance() * (rows.length - 1)) + (isHeaded(shape) ? 1 : 0)] ?? []
const priceIn = (shape: Shape) => shape.columns.findIndex(({ kind }) => kind === 'price')
const STRAY: readonly (readonly [string, string])[] = [
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['zł', 'PLN'],
  ['CHF', 'CHF'],
  ['$', 'USD'],
]

/** Damage of cells before they are written. */
const OF_CELLS: Readonly<Record<string, Cells>> = {
  'a cell shifted to the right': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    // The last one: a blank quantity is one.
    row.splice(Math.floor(lots.chance() * (row.length - 1)), 0, '')
    row.pop()
  },
  'a cell shifted to the left': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    row.splice(Math.floor(lots.chance() * (row.length - 1)), 1)
    row.push('')
  },
  'a cell lost': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    row.splice(Math.floor(lots.chance() * row.length), 1)
  },
  'a cell too many': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    row.splice(Math.floor(lots.chance() * row.length), 0, lots.pick(['', 'x', '7']))
  },
  'a cell emptied': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    const at = Math.floor(lots.chance() * row.length)
    if (shape.columns[at]?.kind !== 'qty') row[at] = ''
  },
  'the heads lost': (rows, _, shape) => {
    if (isHeaded(shape)) rows.shift()
  },
  'one head lost': (rows, lots, shape) => {
    if (isHeaded(shape)) rows[0]?.splice(Math.floor(lots.chance() * rows[0].length), 1, '')
  },
  'one head cut out': (rows, lots, shape) => {
    if (isHeaded(shape)) rows[0]?.splice(Math.floor(lots.chance() * rows[0].length), 1)
  },
  'one head too many': (rows, lots, shape) => {
    if (isHeaded(shape)) rows[0]?.splice(Math.floor(lots.chance() * rows[0].length), 0, '')
  },
  'a line end in a cell': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    const at = shape.columns.findIndex(({ kind }) => kind === 'name')
    row[at] = row[at]?.replace(' ', '\r\n') ?? ''
  },
  'thousands with a narrow blank': (rows, lots) => {
    const blank = lots.pick(['\u00A0', '\u202F'])
    for (const row of rows)
      for (const [at, cell] of row.entries())
        row[at] = cell.replace(/(?<![\d.,])1[.,' \u00A0]?299(?=[.,]00)/, `1${blank}299`)
  },
  'a stray currency': (rows, lots, shape) => {
    const row = rowOf(rows, lots, shape)
    const at = priceIn(shape)
    const [sign, currency] = lots.pick(STRAY)
    if (shape.options[`price${rows.indexOf(row) - 1}`] !== undefined) return
    const bare = /\d(?:[\d.,'\s\u00A0]*\d)?/.exec(row[at] ?? '')?.[0]
    if (bare === undefined) return
    row[at] = lots.isLucky(0.5) ? `${sign}${bare}` : `${bare} ${sign}`
    return currency
  },
}

/** Damage of the written text. */
const OF_TEXT: Readonly<Record<string, Letters>> = {
  'a quote lost': (text, lots) => spliced(text, placeIn(text, '"', lots), 1, ''),
  'a quote too many': (text, lots, mark) =>
    spliced(text, placeIn(text, mark, lots), mark.length, `${mark}"`),
  'a byte order mark': (text) => `\uFEFF${text}`,
  'a line cut in two': (text, lots) =>
    spliced(text, Math.floor(lots.chance() * text.length), 0, lots.pick(['\n', '\r\n'])),
  'the end cut off': (text, lots) =>
    text.slice(0, Math.floor((0.3 + 0.7 * lots.chance()) * text.length)),
  'a delimiter doubled': (text, lots, mark) => spliced(text, placeIn(text, mark, lots), 0, mark),
  'a delimiter lost': (text, lots, mark) =>
    spliced(text, placeIn(text, mark, lots), mark.length, ' '),
  'a delimiter of another kind': (text, lots, mark) =>
    spliced(text, placeIn(text, mark, lots), mark.length, lots.pick([';', ',', '\t', '|'])),
  'two lines made one': (text, lots) => spliced(text, placeIn(text, '\n', lots), 1, ''),
  'UTF-8 read as Latin': (text) =>
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  'Latin read as UTF-8': (text) => text.replaceAll(/[^\0-\u007F]/g, '\uFFFD'),
}

export const DAMAGES = [...Object.keys(OF_CELLS), ...Object.keys(OF_TEXT)]

const UNTOLD = /^(?:Prices (?:that|as)|Quantities (?:as|with units)|Mengen mit)/

/** One damaged table; the same for the same seed. */
export function damagedBy(seed: number, shapes: readonly Shape[]): Damaged {
  const lots = new Lots(seed)
  const at = Math.floor(lots.chance() * shapes.length)
  // A quantity that looks like a price, beside a blank, is no fault that anything tells.
  const given = lots.pick(shapes.filter(({ title }) => !UNTOLD.test(title)))
  const shape = { ...given, options: { ...given.options, bytes: '' } }
  const what = lots.pick(DAMAGES)
  const sheet: Sheet = sheetOf(shape, at)
  const stray = OF_CELLS[what]?.(sheet.rows, lots, shape) ?? null
  const table = written(sheet, shape, at)
  const letters = OF_TEXT[what]
  if (!letters) return { what, table, stray }
  const text = letters(String(table.text), lots, markOf(shape.frame))
  return { what, table: { ...table, text, html: '' }, stray }
}

/** Amounts and quantities that are wrong, and parts that are gone, without a word. */
export function silentIn({ table, stray, what }: Damaged): string[] {
  const plan = planOf(table)
  // Columns that were guessed, and lines of a text, are asked about.
  if (plan.guessed !== null || plan.unsure > 0) return []
  const said = plan.leftOut.join('\n')
  const silent: string[] = []
  const found = new Set<Wanted>()
  for (const { cells, drafts } of plan.added) {
    const texts = [...Object.values(cells), ...Object.values(drafts)].filter(
      (text) => typeof text === 'string',
    )
    const money = moneyOf((cells['price'] ?? null) as Price)
    const isNamed = ({ name, number }: Wanted) =>
      texts.some(
        (text) =>
          plain(text).includes(plain(name)) || (number !== undefined && text.includes(number)),
      )
    const isPriced = ({ price }: Wanted) => price && money && valueOf(price) === valueOf(money)
    const named = table.wanted.filter(isNamed)
    const own = named.length > 0 ? named : table.wanted.filter(isPriced)
    for (const part of own) found.add(part)
    const line = JSON.stringify({ ...cells, drafts })
    const isRight =
      !money ||
      own.some((part) => isPriced(part) && [stray, part.price?.currency].includes(money.currency))
    // A last number that is longer is told by decimals of other rows alone.
    const isLast =
      what === 'the end cut off' && (plan.added.length < 3 || digitsOf(table.currency) === 0)
    if (!isRight && !isLast && !saysColumn(table, said, 'price')) silent.push(`price of ${line}`)
    // A line with a price to look at is asked about.
    const qty = cells['qty'] ?? (drafts.qty === undefined && drafts.price === undefined ? 1 : null)
    const isLeftOut = cells['qty'] === undefined && saysColumn(table, said, 'qty')
    const isCounted = qty === null || isLeftOut || own.some((part) => (part.qty ?? 1) === qty)
    const isEnd = what === 'the end cut off' && cells === plan.added.at(-1)?.cells
    const isKnown = own.length > 0 || (cells['qty'] !== undefined && !/read as/.test(what))
    if (!isCounted && isKnown && !isEnd) silent.push(`quantity of ${line}`)
  }
  const isSaid = ({ name, number, price }: Wanted) =>
    [name, number ?? name, name.split(' ')[0] ?? name].some(
      (text) => said.includes(text) || plain(said).includes(plain(text) || '?'),
    ) ||
    (price && said.replaceAll(/[^\d\n]/g, '').includes(String(price.minor))) ||
    // A long text is named by its beginning.
    said.includes('…')
  const isCut = what === 'the end cut off'
  for (const part of table.wanted)
    if (!found.has(part) && !isSaid(part) && !isCut) silent.push(`no ${part.name}`)
  return silent
}

const valueOf = ({ minor, currency }: { minor: number; currency: string }) =>
  (minor / 10 ** digitsOf(currency)).toFixed(2)

/** A text as far as a wrong encoding leaves it. */
const plain = (text: string) => text.replaceAll(/[^!-~]/g, '')

/** Whether the column of a kind is named as one that was left out. */
const saysColumn = ({ heads }: Table, said: string, of: string) =>
  heads.some(
    ({ head, kind }, at) =>
      kind === of &&
      (said.includes(`column ${at + 1}`) || plain(said).includes(plain(head).slice(0, 8))),
  )
