/** Lines of a table of texts, and its problems. Pure. */
import type { LineValues } from '#shared/kinds/line.ts'
import type { Columns } from '#shared/tables/columnHeads.ts'

import { MAX_NAME, noValues } from '#shared/kinds/line.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { plainText, readLines } from '#shared/kinds/partLines.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { quoted } from '#shared/text/quoted.ts'
import { t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

interface ListedLines {
  lines: LineValues[]
  /** Unstorable values, with row numbers. */
  problems: { row: number; text: string }[]
  /** Count of empty rows. */
  blank: number
}

/** @param currency of amounts without one */
export function linesOfTable(
  rows: readonly (readonly string[])[],
  columns: Columns,
  currency = DOLLARS,
): ListedLines {
  const listed: ListedLines = { lines: [], problems: [], blank: 0 }
  const locale = browserLocale()
  const read = readLines({ rows, links: [], columns, currency }, (text) =>
    parseMoney(text, { currency, locale }),
  )
  for (const [at, { cells, drafts, ambiguous }] of read.entries()) {
    const line: LineValues = { ...noValues(), ...cells }
    const say = (text: string) => listed.problems.push({ row: at + 1, text })
    for (const cell of columns) {
      const given = cell && drafts[cell] && plainText(drafts[cell])
      if (!given) continue
      const text = quoted(given)
      if (cell === 'price') say(ambiguous ?? t('{text} is no price', { text }))
      else if (cell === 'qty') say(t('{text} is no quantity', { text }))
      else if (cell === 'link') say(t('{text} is no web link', { text }))
      else {
        say(t('a text is longer than {max} characters and was cut', { max: MAX_NAME }))
        line[cell] = given.slice(0, MAX_NAME)
      }
    }
    const { qty: _qty, ...values } = line
    const isBlank = Object.values(values).every((value) => value === '' || value === null)
    if (isBlank) listed.blank++
    else listed.lines.push(line)
  }
  return listed
}

/** Count of cells a spreadsheet would run. Here they are plain text. */
export function countFormulas(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, row) => sum + row.filter((cell) => /^[=@]\s*[A-Z(+]/i.test(cell.trim())).length,
    0,
  )
}
