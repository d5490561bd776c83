/** Rows of the parts list, from store and input. Pure. */
import type { Line } from '#shared/kinds/kit.ts'
import type { Build } from '../../data/kits/open/builds.ts'
import type { Cell } from '#shared/tables/columnHeads.ts'

import { newId } from '#shared/ids.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { keep } from '../../data/kits/open/sameBuild.ts'
import { blankLine } from '#shared/kinds/line.ts'
import { type Drafts, needsBlankRow } from './blankRows.ts'

/** A row. The object is reused as long as nothing in it changes. */
export interface Row {
  /** Survives a copy's new line ids, so that the focus stays. */
  key: string
  line: Line
  drafts: Drafts
  /** The blank row at the end, without input. */
  isGhost: boolean
  /** Currency of the kit, the default of its prices. */
  currency: string
}

export interface RowBook {
  build: Build
  /** Id of the line the ghost row becomes. */
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
 * Updates the rows from the store, perhaps to a copy of the kit.
 * @param copies ids of the copy by those of the original, as far as known
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
    // A copy made by the server does not name its lines' originals, but keeps their order.
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

/** The previous object if nothing changed. */
function reuse(before: Row | undefined, row: Row): Row {
  if (!before) return row
  const line = keep(before.line, row.line)
  return keep(before, { ...row, line, drafts: keep(before.drafts, row.drafts) })
}
