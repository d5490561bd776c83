/** Spreadsheet keys of the parts list. */
import type { CellBlock } from './cellBlock.ts'

import { COLUMNS, fieldAt, fieldIn, goTo, placeOf, rowsIn } from '../rows/cellPlaces.ts'
import { duplicateLine, removeLine, type Shown, stepLine } from '../undo/lineTools.ts'
import { typeInto } from '../rows/showCell.ts'
import { lineField } from '../rows/entryDraft.ts'
import { CONTROL, keyInOrder } from '../../ui/browser/keyNames.ts'
import { say } from '../undo/undo.ts'
import { t } from '#shared/words/words.ts'

const PAGE_ROWS = 10

export interface Grid {
  list: HTMLElement
  isDesk: boolean
  shown: () => Shown
  block: CellBlock
  /** Text of the field at focus. */
  entered: { field: HTMLElement; text: string } | null
  /** Field in which the previous key was Ctrl+A. */
  takenWhole: HTMLElement | null
  onHelp: () => void
}

/** Handles a key in the list; a handled one does nothing else. */
export function handleKey(grid: Grid, event: KeyboardEvent): void {
  const field = fieldAt(event.target)
  if (!field || event.isComposing || event.defaultPrevented) return
  const isTakingWhole = grid.isDesk && isTakeAll(event)
  if (!isTakingWhole && !MODIFIERS.has(event.key)) grid.takenWhole = null
  const isHandled = grid.isDesk
    ? handleBlockKey(grid, field, event) ||
      handleLineKey(grid, field, event) ||
      move(grid, field, event)
    : enterMoves(grid, field, event)
  if (isHandled) event.preventDefault()
}

/** Keys for the selected cells. */
function handleBlockKey(grid: Grid, field: HTMLElement, event: KeyboardEvent): boolean {
  const { block, list } = grid
  if (isTakeAll(event)) return takeAll(grid, field)
  if (!block.isMarked) return false
  if (event.key === 'Delete' || event.key === 'Backspace') {
    block.empty()
    return true
  }
  const isExtending = event.shiftKey && event.key.startsWith('Arrow')
  if (event.key === 'Shift' || isControl(event) || isExtending) return false
  block.clear()
  return event.key === 'Escape' && list.contains(document.activeElement)
}

/**
 * Ctrl+A selects the field's text first, and all cells only when repeated: a habitual Ctrl+A,
 * Delete must not clear the list, even where the field is empty or selected already.
 */
function takeAll(grid: Grid, field: HTMLElement): boolean {
  if (grid.takenWhole === field && isCell(field)) return grid.block.takeAll()
  grid.takenWhole = field
  say(t('{control} A again marks all cells.', { control: CONTROL }))
  // On a button the browser would select the whole page.
  return !(field instanceof HTMLInputElement)
}

const isControl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey
const isTakeAll = (event: KeyboardEvent) => event.key.toLowerCase() === 'a' && isControl(event)
const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt'])

function handleLineKey(grid: Grid, field: HTMLElement, event: KeyboardEvent): boolean {
  const shown = grid.shown()
  const key = field.closest('[data-line]')?.getAttribute('data-line')
  const row = shown.rows.find((one) => one.key === key)
  const isLine = row !== undefined && !row.isGhost
  if (isControl(event) && event.key === '/') {
    grid.onHelp()
    return true
  }
  if (isControl(event) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'd') {
    if (isLine) duplicateLine(shown, row)
    return true
  }
  if (!isLine) return false
  if (isControl(event) && event.shiftKey && event.key === 'Backspace') {
    const place = placeOf(grid.list, field)
    removeLine(shown, row)
    const rows = rowsIn(grid.list)
    if (place) goTo(fieldIn(rows[place.row + 1] ?? rows[place.row - 1], place.column))
    return true
  }
  const isUpDown = event.key === 'ArrowUp' || event.key === 'ArrowDown'
  if (!event.altKey || isControl(event) || !isUpDown) return false
  stepLine(shown, row, event.key === 'ArrowUp' ? -1 : 1)
  return true
}

/** Keys that move to another field or restore a text. */
function move(grid: Grid, field: HTMLElement, event: KeyboardEvent): boolean {
  const { shiftKey } = event
  const key = keyInOrder(event.key)
  if (event.altKey) return false
  if (key === 'Enter') return enterMoves(grid, field, event)
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const by = key === 'ArrowUp' ? -1 : 1
    if (shiftKey) return grid.block.extend(field, by, 0)
    return isControl(event) ? toEnd(grid, field, by) : byRows(grid, field, by)
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowLeft' ? -1 : 1
    if (shiftKey) return grid.block.isMarked && grid.block.extend(field, 0, by)
    return !isControl(event) && isAtEdge(field, by) && sideways(grid, field, by)
  }
  if (key === 'Home' || key === 'End') {
    const by = key === 'Home' ? -1 : 1
    if (isControl(event)) return toEnd(grid, field, by)
    // While editing a text, arrows belong to it, even at its edge.
    if (shiftKey || !isCell(field)) return false
    const row = field.closest<HTMLElement>('[data-line]') ?? undefined
    return goTo(fieldIn(row, by < 0 ? 0 : COLUMNS.length - 1))
  }
  if (key === 'PageUp' || key === 'PageDown')
    return byRows(grid, field, key === 'PageUp' ? -PAGE_ROWS : PAGE_ROWS)
  if (key === 'F2' && field instanceof HTMLInputElement) {
    field.setSelectionRange(field.value.length, field.value.length)
    return true
  }
  if (key === 'Escape') return restore(grid, field)
  return false
}

/** Enter goes down, Shift+Enter up; on the phone the last line leads to a new part. */
function enterMoves(grid: Grid, field: HTMLElement, event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || !(field instanceof HTMLInputElement)) return false
  const isLast = placeOf(grid.list, field)?.row === rowsIn(grid.list).length - 1
  if (!grid.isDesk && !event.shiftKey && isLast) return goTo(lineField())
  return byRows(grid, field, event.shiftKey ? -1 : 1)
}

function byRows(grid: Grid, field: HTMLElement, by: number): boolean {
  const place = placeOf(grid.list, field)
  if (!place) return false
  const rows = rowsIn(grid.list)
  const to = Math.max(0, Math.min(rows.length - 1, place.row + by))
  // Handled even at the end: otherwise the page would scroll.
  return to === place.row || goTo(fieldIn(rows[to], place.column))
}

function toEnd(grid: Grid, field: HTMLElement, by: -1 | 1): boolean {
  return byRows(grid, field, by * rowsIn(grid.list).length)
}

function sideways(grid: Grid, field: HTMLElement, by: -1 | 1): boolean {
  const place = placeOf(grid.list, field)
  if (!place) return false
  const rows = rowsIn(grid.list)
  const column = place.column + by
  if (column >= 0 && column < COLUMNS.length) return goTo(fieldIn(rows[place.row], column))
  return goTo(fieldIn(rows[place.row + by], by < 0 ? COLUMNS.length - 1 : 0))
}

/** Whether the field counts as a whole: its text is selected, or empty. */
function isCell(field: HTMLElement): boolean {
  if (!(field instanceof HTMLInputElement)) return true
  return field.selectionStart === 0 && field.selectionEnd === field.value.length
}

/** Whether an arrow has nowhere to go within the text. */
function isAtEdge(field: HTMLElement, by: -1 | 1): boolean {
  if (isCell(field) || !(field instanceof HTMLInputElement)) return true
  const { selectionStart: start, selectionEnd: end, value } = field
  return start === end && start === (by < 0 ? 0 : value.length)
}

/** Escape restores the text from before the focus. */
function restore(grid: Grid, field: HTMLElement): boolean {
  const { entered } = grid
  if (!(field instanceof HTMLInputElement) || entered?.field !== field) return false
  if (field.value === entered.text) return false
  typeInto(field, entered.text)
  field.select()
  return true
}
