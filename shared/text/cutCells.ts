/** A table as text, cell by cell. */

/** Cells between delimiters, in quotes where they hold one themselves (RFC 4180). */
export function cutCells(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  // Kept, because to look at the cell for each quote takes quadratic time where there are many.
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

/** Whether a quote that begins a cell is ended by one: 1/2" is a size. */
function isClosed(text: string, from: number, delimiter: string): boolean {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    const next = text.charAt(at + 1)
    if (next === '"') at++
    else if (next === '' || next === '\n' || next === delimiter) return true
    else return false
  }
  return false
}
