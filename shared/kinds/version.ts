/**
 * A version: the whole content of a kit at the moment somebody pressed Save Kit. Inserted once,
 * never changed; only an account has any. The newest one is what the kit's link shows.
 */
import type { Cells } from '../sync/cells.ts'
import type { CellRule, KindRule } from './define.ts'
import type { Kit, Line } from './kit.ts'
import type { Rates } from '../rates.ts'
import type { Step } from './step.ts'
import type { Vehicle } from '../vehicles/vehicle.ts'

import { flag, integer, isStorable, judged } from './define.ts'
import { dollarCents, isBlankLine, kitRule, lineRule, MAX_KIT_BYTES, MAX_LINES } from './kit.ts'
import { isId } from '../ids.ts'
import { areRates } from '../rates.ts'
import { msOf } from '../sync/stamp.ts'
import { isBlankStep, stepRule } from './step.ts'

/** How many versions of a kit are kept; the oldest goes when another comes. */
export const MAX_VERSIONS = 50

/**
 * A body names every field of every line, which the rows of a kit need not: without this room a kit
 * within its own limits could not be saved.
 */
const MAX_BODY = MAX_KIT_BYTES + MAX_LINES * 256

/** What a version holds, as its `body` cell in JSON. */
export interface VersionBody {
  name: string
  notes: string
  vehicle: Vehicle | null
  task: string
  lines: Line[]
  /** Absent in versions of before there were job sheets. */
  steps: Step[]
  /** Absent for a kit in dollars, as in all versions of before there were others. */
  currency?: string
  rates?: Rates
}

/** The `body` cell of a version. */
export function bodyText(body: VersionBody): string {
  return JSON.stringify({ ...body, lines: body.lines.map(asStored) })
}

/** The cells of a new version of a kit as it stands. Blank lines and steps are left out. */
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
    // A sum of a part of it would be shown for all.
    ...(isDollars && { total: dollarCents(lines) }),
    body: bodyText(body),
  }
}

/** When a version was saved, milliseconds: by its stamp, which the server has bounded. */
export function savedAtOf(cells: Cells): number {
  const stamp = cells['savedAt']?.[1]
  return stamp ? msOf(stamp) : 0
}

/** The version that was saved last, of those that still have their content. */
export function newestVersion<Row extends { cells: Cells }>(rows: Iterable<Row>): Row | null {
  let newest: Row | null = null
  for (const row of rows) {
    const isWhole = row.cells['body'] !== undefined && row.cells['del']?.[0] !== true
    if (isWhole && (!newest || savedAtOf(row.cells) >= savedAtOf(newest.cells))) newest = row
  }
  return newest
}

/** The content of a version; null when it is not here or was written by a newer Wrenchlist. */
export function bodyOf(cells: Cells): VersionBody | null {
  const json = cells['body']?.[0]
  return typeof json === 'string' ? readBody(json) : null
}

/** The kit as one of its versions shows it. */
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
 * A line as a body has it. What is not in dollars stands beside the price, which is none then: a
 * version of before there were currencies reads the body, and shows no false amount.
 */
type StoredLine = Line & { amount?: string }

function asStored(line: Line): StoredLine {
  return typeof line.price === 'string' ? { ...line, price: null, amount: line.price } : line
}

function withPrice({ amount, ...line }: StoredLine): Line {
  return typeof amount === 'string' && isKeptText(amount) ? { ...line, price: amount } : line
}

/** What a newer version may say of money is kept and shown as it stands. */
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

/** Whoever saved it may have put anything beside the fields that were looked at. */
function knownOf(stored: Stored): VersionBody {
  const { name, notes, vehicle, task, lines, steps = [], currency, rates } = stored
  return {
    name,
    notes,
    vehicle,
    task,
    lines: lines.map((line) => withPrice(known(line, { ...LINE_CELLS, amount: price }))),
    steps: steps.map((step) => known(step, STEP_CELLS)),
    ...(typeof currency === 'string' && isKeptText(currency) && { currency }),
    ...(areRates(rates) && { rates }),
  }
}

function known<Row extends object>(row: Row, rules: Rules): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field in rules)) as Row
}

const { ord, name, manufacturer, partNumber, price, qty, link } = lineRule.cells
const { what, text, value, unit } = stepRule.cells
const id = judged((given) => (isId(given) ? null : 'invalid_id'))
const LINE_CELLS = {
  id,
  ord,
  name,
  manufacturer,
  partNumber,
  price,
  qty,
  link,
} satisfies Record<keyof Line, CellRule | undefined>
const STEP_CELLS = { id, ord, what, text, value, unit }

/** Whether an object has all these fields and each passes its rule, exactly as in a live row. */
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
    // It is shown to everybody with the link: what a live row may not hold, it may not either.
    body: judged((json) => {
      if (typeof json !== 'string' || json.length > MAX_BODY) return 'too_long'
      if (!isStorable(json)) return 'bad_characters'
      return readBody(json) ? null : 'invalid_version'
    }),
    /** Set by the server when newer versions have pushed it out. */
    del: flag,
  },
}
