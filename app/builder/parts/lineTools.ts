/** What can be done to lines beside typing into them: move, duplicate, remove, clear. */
import type { RowActions } from './rowActions.ts'
import type { Line } from '#shared/kinds/kit.ts'
import type { Row } from './rowBook.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { newId } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { draftsNow, rowNow } from '../../kits/open/openKit.ts'
import { idInCopy, setCells, setDraft } from '../../sync/write/pump.ts'
import { toast } from '../../ui/layers/toast.ts'
import { cellsOfCopy, ordsFor } from './lineMoves.ts'
import { showCell } from '../fields/showCell.ts'
import { asOneEdit, say } from '../undo/undo.ts'

/** What the list shows now. */
export interface Shown {
  kitId: string
  rows: readonly Row[]
  actions: RowActions
}

/** The rows that are lines, in their order. */
const linesIn = (rows: readonly Row[]) => rows.filter((row) => !row.isGhost)

const nameOf = (row: Row, at: number) => row.line.name || t('Line {number}', { number: at + 1 })

/** Puts a line so that `at` others stand before it. */
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

/** Puts a line one place up (-1) or down (1). */
export function stepLine(shown: Shown, row: Row, by: -1 | 1): void {
  moveLine(shown, row, linesIn(shown.rows).indexOf(row) + by)
}

/** Makes a second line like this one below it, with what is half typed in it too. */
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
  // The screen may not have drawn the last key yet.
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

/** Removes a line; Undo stands in the message as well. */
export function removeLine({ rows, actions }: Shown, row: Row): void {
  const name = nameOf(row, linesIn(rows).indexOf(row))
  const undo = asOneEdit(t('Removal of {line}', { line: name }), () => actions.remove(row))
  toast({ title: t('Part removed'), text: name, action: { label: t('Undo'), onPress: undo } })
}
