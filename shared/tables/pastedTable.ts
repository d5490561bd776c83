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

/** Delimiters of cells; the last one of columns that blanks align. */
const BLANKS = '  '
const DELIMITERS = ['\t', ';', ',', '|', BLANKS] as const
/** Share of rows with equal cell counts that makes a text without headings a table. */
const LEAST_ALIKE = 0.8
/** Rows looked at for headings: above them files have titles, dates and tools. */
export const MAX_TITLES = 30
/** Maximum length of a heading line without rows. */
const MAX_HEADS = 400
/** Letters read, for hundreds of times a kit's lines. */
const MAX_TEXT = 1_200_000

/**
 * Parses pasted text.
 * @param html HTML flavor of the clipboard; shops put their links there
 * @returns null for a single cell, which is pasted normally
 */
export function readPasted(text: string, html = ''): PastedTable | null {
  const table = readFlavors(text.slice(0, MAX_TEXT), readHtml(html.slice(0, 4 * MAX_TEXT)))
  const kept = table.rows
    .map((row, at) => ({ row, link: table.links[at] ?? null }))
    .filter(({ row, link }) => link !== null || row.some((cell) => cell !== ''))
  const rows = kept.map(({ row }) => row)
  const isBlock = rows.length > 1 || (rows[0]?.length ?? 0) > 1
  // The rest is named as a row that is no part.
  if (text.length > MAX_TEXT) rows.push([text.slice(MAX_TEXT, MAX_TEXT + MAX_HEADS)])
  return isBlock ? { rows, links: kept.map(({ link }) => link) } : null
}

/** Cells of the plain flavor, where HTML has the same ones, and HTML's links. */
function readFlavors(text: string, drawn: PastedTable | null): PastedTable {
  const plain = readText(text)
  if (!drawn) return plain
  // A line end closes the last row.
  const rows = plain.rows.at(-1)?.join('') === '' ? plain.rows.slice(0, -1) : plain.rows
  const isSame =
    text.includes('\t') &&
    rows.length === drawn.rows.length &&
    rows.every((row, at) => row.length === drawn.rows[at]?.length)
  return { rows: isSame ? rows : evenRows(drawn.rows, ' '), links: drawn.links }
}

function readText(text: string): PastedTable {
  const { body, said } = tableText(text.replaceAll(/\r\n?/g, '\n'))
  const rows =
    said === '\t'
      ? cutCells(body, said)
      : said
        ? evenRows(cutCells(body, said), said)
        : cutGuessed(withoutFrames(body))
  // Asterisks are literal in spreadsheets; in chats they may be markup.
  if (said ? said === '\t' : body.includes('\t'))
    return { rows: rows.map((row) => row.map((cell) => cell.trim())), links: [] }
  const cells = rows.map((row) => row.map((cell) => withoutMarks(cell.trim())))
  return {
    rows: cells.map((row) => row.map((cell) => cell.text)),
    links: cells.map((row) => row.find((cell) => cell.link !== null)?.link ?? null),
  }
}

/** Splits a text at what its headings, or most of its lines, are divided by. */
function cutGuessed(text: string): string[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const isLine = lines.length < 2 && text.length > MAX_HEADS
  const cuts = DELIMITERS.filter((delimiter) => text.includes(delimiter) && !isLine).map(cut)
  const found =
    cuts.find(({ delimiter, isAlike }) => delimiter === '\t' && isAlike) ??
    cuts.find(({ rows, isEven }) => isEven && rows.slice(0, MAX_TITLES).some(isHeads)) ??
    // A single line may be a name with commas.
    (lines.length > 1 ? cuts.find(({ isAlike }) => isAlike) : undefined)
  if (found) return evenRows(found.rows, found.delimiter)
  return text.includes('\t') ? evenRows(cut('\t').rows, '\t') : lines.map((line) => [line])

  function cut(delimiter: string) {
    const isBlanks = delimiter === BLANKS
    const all = isBlanks
      ? lines.map((line) => line.trim().split(/ {2,}/))
      : cutCells(text, delimiter)
    const rows = all.filter((row) => row.some((cell) => cell.trim() !== ''))
    const usual = usualWidth(rows)
    const alike = rows.filter(({ length }) => length === usual)
    const isDecimal = (row: string[]) => row.length === 2 && /\d,\d+$/.test(row.join(delimiter))
    // Decimal commas divide no cells, and where blanks align, a row without a cell shifts others.
    const isDivided = delimiter !== ',' || 2 * alike.filter(isDecimal).length < alike.length
    const isEven = !isBlanks || rows.every(({ length }) => length < 3 || length === usual)
    const least = rows.length * (isBlanks ? 1 : LEAST_ALIKE)
    const isAlike = usual > (isBlanks ? 2 : 1) && isDivided && alike.length >= least
    return { delimiter, rows, isEven, isAlike }
  }
}

const isHeads = (row: string[]): boolean => row.length > 2 && columnsByHeads(row) !== null

/** The most frequent width of rows with several cells; of equals the first. */
function usualWidth(rows: readonly string[][]): number {
  const counts = new Map([[1, 0]])
  for (const { length } of rows) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]
}

/**
 * Rows of another width than most below their headings are one text each, as their cells may be
 * shifted; so are headings that do not fit the rows, and a row that was cut in a number.
 */
function evenRows(rows: string[][], delimiter: string): string[][] {
  const seen = new Set<string>()
  const isNew = (row: string[]) => seen.size < seen.add(row.join('\t')).size
  const isHead = (row: string[]) => row.length > 1 && columnsByHeads(row) !== null && isNew(row)
  const starts = rows.flatMap((row, at) => (isHead(row) ? [at] : []))
  const whole = (row: string[]) => [row.join(delimiter)]
  const even = (body: string[][], usual: number) =>
    body.map((row, at) => {
      const isCut = body[at + 1]?.length === 1 && /^\s*[\d.,]/.test(body[at + 1]?.[0] ?? '')
      return row.length === usual && !isCut ? row : whole(row)
    })
  // Spreadsheets' rows are as wide as they are.
  if (starts.length === 0) return delimiter === '\t' ? rows : even(rows, usualWidth(rows))
  const tables = starts.flatMap((from, place) => {
    const [head = [], ...body] = rows.slice(from, starts[place + 1])
    const usual = usualWidth(body)
    const isFit = usual === head.length || body.length === 0
    if (place > 0 && !(isFit && head.every((cell) => cell.trim() !== '')))
      return [head, ...body].map(whole)
    return [isFit ? head : whole(head), ...even(body, usual)]
  })
  return [...rows.slice(0, starts[0]), ...tables]
}

/** Lines between rows, of Markdown, psql, reStructuredText and frames of letters. */
const RULE = /^[\s|+:=_─━═│║┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝-]+$/

/** Text without rules between rows, and BBCode and Jira's doubled bars of its tables. */
function withoutFrames(text: string): string {
  // Cells of a spreadsheet stay as they are.
  if (text.includes('\t') && !/\[t[dr]\]/i.test(text)) return text
  const plain = text
    .replaceAll(/\[\/t[dh]\]\s*\[t[dh]\]/gi, '\t')
    .replaceAll(/\[\/?(?:table|t[rdh])\]/gi, '\n')
    .replaceAll(/[│┃║]/g, '|')
    .replaceAll(/^\|\|.*$/gm, (line) => line.replaceAll('||', '|'))
  const lines = plain.split('\n').filter((line) => !(RULE.test(line) && /[=─━═-]/.test(line)))
  // Markdown tables have bars at both ends.
  const inner = (line: string) => (/^\|.*\|$/.test(line.trim()) ? line.trim().slice(1, -1) : line)
  return lines.map(inner).join('\n')
}

/** Tables of an HTML fragment; null without one, or without an HTML parser. */
function readHtml(html: string): PastedTable | null {
  if (!/<table/i.test(html)) return null
  let page: Document
  try {
    page = parseForeignPage(html)
  } catch {
    return null
  }
  const all = [...page.querySelectorAll('table')]
  const [longest] = all.toSorted((a, b) => b.rows.length - a.rows.length)
  if (!longest) return null
  // Others hold it as layout, or are within it.
  const tables = all.filter(
    (one) => one === longest || !(one.contains(longest) || longest.contains(one)),
  )
  const grid = tables.flatMap(gridOf)
  // A single column is page layout, not a table of parts.
  if (grid.every((row) => row.length < 2)) return null
  return {
    rows: grid.map((row) => Array.from(row, (cell) => (cell ? textOf(cell) : ''))),
    links: tables
      .flatMap(({ rows }) => [...rows])
      .map((row) => row.querySelector<HTMLAnchorElement>('a[href^="http"]')?.href ?? null),
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
