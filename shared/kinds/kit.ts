/**
 * A kit: a vehicle, a task, part lines and notes. A *build* is a kit in the builder that was not
 * saved yet; it is the same row.
 */
import type { Cells, Json } from '../cells/cells.ts'
import type { KindRule } from '../define.ts'

import { isKitAlive, isRowAlive, latestStamp, textIn } from '../cells/cells.ts'
import { byOrder, choice, flag, integer, judged, orderKey, serverWritten, text } from '../define.ts'
import { isBuildId, isId } from '../ids.ts'
import { linkProblem } from '../links.ts'
import { type Price, DOLLARS, formatPrice, isCode, isFree, priceProblem } from '../money/money.ts'
import { type Rates, areRates, ratesProblem } from '../money/rates.ts'
import { type Step, stepsOf } from './step.ts'
import { type Vehicle, vehicleProblem, vehicleTitle } from '../vehicles/vehicle.ts'
import { many, worded } from '../words/words.ts'

export const MAX_LINES = 500
export const MAX_KIT_BYTES = 256 * 1024
export const MAX_NAME = 200
export const MAX_NOTES = 20_000
export const MAX_TASK = 80
export const MAX_QUANTITY = 99_999
export const DEFAULT_QUANTITY = 1

function forkProblem(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'object' || Object.keys(value).join() !== 'from') return 'invalid_fork'
  return 'from' in value && isId(value.from) ? null : 'invalid_fork'
}

/** Whether a saved kit may be listed for everybody; its link opens in any case. */
export const VISIBILITIES = ['public', 'unlisted'] as const
export type Visibility = (typeof VISIBILITIES)[number]

/** Status of a part: to buy, in the garage, on its way, or on the vehicle. Its owner's alone. */
export const LINE_STATUSES = ['need', 'have', 'ordered', 'fitted'] as const
export type LineStatus = (typeof LINE_STATUSES)[number]

/** Status of a line; 'need' by default. */
export function lineStatus(cells: Cells): LineStatus {
  const status = textIn(cells, 'status')
  return LINE_STATUSES.find((known) => known === status) ?? 'need'
}

export const kitRule: KindRule = {
  inKit: false,
  insertOnce: false,
  writers: 'owner',
  required: ['buildId'],
  // A copy's origin never changes, and only the server may assign another build id.
  immutable: ['fork', 'buildId'],
  cells: {
    buildId: judged((value) => (isBuildId(value) ? null : 'invalid_build_id')),
    name: text(MAX_NAME),
    notes: text(MAX_NOTES),
    // One cell: a per-field merge could build a car that does not exist.
    vehicle: judged(vehicleProblem),
    task: text(MAX_TASK),
    visibility: choice(VISIBILITIES),
    // Hidden from readers of the copy: the id would open an original that is not listed to them.
    fork: judged(forkProblem, 'owner'),
    del: flag,
    /** By an administrator: others see nothing of the kit. */
    hidden: serverWritten,
    vin: text(17, {}, 'owner'),
    /** Default currency of its prices; dollars if absent. */
    currency: judged((value) => (isCode(value) ? null : 'invalid_currency')),
    /** The owner's exchange rates into it. */
    rates: judged(ratesProblem),
  },
}

export const lineRule: KindRule = {
  inKit: true,
  insertOnce: false,
  writers: 'owner',
  required: ['ord'],
  cells: {
    ord: orderKey,
    name: text(MAX_NAME),
    manufacturer: text(MAX_NAME),
    partNumber: text(MAX_NAME),
    /** Cents, or "EUR 12.50": see money.ts. */
    price: judged(priceProblem),
    qty: integer(0, MAX_QUANTITY, 'invalid_quantity'),
    unit: text(20),
    link: judged(linkProblem),
    del: flag,
    status: choice(LINE_STATUSES, 'owner'),
  },
}

/** A line as screens and answers show it. Every field is present, because undo writes all back. */
export interface Line {
  id: string
  ord: string
  name: string
  manufacturer: string
  partNumber: string
  price: Price
  qty: number
  link: string
}

/** Fields of a line a person types. Code that must handle each of them is checked against this. */
export type LineField = Exclude<keyof Line, 'id' | 'ord'>

/** A kit as screens and answers show it. */
export interface Kit {
  id: string
  buildId: string
  name: string
  notes: string
  vehicle: Vehicle | null
  task: string
  lines: Line[]
  /** Job sheet: tools, torques, fluids and instructions. */
  steps: Step[]
  /** Absent for dollars. */
  currency?: string
  rates?: Rates
  /** Latest change, milliseconds since 1970, 0 for none. */
  updatedAt: number
}

/** Stored price, possibly of a newer version. */
export function priceIn(cells: Cells, name: string): Price {
  const value = cells[name]?.[0]
  return typeof value === 'number' || typeof value === 'string' ? value : null
}

function numberOf(cells: Cells, name: string): number | null {
  const value = cells[name]?.[0]
  return typeof value === 'number' ? value : null
}

export function lineOf(id: string, cells: Cells): Line {
  return {
    id,
    ord: textIn(cells, 'ord'),
    name: textIn(cells, 'name'),
    manufacturer: textIn(cells, 'manufacturer'),
    partNumber: textIn(cells, 'partNumber'),
    price: priceIn(cells, 'price'),
    qty: numberOf(cells, 'qty') ?? DEFAULT_QUANTITY,
    link: textIn(cells, 'link'),
  }
}

/** Alive lines by order key, then id. */
export function linesOf(rows: Iterable<{ id: string; cells: Cells }>): Line[] {
  const lines: Line[] = []
  for (const row of rows) if (isRowAlive(row.cells)) lines.push(lineOf(row.id, row.cells))
  return lines.sort(byOrder)
}

/** Kit of its rows; null when deleted. Blank lines and steps stay in: the builder shows them. */
export function kitOf(
  row: { id: string; cells: Cells },
  lines: readonly { id: string; cells: Cells }[],
  steps: readonly { id: string; cells: Cells }[],
  msOfStamp: (stamp: string) => number,
): Kit | null {
  if (!isKitAlive(row.cells)) return null
  let latest = latestStamp(row.cells)
  for (const { cells } of [...lines, ...steps]) {
    const stamp = latestStamp(cells)
    if (stamp > latest) latest = stamp
  }
  const vehicle = row.cells['vehicle']?.[0] ?? null
  return {
    id: row.id,
    buildId: textIn(row.cells, 'buildId'),
    name: textIn(row.cells, 'name'),
    notes: textIn(row.cells, 'notes'),
    vehicle: isVehicle(vehicle) ? vehicle : null,
    task: textIn(row.cells, 'task'),
    lines: linesOf(lines),
    steps: stepsOf(steps),
    ...moneyIn(row.cells),
    updatedAt: latest ? msOfStamp(latest) : 0,
  }
}

function moneyIn(cells: Cells): Pick<Kit, 'currency' | 'rates'> {
  const currency = textIn(cells, 'currency')
  const rates = cells['rates']?.[0] ?? null
  return {
    ...(currency !== '' && currency !== DOLLARS && { currency }),
    ...(areRates(rates) && { rates }),
  }
}

/** Whether a stored value has the current shape of a vehicle. */
export function isVehicle(value: unknown): value is Vehicle & { [key: string]: Json } {
  return value !== null && vehicleProblem(value) === null
}

/** An empty name, or one starting with "Build ", counts as none. Display only: the cell stays. */
export function isNamed(name: string): boolean {
  return name.trim() !== '' && !name.startsWith('Build ')
}

/** Title of a kit everywhere: its name, else vehicle and task, else its first part. */
export function kitTitle(
  {
    name,
    vehicle,
    task,
    lines,
  }: Pick<Kit, 'name' | 'vehicle' | 'task'> & {
    lines: readonly Omit<Line, 'id' | 'ord'>[]
  },
  otherwise: string,
): string {
  if (isNamed(name)) return name
  const about = [vehicle && vehicleTitle(vehicle), worded(task)].filter(Boolean).join(', ')
  if (about) return about
  const [first, ...others] = lines.filter((line) => !isBlankLine(line))
  const part = first && (first.name || first.partNumber || first.manufacturer)
  if (!part || others.length === 0) return part || otherwise
  return many(others.length, '{part} and {count} more', '{part} and {count} more', { part })
}

/** A line without name, maker, number, link, and price above 0. */
export function isBlankLine(line: Omit<Line, 'id' | 'ord' | 'qty'>): boolean {
  return !line.name && !line.manufacturer && !line.partNumber && !line.link && isFree(line.price)
}

/** Lines needed for the job: not blank, and quantity above 0 (A24). */
export function neededLines(lines: readonly Line[]): Line[] {
  return lines.filter((line) => !isBlankLine(line) && line.qty > 0)
}

/** Unit price times quantity, formatted; '' without a price. */
export function totalText({ price, qty }: Pick<Line, 'price' | 'qty'>): string {
  return price === null ? '' : formatPrice(price, qty)
}

/** Sum of dollar prices, in cents. */
export function dollarCents(lines: readonly Pick<Line, 'price' | 'qty'>[]): number {
  return lines.reduce(
    (sum, { price, qty }) => sum + (typeof price === 'number' ? price * qty : 0),
    0,
  )
}

/** Size a row adds to its kit: UTF-8 JSON without stamps. */
export function rowBytes(cells: Cells): number {
  let bytes = 1
  for (const [name, [value]] of Object.entries(cells)) {
    // Quoted name and colon, plus the comma or bracket before the value.
    bytes += name.length + 4 + utf8Length(JSON.stringify(value))
  }
  return bytes
}

/** UTF-8 length of JSON, which has no lone surrogates. Encoding it would make garbage. */
function utf8Length(json: string): number {
  let bytes = json.length
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code < 0x80) continue
    // A surrogate pair takes four bytes.
    const isHalf = code >= 0xd800 && code < 0xe000
    bytes += code < 0x800 || isHalf ? 1 : 2
  }
  return bytes
}
