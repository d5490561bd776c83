/**
 * A version: the whole content of a kit at the moment somebody pressed Save Kit. Inserted once,
 * never changed; only an account has any. The newest one is what the kit's link shows.
 */
import type { Cells } from './cells.ts'
import type { CellRule, KindRule } from './define.ts'
import type { Kit, Line } from './kit.ts'
import type { Vehicle } from './vehicle.ts'

import { flag, integer, isStorable, judged } from './define.ts'
import { isBlankLine, kitRule, kitTotalCents, lineRule, MAX_KIT_BYTES, MAX_LINES } from './kit.ts'
import { isId } from './ids.ts'
import { msOf } from './stamp.ts'

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
}

/** The cells of a new version of a kit as it stands. Blank lines are left out. */
export function versionCells(kit: Kit, savedAt: number) {
  const { name, notes, vehicle, task } = kit
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const body: VersionBody = { name, notes, vehicle, task, lines }
  return {
    savedAt,
    lineCount: lines.length,
    total: kitTotalCents(lines),
    body: JSON.stringify(body),
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
  const text = cells['body']?.[0]
  return typeof text === 'string' ? readBody(text) : null
}

/** The kit as one of its versions shows it. */
export function kitOfVersion(kit: Pick<Kit, 'id' | 'buildId'>, cells: Cells): Kit | null {
  const body = bodyOf(cells)
  return body && { ...body, id: kit.id, buildId: kit.buildId, updatedAt: savedAtOf(cells) }
}

function readBody(text: string): VersionBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return isBody(body) ? knownOf(body) : null
  } catch {
    return null
  }
}

function isBody(body: unknown): body is VersionBody {
  if (!passes(body, kitRule.cells, ['name', 'notes', 'vehicle', 'task'])) return false
  const lines: unknown = body['lines']
  return (
    Array.isArray(lines) &&
    lines.length <= MAX_LINES &&
    lines.every((line) => passes(line, LINE_CELLS, Object.keys(LINE_CELLS)))
  )
}

/** Whoever saved it may have put anything beside the fields that were looked at. */
function knownOf({ name, notes, vehicle, task, lines }: VersionBody): VersionBody {
  const known = ({ id, ord, name, manufacturer, partNumber, price, qty, link }: Line): Line => {
    return { id, ord, name, manufacturer, partNumber, price, qty, link }
  }
  return { name, notes, vehicle, task, lines: lines.map(known) }
}

const { ord, name, manufacturer, partNumber, price, qty, link } = lineRule.cells
const id = judged((value) => (isId(value) ? null : 'invalid_id'))
const LINE_CELLS = { id, ord, name, manufacturer, partNumber, price, qty, link }

/** Whether an object has all these fields and each passes its rule, exactly as in a live row. */
function passes(
  value: unknown,
  rules: Record<string, CellRule | undefined>,
  fields: readonly string[],
): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const record = value as Record<string, unknown>
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
    body: judged((value) => {
      if (typeof value !== 'string' || value.length > MAX_BODY) return 'too_long'
      if (!isStorable(value)) return 'bad_characters'
      return readBody(value) ? null : 'invalid_version'
    }),
    /** Set by the server when newer versions have pushed it out. */
    del: flag,
  },
}
