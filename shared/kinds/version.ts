/**
 * A version: a kit's whole content at Save Kit. Immutable once inserted; only accounts have any.
 * The kit's link shows the newest.
 */
import type { Cells } from '../cells/cells.ts'
import type { Kit } from './kit.ts'
import type { Vehicle } from '../vehicles/vehicle.ts'

import {
  type CellRule,
  type KindRule,
  flag,
  integer,
  isStorable,
  judged,
  orderKey,
} from '../define.ts'
import { dollarCents, kitRule, MAX_KIT_BYTES, MAX_LINES } from './kit.ts'
import { isId } from '../ids.ts'
import { type Rates, areRates } from '../money/rates.ts'
import { eachField, isBlankLine, type Line } from './line.ts'
import { msOf } from '../cells/stamp.ts'
import { type Step, isBlankStep, stepRule } from './step.ts'

/** Versions kept per kit; the oldest is evicted. */
export const MAX_VERSIONS = 50

/** Room for the names of all fields: a kit within its limits must fit into a body. */
const MAX_BODY = MAX_KIT_BYTES + MAX_LINES * 256

/** Content of a version, the JSON of its `body` cell. */
export interface VersionBody {
  name: string
  notes: string
  vehicle: Vehicle | null
  task: string
  lines: Line[]
  /** Absent in versions from before job sheets. */
  steps: Step[]
  /** Absent for dollars, as in versions from before other currencies. */
  currency?: string
  rates?: Rates
}

export function bodyText(body: VersionBody): string {
  return JSON.stringify({ ...body, lines: body.lines.map(asStored) })
}

/** Cells of a new version of the kit. Blank lines and steps are left out. */
export function versionCells(kit: Kit, savedAt: number) {
  const { name, notes, vehicle, task } = kit
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const steps = kit.steps.filter((step) => !isBlankStep(step))
  const { currency, rates } = kit
  const money = { ...(currency !== undefined && { currency }), ...(rates && { rates }) }
  const body = { name, notes, vehicle, task, lines, steps, ...money }
  const isDollars = lines.every(({ price }) => typeof price !== 'string')
  return {
    savedAt,
    lineCount: lines.length,
    // A partial sum would be shown as the total.
    ...(isDollars && { total: dollarCents(lines) }),
    body: bodyText(body),
  }
}

/** When a version was saved, milliseconds: from its stamp, which the server bounds. */
export function savedAtOf(cells: Cells): number {
  const stamp = cells['savedAt']?.[1]
  return stamp ? msOf(stamp) : 0
}

/** Latest version that still has its content. */
export function newestVersion<Row extends { cells: Cells }>(rows: Iterable<Row>): Row | null {
  let newest: Row | null = null
  for (const row of rows) {
    const isWhole = row.cells['body'] !== undefined && row.cells['del']?.[0] !== true
    if (isWhole && (!newest || savedAtOf(row.cells) >= savedAtOf(newest.cells))) newest = row
  }
  return newest
}

/** Content of a version; null when it is not here, or from a newer Wrenchlist. */
export function bodyOf(cells: Cells): VersionBody | null {
  const json = cells['body']?.[0]
  return typeof json === 'string' ? readBody(json) : null
}

export function kitOfVersion(kit: Pick<Kit, 'id' | 'buildId'>, cells: Cells): Kit | null {
  const body = bodyOf(cells)
  return body && { ...body, id: kit.id, buildId: kit.buildId, updatedAt: savedAtOf(cells) }
}

function readBody(json: string): VersionBody | null {
  try {
    const body: unknown = JSON.parse(json)
    return isBody(body) ? knownOf(body) : null
  } catch {
    return null
  }
}

/**
 * A line in a body. A price not in dollars goes to `amount` and leaves `price` null: versions from
 * before other currencies then show no false amount.
 */
type StoredLine = Line & { amount?: string }

function asStored(line: Line): StoredLine {
  return typeof line.price === 'string' ? { ...line, price: null, amount: line.price } : line
}

function withPrice({ amount, ...line }: StoredLine): Line {
  return typeof amount === 'string' && isKeptText(amount) ? { ...line, price: amount } : line
}

/** Money text of a newer version is kept and shown as it is. */
const isKeptText = (text: string) => text.length <= 40 && isStorable(text)

type Stored = Omit<VersionBody, 'steps' | 'lines'> & { lines: StoredLine[]; steps?: Step[] }

function isBody(body: unknown): body is Stored {
  if (!passes(body, kitRule.cells, ['name', 'notes', 'vehicle', 'task'])) return false
  const { lines, steps = [] } = body
  return areRows(lines, LINE_CELLS) && lines.length <= MAX_LINES && areRows(steps, STEP_CELLS)
}

type Rules = Record<string, CellRule | undefined>

function areRows(rows: unknown, rules: Rules): rows is unknown[] {
  return Array.isArray(rows) && rows.every((row) => passes(row, rules, Object.keys(rules)))
}

/** Drops unknown fields: a client may have stored anything beside the validated ones. */
function knownOf(stored: Stored): VersionBody {
  const { name, notes, vehicle, task, lines, steps = [], currency, rates } = stored
  return {
    name,
    notes,
    vehicle,
    task,
    lines: lines.map((line) => withPrice(known(line, { ...LINE_CELLS, amount: undefined }))),
    steps: steps.map((step) => known(step, STEP_CELLS)),
    ...(typeof currency === 'string' && isKeptText(currency) && { currency }),
    ...(areRates(rates) && { rates }),
  }
}

function known<Row extends object>(row: Row, rules: Rules): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in rules)) as Row
}

const { what, text, value, unit } = stepRule.cells
const id = judged((given) => (isId(given) ? null : 'invalid_id'))
const LINE_CELLS = { id, ord: orderKey, ...eachField((_, { rule }) => rule) }
const STEP_CELLS = { id, ord: orderKey, what, text, value, unit }

/** Whether an object has all these fields, each valid by its rule, as in a live row. */
function passes(
  given: unknown,
  rules: Rules,
  fields: readonly string[],
): given is Record<string, unknown> {
  if (typeof given !== 'object' || given === null) return false
  const record = given as Record<string, unknown>
  return fields.every((field) => rules[field]?.problem(record[field]) === null)
}

export const versionRule: KindRule = {
  inKit: true,
  insertOnce: true,
  writers: 'account',
  required: ['savedAt', 'body'],
  cells: {
    savedAt: integer(0, Number.MAX_SAFE_INTEGER, 'invalid_time'),
    lineCount: integer(0, MAX_LINES, 'invalid_count'),
    total: integer(0, Number.MAX_SAFE_INTEGER, 'invalid_total'),
    // Shown to everybody with the link: it may hold only what a live row may.
    body: judged((json) => {
      if (typeof json !== 'string' || json.length > MAX_BODY) return 'too_long'
      if (!isStorable(json)) return 'bad_characters'
      return readBody(json) ? null : 'invalid_version'
    }),
    /** Set by the server when newer versions evict it. */
    del: flag,
  },
}
