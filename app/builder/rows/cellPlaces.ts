/** Finds fields of the parts list: `data-cell` within rows of `data-line`. */
import type { Cell } from '#shared/tables/columnHeads.ts'

import { LINE_FIELDS } from '#shared/kinds/line.ts'

/** Input columns in the desk's order. */
export const COLUMNS = Object.keys(LINE_FIELDS) as Cell[]

export interface Place {
  row: number
  column: number
}

export function rowsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-line]')]
}

/** The list's field that an event is from, or null. */
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

/** Field at a place; in a closed card its first field. */
export function fieldIn(row: HTMLElement | undefined, column: number): HTMLElement | null {
  const cell = COLUMNS[column]
  return (
    row?.querySelector<HTMLElement>(`[data-cell="${cell}"]`) ??
    row?.querySelector<HTMLElement>('input[data-cell]') ??
    null
  )
}

/** Focuses a field with its text selected, so that the next key replaces it. */
export function goTo(field: HTMLElement | null): boolean {
  if (!field) return false
  field.focus()
  if (field instanceof HTMLInputElement) field.select()
  return true
}
