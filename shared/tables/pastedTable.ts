/**
 * Parses pasted spreadsheets, carts, mails and CSV as a table of texts. Pure, apart from the
 * browser's HTML parser, which runs no scripts.
 */

import { parseForeignPage } from '../text/trusted.ts'
import { cutCells, tableText } from './cutCells.ts'
import { columnsByHeads } from './columnHeads.ts'
import { withoutMarks } from '../text/withoutMarks.ts'

export interface PastedTable {
  rows: string[][]
  /** First link of each row, where its text alone does not tell. */
  links: (string | null)[]
}

const DELIMITERS = [';', ',', '|'] as const
/** Share of lines with equal cell counts that makes untabbed text a table. */
const LEAST_ALIKE = 0.8
/** Rows looked at for headings: above them files have titles, dates and tools. */
export const MAX_TITLES = 30
/** Maximum length of a heading line. */
const MAX_HEADS = 400

/**
 * Parses pasted text.
 * @param html HTML flavor of the clipboard; shops put their links there
 * @returns null for a single cell, which is pasted normally
 */
export function readPasted(text: string, html = ''): PastedTable | null {
  const table = readFlavors(text, readHtml(html))
  const kept = table.rows
    .map((row, at) => ({ row, link: table.links[at] ?? null }))
    .filter(({ row, link }) => link !== null || row.some((cell) => cell !== ''))
  const rows = kept.map(({ row }) => row)
  const isBlock = rows.length > 1 || (rows[0]?.length ?? 0) > 1
  return isBlock ? { rows, links: kept.map(({ link }) => link) } : null
}

/** Cells of the plain flavor, where HTML has the same ones, and HTML's links. */
function readFlavors(text: string, drawn: PastedTable | null): PastedTable {
  if (drawn && !text.includes('\t')) return drawn
  const plain = readText(text)
  if (!drawn) return plain
  // A line end closes the last row.
  const rows = plain.rows.at(-1)?.join('') === '' ? plain.rows.slice(0, -1) : plain.rows
  const isSame =
    rows.length === drawn.rows.length &&
    rows.every((row, at) => row.length === drawn.rows[at]?.length)
  return isSame ? { rows, links: drawn.links } : drawn
}

function readText(text: string): PastedTable {
  const { body, said } = tableText(text.replaceAll(/\r\n?/g, '\n'))
  if (said ? said === '\t' : body.includes('\t')) {
    return { rows: cutCells(body, '\t').map((row) => row.map((cell) => cell.trim())), links: [] }
  }
  const rows = said ? cutCells(body, said) : cutGuessed(body)
  // Asterisks are literal in spreadsheets; in chats they may be markup.
  const cells = rows.map((row) => row.map((cell) => withoutMarks(cell.trim())))
  return {
    rows: cells.map((row) => row.map((cell) => cell.text)),
    links: cells.map((row) => row.find((cell) => cell.link !== null)?.link ?? null),
  }
}

/** Splits untabbed text: into cells if most lines have the same number. */
function cutGuessed(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // A single line may be a name with commas; headings without rows are not a table.
  if (lines.length < 2) return lines.map((line) => headsIn(line) ?? [line])
  for (const delimiter of DELIMITERS) {
    const rows = cutCells(text, delimiter).filter((row) => row.some((cell) => cell.trim() !== ''))
    const headed = belowHeads(rows, delimiter)
    if (headed) return headed
    const widths = rows.map((row) => row.length)
    const width = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    const alike = widths.filter((one) => one === width).length
    if (width > 1 && alike >= rows.length * LEAST_ALIKE)
      return delimiter === '|' ? withoutFrame(rows) : rows
  }
  // Aligned by spaces: a row missing a cell would shift the others.
  const spaced = lines.map((line) => line.trim().split(/ {2,}/))
  const isAligned = spaced.every((row) => row.length > 2 && row.length === spaced[0]?.length)
  return isAligned ? spaced : lines.map((line) => [line])
}

/** Rows of a text that headings divide: a row with more cells than those is one text again. */
function belowHeads(rows: string[][], delimiter: string): string[][] | null {
  const at = rows.slice(0, MAX_TITLES).findIndex((row) => row.length > 2 && columnsByHeads(row))
  const width = rows[at]?.length ?? 0
  const whole = (row: string[]) => {
    const isOver = row.slice(width).some((cell) => cell.trim() !== '')
    return isOver ? [row.join(delimiter)] : row
  }
  return at < 0 || at === rows.length - 1 || delimiter === '|' ? null : rows.map(whole)
}

function headsIn(line: string): string[] | null {
  if (line.length > MAX_HEADS) return null
  const cuts = DELIMITERS.map((delimiter) => cutCells(line, delimiter)[0] ?? [])
  return cuts.find((row) => row.length > 2 && columnsByHeads(row) !== null) ?? null
}

/** Markdown tables have bars at both ends and a line of dashes. */
function withoutFrame(rows: string[][]): string[][] {
  const isFramed = rows.every((row) => row[0]?.trim() === '' && row.at(-1)?.trim() === '')
  const inner = isFramed ? rows.map((row) => row.slice(1, -1)) : rows
  return inner.filter((row) => !row.every((cell) => /^\s*:?-{2,}:?\s*$/.test(cell)))
}

/** Longest table of an HTML fragment; null without one, or without an HTML parser. */
function readHtml(html: string): PastedTable | null {
  if (!/<table/i.test(html)) return null
  let page: Document
  try {
    page = parseForeignPage(html)
  } catch {
    return null
  }
  const tables = [...page.querySelectorAll('table')]
  const [table] = tables.toSorted((a, b) => b.rows.length - a.rows.length)
  if (!table) return null
  const grid = gridOf(table)
  // A single column is page layout, not a table of parts.
  if (grid.every((row) => row.length < 2)) return null
  return {
    rows: grid.map((row) => Array.from(row, (cell) => (cell ? textOf(cell) : ''))),
    links: [...table.rows].map(
      (row) => row.querySelector<HTMLAnchorElement>('a[href^="http"]')?.href ?? null,
    ),
  }
}

/** Columns placed: spans of a hostile page end there. */
const MAX_GRID = 200

/** Cells at their places: one over several columns or rows has blanks beside and below it. */
function gridOf(table: HTMLTableElement): (Element | null)[][] {
  const rows = [...table.rows]
  const grid: (Element | null)[][] = rows.map(() => [])
  for (const [at, row] of rows.entries()) {
    let column = 0
    for (const cell of [...row.cells].filter((one) => !isHidden(one))) {
      while (grid[at]?.[column] !== undefined) column++
      const end = Math.min(column + spanOf(cell, 'colspan'), MAX_GRID)
      for (const line of grid.slice(at, at + spanOf(cell, 'rowspan')))
        for (let to = column; to < end; to++) line[to] = null
      if (column < MAX_GRID) grid[at]?.splice(column, 1, cell)
    }
  }
  return grid
}

const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.min(Math.max(Number(cell.getAttribute(name)) || 1, 1), MAX_GRID)

const isHidden = (cell: HTMLElement): boolean =>
  cell.hasAttribute('hidden') || /display\s*:\s*none/i.test(cell.getAttribute('style') ?? '')

function textOf(cell: Element): string {
  // Lines in a cell are one name, with a space between: "Brake pad" and "front axle".
  for (const end of cell.querySelectorAll('br, p, div, li')) end.after(' ')
  return (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Tab-separated rows for spreadsheets. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /[\t\n\r]|^\s*"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}
