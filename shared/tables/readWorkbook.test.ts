import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'

import { crc32 as nodeCrc32 } from 'node:zlib'
import { crc32 } from '../packed.ts'
import { workUnits } from '../testProcessor.ts'
import { formatted, knownFormat, SINCE_1904 } from './cellFormats.ts'
import { textOfFile } from './textOfFile.ts'
import { bookOf, zipOf, type BookOf, type ZipEntry } from './testZip.ts'

const fileOf = (entries: readonly ZipEntry[]) => new Blob([zipOf(entries)])
const read = (book: BookOf, isAll = false) => textOfFile(fileOf(bookOf(book)), isAll)
/** Rows of the only sheet. */
async function rowsOf(sheet: string, more: Partial<BookOf> = {}): Promise<string[][]> {
  const found = await read({ sheets: { One: sheet }, ...more })
  if ('problem' in found) throw new Error(found.problem)
  const [said, ...rows] = found.text.split('\n')
  expect(said).toBe('sep=\t')
  return rows.map((row) => row.split('\t'))
}
const TOO_LARGE = { problem: expect.stringContaining('too large') }
const UNREADABLE = { problem: expect.stringContaining('as .xlsx, without a password, or as CSV') }

describe('a number in a workbook', () => {
  test.each([
    // Amounts keep their currency and unit, and always have a point.
    [45.9, '#,##0.00\\ "€"', '45.90 €'],
    [1234.5, '[$€-407] #,##0.00', '1234.50 €'],
    [12.5, '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)', '12.50 $'],
    [12.5, '_-* #,##0.00\\ [$kr-41D]_-;\\-* #,##0.00\\ [$kr-41D]_-', '12.50 kr'],
    [12, '[$USD] 0', '12 USD'],
    [12, '£0', '12 £'],
    [123456, '#,##0" km"', '123456 km'],
    [6.5, '0.0\\L', '6.5 L'],
    [-5, '#,##0.00_);(#,##0.00)', '-5.00'],
    [0.19, '0%', '19 %'],
    [0.07, '0.00%', '7.00 %'],
    // In thousands, the unit would be another one.
    [120_000, '#,##0,"k"', '120000'],
    [7_700_900, '000\\-0000', '7700900'],
    // Long numbers, and what calculations leave.
    [4_030_000_000_000, 'General', '4030000000000'],
    [986_424_815, '', '986424815'],
    [986_424_815, '0000000000', '0986424815'],
    [1.234_567_890_123_46e19, '', '1.23456789012346E+19'],
    [0.1 + 0.2, '', '0.3'],
    [10 / 3, '0.00', '3.33'],
    [10 / 3, '', '3.33333333333333'],
    [11.49, '0', '11.49'],
    [0, '0.00', '0.00'],
    [5.5e-17, '', '0.00000'],
    // Three decimals are no thousands.
    [1.299, '', '1.2990'],
    [120, '0.000', '120.0000'],
    // Days, by any format that makes them.
    [46_093, 'yyyy\\-mm\\-dd', '2026-03-12'],
    [46_093, 'dd.mm.yyyy', '2026-03-12'],
    [46_093, '[$-409]d\\-mmm;@', '2026-03-12'],
    [46_093, '[Red][$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026-03-12'],
    [46_093.604_166_666_7, 'm/d/yy h:mm', '2026-03-12 14:30:00'],
    [0.5, 'h:mm AM/PM', '12:00:00'],
    [0.25, '[h]:mm', '06:00:00'],
    [59, 'd/m/yyyy', '1900-02-28'],
    [61, 'd/m/yyyy', '1900-03-01'],
    [-1, 'd/m/yyyy', '-1'],
    [46_093, '"day "0', '46093 day'],
    [46_093, '[Yellow]0', '46093'],
  ])('%d as %j is %j', (value, code, text) => {
    expect(formatted(value, code)).toBe(text)
  })

  test('has the built-in formats, and the days of old Macs', () => {
    const ids = ['0', '2', '10', '14', '22', '37', '45', '49', '57']
    expect(ids.map((id) => formatted(1.5, knownFormat(id)))).toEqual([
      '1.5',
      '1.50',
      '150.00 %',
      '1900-01-01 12:00:00',
      '1900-01-01 12:00:00',
      '1.5',
      '1900-01-01 12:00:00',
      '1.5',
      '1900-01-01 12:00:00',
    ])
    expect(formatted(44_631, 'd/m/y', SINCE_1904)).toBe('2026-03-12')
  })
})

describe('a workbook', () => {
  test('of another program (openpyxl) is read: text as it stands, amounts with their currency', async () => {
    const bytes = await readFile(new URL('testOpenpyxl.xlsx', import.meta.url))
    const link = 'https://shop.example/1'
    expect(await textOfFile(new Blob([new Uint8Array(bytes)]))).toEqual({
      text: [
        'sep=\t',
        'Bestellung Golf',
        '',
        'Part\tBrand\tPart number\tPrice\tQty\tLink',
        `Brake pad "front"\tOstro\t0986424815\t45.90 €\t2\t${link}`,
        'Ölfilter\tMahler\t0986424815\t12.50 $\t1',
        'Bolt\tOstro\t2026-03-12\t1.2990\t3',
        'Seal\tOstro\t12-MAR\t=D4*2\t1',
      ].join('\n'),
      note: 'Only the sheet “Teile & mehr” was read.',
    })
  })

  test('has every sheet below its name, where several are asked for, but no hidden one', async () => {
    const cell = (text: string) => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`
    const sheets = { 'A &amp; B': cell('one'), Empty: '', '.Secret': cell('no'), C: cell('two') }
    expect(await read({ sheets }, true)).toEqual({ text: 'sep=\t\n## A & B\none\n## C\ntwo' })
    expect(await read({ sheets })).toEqual({
      text: 'sep=\t\none',
      note: 'Only the sheet “A & B” was read.',
    })
    expect(await read({ sheets: { Empty: '' } })).toEqual({ text: '' })
  })

  test('has cells at their places, with and without saying so', async () => {
    const sheet = `<row r="2"><c r="B2"><v>1</v></c><c r="AA2"><v>2</v></c></row><row><c/><c><v>3</v></c></row>`
    const rows = await rowsOf(sheet)
    expect(rows.map((row) => row.length)).toEqual([1, 27, 2])
    expect([rows[1]?.[1], rows[1]?.[26], rows[2]?.[1]]).toEqual(['1', '2', '3'])
  })

  test('has rich texts without their readings, escapes, results, and formulas without one', async () => {
    const strings = `<sst><si><t>plain</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Brake </t></r><r><t>pad</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si><si/><si><t>a_x000D_b &#38; &#x26; _x005F_x0041_ &lt;&quot;&apos;&unknown;</t></si></sst>`
    const sheet = `<row>${[0, 1, 2, 3, 4].map((at) => `<c t="s"><v>${at}</v></c>`).join('')}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
      <row>
        <c><f>1+1</f><v>2</v></c>
        <c><f>SUM(A1)</f><v/>
        </c>
        <c t="str"><f>IF(1,"")</f><v></v></c>
        <c t="str"><f>"x"</f><v>=x</v></c>
      </row>`
    expect(await rowsOf(sheet, { strings })).toEqual([
      ['plain', 'Brake pad', '東京', '', 'a\rb & & _x0041_ <"\'&unknown;', 'TRUE', '#N/A'].map(
        (cell) => (cell.includes('\r') ? `"${cell.replaceAll('"', '""')}"` : cell),
      ),
      ['2', '=SUM(A1)', '', '=x'],
    ])
  })

  test('has the formats of its styles, and the days of its own calendar', async () => {
    const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="#,##0.00\\ &quot;€&quot;"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/></cellXfs></styleSheet>`
    const sheet = '<row><c s="1"><v>5</v></c><c s="2"><v>44631</v></c><c s="9"><v>1E3</v></c></row>'
    const book = '<workbookPr date1904="1"/>'
    expect(await rowsOf(sheet, { styles, book })).toEqual([['5.00 €', '2026-03-12', '1000']])
  })

  test('is read with namespaces and single quotes, as some programs write it', async () => {
    const sheet = `<x:row r='1'><x:c r='A1' t='inlineStr'><x:is><x:t>a &gt; b</x:t></x:is></x:c></x:row>`
    expect(await rowsOf(sheet)).toEqual([['a > b']])
  })

  test('keeps macros, links and zips in it shut', async () => {
    const more = ['xl/vbaProject.bin', 'xl/externalLinks/externalLink1.xml', 'xl/embeddings/a.zip']
    const sheet = '<row><c><v>1</v></c></row>'
    const files = more.map((name) => ({ name, content: 'PK\u0003\u0004<!ENTITY x>' }))
    expect(await rowsOf(sheet, { more: files })).toEqual([['1']])
  })
})

describe('a hostile workbook', () => {
  const cell = '<row><c><v>1</v></c></row>'

  test.each([
    ['a cell at the end of the sheet', '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'],
    ['a million columns', '<row><c r="AAAAA1"><v>1</v></c></row>'],
    ['a row that no sheet has', '<row r="1e300"><c><v>1</v></c></row>'],
    [
      'cells far from one another',
      Array.from({ length: 20_000 }, (_, at) => `<row><c r="CV${at + 1}"><v>1</v></c></row>`).join(
        '',
      ),
    ],
  ])('with %s is refused', async (_, sheet) => {
    expect(await read({ sheets: { One: sheet } })).toEqual(TOO_LARGE)
  })

  test('with blanks at the end of the sheet is none', async () => {
    const blank = '<row r="1048576"><c r="XFD1048576" s="1"/><c t="str"><v> </v></c></row>'
    expect(await rowsOf(cell + blank)).toEqual([['1']])
  })

  test('whose one long text stands in every cell is refused', async () => {
    const strings = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`
    const sheet = `<row>${'<c t="s"><v>0</v></c>'.repeat(90)}</row>`
    expect(await read({ sheets: { One: sheet }, strings })).toEqual(TOO_LARGE)
  })

  test('that says to be larger than 16 MB is refused before it is unpacked', async () => {
    const [first, ...others] = bookOf({ sheets: { One: cell } })
    if (!first) throw new Error('no file')
    const entries = [...others, { ...first, says: 4_000_000_000 }]
    expect(await workUnits(() => textOfFile(fileOf(entries)))).toBeLessThan(1)
    expect(await textOfFile(fileOf(entries))).toEqual(TOO_LARGE)
  })

  test('that lies about its size is refused once it has unpacked that', async () => {
    const bomb = { sheets: { One: ' '.repeat(100_000_000) } }
    const entries = bookOf(bomb).map((one) => ({
      ...one,
      says: Math.min(one.content.length, 9_000),
    }))
    const file = fileOf(entries)
    expect(await workUnits(() => textOfFile(file), 1)).toBeLessThan(4)
    expect(await textOfFile(file)).toEqual(UNREADABLE)
  })

  test('lets others have a turn while it is read', async () => {
    const rows = Array.from(
      { length: 9_000 },
      () => `<row>${'<c><v>123456</v></c>'.repeat(20)}</row>`,
    )
    let turns = 0
    const watch = setInterval(() => turns++, 1)
    // Files that are not packed have no turns of a stream.
    const book = bookOf({ sheets: { One: rows.join('') } })
    const found = await textOfFile(fileOf(book.map((one) => ({ ...one, isStored: true }))))
    clearInterval(watch)
    expect('text' in found && found.text.length).toBeGreaterThan(1_000_000)
    expect(turns).toBeGreaterThan(5)
  })

  test.each<[string, (entries: ZipEntry[]) => ZipEntry[]]>([
    [
      'five thousand files and more',
      (all) => [
        ...all,
        ...Array.from({ length: 5_000 }, (_, at) => ({ name: `x${at}`, content: '' })),
      ],
    ],
  ])('with %s is refused', async (_, forge) => {
    expect(await textOfFile(fileOf(forge(bookOf({ sheets: { One: cell } }))))).toEqual(TOO_LARGE)
  })

  test.each<[string, (entries: ZipEntry[]) => ZipEntry[]]>([
    ['an encrypted file', (all) => all.map((one) => ({ ...one, isEncrypted: true }))],
    [
      'a stored file of another size',
      (all) => all.map((one) => ({ ...one, isStored: true, says: 10 })),
    ],
    ['two files of one name', (all) => [...all, ...all]],
    ['a sheet missing', (all) => all.filter(({ name }) => !name.includes('sheet0'))],
    ['nothing of a workbook', () => [{ name: 'word/document.xml', content: '<x/>' }]],
    [
      'a type with entities',
      (all) => all.map((one) => ({ ...one, content: `<!DOCTYPE x>${String(one.content)}` })),
    ],
    ['no UTF-8', (all) => all.map((one) => ({ ...one, content: Uint8Array.of(0xff, 0xfe, 0x3c) }))],
    [
      'a number of letters',
      (all) =>
        all.map((one) => ({
          ...one,
          content: String(one.content).replace('<v>1<', '<v>&#1114112;<'),
        })),
    ],
  ])('with %s is refused, and says what to do', async (_, forge) => {
    expect(await textOfFile(fileOf(forge(bookOf({ sheets: { One: cell } }))))).toEqual(UNREADABLE)
  })

  test('cut anywhere, or with a changed byte, is refused or read as it was', async () => {
    const whole = zipOf(bookOf({ sheets: { One: cell } }))
    for (let at = 2; at < whole.length; at += 7) {
      const changed = whole.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x55
      const found = await textOfFile(new Blob([changed]))
      if (!('problem' in found)) expect(found.text).toBe('sep=\t\n1')
      if (at < whole.length - 22)
        expect(await textOfFile(new Blob([whole.slice(0, at)]))).toEqual(UNREADABLE)
    }
  })

  test('in the format before, or under a password, is refused, and so is one of 50 MB', async () => {
    const old = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0)
    expect(await textOfFile(new Blob([old]))).toEqual(UNREADABLE)
    const large = new Blob([zipOf(bookOf({ sheets: { One: cell } })), new Uint8Array(50_000_000)])
    expect(await textOfFile(large)).toEqual({ problem: expect.stringContaining('8 MB') })
  })
})

test('checksums are those of other programs', () => {
  const bytes = Uint8Array.from({ length: 1_000 }, (_, at) => (at * 31) & 255)
  expect(crc32(bytes)).toBe(nodeCrc32(bytes))
})
