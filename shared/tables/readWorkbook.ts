/** Workbooks (.xlsx, ECMA-376) as text of tables. Input is untrusted: nothing in it runs. */
import { t } from '../words/words.ts'
import { formatted, knownFormat, SINCE_1900, SINCE_1904 } from './cellFormats.ts'
import { columnsByHeads } from './columnHeads.ts'
import { guarded } from './csv.ts'
import { MAX_TITLES, toTsv } from './pastedTable.ts'
import { readZip } from './readZip.ts'
import { TooLarge, type Found } from './textOfFile.ts'
import { eachTag, plain, valuesIn, valuesOf } from './xmlTags.ts'

/** Twice the largest log, and wider than any. */
const MAX_ROWS = 20_000
const MAX_COLUMNS = 100
const MAX_TEXT = 2_000_000

interface Book {
  strings: readonly string[]
  /** Number formats by style. */
  codes: readonly string[]
  epoch: number
  /** Length that texts of all sheets may still have. */
  left: number
}

/**
 * Tab-separated text, behind a line that says so, of sheets that are shown and have something.
 * @param isAll every sheet below its name; else the first one with heads of parts
 * @throws TooLarge, and others for a file that is no workbook, or damaged
 */
export async function textOfWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  isAll: boolean,
): Promise<Found> {
  const read = readZip(bytes)
  const xml = await read('xl/workbook.xml')
  const links = new Map<string, string>()
  for (const link of await valuesIn(await read('xl/_rels/workbook.xml.rels'), 'Relationship')) {
    const { Id = '', Type = '', Target = '' } = link
    const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`
    for (const key of [Id, Type.replace(/^.*\//, '')]) links.set(key, path)
  }
  const since = (await valuesIn(xml, 'workbookPr'))[0]?.['date1904'] ?? ''
  const book: Book = {
    strings: await stringsIn(await read(links.get('sharedStrings'))),
    codes: await codesIn(await read(links.get('styles'))),
    epoch: /^(1|true)$/.test(since) ? SINCE_1904 : SINCE_1900,
    left: MAX_TEXT,
  }
  const sheets: { name: string; rows: string[][] }[] = []
  for (const { name = '', state = 'visible', id = '' } of await valuesIn(xml, 'sheet')) {
    const rows = state === 'visible' ? await rowsIn(await read(links.get(id)), book) : []
    if (rows.length > 0) sheets.push({ name, rows })
  }
  const isHeads = (row: string[]) => row.length > 1 && columnsByHeads(row) !== null
  const parts = sheets.find(({ rows }) => rows.slice(0, MAX_TITLES).some(isHeads)) ?? sheets[0]
  if (!parts) return { text: '' }
  const { name, rows } = parts
  if (sheets.length === 1) return { text: textOf(rows) }
  if (isAll) return { text: textOf(sheets.flatMap((one) => [[`## ${one.name}`], ...one.rows])) }
  return { text: textOf(rows), note: t('Only the sheet “{name}” was read.', { name }) }
}

const textOf = (rows: readonly string[][]) => `sep=\t\n${toTsv(rows)}`

/** Shared texts. */
async function stringsIn(xml: string): Promise<string[]> {
  const strings: string[] = []
  let isReading = false
  await eachTag(xml, (name, text) => {
    if (name === 'si') strings.push('')
    // Japanese words have their reading beside them.
    if (name.endsWith('rPh')) isReading = name === 'rPh'
    if (name === 't' && !isReading) strings.push((strings.pop() ?? '') + plain(text))
  })
  return strings
}

async function codesIn(xml: string): Promise<string[]> {
  const named = new Map<string, string>()
  for (const { numFmtId = '', formatCode = '' } of await valuesIn(xml, 'numFmt'))
    named.set(numFmtId, formatCode)
  const ofCells = await valuesIn(xml.split('cellXfs')[1] ?? '', 'xf')
  return ofCells.map(({ numFmtId = '' }) => named.get(numFmtId) ?? knownFormat(numFmtId))
}

async function rowsIn(xml: string, book: Book): Promise<string[][]> {
  const rows: (string[] | undefined)[] = []
  let [row, column, cell, value, formula] = [0, 0, '', '', '']
  await eachTag(xml, (name, text, given) => {
    if (name === 'row') [row, column] = [Number(valuesOf(given)['r']) || row + 1, 0]
    if (name === 'c') [column, cell, value, formula] = [column + 1, given, '', '']
    if (name === 'v' || name === 't') value += plain(text)
    if (name === 'f') formula = `=${plain(text)}`
    if (name !== '/c' || value + formula === '') return
    const { r = '', t: type = 'n', s = '0' } = valuesOf(cell)
    if (r !== '') column = 0
    for (const letter of /^[A-Z]*/.exec(r)?.[0] ?? '')
      column = column * 26 + letter.charCodeAt(0) - 64
    // A result that nothing has calculated yet is no 0: its formula stands there.
    const isOpen = value.trim() === '' && type !== 'str'
    const shown = isOpen ? formula : shownOf(value, type, Number(s), book)
    if (shown.trim() === '') return
    const cells = (rows[row - 1] ??= [])
    book.left -= shown.length + Math.max(1, column - cells.length)
    if (row > MAX_ROWS || column > MAX_COLUMNS || book.left < 0) throw new TooLarge()
    cells[column - 1] = shown
  })
  // Below the heads, as in any CSV, empty cells are cells too.
  const top = rows.findIndex((cells) => (cells?.length ?? 0) > 1)
  return Array.from(rows, (cells = [], at) => {
    const least = at > top && top >= 0 ? 2 : 1
    return Array.from({ length: Math.max(least, cells.length) }, (_, to) => cells[to] ?? '')
  })
}

function shownOf(value: string, type: string, style: number, book: Book): string {
  const number = Number(value)
  if (type === 'n') return formatted(number, book.codes[style] ?? '', book.epoch)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  return guarded(type === 's' ? (book.strings[number] ?? '') : value)
}
