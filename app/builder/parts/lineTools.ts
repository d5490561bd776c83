/** What can be done to lines beside typing into them: move, duplicate, remove, clear. */
import type { RowActions } from './rowActions.ts'
import type { Row } from './rowBook.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { newId } from '#shared/ids.ts'
import { setCells, setDraft } from '../../sync/write/pump.ts'
import { toast } from '../../ui/toast.ts'
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

const nameOf = (row: Row, at: number) => row.line.name || `Line ${at + 1}`

/** Puts a line so that `at` others stand before it. */
export function moveLine({ kitId, rows }: Shown, row: Row, at: number): void {
  const lines = linesIn(rows)
  const from = lines.indexOf(row)
  const others = lines.filter((one) => one !== row)
  const to = Math.max(0, Math.min(others.length, at))
  if (from < 0) return
  if (to === from) return say(`${nameOf(row, from)} is ${from === 0 ? 'first' : 'last'} already.`)
  const ords = ordsFor(
    row.line.id,
    others.map((one) => one.line),
    to,
  )
  asOneEdit(`Place of ${nameOf(row, from)}`, () => {
    for (const [id, ord] of ords) setCells('line', id, kitId, { ord })
  })
  say(`${nameOf(row, from)} is line ${to + 1} of ${lines.length} now.`)
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
    toast({ title: 'No room for another line', text: `A kit has at most ${MAX_LINES} lines.` })
    return
  }
  const id = newId()
  const ords = ordsFor(
    id,
    lines.map((one) => one.line),
    at + 1,
  )
  asOneEdit(`Copy of ${nameOf(row, at)}`, () => {
    setCells('line', id, kitId, { ord: ords.get(id) ?? '', ...cellsOfCopy(row.line) })
    for (const [cell, text] of Object.entries(row.drafts)) setDraft(id, cell, text)
    for (const [other, ord] of ords) if (other !== id) setCells('line', other, kitId, { ord })
  })
  say(`${nameOf(row, at)} is there twice now.`)
  showCell(() => id, 'name')
}

/** Removes a line; Undo stands in the message as well. */
export function removeLine({ rows, actions }: Shown, row: Row): void {
  const name = nameOf(row, linesIn(rows).indexOf(row))
  const undo = asOneEdit(`Removal of ${name}`, () => actions.remove(row))
  toast({ title: 'Part removed', text: name, action: { label: 'Undo', onPress: undo } })
}
