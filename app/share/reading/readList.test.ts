import { afterEach, describe, expect, test, vi } from 'vitest'

import { workbookOf } from '#shared/tables/writeWorkbook.ts'
import { workUnits } from '#shared/testProcessor.ts'
import { exportKit, kitWorkbook } from '../exportFormats.ts'
import { kitTable } from '../../show/kitTable.ts'
import { countFormulas, linesOfTable } from './linesOfTable.ts'
import { readKitJson } from './readKitJson.ts'
import { readList } from './readList.ts'
import { textInFile } from './textInFile.ts'

async function textIn(file: Blob): Promise<string> {
  const found = await textInFile(new File([file], 'parts.xlsx'))
  if ('problem' in found) throw new Error(found.problem)
  return found.text
}

/** Lines of a text with guessed columns. */
function linesIn(text: string, html = '') {
  const table = readList(text, html)
  if ('problem' in table) throw new Error(table.problem)
  return linesOfTable(table.rows, table.columns).lines
}
const brief = (text: string, html = '') =>
  linesIn(text, html).map(({ name, partNumber, price, qty, link }) => [
    name,
    partNumber,
    price,
    qty,
    link,
  ])

afterEach(() => vi.restoreAllMocks())

describe('a list of parts', () => {
  test('is read from CSV with heads in any order', () => {
    expect(
      brief('Qty,Part number,Description,Unit price\n2,OX 188D,"Filter, oil",$11.49\n1,,Rags,'),
    ).toEqual([
      ['Filter, oil', 'OX 188D', 1149, 2, ''],
      ['Rags', '', null, 1, ''],
    ])
  })

  test('is read from a table out of a spreadsheet', () => {
    expect(brief('Oil filter\tMahler\tOX 188D\t11.49\t2\thttps://shop.example/1')).toEqual([
      ['Oil filter', 'OX 188D', 1149, 2, 'https://shop.example/1'],
    ])
  })

  test('is read as the builder has its columns, also where prices are whole dollars', () => {
    expect(brief('Brake disc,Brembo,09.A758.11,89,1\nBrake pads,ATE,13.0460,54,2')).toEqual([
      ['Brake disc', '09.A758.11', 8900, 1, ''],
      ['Brake pads', '13.0460', 5400, 2, ''],
    ])
  })

  test('is read from a list of Markdown, with bullets or boxes', () => {
    expect(
      brief(
        '- 2 x [Oil filter](https://shop.example/1) $11.49\n- [ ] Rags, old\n* Drain plug (x3)',
      ),
    ).toEqual([
      ['Oil filter', '', 1149, 2, 'https://shop.example/1'],
      ['Rags, old', '', null, 1, ''],
      ['Drain plug', '', null, 3, ''],
    ])
  })

  test('is read from a cart of a shop, a part over several lines', () => {
    const cart = `Shopping cart
Oil filter, metal
Part #: OX 188D
Qty: 2
$11.49
Save for later
Spark plug
Brand: Voltari
Price: $12.90
https://shop.example/2
Subtotal $35.88`
    expect(brief(cart)).toEqual([
      ['Oil filter, metal', 'OX 188D', 1149, 2, ''],
      ['Spark plug', '', 1290, 1, 'https://shop.example/2'],
    ])
  })

  test('is read from several links', () => {
    expect(brief('https://shop.example/1\nhttps://shop.example/2?a=1,2\n')).toEqual([
      ['', '', null, 1, 'https://shop.example/1'],
      ['', '', null, 1, 'https://shop.example/2?a=1,2'],
    ])
  })

  test('is read from JSON of parts', () => {
    const json = JSON.stringify({ parts: [{ name: 'Oil filter', unitPrice: 11.49, quantity: 2 }] })
    expect(brief(json)).toEqual([['Oil filter', '', 1149, 2, '']])
  })

  test.each([
    ['en-US', 'USD'],
    ['de-DE', 'EUR'],
    ['de-CH', 'CHF'],
    // T13
  ])('comes back from our CSV and workbook of %s, also what runs', async (language, currency) => {
    vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
    const lines = [
      {
        name: '=1+1',
        manufacturer: 'A "B", C',
        partNumber: '-5',
        price: currency === 'USD' ? 1149 : `${currency} 11.49`,
        qty: 2,
        link: 'https://shop.example/1',
      },
      { name: 'Rags', manufacturer: '', partNumber: '', price: null, qty: 1, link: '' },
      // Texts that spreadsheets make numbers, days and formulas of, and that read like escapes.
      {
        name: "'=1",
        manufacturer: '+49 &amp; <b>_x0041_',
        partNumber: '0986424815',
        price: null,
        qty: 1,
        link: '',
      },
      { name: '12-MAR', manufacturer: '', partNumber: '4E12', price: null, qty: 1, link: '' },
    ]
    const kit = {
      id: 'PsG2m8UyTq6vXw0ZbRk4Hg',
      buildId: 'K7pQ2x',
      name: 'Oil',
      notes: 'n',
      task: 'Oil Change',
      vehicle: { year: 2008, make: 'Audi', model: 'S4' },
      lines: lines.map((line, at) => ({ ...line, id: String(at), ord: `a${at}` })),
      steps: [
        { id: 's', ord: 'a0', what: 'torque' as const, text: 'Plug', value: '30', unit: 'Nm' },
      ],
      updatedAt: 1,
    }
    const table = kitTable(kit, new Map(), { url: '', now: 0 })
    expect(linesIn(exportKit(table, 'csv'))).toEqual(lines)
    expect(linesIn(await textIn(kitWorkbook(table)))).toEqual(lines)
    expect(readKitJson(exportKit(table, 'json'))).toEqual({
      from: kit.id,
      name: 'Oil',
      task: 'Oil Change',
      notes: 'n',
      vehicle: kit.vehicle,
      lines,
      steps: [{ what: 'torque', text: 'Plug', value: '30', unit: 'Nm' }],
      left: [],
    })
  })
})

describe('what is no part', () => {
  test('is told apart from the parts, in tables and in text', () => {
    expect(readList('Part,Price\nFilter,12.98\nTotal,12.98')).toMatchObject({
      rows: [['Filter', '12.98']],
      others: ['Total 12.98'],
    })
    expect(readList('Your cart (1 item)\nOil filter\n$12.98')).toMatchObject({
      others: ['Your cart (1 item)'],
    })
  })

  test('heads without a row are said to be no more than that', () => {
    expect(readList('Part,Qty,Price\n')).toEqual({
      problem: 'There are no parts in this, only the names of columns.',
    })
  })
})

describe('what cannot be kept', () => {
  test('is said row by row, and the rest stays', () => {
    const table = readList(
      'Part,Price,Qty,Link\nFilter,lots,many,javascript:alert(1)\nPlug,€5,3,shop.example/1\n,,,',
    )
    if ('problem' in table) throw new Error(table.problem)
    const { lines, problems } = linesOfTable(table.rows, table.columns)
    expect(lines.map(({ name, price, qty, link }) => [name, price, qty, link])).toEqual([
      ['Filter', null, 1, ''],
      ['Plug', 'EUR 5.00', 3, 'https://shop.example/1'],
    ])
    expect(problems).toEqual([
      { row: 1, text: '“lots” is no price' },
      { row: 1, text: '“many” is no quantity' },
      { row: 1, text: '“javascript:alert(1)” is no web link' },
    ])
  })

  test.each(['{"version":9', '{"version":9}', '[{"name":"Oil', '["a"]', '{}', '['.repeat(999)])(
    'is refused where it is text of programs without parts: %j',
    (text) => {
      expect(readList(text)).toEqual({ problem: 'There are no parts in this, or it is damaged.' })
    },
  )

  test('is never a list with boxes or marks', () => {
    expect(brief('[ ] Rags\n[b]Plug[/b]').map(([name]) => name)).toEqual(['Rags', 'Plug'])
  })

  test('is refused at 100,000 rows, quickly and with a word', async () => {
    const text = 'Oil filter,1,11.49\n'.repeat(100_000)
    let read: unknown
    expect(await workUnits(() => (read = readList(text)))).toBeLessThan(2)
    expect(read).toEqual({ problem: expect.stringMatching(/^This list has 100,001 rows/) })
  })

  test('is refused with 500 columns, and when there is nothing', () => {
    expect(readList(`${'a,'.repeat(500)}\n${'b,'.repeat(500)}`)).toHaveProperty('problem')
    expect(readList('\n \n')).toEqual({ problem: 'There are no parts in this.' })
  })

  test('formulas are counted and never run', () => {
    const table = readList('Part,Price\n"=HYPERLINK(""http://x"",""y"")",1.00\nPlug,=1+1\n')
    if ('problem' in table) throw new Error(table.problem)
    expect(countFormulas(table.rows)).toBe(1)
    const { lines, problems } = linesOfTable(table.rows, table.columns)
    expect(lines[0]?.name).toBe('=HYPERLINK("http://x","y")')
    expect(problems).toEqual([{ row: 2, text: '“=1+1” is no price' }])
  })
})

describe('a file', () => {
  const file = (bytes: Uint8Array<ArrayBuffer> | string, name = 'list.csv') =>
    new File([bytes], name)

  test('in the letters of Windows is read, and says so', async () => {
    const found = await textInFile(file(Uint8Array.from([0xd6, 0x6c])))
    expect(found).toEqual({ text: 'Öl', note: expect.stringContaining('not in UTF-8') })
  })

  test('in 16-bit letters is read', async () => {
    expect(await textInFile(file(Uint8Array.from([0xff, 0xfe, 0x41, 0])))).toEqual({ text: 'A' })
  })

  test('of one column in a workbook is read line by line, as from anywhere', async () => {
    const text = await textIn(workbookOf([['2 x Oil filter $11.49'], ['Rags']]))
    expect(brief(text)).toEqual([
      ['Oil filter', '', 1149, 2, ''],
      ['Rags', '', null, 1, ''],
    ])
    expect(readList(await textIn(workbookOf([['']])))).toEqual({
      problem: 'There are no parts in this.',
    })
  })

  test('that is a spreadsheet or larger than 8 MB is refused with a word', async () => {
    expect(await textInFile(file('PK\u0003\u0004'))).toEqual({
      problem: expect.stringContaining('as CSV'),
    })
    expect(await textInFile(file('a'.repeat(8_000_001)))).toEqual({
      problem: expect.stringContaining('larger than 8 MB'),
    })
  })
})
