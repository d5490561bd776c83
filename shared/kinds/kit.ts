/**
 * A kit: a vehicle, a task, part lines and notes. A *build* is a kit in the builder that was not
 * saved yet; it is the same row.
 */
import type { Cells, Json } from '../cells/cells.ts'
import type { KindRule } from '../define.ts'

import { isKitAlive, isRowAlive, latestStamp, textIn } from '../cells/cells.ts'
import { byOrder, choice, flag, judged, serverWritten, text } from '../define.ts'
import { isBuildId, isId } from '../ids.ts'
import { DOLLARS, formatPrice, isCode } from '../money/money.ts'
import { type Rates, areRates, ratesProblem } from '../money/rates.ts'
import { isBlankLine, type Line, lineOf, type LineValues, MAX_NAME } from './line.ts'
import { type Step, stepsOf } from './step.ts'
import { type Vehicle, vehicleProblem, vehicleTitle } from '../vehicles/vehicle.ts'
import { many, worded } from '../words/words.ts'

export * from './line.ts'

export const MAX_KIT_BYTES = 256 * 1024
export const MAX_NOTES = 20_000
export const MAX_TASK = 80

function forkProblem(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'object' || Object.keys(value).join() !== 'from') return 'invalid_fork'
  return 'from' in value && isId(value.from) ? null : 'invalid_fork'
}

/** Whether a saved kit may be listed for everybody; its link opens in any case. */
export const VISIBILITIES = ['public', 'unlisted'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const kitRule: KindRule = {
  inKit: false,
  isContent: true,
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
    lines: readonly LineValues[]
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
