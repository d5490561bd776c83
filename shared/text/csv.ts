/** Tables as CSV (RFC 4180), safe to be opened in a spreadsheet. */

/** A cell that begins like this is run as a formula (OWASP, CSV Injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** With the mark that tells spreadsheets that it is UTF-8. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`
}

function csvCell(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
