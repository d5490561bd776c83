/** The rows of the parts list as the store and the fingers make them. Pure. */
import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { Drafts } from './blankRows.ts'
import type { Cell } from '../fields/fieldRules.ts'

import { newId } from '#shared/ids.ts'
import { MAX_LINES } from '#shared/kinds/kit.ts'
import { blankLine, needsBlankRow } from './blankRows.ts'

/** One row of the parts list. The object stays the same as long as nothing in it changes. */
export interface Row {
  /** Stays the same when a copy gives the line another id, so that the focus stays too. */
  key: string
  line: Line
  drafts: Drafts
  /** Whether the store shows it. A row is written to before that. */
  isStored: boolean
  /** The blank row at the end, nobody wrote into it yet. */
  isGhost: boolean
}

export interface RowBook {
  build: Build
  /** Lines that were written to and that the store does not show yet. */
  begun: readonly Line[]
  ghostId: string
  /** Keys by line id, where they differ. */
  keys: ReadonlyMap<string, string>
  rows: readonly Row[]
}

const NO_DRAFTS: Drafts = {}

export function openBook(build: Build): RowBook {
  return withRows({ build, begun: [], ghostId: newId(), keys: new Map(), rows: [] })
}

/**
 * The store shows something new, perhaps a copy of the kit.
 * @param copies the ids of the copy by those of the original, as far as they are known
 */
export function turnTo(
  book: RowBook,
  build: Build,
  copies: Readonly<Record<string, string>>,
): RowBook {
  const isCopy = build.kit.id !== book.build.kit.id
  const keys = isCopy ? keysOfCopy(book.rows, build.kit.lines, copies) : book.keys
  const known = new Set(build.kit.lines.map(({ id }) => keys.get(id) ?? id))
  const begun = book.begun.filter(({ id }) => !known.has(id))
  return withRows({ ...book, build, begun, keys })
}

/** The blank row was written into: from now on it is a line, and another row is blank. */
export function beginLine(book: RowBook, line: Line): RowBook {
  return withRows({ ...book, begun: [...book.begun, line], ghostId: newId() })
}

function withRows(book: RowBook): RowBook {
  const drafts = draftsByLine(book.build.drafts)
  const stored = book.build.kit.lines.map((line) => ({
    key: book.keys.get(line.id) ?? line.id,
    line,
    drafts: drafts.get(line.id) ?? NO_DRAFTS,
    isStored: true,
    isGhost: false,
  }))
  const rows = [...stored, ...book.begun.map((line) => newRow(line, false))]
  if (rows.length < MAX_LINES && needsBlankRow(stored)) {
    rows.push(newRow(blankLine(book.ghostId), true))
  }
  const before = new Map(book.rows.map((row) => [row.key, row]))
  return { ...book, rows: rows.map((row) => reuse(before.get(row.key), row)) }
}

function newRow(line: Line, isGhost: boolean): Row {
  return { key: line.id, line, drafts: NO_DRAFTS, isStored: false, isGhost }
}

function keysOfCopy(
  rows: readonly Row[],
  lines: readonly Line[],
  copies: Readonly<Record<string, string>>,
): Map<string, string> {
  const keyById = new Map(rows.map((row) => [row.line.id, row.key]))
  const keyByOrd = new Map(rows.map((row) => [row.line.ord, row.key]))
  const originals = new Map(Object.entries(copies).map(([original, copy]) => [copy, original]))
  const keys = new Map<string, string>()
  for (const line of lines) {
    // A copy the server asked for does not say where its lines came from, but it keeps their order.
    const key = keyById.get(originals.get(line.id) ?? line.id) ?? keyByOrd.get(line.ord)
    if (key) keys.set(line.id, key)
  }
  return keys
}

function draftsByLine(drafts: ReadonlyMap<string, string>): Map<string, Drafts> {
  const byLine = new Map<string, Drafts>()
  for (const [name, text] of drafts) {
    const [id = '', cell] = name.split(':')
    byLine.set(id, { ...byLine.get(id), [cell as Cell]: text })
  }
  return byLine
}

/** The row as it was, if it still is. */
function reuse(before: Row | undefined, row: Row): Row {
  const isSame =
    before !== undefined &&
    before.isStored === row.isStored &&
    before.isGhost === row.isGhost &&
    isShallowEqual(before.line, row.line) &&
    isShallowEqual(before.drafts, row.drafts)
  return isSame ? before : row
}

function isShallowEqual<Value extends object>(a: Value, b: Value): boolean {
  const names = Object.keys(a) as (keyof Value)[]
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && a[name] === b[name])
  )
}
