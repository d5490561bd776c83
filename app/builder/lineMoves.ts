/** Lines that change their place or are made a second time. */
import type { Json } from '#shared/cells.ts'
import type { Line } from '#shared/kit.ts'

import { ordAfter } from '#shared/ord.ts'
import { ordBetween } from '#shared/ordBetween.ts'

/**
 * The order keys that put a line at a place among the others: usually its own only.
 * @param others the other lines, in their order
 * @param at how many of them stand before it
 * @returns keys by line id
 */
export function ordsFor(
  id: string,
  others: readonly Pick<Line, 'id' | 'ord'>[],
  at: number,
): Map<string, string> {
  const before = others[at - 1]?.ord ?? null
  const after = others[at]?.ord
  const between = after === undefined ? ordAfter(before) : ordBetween(before, after)
  const isFree = between !== null && !others.some(({ ord }) => ord === between)
  if (isFree) return new Map([[id, between]])
  // Two devices gave the same key: everything from here on is numbered anew, behind all others.
  let last = others.reduce((max, { ord }) => (ord > max ? ord : max), '')
  const rest = [{ id }, ...others.slice(at)]
  return new Map(rest.map((line) => [line.id, (last = ordAfter(last))]))
}

/** What a second line like this one holds. */
export function cellsOfCopy({ id: _id, ord: _ord, ...cells }: Line): Record<string, Json> {
  return { ...cells }
}
