/** Cuts delimited text into rows and cells: pastes, files of logs, feeds. */

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Lines that decide the delimiter: titles may stand above the headings. */
const LOOKED_AT = 40
const LINE_END = /\r\n?|\n/
const isLineEnd = (letter: string | undefined) => letter === '\n' || letter === '\r'

export interface CutRow {
  /** Line of the text it begins in, from 1. */
  line: number
  cells: string[]
  /** At a line end, at the end of the text, there with a quote open, or beyond the limit. */
  ends: 'line' | 'text' | 'quote' | 'limit'
}

/**
 * Cuts text that comes in pieces, by RFC 4180. A quote opens a cell only where it is closed within
 * the row's limit: 1/2" is a size, and a quote left open takes no further lines.
 */
export class TableCutter {
  #delimiter: string | null
  #most: number
  #text = ''
  #at = 0
  #line = 1
  /** Whether a line feed that begins the next piece ends nothing. */
  #isReturned = false

  /**
   * @param delimiter null to find it in the first line, which names the columns
   * @param most limit of a row in UTF-16 units; text without one comes in one piece. With one,
   * empty lines are no rows: there may be millions.
   */
  constructor(delimiter: string | null, most = Infinity) {
    this.#delimiter = delimiter
    this.#most = most
  }

  /** Rows that end in this piece; after the last one also the row without a line end. */
  cut(piece: string, isLast = false): CutRow[] {
    if (piece === '' && !isLast) return []
    this.#text += this.#isReturned && piece.startsWith('\n') ? piece.slice(1) : piece
    if (this.#delimiter === null) {
      const { body, said } = tableText(this.#text)
      this.#text = body
      this.#line = said ? 2 : 1
      this.#delimiter = said ?? delimiterOf(body, 1)
    }
    const rows: CutRow[] = []
    for (let row = this.#next(isLast); row; row = this.#next(isLast)) rows.push(row)
    this.#isReturned = this.#at === this.#text.length && this.#text.endsWith('\r')
    // Enough of a longer row to tell that it is too long.
    this.#text = this.#text.slice(this.#at, this.#at + this.#most + 1)
    this.#at = 0
    return rows
  }

  /** The next row; null where more text has to come. */
  #next(isLast: boolean): CutRow | null {
    const text = this.#text
    for (; this.#most < Infinity && isLineEnd(text[this.#at]); this.#at++)
      if (!text.startsWith('\r\n', this.#at)) this.#line++
    const delimiter = this.#delimiter ?? ','
    const limit = this.#at + this.#most
    const row: CutRow = { line: this.#line, cells: [], ends: 'line' }
    let lines = 1
    for (let at = this.#at; at <= text.length; at++) {
      let cell = ''
      const open = quoteAt(text, at, delimiter)
      const close = open < 0 ? -1 : closingOf(text, open, delimiter, limit)
      if (close === null) {
        if (limit > text.length && !isLast) return null
        row.ends = limit > text.length ? 'quote' : 'limit'
      } else if (close >= 0) {
        cell = text.slice(open + 1, close).replaceAll('""', '"')
        lines += cell.split(LINE_END).length - 1
        at = close + 1
      }
      const from = at
      while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at++
      row.cells.push(cell + text.slice(from, at))
      if (at < text.length ? !isLineEnd(text[at]) : !isLast) continue
      if (at > limit) row.ends = 'limit'
      else if (at === text.length && row.ends === 'line') row.ends = 'text'
      this.#at = text.startsWith('\r\n', at) ? at + 2 : at + 1
      this.#line += lines
      return row
    }
    return null
  }
}

/** Where a quote begins the cell, after blanks; -1 for none. */
function quoteAt(text: string, from: number, delimiter: string): number {
  let at = from
  while (at < text.length && text[at] !== delimiter && /[^\S\r\n]/.test(text.charAt(at))) at++
  return text[at] === '"' ? at : -1
}

/** Where a quoted cell is closed; -1 where its quote is text, null where none follows up to the limit. */
function closingOf(text: string, open: number, delimiter: string, limit: number): number | null {
  let at = text.indexOf('"', open + 1)
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2)
  if (at < 0) return null
  let next = at + 1
  while (text[next] === ' ') next++
  if (next > limit) return null
  return ['', '\n', '\r', delimiter].includes(text.charAt(next)) ? at : -1
}

/**
 * Text of a table without a byte order mark.
 * @returns the delimiter that Excel's first line "sep=;" names, null without one
 */
export function tableText(text: string): { body: string; said: string | null } {
  const [head, said = null] = /^\uFEFF?(?:"?sep=(.)"?(?:\r\n?|\n))?/i.exec(text) ?? ['']
  return { body: text.slice(head.length), said }
}

/** The delimiter that cuts the first lines into the most cells, consistently. */
export function delimiterOf(text: string, looked = LOOKED_AT): string {
  const lines = text.split(LINE_END, looked).join('\n')
  const count = (delimiter: string) => {
    const widths = cutCells(lines, delimiter).map((cells) => cells.length)
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    return Math.max(usual, widths[0] ?? 1) - 1
  }
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Rows of a whole text. */
export const cutCells = (text: string, delimiter: string): string[][] =>
  new TableCutter(delimiter).cut(text, true).map(({ cells }) => cells)
