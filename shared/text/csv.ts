/** Tables as CSV (RFC 4180), safe to be opened in a spreadsheet. */

/** A cell that begins like this is run as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** Rows under the heads of their columns. */
export const tableOf = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => string>>,
): string[][] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
]

/**
 * With the mark that tells spreadsheets that it is UTF-8.
 * @param mark what stands between the cells: of countries that count with commas a semicolon
 */
export function csvText(rows: readonly (readonly string[])[], mark: ',' | ';' = ','): string {
  const lines = rows.map((row) => row.map((cell) => csvCell(cell, mark)).join(mark))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function csvCell(value: string, mark: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return safe.includes(mark) || /["\r\n']|^\s|\s$/.test(safe)
    ? `"${safe.replaceAll('"', '""')}"`
    : safe
}
