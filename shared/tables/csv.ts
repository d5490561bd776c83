/** CSV tables (RFC 4180) that are safe to open in a spreadsheet. */

/** Cells starting like this run as formulas (OWASP, CSV Injection). */
const FORMULA = '(?=[=+\\-@＝＋－＠])'
/** Characters a spreadsheet may skip before one; quotes can begin a cell of its own. */
const UNSEEN = `[\\s"'\\p{Cc}\\p{Cf}]*`
/** The same inside a cell, for locales with another separator. */
const FORMULAS = {
  ',': new RegExp(`${FORMULA}(?<=(?:^|[;\\t\\r\\n])${UNSEEN})`, 'gu'),
  ';': new RegExp(`${FORMULA}(?<=(?:^|[,\\t\\r\\n])${UNSEEN})`, 'gu'),
}
const GUARDED = new RegExp(`'${FORMULA}(?<=(?:^|[,;\\t\\r\\n])${UNSEEN}')`, 'gu')

/** Rows under column headings. */
export const tableOf = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string[][] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
]

/** How the spreadsheets of a region write tables: their separator, and a number's decimal mark. */
export function sheetStyle(locale: string): {
  mark: ',' | ';'
  numberOf: (text: string) => string
} {
  const isComma = (1.5).toLocaleString(locale, { numberingSystem: 'latn' }).includes(',')
  return {
    // Swiss spreadsheets separate by semicolons too.
    mark: isComma || /-(CH|LI)$/.test(locale) ? ';' : ',',
    numberOf: (text) => (isComma ? text.replace('.', ',') : text),
  }
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
