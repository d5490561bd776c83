/** Where the fields of the parts list stand: rows of `data-line`, in them fields of `data-cell`. */
import type { Cell } from '../fields/fieldRules.ts'

/** The columns that are typed into, as they stand at the desk. */
export const COLUMNS: readonly Cell[] = [
  'name',
  'manufacturer',
  'partNumber',
  'price',
  'qty',
  'link',
]

export interface Place {
  row: number
  column: number
}

export function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-line]')]
}

/** The field a key was pressed in, if it is one of the list's. */
export function fieldAt(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-line] [data-cell]') : null
}

export function placeOf(list: HTMLElement, field: HTMLElement): Place | null {
  const row = field.closest<HTMLElement>('[data-line]')
  const place = {
    row: row ? rowsIn(list).indexOf(row) : -1,
    column: COLUMNS.indexOf(field.dataset['cell'] as Cell),
  }
  return place.row < 0 || place.column < 0 ? null : place
}

/** The field at a place; on the phone, where a row is closed, the first there is. */
export function fieldIn(row: HTMLElement | undefined, column: number): HTMLElement | null {
  const cell = COLUMNS[column]
  return (
    row?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ??
    row?.querySelector<HTMLElement>('input[data-cell]') ??
    null
  )
}

/** Goes to a field with its text marked, so that the next key replaces it. */
export function goTo(field: HTMLElement | null): boolean {
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
