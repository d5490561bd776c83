/** Short labels of cells. */
import { later } from '#shared/words/words.ts'

export const CELL_NAMES = {
  name: later('Name'),
  manufacturer: later('Brand'),
  partNumber: later('Number'),
  price: later('Price'),
  qty: later('Qty'),
  link: later('Link'),
} as const
