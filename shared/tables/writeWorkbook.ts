/** Writes a table as a workbook (.xlsx, ECMA-376): amounts and days as such, text as it stands. */
import type { SheetCell } from './csv.ts'

import { crc32 } from '../packed.ts'
import { MARCH_1900, SINCE_1900 } from './cellFormats.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const OPEN = 'xmlns="http://schemas.openxmlformats.org/'
const MAIN = `${OPEN}spreadsheetml/2006/main"`
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const AROUND: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types ${OPEN}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/sheet.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships ${OPEN}package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${LINKS}"><sheets><sheet name="1" sheetId="1" r:id="r1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships ${OPEN}package/2006/relationships"><Relationship Id="r1" Type="${LINKS}/worksheet" Target="sheet.xml"/><Relationship Id="r2" Type="${LINKS}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="2" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}
/** Styles above, by their places. */
const [PLAIN, TEXT, DAY, CENTS] = [0, 1, 2, 3]

/** @param rows at most 26 cells wide */
export function workbookOf(rows: readonly (readonly SheetCell[])[]): Blob {
  const lines = rows.map((row, at) => {
    const place = (column: number) => String.fromCharCode(65 + column) + String(at + 1)
    const cells = row.map((cell, column) => `<c r="${place(column)}" ${contentOf(cell)}</c>`)
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  const sheet = `<worksheet ${MAIN}><sheetData>${lines.join('')}</sheetData></worksheet>`
  return zipped({ ...AROUND, 'xl/sheet.xml': sheet })
}

function contentOf(cell: SheetCell): string {
  if (typeof cell === 'string')
    return `s="${TEXT}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is>`
  if ('amount' in cell)
    return `s="${/\.\d\d$/.test(cell.amount) ? CENTS : PLAIN}"><v>${cell.amount}</v>`
  const serial = Date.parse(cell.day) / 86_400_000 + SINCE_1900
  return `s="${DAY}"><v>${serial < MARCH_1900 ? serial - 1 : serial}</v>`
}

/** With escapes of spreadsheets for control characters, and for what reads like one. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n]|[\ufffe\uffff]|_(?=x[\dA-Fa-f]{4}_)/gu, (letter) => {
      const hex = letter.charCodeAt(0).toString(16)
      return `_x${hex.padStart(4, '0')}_`
    })
    .replaceAll(/[&<>]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** A zip of files as they are, of no date. */
function zipped(files: Readonly<Record<string, string>>): Blob {
  const [parts, index]: [BlobPart[], BlobPart[]] = [[], []]
  const long = (value: number) => [value & 0xffff, value >>> 16]
  let at = 0
  for (const [name, text] of Object.entries(files)) {
    const body = new TextEncoder().encode(text)
    const sizes = [...long(body.length), ...long(body.length), name.length, 0]
    const about = [20, 0, 0, 0, 33, ...long(crc32(body)), ...sizes]
    index.push(Uint16Array.of(0x4b50, 0x0201, 20, ...about, 0, 0, 0, 0, 0, ...long(at)), name)
    parts.push(Uint16Array.of(0x4b50, 0x0403, ...about), name, body)
    at += 30 + name.length + body.length
  }
  const counts = [index.length / 2, index.length / 2, ...long(new Blob(index).size)]
  const end = Uint16Array.of(0x4b50, 0x0605, 0, 0, ...counts, ...long(at), 0)
  return new Blob([...parts, ...index, end], { type: `${TYPE}.sheet` })
}
