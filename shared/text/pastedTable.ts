/**
 * What people copy out of spreadsheets, shop carts, mails and CSV files, as a table of texts. Pure
 * but for the parser of HTML, which is the browser's own and runs nothing.
 */

import { parseForeignPage } from './trusted.ts'
import { cutCells } from './cutCells.ts'
import { columnsByHeads } from './pastedColumns.ts'
import { withoutMarks } from './withoutMarks.ts'

export interface PastedTable {
  rows: string[][]
  /** The first address a row led to, where the text alone does not tell. */
  links: (string | null)[]
}

const DELIMITERS = [';', ',', '|'] as const
/** Of a text without tabs: so many of its lines must have the same cells, to be a table. */
const LEAST_ALIKE = 0.8
/** How long a line of heads is at most. */
const MAX_HEADS = 400

/**
 * Reads what was pasted.
 * @param html the same as the clipboard has it for pages; shops put their links there
 * @returns null for a single cell, which is pasted as ever
 */
export function readPasted(text: string, html = ''): PastedTable | null {
  const table = readHtml(html) ?? readText(text)
  const kept = table.rows
    .map((row, at) => ({ row, link: table.links[at] ?? null }))
    .filter(({ row, link }) => link !== null || row.some((cell) => cell !== ''))
  const rows = kept.map(({ row }) => row)
  const isBlock = rows.length > 1 || (rows[0]?.length ?? 0) > 1
  return isBlock ? { rows, links: kept.map(({ link }) => link) } : null
}

function readText(text: string): PastedTable {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  // The line with which Excel is told what divides the cells.
  const said = /^"?sep=(.)"?\n/i.exec(clean)
  const body = said ? clean.slice(said[0].length) : clean
  if (body.includes('\t') && !said) {
    return { rows: cutCells(body, '\t').map((row) => row.map((cell) => cell.trim())), links: [] }
  }
  const rows = said?.[1] ? cutCells(body, said[1]) : cutGuessed(body)
  // Out of a spreadsheet a star is a star; out of a chat it may be a mark.
  const cells = rows.map((row) => row.map((cell) => withoutMarks(cell.trim())))
  return {
    rows: cells.map((row) => row.map((cell) => cell.text)),
    links: cells.map((row) => row.find((cell) => cell.link !== null)?.link ?? null),
  }
}

/** The lines of a text without tabs: cells where most lines have the same number of them. */
function cutGuessed(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  // One line may be a name with commas in it; the heads of a list without rows are none.
  if (lines.length < 2) return lines.map((line) => headsIn(line) ?? [line])
  for (const delimiter of DELIMITERS) {
    const rows = cutCells(text, delimiter).filter((row) => row.some((cell) => cell.trim() !== ''))
    const widths = rows.map((row) => row.length)
    const width = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    const alike = widths.filter((one) => one === width).length
    if (width > 1 && alike >= rows.length * LEAST_ALIKE)
      return delimiter === '|' ? withoutFrame(rows) : rows
  }
  // Columns that blanks line up: a row that lacks a cell would have the next one in its place.
  const spaced = lines.map((line) => line.trim().split(/ {2,}/))
  const isAligned = spaced.every((row) => row.length > 2 && row.length === spaced[0]?.length)
  return isAligned ? spaced : lines.map((line) => [line])
}

function headsIn(line: string): string[] | null {
  if (line.length > MAX_HEADS) return null
  const cuts = DELIMITERS.map((delimiter) => cutCells(line, delimiter)[0] ?? [])
  return cuts.find((row) => row.length > 2 && columnsByHeads(row) !== null) ?? null
}

/** A table of Markdown has a bar at both ends and a line of dashes. */
function withoutFrame(rows: string[][]): string[][] {
  const isFramed = rows.every((row) => row[0]?.trim() === '' && row.at(-1)?.trim() === '')
  const inner = isFramed ? rows.map((row) => row.slice(1, -1)) : rows
  return inner.filter((row) => !row.every((cell) => /^\s*:?-{2,}:?\s*$/.test(cell)))
}

/** The longest table of a piece of a page; null when there is none, or the browser does not read it. */
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
  const found = [...table.rows]
  const widest = Math.max(...found.map((row) => row.cells.length))
  // A page laid out with a table is no table of parts.
  if (widest < 2) return null
  return {
    rows: found.map((row) => [...row.cells].map((cell) => textOf(cell))),
    links: found.map(
      (row) => row.querySelector<HTMLAnchorElement>('a[href^="http"]')?.href ?? null,
    ),
  }
}

function textOf(cell: Element): string {
  // Lines within a cell are one name: "Brake pad" and "front axle" do not grow together.
  for (const end of cell.querySelectorAll('br, p, div, li')) end.after(' ')
  return (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
}

/** Rows as a spreadsheet takes them. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  const quoted = (cell: string) =>
    /[\t\n\r]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
  return rows.map((row) => row.map(quoted).join('\t')).join('\n')
}
