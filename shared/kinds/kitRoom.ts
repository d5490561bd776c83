/** How many lines still fit into a kit. */

import { type Line, MAX_KIT_BYTES, MAX_LINES, rowBytes } from './kit.ts'

/** Leaves room for notes, job sheet and later edits. */
const BYTES_KEPT = 0.85
/** Bytes per line besides its values: id and cell names. */
export const LINE_BYTES = 160

/** How many of `more` still fit beside `known`, by count and size. */
export function countFitting(
  known: readonly Partial<Line>[],
  more: readonly Partial<Line>[],
): number {
  let bytes = known.reduce((sum, line) => sum + bytesOf(line), 0)
  let count = 0
  for (const line of more.slice(0, Math.max(0, MAX_LINES - known.length))) {
    bytes += bytesOf(line)
    if (bytes > MAX_KIT_BYTES * BYTES_KEPT) break
    count++
  }
  return count
}

function bytesOf({ id: _id, ord: _ord, ...cells }: Partial<Line>): number {
  const stamped = Object.entries(cells).map(([cell, value]) => [cell, [value, '']] as const)
  return rowBytes(Object.fromEntries(stamped)) + LINE_BYTES
}
