/** The lines a table of texts makes, and what in it is none. Pure. */
import type { PassedLine } from '#shared/text/passedKit.ts'
import type { Columns } from '#shared/text/pastedColumns.ts'

import { cleanText } from '#shared/kinds/define.ts'
import { DEFAULT_QUANTITY, MAX_NAME, MAX_QUANTITY } from '#shared/kinds/kit.ts'
import { parseLink } from '#shared/links.ts'
import { DOLLARS, priceOf } from '#shared/money.ts'
import { parseMoney } from '#shared/typedMoney.ts'
import { decimalMarkOf, plainPrice, type DecimalMark } from '#shared/text/pastedPrice.ts'
import { browserLocale } from '../../device/browserLocale.ts'

export interface ListedLines {
  lines: PassedLine[]
  /** What cannot be kept, each with the number of its row. */
  problems: { row: number; text: string }[]
  /** Rows that hold nothing. */
  blank: number
}

/** @param currency what an amount is in that does not say otherwise */
export function linesOfTable(
  rows: readonly (readonly string[])[],
  columns: Columns,
  currency = DOLLARS,
): ListedLines {
  const listed: ListedLines = { lines: [], problems: [], blank: 0 }
  const priceAt = columns.indexOf('price')
  const mark = decimalMarkOf(rows.map((row) => row[priceAt] ?? ''))
  rows.forEach((texts, at) => {
    const say = (text: string) => listed.problems.push({ row: at + 1, text })
    const line = lineOf(texts, columns, { mark, currency }, say)
    const { qty: _qty, ...values } = line
    const isBlank = Object.values(values).every((value) => value === '' || value === null)
    if (isBlank) listed.blank++
    else listed.lines.push(line)
  })
  return listed
}

function lineOf(
  texts: readonly string[],
  columns: Columns,
  { mark, currency }: { mark: DecimalMark; currency: string },
  say: (text: string) => void,
): PassedLine {
  const line: PassedLine = {
    name: '',
    manufacturer: '',
    partNumber: '',
    price: null,
    qty: DEFAULT_QUANTITY,
    link: '',
  }
  columns.forEach((cell, at) => {
    const given = plain(texts[at] ?? '')
    if (cell === null || given === '') return
    if (cell === 'price') {
      const typedIn = { currency, locale: browserLocale() }
      const read = parseMoney(plainPrice(given, mark, currency), typedIn)
      if (!('problem' in read)) line.price = priceOf(read.money)
      else if (read.problem === 'ambiguous') say(read.sentence)
      else say(`“${short(given)}” is no price`)
    } else if (cell === 'qty') {
      const count = /^(?:x\s*)?(\d{1,9})(?:\.0+)?\s*(?:x|pcs?|ea)?$/i.exec(given)?.[1]
      if (count !== undefined && Number(count) <= MAX_QUANTITY) line.qty = Number(count)
      else say(`“${short(given)}” is no quantity`)
    } else if (cell === 'link') {
      const read = parseLink(given)
      if ('link' in read) line.link = read.link
      else say(`“${short(given)}” is no web link`)
    } else {
      if (given.length > MAX_NAME) say(`a text is longer than ${MAX_NAME} characters and was cut`)
      line[cell] = given.slice(0, MAX_NAME)
    }
  })
  return line
}

/** As it was before a spreadsheet was kept from running it: our own export puts a ' there. */
function plain(text: string): string {
  return cleanText(text)
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
}

const short = (text: string) => (text.length > 30 ? `${text.slice(0, 29)}…` : text)

/** How many cells a spreadsheet would run. Here they are text like any other. */
export function countFormulas(rows: readonly (readonly string[])[]): number {
  return rows.reduce(
    (sum, row) => sum + row.filter((cell) => /^[=@]\s*[A-Z(+]/i.test(cell.trim())).length,
    0,
  )
}
