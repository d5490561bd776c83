/** A row is a set of cells; each cell is merged on its own: the later stamp wins. */
import { nodeOf, type Stamp } from './stamp.ts'

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

/** A field of stored JSON, undefined when it is not an object. */
export function fieldOf(value: Json | undefined, name: string): Json | undefined {
  return value && typeof value === 'object' && !Array.isArray(value) ? value[name] : undefined
}

/** A value and when it was given. */
export type Cell = readonly [value: Json, stamp: Stamp]
export type Cells = Record<string, Cell>

/** JSON with sorted keys, so that equal values are equal text on every device. */
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

/** The text of a cell, '' when it is missing or something else. */
export function textIn(cells: Cells, name: string): string {
  const value = cells[name]?.[0]
  return typeof value === 'string' ? value : ''
}

export function isSameValue(a: Json, b: Json): boolean {
  return a === b || canonicalJson(a) === canonicalJson(b)
}

/**
 * Whether cell `a` replaces cell `b`. Equal stamps happen (a copied browser profile has the same
 * node), so the greater value decides: without it two devices could differ for ever.
 */
export function beats(a: Cell, b: Cell | undefined): boolean {
  if (!b) return true
  if (a[1] !== b[1]) return a[1] > b[1]
  return canonicalJson(a[0]) > canonicalJson(b[0])
}

/** The merge of two sets of cells. Idempotent, commutative and associative. */
export function mergeCells(a: Cells, b: Cells): Cells {
  const merged = { ...a }
  for (const [name, cell] of Object.entries(b)) {
    if (beats(cell, merged[name])) merged[name] = cell
  }
  return merged
}

/**
 * The greatest stamp of a row, '' for a row without cells.
 * @param isCounted which cells count, by name; without it all
 */
export function latestStamp(cells: Cells, isCounted?: (name: string) => boolean): Stamp {
  let latest = ''
  for (const [name, cell] of Object.entries(cells))
    if (cell[1] > latest && (isCounted?.(name) ?? true)) latest = cell[1]
  return latest
}

/** Cells that say nothing of what a person typed: that a row moved, or what the server wrote to it. */
export const NO_CONTENT = ['del', 'ord', 'status', 'author', 'hidden', 'removed'] as const
const noContent = new Set<string>(NO_CONTENT)

/** Whether a cell is what a person types into a row. */
export const isContentCell = (name: string): boolean => !noContent.has(name)

/**
 * Whether a row of a kit exists: it does unless it was deleted after somebody typed into it last.
 * What is typed after the deletion revives it, on a tie the deletion wins. Order and status revive
 * nothing: moving one line gave others another key, and they came back from the dead. Nor does the
 * server: a comment that came with its own deletion lived, since its author was noted after that.
 */
export function isRowAlive(cells: Cells): boolean {
  const del = cells['del']
  return !del || del[0] !== true || latestStamp(cells, isContentCell) > del[1]
}

/** Whether a kit exists. Only an explicit `del: false` brings one back, never an edit. */
export function isKitAlive(cells: Cells): boolean {
  return cells['del']?.[0] !== true
}

/** The name that a node has for strangers in one kit: nine characters of a stamp's alphabet. */
export type Alias = (node: string, kit: string) => string

/** Cells as strangers read them: their stamps say when, and not which installation gave them. */
export function withAliases(cells: Cells, kit: string, alias: Alias): Cells {
  return Object.fromEntries(
    Object.entries(cells).map(([name, [value, stamp]]) => [
      name,
      [value, stamp.slice(0, 10) + alias(nodeOf(stamp), kit)],
    ]),
  )
}
