/** Two readings of the same data, from before and after an update: what is gone, new or changed. */
import type { Cell, Cells, Json } from '#shared/cells/cells.ts'

import { isSameValue, mergeCells } from '#shared/cells/cells.ts'

/** Data by a key that says which it is: "kit ID", "GET /api/lists/ABC123". */
export type Reading = ReadonlyMap<string, Json>

/** Keys; those of changes with the place inside, such as "line ID.price". */
export interface Difference {
  gone: string[]
  changed: string[]
  added: string[]
}

/**
 * Effects of an update on a reading. New fields are no difference: a newer server may say more. A
 * new row is one, because that is how duplicates show.
 */
export function compare(before: Reading, after: Reading): Difference {
  const difference: Difference = { gone: [], changed: [], added: [] }
  for (const [key, value] of before) {
    const now = after.get(key)
    if (now === undefined) difference.gone.push(key)
    else difference.changed.push(...changesIn(value, now).map((place) => `${key}${place}`))
  }
  for (const key of after.keys()) if (!before.has(key)) difference.added.push(key)
  return difference
}

function changesIn(before: Json, after: Json): string[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [` (${before.length} became ${after.length})`]
    return before.flatMap((one, at) => under(`[${at}]`, changesIn(one, after[at] ?? null)))
  }
  if (isObject(before) && isObject(after)) {
    return Object.entries(before).flatMap(([name, value]) => {
      const now = after[name]
      return now === undefined ? [`.${name}`] : under(`.${name}`, changesIn(value, now))
    })
  }
  return isSameValue(before, after) ? [] : ['']
}

const under = (name: string, places: readonly string[]) => places.map((place) => name + place)

function isObject(value: Json): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A row of the server, or the cells that a device still has to send of it. */
export interface Row {
  kind: string
  id: string
  kit: string
  cells: Cells
}

export const keyOf = ({ kind, id }: Pick<Row, 'kind' | 'id'>) => `${kind} ${id}`

/** Rows expected once all pending cells have arrived: each cell once, the later stamp wins. */
export function withUnsent(rows: readonly Row[], unsent: readonly Row[]): Row[] {
  const merged = new Map(rows.map((row) => [keyOf(row), row]))
  for (const row of unsent) {
    const there = merged.get(keyOf(row))
    merged.set(keyOf(row), there ? { ...there, cells: mergeCells(there.cells, row.cells) } : row)
  }
  return [...merged.values()]
}

/** Values of each row without stamps: equal if a person would call them the same. */
export function valuesOf(rows: readonly Row[]): Reading {
  const value = ([json]: Cell): Json => json
  return new Map(
    rows.map((row) => [
      keyOf(row),
      {
        kit: row.kit,
        ...Object.fromEntries(Object.entries(row.cells).map(([name, c]) => [name, value(c)])),
      },
    ]),
  )
}

/** How many differences there are. */
export function countOf({ gone, changed, added }: Difference): number {
  return gone.length + changed.length + added.length
}

/** The first few differences, for a person. */
export function sayDifference({ gone, changed, added }: Difference): string {
  const list = (word: string, keys: readonly string[]) =>
    keys.length === 0 ? [] : [`${keys.length} ${word} (${keys.slice(0, 3).join('; ')})`]
  return [...list('gone', gone), ...list('changed', changed), ...list('added', added)].join(', ')
}
