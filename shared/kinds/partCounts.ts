/**
 * Counts of a kit. A part is a line; so is an item, used only in a list's heading. Pieces are the
 * quantities to buy.
 */
import type { Line } from './kit.ts'
import { many } from '../words/words.ts'

/** "3 parts" */
export const parts = (count: number): string => many(count, '{count} part', '{count} parts')

/** "3 items", for "Parts List (3 items)". */
export const items = (count: number): string => many(count, '{count} item', '{count} items')

/** "3 parts, 4 pieces"; `open` quantities, such as "6.5 L", leave the pieces unknown. */
export function partsAndPieces(lines: readonly Pick<Line, 'qty'>[], open = 0): string {
  if (open > 0) return parts(lines.length)
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0)
  return `${parts(lines.length)}, ${many(pieces, '{count} piece', '{count} pieces')}`
}
