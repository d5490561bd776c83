/** Splits a text table into cells. */

const DELIMITERS = [',', ';', '\t', '|'] as const
/** Lines that decide the delimiter. */
const LOOKED_AT = 40

/**
 * Text of a table without a byte order mark, and with line feeds only.
 * @returns the delimiter that Excel's first line "sep=;" names, null without one
 */
export function tableText(text: string): { body: string; said: string | null } {
  const clean = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  const said = /^"?sep=(.)"?\n/i.exec(clean)
  return { body: said ? clean.slice(said[0].length) : clean, said: said?.[1] ?? null }
}

/** The delimiter that cuts the first lines into the most cells, consistently. */
export function delimiterOf(text: string): string {
  const lines = text.split('\n', LOOKED_AT).join('\n')
  const count = (delimiter: string) => {
    const widths = cutCells(lines, delimiter).map((cells) => cells.length)
    const usual = widths.toSorted((a, b) => a - b)[Math.floor(widths.length / 2)] ?? 1
    return Math.max(usual, widths[0] ?? 1) - 1
  }
  return DELIMITERS.reduce((best, each) => (count(each) > count(best) ? each : best))
}

/** Splits at delimiters, respecting quotes (RFC 4180). */
export function cutCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  // Tracked, because checking the cell at each quote is quadratic.
  let isBlank = true
  let isQuoted = false
  const endCell = () => {
    row.push(cell)
    cell = ''
    isBlank = true
  }
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at)
      else isQuoted = false
    } else if (letter === '"' && isBlank && isClosed(text, at, delimiter)) {
      cell = ''
      isBlank = false
      isQuoted = true
    } else if (letter === delimiter || letter === '\n') {
      endCell()
      if (letter === '\n') {
        rows.push(row)
        row = []
      }
    } else {
      cell += letter
      isBlank &&= letter.trim() === ''
    }
  }
  endCell()
  rows.push(row)
  return rows
}

/** Whether an opening quote is closed: 1/2" is a size. */
function isClosed(text: string, from: number, delimiter: string): boolean {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text.charAt(at + 1)
    if (next === '"') at++
    else if (next === '' || next === '\n' || next === delimiter) return true
    else return false
  }
  return false
}
