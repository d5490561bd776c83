/**
 * The last paste with guessed columns: which text went where, so that it can be read anew. Later
 * edits of its lines stay.
 */
import type { Json } from '#shared/cells/cells.ts'
import { type Line, noValues } from '#shared/kinds/line.ts'
import type { Build } from '../../data/kits/open/builds.ts'

import { create } from 'zustand'

import { type PastedBody, type PastedLine, readLines } from '#shared/kinds/partLines.ts'
import { type Cell, type Columns, LINE_COLUMNS } from '#shared/tables/columnHeads.ts'
import { t } from '#shared/words/words.ts'
import { latestOf } from '../../data/kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../data/sync/write/writeQueue.ts'
import { asOneEdit } from '../undo/undo.ts'
import { readAmount } from '../rows/amountReader.ts'

interface PastedRow {
  id: string
  /** Cells and drafts before the paste. */
  before: PastedLine
  wrote: PastedLine
}

interface Pasted {
  body: PastedBody
  /** One for each row of the body. */
  rows: readonly PastedRow[]
}

export const useReadAs = create<{ last: Pasted | null }>(() => ({ last: null }))

/** @param last null for a paste without a guess */
export const keepPasted = (last: Pasted | null): void => useReadAs.setState({ last })

/** Cells of a new line. */
export const blankCells = (): PastedLine => ({ cells: noValues(), drafts: {} })

/** Applies other columns to the last paste, as one edit. */
export function readOtherwise(build: Build, columns: Columns): void {
  const { kit, drafts } = latestOf(build)
  const { last } = useReadAs.getState()
  if (!last) return
  const body = { ...last.body, columns }
  const lines = readLines(body, readAmount)
  const shown = new Map(kit.lines.map((line) => [line.id, line]))
  let rows: PastedRow[] = []
  asOneEdit(t('Columns of the pasted lines'), () => {
    rows = last.rows.map((row, at) => {
      const line = shown.get(idInCopy(row.id))
      const read = lines[at]
      if (!line || !read) return row
      return { ...row, wrote: rewrite(kit.id, row, read, line, drafts) }
    })
  })
  keepPasted({ body, rows })
}

/** @returns the paste's current writes, without cells that were edited since */
function rewrite(
  kitId: string,
  { before, wrote }: PastedRow,
  read: PastedLine,
  line: Line,
  drafts: ReadonlyMap<string, string>,
): PastedLine {
  const now: PastedLine = { cells: {}, drafts: {} }
  const cells: Record<string, Json> = {}
  for (const cell of LINE_COLUMNS) {
    const draft = drafts.get(`${line.id}:${cell}`)
    const isOurs =
      draft === draftIn(wrote, before, cell) &&
      (line[cell] ?? null) === valueIn(wrote, before, cell)
    if (!isOurs) continue
    const value = valueIn(read, before, cell)
    const text = draftIn(read, before, cell)
    if (cell in read.cells) now.cells[cell] = value
    if (read.drafts[cell] !== undefined) now.drafts[cell] = read.drafts[cell]
    if (value !== (line[cell] ?? null)) cells[cell] = value
    if (text !== draft) setDraft(line.id, cell, text ?? null)
  }
  if (Object.keys(cells).length > 0) setCells('line', line.id, kitId, cells)
  return now
}

/** Value of a cell after this reading. */
const valueIn = (read: PastedLine, before: PastedLine, cell: Cell): Json =>
  (cell in read.cells ? read.cells[cell] : before.cells[cell]) ?? null

const draftIn = (read: PastedLine, before: PastedLine, cell: Cell): string | undefined =>
  read.drafts[cell] ?? (cell in read.cells ? undefined : before.drafts[cell])
