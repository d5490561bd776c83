/**
 * The last paste whose columns were guessed: which text went where, so that somebody who knows better
 * has it read anew. What was typed into its lines since stays as it was typed.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { PastedBody, PastedLine } from '#shared/text/partLines.ts'
import type { Columns } from '#shared/text/pastedColumns.ts'
import type { Build } from '../../kits/open/builds.ts'
import type { Cell } from '../fields/fieldRules.ts'

import { create } from 'zustand'

import { readLines } from '#shared/text/partLines.ts'
import { LINE_COLUMNS } from '#shared/text/pastedColumns.ts'
import { t } from '#shared/words/words.ts'
import { latestOf } from '../../kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../sync/write/pump.ts'
import { blankLine } from '../parts/blankRows.ts'
import { asOneEdit } from '../undo/undo.ts'
import { readAmount } from '../fields/amountReader.ts'

interface PastedRow {
  id: string
  /** What its cells and drafts held before. */
  before: PastedLine
  wrote: PastedLine
}

interface Pasted {
  body: PastedBody
  /** One for each row of the body. */
  rows: readonly PastedRow[]
}

export const useReadAs = create<{ last: Pasted | null }>(() => ({ last: null }))

/** @param last null for a paste that left nothing to say */
export const keepPasted = (last: Pasted | null): void => useReadAs.setState({ last })

/** What the cells of a new line hold before anything is put into them. */
export const blankCells = (): PastedLine => {
  const line = blankLine('')
  return { cells: Object.fromEntries(LINE_COLUMNS.map((cell) => [cell, line[cell]])), drafts: {} }
}

/** Reads the last paste anew, as one edit. */
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

/** @returns what the paste has written by now, as far as nobody has typed over it */
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

/** What a cell holds with this read into it. */
const valueIn = (read: PastedLine, before: PastedLine, cell: Cell): Json =>
  (cell in read.cells ? read.cells[cell] : before.cells[cell]) ?? null

const draftIn = (read: PastedLine, before: PastedLine, cell: Cell): string | undefined =>
  read.drafts[cell] ?? (cell in read.cells ? undefined : before.drafts[cell])
