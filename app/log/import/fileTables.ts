/** A file of another app as tables: one, or of those that have several in a file each with its name. */
import { cutCells } from '#shared/text/cutCells.ts'

export interface FileTable {
  /** "Refuelling" of a line "##Refuelling" above it, else ''. */
  name: string
  heads: string[]
  rows: FileRow[]
}

export interface FileRow {
  /** As a spreadsheet numbers it, from 1. */
  number: number
  cells: string[]
}

const DELIMITERS = [',', ';', '\t', '|'] as const
/** So many lines say what divides the cells. */
const LOOKED_AT = 40

/** The tables of a file that have heads and rows. */
export function fileTables(text: string): FileTable[] {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const said = /^"?sep=(.)"?\n/i.exec(clean)
  const body = said ? clean.slice(said[0].length) : clean
  const rows = cutCells(body, said?.[1] ?? delimiterOf(body))
    .map((cells, at) => ({ number: at + (said ? 2 : 1), cells: cells.map(plain) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const tables: FileTable[] = []
  let name = ''
  let current: FileTable | null = null
  for (const row of rows) {
    const title = /^##?\s*(\S.*)$/.exec(row.cells[0] ?? '')?.[1]
    if (title !== undefined && row.cells.slice(1).every((cell) => cell === '')) {
      name = title.trim()
      current = null
    } else if (!current) {
      current = { name, heads: row.cells, rows: [] }
      tables.push(current)
    } else current.rows.push(row)
  }
  return tables.filter(({ heads, rows: own }) => heads.length > 1 && own.length > 0)
}

/** The one that cuts the most of the first lines, and these alike. */
function delimiterOf(text: string): string {
  const lines = text.split('\n', LOOKED_AT).join('\n')
  const count = (delimiter: string) => {
    const widths = cutCells(lines, delimiter).map((cells) => cells.length)
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    return Math.max(usual, widths[0] ?? 1) - 1
  }
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** As it was before a spreadsheet was kept from running it: our own export puts a ' there. */
const plain = (cell: string) => cell.trim().replace(/^'(?=[=+\-@＝＋－＠])/, '')
