/** Lines of a table of texts, and its problems. Pure. */
import type { PassedLine } from '#shared/kinds/passedKit.ts'
import type { Columns } from '#shared/tables/columnHeads.ts'

import { DEFAULT_QUANTITY, MAX_NAME } from '#shared/kinds/kit.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { plainText, readLines } from '#shared/kinds/partLines.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'

interface ListedLines {
  lines: PassedLine[]
  /** Unstorable values, with row numbers. */
  problems: { row: number; text: string }[]
  /** Count of empty rows. */
  blank: number
}

const BLANK = { name: '', manufacturer: '', partNumber: '', price: null, link: '' }

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
    const line: PassedLine = { ...BLANK, qty: DEFAULT_QUANTITY, ...cells }
    const say = (text: string) => listed.problems.push({ row: at + 1, text })
    for (const cell of columns) {
      const given = cell && drafts[cell] && plainText(drafts[cell])
      if (!given) continue
      if (cell === 'price') say(ambiguous ?? `“${short(given)}” is no price`)
      else if (cell === 'qty') say(`“${short(given)}” is no quantity`)
      else if (cell === 'link') say(`“${short(given)}” is no web link`)
      else {
        say(`a text is longer than ${MAX_NAME} characters and was cut`)
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

const short = (text: string) => (text.length > 30 ? `${text.slice(0, 29)}…` : text)

/** Count of cells a spreadsheet would run. Here they are plain text. */
export function countFormulas(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, row) => sum + row.filter((cell) => /^[=@]\s*[A-Z(+]/i.test(cell.trim())).length,
    0,
  )
}
