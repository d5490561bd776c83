/** Lines that change their place or are made a second time. */
import type { Json } from '#shared/sync/cells.ts'
import type { Line } from '#shared/kinds/kit.ts'

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
  // Two devices gave the same key. Only the lines that tie get new ones, up to the first that has
  // room before it: whoever moves one line says nothing of all the others.
  const keys = new Map<string, string>()
  const rest = [{ id, ord: '' }, ...others.slice(at)]
  let last = before
  for (const [place, line] of rest.entries()) {
    if (place > 0 && line.ord > (last ?? '')) break
    const next = rest.slice(place + 1).find(({ ord }) => ord > (last ?? ''))
    last = (next && ordBetween(last, next.ord)) ?? ordAfter(last)
    keys.set(line.id, last)
  }
  return keys
}

/** What a second line like this one holds. */
export function cellsOfCopy({ id: _id, ord: _ord, ...cells }: Line): Record<string, Json> {
  return { ...cells }
}
