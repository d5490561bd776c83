import type { Cell } from './columnHeads.ts'

import { type Later, later } from '../words/words.ts'

/** Names of a line's typed cells, for people. */
export const COLUMN_NAMES: Readonly<Record<Cell, Later>> = {
  name: later('Part name'),
  manufacturer: later('Manufacturer'),
  partNumber: later('Part number'),
  price: later('Unit price'),
  qty: later('Quantity'),
  link: later('Link'),
}
