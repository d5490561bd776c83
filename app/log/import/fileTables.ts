/** Tables of another app's file: one, or several with names. */
import { unguarded } from '#shared/tables/csv.ts'
import { cutCells, delimiterOf, tableText } from '#shared/tables/cutCells.ts'

export interface FileTable {
  /** "Refuelling" from a line "##Refuelling" above it, or a line of its own behind a blank one. */
  name: string
  /** Name of its sheet in a workbook of several, which may be a vehicle's; else ''. */
  sheet: string
  heads: string[]
  rows: FileRow[]
}

export interface FileRow {
  /** Line number in a spreadsheet, from 1. */
  number: number
  cells: string[]
}

/** Tables with heads and rows. */
export function fileTables(text: string): FileTable[] {
  const { body, said } = tableText(text.replaceAll(/\r\n?/g, '\n'))
  const cut = cutCells(body, said ?? delimiterOf(body))
  // Spreadsheets show no line that names the delimiter.
  const rows = cut.map((cells, at) => ({ number: at + 1, cells: cells.map(plain) }))
  const tables: FileTable[] = []
  let name = ''
  let current: FileTable | null = null
  let isApart = true
  for (const [at, row] of rows.entries()) {
    const [first = '', ...others] = row.cells
    const isOne = others.every((cell) => cell === '')
    const isAlone = isApart && isOne && (rows[at + 1]?.cells ?? []).filter(Boolean).length > 1
    isApart = isOne && first === ''
    if (isApart) continue
    if (isAlone || (isOne && /^##?\s*\S/.test(first))) {
      name = first.replace(/^#+/, '').trim()
      current = null
    } else if (!current) {
      current = { name, sheet: said === '\t' ? name : '', heads: row.cells, rows: [] }
      tables.push(current)
    } else current.rows.push(row)
  }
  return tables.filter(({ heads, rows: own }) => heads.length > 1 && own.length > 0)
}

/** Removes the ' by which our own export guards against formulas. */
const plain = (cell: string) => unguarded(cell.trim())
