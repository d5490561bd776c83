/** The rows of the parts list as the store and the fingers make them. Pure. */
import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { Drafts } from './blankRows.ts'
import type { Cell } from '../fields/fieldRules.ts'

import { newId } from '#shared/ids.ts'
import { DOLLARS } from '#shared/money.ts'
import { keep } from '../../kits/open/sameBuild.ts'
import { blankLine, needsBlankRow } from './blankRows.ts'

/** One row of the parts list. The object stays the same as long as nothing in it changes. */
export interface Row {
  /** Stays the same when a copy gives the line another id, so that the focus stays too. */
  key: string
  line: Line
  drafts: Drafts
  /** The blank row at the end, nobody wrote into it yet. */
  isGhost: boolean
  /** Of its kit: what a price is in that does not say otherwise. */
  currency: string
}

export interface RowBook {
  build: Build
  /** The blank row becomes a line with this id. */
  ghostId: string
  /** Keys by line id, where they differ. */
  keys: ReadonlyMap<string, string>
  rows: readonly Row[]
}

const NO_DRAFTS: Drafts = {}

export function openBook(build: Build): RowBook {
  return withRows({ build, ghostId: newId(), keys: new Map(), rows: [] })
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
  return withRows({ ...book, build, keys })
}

function withRows(book: RowBook): RowBook {
  const { lines, currency = DOLLARS } = book.build.kit
  const drafts = draftsByLine(book.build.drafts)
  const rows: Row[] = lines.map((line) => ({
    key: book.keys.get(line.id) ?? line.id,
    line,
    drafts: drafts.get(line.id) ?? NO_DRAFTS,
    isGhost: false,
    currency,
  }))
  const isBegun = lines.some(({ id }) => id === book.ghostId)
  const ghostId = isBegun ? newId() : book.ghostId
  if (needsBlankRow(rows)) {
    rows.push({
      key: ghostId,
      line: blankLine(ghostId),
      drafts: NO_DRAFTS,
      isGhost: true,
      currency,
    })
  }
  const before = new Map(book.rows.map((row) => [row.key, row]))
  return { ...book, ghostId, rows: rows.map((row) => reuse(before.get(row.key), row)) }
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
  if (!before) return row
  const line = keep(before.line, row.line)
  return keep(before, { ...row, line, drafts: keep(before.drafts, row.drafts) })
}
