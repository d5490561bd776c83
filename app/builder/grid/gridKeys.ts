/** The keys of a spreadsheet in the parts list. */
import type { Shown } from '../parts/lineTools.ts'
import type { CellBlock } from './cellBlock.ts'

import { COLUMNS, fieldAt, fieldIn, goTo, placeOf, rowsIn } from '../parts/cellPlaces.ts'
import { duplicateLine, removeLine, stepLine } from '../parts/lineTools.ts'
import { typeInto } from '../fields/showCell.ts'
import { lineField } from '../oneLine/entryDraft.ts'
import { CONTROL } from '../../ui/browser/keyNames.ts'
import { say } from '../undo/undo.ts'
import { t } from '#shared/words/words.ts'
import { keyInOrder } from '../../ui/browser/keyInOrder.ts'

/** How many rows Page Up and Page Down go. */
const PAGE_ROWS = 10

export interface Grid {
  list: HTMLElement
  isDesk: boolean
  shown: () => Shown
  block: CellBlock
  /** What a field held when it got the focus. */
  entered: { field: HTMLElement; text: string } | null
  /** The field in which the key before asked for all of its text. */
  takenWhole: HTMLElement | null
  onHelp: () => void
}

/** Handles a key in the list; one that is handled does nothing else. */
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

/** Keys for the cells that are marked together. */
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
 * The first time the text of the field, and only the next time all cells: who is used to emptying a
 * field this way must not empty the whole list, also where the field is empty or marked already.
 */
function takeAll(grid: Grid, field: HTMLElement): boolean {
  if (grid.takenWhole === field && isCell(field)) return grid.block.takeAll()
  grid.takenWhole = field
  say(t('{control} A again marks all cells.', { control: CONTROL }))
  // Only in a text: on a button the browser would mark the whole page.
  return !(field instanceof HTMLInputElement)
}

const isControl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey
const isTakeAll = (event: KeyboardEvent) => event.key.toLowerCase() === 'a' && isControl(event)
const MODIFIERS = new Set(['Control', 'Meta', 'Shift', 'Alt'])

/** Keys for the whole line. */
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

/** Keys that go to another field or bring a text back. */
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
    // With the caret in a text they are the text's own, also where there is nowhere to go in it.
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

/** Enter goes down, with Shift up; on the phone from the last line to the next part. On a button it presses that. */
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
  // Taken even at the end: a page that scrolls away under the fingers helps nobody.
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

/** Whether a field is taken as a whole: a text that is marked, or none. */
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

/** Escape brings back what was there when the field got the focus. */
function restore(grid: Grid, field: HTMLElement): boolean {
  const { entered } = grid
  if (!(field instanceof HTMLInputElement) || entered?.field !== field) return false
  if (field.value === entered.text) return false
  typeInto(field, entered.text)
  field.select()
  return true
}
