/** CSV tables (RFC 4180) that are safe to open in a spreadsheet. */

/** Cells starting like this run as formulas (OWASP, CSV Injection). */
const FORMULA = '(?=[=+\\-@＝＋－＠])'
/** Characters a spreadsheet may skip before one; quotes can begin a cell of its own. */
const UNSEEN = `[\\s"'\\p{Cc}\\p{Cf}]*`
/** The same inside a cell, for locales with another separator. */
const FORMULAS = {
  ',': new RegExp(`${FORMULA}(?<=(?:^|[;\\t\\r\\n])${UNSEEN})`, 'gu'),
  ';': new RegExp(`${FORMULA}(?<=(?:^|[,\\t\\r\\n])${UNSEEN})`, 'gu'),
  any: new RegExp(`${FORMULA}(?<=(?:^|[,;\\t\\r\\n])${UNSEEN})`, 'gu'),
}
const GUARDED = new RegExp(`'${FORMULA}(?<=(?:^|[,;\\t\\r\\n])${UNSEEN}')`, 'gu')

/** Rows under column headings. */
export const tableOf = <Row, Cell = string>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => Cell>>,
): (string | Cell)[][] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
]

/** A text, an amount with a decimal point, or an ISO day. */
export type SheetCell = string | { amount: string } | { day: string }

/** CSV that spreadsheets of a region open by a double click, and add up. */
export function sheetCsv(rows: readonly (readonly SheetCell[])[], locale: string): string {
  const isComma = (1.5).toLocaleString(locale, { numberingSystem: 'latn' }).includes(',')
  const textOf = (cell: SheetCell) => {
    if (typeof cell === 'string') return cell
    return 'day' in cell ? cell.day : isComma ? cell.amount.replace('.', ',') : cell.amount
  }
  // Swiss spreadsheets separate by semicolons too.
  const mark = isComma || /-(CH|LI)$/.test(locale) ? ';' : ','
  return csvText(
    rows.map((row) => row.map(textOf)),
    mark,
  )
}

/**
 * CSV with a byte order mark, so spreadsheets detect UTF-8.
 * @param mark separator: a semicolon in countries with a decimal comma
 */
export function csvText(rows: readonly (readonly string[])[], mark: ',' | ';' = ','): string {
  const lines = rows.map((row) => row.map((cell) => csvCell(cell, mark)).join(mark))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function csvCell(value: string, mark: ',' | ';'): string {
  const safe = value.replace(FORMULAS[mark], "'")
  return safe.includes(mark) || /["\r\n']|^\s|\s$/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe
}

/** Undoes the formula guard of `csvText`. */
export const unguarded = (cell: string): string => cell.replace(GUARDED, '')

/** A text that `unguarded` turns into this one. */
export const guarded = (cell: string): string =>
  unguarded(cell) === cell ? cell : cell.replace(FORMULAS.any, "'")
