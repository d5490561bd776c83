/** A row is a set of cells, and each cell merges on its own: last write wins by stamp. */
import { nodeOf, type Stamp } from './stamp.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** Field of a JSON object, undefined for other values. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined
}

/** A value and the stamp of its write. */
export type Cell = readonly [value: Json, stamp: Stamp]
export type Cells = Record<string, Cell>

/** JSON with sorted keys: equal values give equal text on every device. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.keys(value)
      .toSorted()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
    return `{${entries.join(',')}}`
  }
  return JSON.stringify(value)
}

/** Text of a cell, '' when missing or not text. */
export function textIn(cells: Cells, name: string): string {
  const value = cells[name]?.[0]
  return typeof value === 'string' ? value : ''
}

export function isSameValue(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/**
 * Whether cell `a` overwrites cell `b`. Equal stamps happen (a copied browser profile has the same
 * node); then the greater value wins, or two devices could differ forever.
 */
export function beats(a: Cell, b: Cell | undefined): boolean {
  if (!b) return true
  if (a[1] !== b[1]) return a[1] > b[1]
  return canonicalJson(a[0]) > canonicalJson(b[0])
}

/** Merges two sets of cells. Idempotent, commutative and associative. */
export function mergeCells(a: Cells, b: Cells): Cells {
  const merged = { ...a }
  for (const [name, cell] of Object.entries(b)) {
    if (beats(cell, merged[name])) merged[name] = cell
  }
  return merged
}

/**
 * Latest stamp of a row, '' for a row without cells.
 * @param isCounted filter by cell name; all if absent
 */
export function latestStamp(cells: Cells, isCounted?: (name: string) => boolean): Stamp {
  let latest = ''
  for (const [name, cell] of Object.entries(cells))
    if (cell[1] > latest && (isCounted?.(name) ?? true)) latest = cell[1]
  return latest
}

/** Cells that are not typed content: order, status, tombstone, server-written marks. */
export const NO_CONTENT = ['del', 'ord', 'status', 'author', 'hidden', 'removed'] as const
const noContent = new Set<string>(NO_CONTENT)

/** Whether a cell is content typed by a person. */
export const isContentCell = (name: string): boolean => !noContent.has(name)

/**
 * Whether a row of a kit is alive: its tombstone is undone by later content, and wins ties. `ord`
 * and `status` revive nothing: moving one line rekeys others, which used to bring deleted ones
 * back. Server-written cells do not either: a comment pulled with its own deletion came alive when
 * its author was noted afterwards.
 */
export function isRowAlive(cells: Cells): boolean {
  const del = cells['del']
  return !del || del[0] !== true || latestStamp(cells, isContentCell) > del[1]
}

/** Whether a kit is alive. Only an explicit `del: false` restores one, never an edit. */
export function isKitAlive(cells: Cells): boolean {
  return cells['del']?.[0] !== true
}

/** A node's alias for strangers within one kit: nine characters of the stamp alphabet. */
export type Alias = (node: string, kit: string) => string

/** Cells for strangers: stamps keep their time, but hide which installation issued them. */
export function withAliases(cells: Cells, kit: string, alias: Alias): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([name, [value, stamp]]) => [
      name,
      [value, stamp.slice(0, 10) + alias(nodeOf(stamp), kit)],
    ]),
  )
}
