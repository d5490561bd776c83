/** Line actions besides typing: move, duplicate, remove, clear. */
import type { RowActions } from '../rows/rowActions.ts'
import type { Row } from '../rows/rowBook.ts'
import type { Json } from '#shared/cells/cells.ts'

import { type Line, MAX_LINES } from '#shared/kinds/kit.ts'
import { newId } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { draftsNow, rowNow } from '../../data/kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../data/sync/write/writeQueue.ts'
import { toast } from '../../ui/browser/toast.ts'
import { showCell } from '../rows/showCell.ts'
import { asOneEdit, say } from './undo.ts'
import { ordAfter } from '#shared/ord.ts'
import { ordBetween } from '#shared/ordBetween.ts'

/** Currently rendered list. */
export interface Shown {
  kitId: string
  rows: readonly Row[]
  actions: RowActions
}

/** Rows without the ghost, in order. */
const linesIn = (rows: readonly Row[]) => rows.filter((row) => !row.isGhost)

const nameOf = (row: Row, at: number) => row.line.name || t('Line {number}', { number: at + 1 })

/** Moves a line to index `at`. */
export function moveLine({ kitId, rows }: Shown, row: Row, at: number): void {
  const lines = linesIn(rows)
  const from = lines.indexOf(row)
  const others = lines.filter((one) => one !== row)
  const to = Math.max(0, Math.min(others.length, at))
  if (from < 0) return
  const line = nameOf(row, from)
  if (to === from) {
    return say(
      from === 0 ? t('{line} is first already.', { line }) : t('{line} is last already.', { line }),
    )
  }
  const ords = ordsFor(
    row.line.id,
    others.map((one) => one.line),
    to,
  )
  asOneEdit(t('Place of {line}', { line }), () => {
    for (const [id, ord] of ords) setCells('line', id, kitId, { ord })
  })
  say(t('{line} is line {place} of {all} now.', { line, place: to + 1, all: lines.length }))
}

/** Moves a line up (-1) or down (1). */
export function stepLine(shown: Shown, row: Row, by: -1 | 1): void {
  moveLine(shown, row, linesIn(shown.rows).indexOf(row) + by)
}

/** Duplicates a line below itself, drafts included. */
export function duplicateLine({ kitId, rows }: Shown, row: Row): void {
  const lines = linesIn(rows)
  const at = lines.indexOf(row)
  if (at < 0) return
  if (lines.length >= MAX_LINES) {
    toast({
      title: t('No room for another line'),
      text: t('A kit has at most {max} lines.', { max: MAX_LINES }),
    })
    return
  }
  const id = newId()
  const ords = ordsFor(
    id,
    lines.map((one) => one.line),
    at + 1,
  )
  const line = nameOf(row, at)
  // The last key may not be rendered yet.
  const now = idInCopy(row.line.id)
  const source = (rowNow(kitId, 'line', now) as Line | null) ?? row.line
  const drafts = draftsNow(kitId, now) ?? row.drafts
  asOneEdit(t('Copy of {line}', { line }), () => {
    setCells('line', id, kitId, { ord: ords.get(id) ?? '', ...cellsOfCopy(source) })
    for (const [cell, text] of Object.entries(drafts)) setDraft(id, cell, text)
    for (const [other, ord] of ords) if (other !== id) setCells('line', other, kitId, { ord })
  })
  say(t('{line} is there twice now.', { line }))
  showCell(() => id, 'name')
}

/** Removes a line, with Undo in the toast. */
export function removeLine({ rows, actions }: Shown, row: Row): void {
  const name = nameOf(row, linesIn(rows).indexOf(row))
  const undo = asOneEdit(t('Removal of {line}', { line: name }), () => actions.remove(row))
  toast({ title: t('Part removed'), text: name, action: { label: t('Undo'), onPress: undo } })
}

/**
 * Order keys that move a line to a place: usually only its own.
 * @param others the other lines, in order
 * @param at index among them
 * @returns keys by line id
 */
export function ordsFor(
  id: string,
  others: readonly Pick<Line, 'id' | 'ord'>[],
  at: number,
): Map<string, string> {
  const before = others[at - 1]?.ord ?? null
  const after = others[at]?.ord
  const between = after === undefined ? ordAfter(before) : ordBetween(before, after)
  const isFree = between !== null && !others.some(({ ord }) => ord === between)
  if (isFree) return new Map([[id, between]])
  // Two devices gave the same key. Only the tied lines get new ones, up to the first with room
  // before it: a move must not write the order of all lines.
  const keys = new Map<string, string>()
  const rest = [{ id, ord: '' }, ...others.slice(at)]
  let last = before
  for (const [place, line] of rest.entries()) {
    if (place > 0 && line.ord > (last ?? '')) break
    const next = rest.slice(place + 1).find(({ ord }) => ord > (last ?? ''))
    last = (next && ordBetween(last, next.ord)) ?? ordAfter(last)
    keys.set(line.id, last)
  }
  return keys
}

/** Cells of a duplicate. */
function cellsOfCopy({ id: _id, ord: _ord, ...cells }: Line): Record<string, Json> {
  return { ...cells }
}
