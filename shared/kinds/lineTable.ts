/** The parts of a kit as a table: its columns on the kit's page, in a shared list and on paper. */
import { LINE_FIELDS, type Line, type LineField, totalText } from './kit.ts'
import { type Later, later, say } from '../words/words.ts'

export type TablePlace = 'kit' | 'list' | 'paper'
export type ColumnName = LineField | 'total'

const TABLES: Readonly<Record<TablePlace, readonly (readonly [ColumnName, Later])[]>> = {
  kit: [
    ['name', later('Part Name')],
    ['manufacturer', later('Manufacturer')],
    ['partNumber', later('Part Number')],
    ['price', later('Unit Price')],
    ['qty', later('Qty')],
    ['total', later('Total Price')],
    ['link', later('Links')],
  ],
  list: [
    ['name', later('Part')],
    ['manufacturer', later('Manufacturer')],
    ['partNumber', later('Part Number')],
    ['qty', later('Qty')],
    ['price', later('Unit Price')],
    ['total', later('Total')],
    ['link', later('Link')],
  ],
  // Maker, shop and the day of the price stand below the name.
  paper: [
    ['name', later('Part')],
    ['partNumber', later('Number')],
    ['qty', later('Qty')],
    ['price', later('Each')],
    ['total', later('Total')],
  ],
}

/** Columns with their headings. */
export const lineColumns = (place: TablePlace): { name: ColumnName; head: string }[] =>
  TABLES[place].map(([name, head]) => ({ name, head: say(head) }))

/** Text of a cell; '' for none. */
export function cellText(line: Line, name: ColumnName): string {
  if (name === 'total') return totalText(line)
  const { shown }: { shown: (value: never) => string } = LINE_FIELDS[name]
  return shown(line[name] as never)
}

/** Columns of figures, which end at one edge. */
export const isFigure = (name: ColumnName): boolean =>
  name === 'price' || name === 'qty' || name === 'total'
