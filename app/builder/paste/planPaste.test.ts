import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'

import type { Row } from '../rows/rowBook.ts'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { priceProblem } from '#shared/money/money.ts'
import { blankLine } from '#shared/kinds/line.ts'
import { readPartsTable } from '#shared/tables/partsTable.ts'
import { widthOf } from '#shared/tables/pastedColumns.ts'
import { readPasted, toTsv } from '#shared/tables/pastedTable.ts'
import { planPaste } from './planPaste.ts'
import { loadAmountReader } from '../rows/amountReader.ts'

beforeAll(loadAmountReader)

const row = (at: number, name = `Part ${at}`): Row => ({
  key: `key${at}`,
  line: { ...blankLine(`id${at}`, `a${at}`), name },
  drafts: {},
  isGhost: false,
  currency: 'USD',
})

/** Lines that a paste into the ghost row adds. */
function added(text: string, html = '') {
  const table = readPasted(text, html)
  if (!table) return null
  return planPaste(table, [], null).added.map(({ cells, drafts }) =>
    Object.keys(drafts).length > 0 ? { ...cells, drafts } : cells,
  )
}

describe('what is a block', () => {
  test.each([
    'Oil filter',
    'Engine oil 5W-40, 5 L',
    'https://shop.test/a',
    'Oil filter\n',
    '',
    ' \n',
  ])('%j is pasted as ever', (text) => {
    expect(readPasted(text)).toBeNull()
  })

  test('rows of a spreadsheet, with quotes where a cell has lines of its own', () => {
    expect(readPasted('a\tb\r\n"two\nlines"\t"say ""x"""\r\n')?.rows).toEqual([
      ['a', 'b'],
      ['two\nlines', 'say "x"'],
    ])
  })

  test('columns that blanks line up, where no row lacks one', () => {
    const text = 'Part          Part Number  Qty  Price\nFront rotor   34116855000    2  89.99\n'
    expect(added(`${text}Brake fluid   83132405977    1  12.75`)).toEqual([
      { name: 'Front rotor', partNumber: '34116855000', qty: 2, price: 8999 },
      { name: 'Brake fluid', partNumber: '83132405977', qty: 1, price: 1275 },
    ])
    expect(readPasted(`${text}Brake fluid   83132405977       12.75`)?.rows[1]).toHaveLength(1)
  })

  test('a size in inches is no quote', () => {
    expect(readPasted('Hose 1/2"\t3\n3/8" drive\t"1"')?.rows).toEqual([
      ['Hose 1/2"', '3'],
      ['3/8" drive', '1'],
    ])
  })

  test('lines of CSV with commas, semicolons or bars', () => {
    expect(readPasted('Oil filter,W 719/45,11.49\n"Plug, M14",N 908,6.25')?.rows).toEqual([
      ['Oil filter', 'W 719/45', '11.49'],
      ['Plug, M14', 'N 908', '6.25'],
    ])
    expect(readPasted('Filter;11,49\nPlug;6,25')?.rows).toEqual([
      ['Filter', '11,49'],
      ['Plug', '6,25'],
    ])
    expect(readPasted('| Part | Qty |\n| --- | --- |\n| Filter | 1 |')?.rows).toEqual([
      ['Part', 'Qty'],
      ['Filter', '1'],
    ])
  })

  test('lines that are no table are names', () => {
    expect(added('Oil filter\nPlug, new\n\nFunnel')).toEqual([
      { name: 'Oil filter' },
      { name: 'Plug, new' },
      { name: 'Funnel' },
    ])
  })
})

describe('columns', () => {
  test('by their heads, whatever their order', () => {
    const text =
      'Qty\tBrand\tItem description\tSKU\tPrice\tTotal\n2\tMann\tOil filter\tW 719\t$11.49\t$22.98'
    const table = readPasted(text)
    const plan = planPaste(table ?? { rows: [], links: [] }, [], null)
    expect(plan.added[0]?.cells).toEqual({
      qty: 2,
      manufacturer: 'Mann',
      name: 'Oil filter',
      partNumber: 'W 719',
      price: 1149,
    })
    expect(plan.leftOut).toEqual(['Total'])
  })

  test('by what is in them: a shop cart', () => {
    const text = [
      'Oil filter W 719/45\tMann-Filter\tW719/45\t$11.49\t1\t$11.49',
      'Drain plug with seal\tGenuine Audi\tN90813202\t$6.25\t2\t$12.50',
    ].join('\n')
    expect(added(text)).toEqual([
      {
        name: 'Oil filter W 719/45',
        manufacturer: 'Mann-Filter',
        partNumber: 'W719/45',
        price: 1149,
        qty: 1,
      },
      {
        name: 'Drain plug with seal',
        manufacturer: 'Genuine Audi',
        partNumber: 'N90813202',
        price: 625,
        qty: 2,
      },
    ])
  })

  test('as the builder has them, also where prices are whole dollars', () => {
    const text = ['Brake disc\tBrembo\t09.A758.11\t89\t1', 'Brake pads\tATE\t13.0460\t54\t2']
    expect(added(text.join('\n'))).toEqual([
      { name: 'Brake disc', manufacturer: 'Brembo', partNumber: '09.A758.11', price: 8900, qty: 1 },
      { name: 'Brake pads', manufacturer: 'ATE', partNumber: '13.0460', price: 5400, qty: 2 },
    ])
  })

  test('whole dollars are prices also where they stand in another order', () => {
    expect(added('2\tBrake disc\t09.A758.11\t89\n1\tBrake pads\t13.0460\t54')).toEqual([
      { qty: 2, name: 'Brake disc', partNumber: '09.A758.11', price: 8900 },
      { qty: 1, name: 'Brake pads', partNumber: '13.0460', price: 5400 },
    ])
  })

  test('commas before the cents make points divide thousands, in the whole column', () => {
    expect(added('Turbo;115.100;1.234;1\nPlug;115.101;6,25;2\nHose;115.102;1299,50;1')).toEqual([
      { name: 'Turbo', partNumber: '115.100', price: 123400, qty: 1 },
      { name: 'Plug', partNumber: '115.101', price: 625, qty: 2 },
      { name: 'Hose', partNumber: '115.102', price: 129950, qty: 1 },
    ])
    expect(added("Part\tPrice\nA\t1'299.50\nB\t1 299.00\nC\t12 34")).toEqual([
      { name: 'A', price: 129950 },
      { name: 'B', price: 129900 },
      { name: 'C', drafts: { price: '12 34' } },
    ])
  })

  test('several links at once are lines with links', () => {
    expect(added('https://shop.test/a\nhttps://shop.test/b')).toEqual([
      { link: 'https://shop.test/a' },
      { link: 'https://shop.test/b' },
    ])
  })

  test('a table of a page keeps its links, and none that is no address', () => {
    const html = `<table><tr><th>Product</th><th>Unit price</th></tr>
      <tr><td><a href="https://shop.test/f">Oil filter</a></td><td>$11.49</td></tr>
      <tr><td><a href="javascript:alert(1)">Plug</a></td><td>$6.25</td></tr></table>`
    expect(added('Product\tUnit price', html)).toEqual([
      { name: 'Oil filter', price: 1149, link: 'https://shop.test/f' },
      { name: 'Plug', price: 625 },
    ])
  })

  test('as they stand here, from the cell that was pasted into', () => {
    const rows = [row(0), row(1)]
    const table = readPasted('Mann\tW 1\nElring\tW 2\nCRC\tW 3') ?? { rows: [], links: [] }
    const plan = planPaste(table, rows, { row: 1, column: 1 })
    expect(plan.changes.map(({ row: { key }, line }) => [key, line.cells])).toEqual([
      ['key1', { manufacturer: 'Mann', partNumber: 'W 1' }],
    ])
    expect(plan.added.map(({ cells }) => cells)).toEqual([
      { manufacturer: 'Elring', partNumber: 'W 2' },
      { manufacturer: 'CRC', partNumber: 'W 3' },
    ])
  })

  test('that do not fit beside the cell change no line that is there', () => {
    const table = readPasted('Filter\tMann\tW 1\nPlug\tAudi\tN 2') ?? { rows: [], links: [] }
    const plan = planPaste(table, [row(0)], { row: 0, column: 4 })
    expect(plan.changes).toEqual([])
    expect(plan.added).toHaveLength(2)
  })
})

describe('what is no part', () => {
  const planOf = (text: string) => planPaste(readPasted(text) ?? { rows: [], links: [] }, [], null)

  test('is left out and said: a title, heads on each page, a sum', () => {
    const { added: lines, leftOut } = planOf(
      'Order 4711\nPart\tQty\tPrice\nFilter\t1\t12.98\nPart\tQty\tPrice\nPlug\t2\t6.25\nSubtotal\t\t25.48',
    )
    expect(lines.map(({ cells }) => cells)).toEqual([
      { name: 'Filter', qty: 1, price: 1298 },
      { name: 'Plug', qty: 2, price: 625 },
    ])
    expect(leftOut).toEqual(['“Order 4711”', '“Subtotal 25.48”'])
  })

  test('heads alone are no part', () => {
    expect(planOf('Part\tQty\tPrice').added).toEqual([])
  })

  test('a mail, whose lines say more than names', () => {
    const { added: lines, leftOut } = planOf(
      'Hi Tom,\n2 x Oil filter $12.98\nPlug [url=https://shop.test/a]N 908[/url]',
    )
    expect(
      lines.map(({ cells: { name, qty = 1, price, link = '' } }) => [
        name,
        qty,
        price ?? null,
        link,
      ]),
    ).toEqual([
      ['Oil filter', 2, 1298, ''],
      ['Plug N 908', 1, null, 'https://shop.test/a'],
    ])
    expect(leftOut).toEqual(['“Hi Tom,”'])
  })

  test('marks around names and links, and the line that says what divides', () => {
    expect(added('sep=;\n**Oil filter**;[W 719](https://shop.test/a)\nPlug;N 908')).toEqual([
      { name: 'Oil filter', partNumber: 'W 719', link: 'https://shop.test/a' },
      { name: 'Plug', partNumber: 'N 908' },
    ])
  })

  test('a quote that is never closed takes no row along', () => {
    expect(added('"Oil filter,W 719,12.98\nPlug,N 908,6.25')).toEqual([
      { name: '"Oil filter', partNumber: 'W 719', price: 1298 },
      { name: 'Plug', partNumber: 'N 908', price: 625 },
    ])
  })

  test('a name longer than a kit keeps stays as it was written, to look at', () => {
    const long = 'x'.repeat(201)
    expect(added(`${long}\tW 719\nPlug\tN 908`)?.[0]).toEqual({
      partNumber: 'W 719',
      drafts: { name: long },
    })
  })
})

describe('bad values', () => {
  test('stay as they were written, never as another number', () => {
    const text =
      'Part\tPrice\tQty\nA\t12,34\t1.5\nB\t1e5\t99999999\nC\t-1\t\nD\tabc\t2\nE\t€12.00\t1'
    expect(added(text)).toEqual([
      { name: 'A', price: 1234, drafts: { qty: '1.5' } },
      { name: 'B', drafts: { price: '1e5', qty: '99999999' } },
      { name: 'C', drafts: { price: '-1' } },
      { name: 'D', qty: 2, drafts: { price: 'abc' } },
      { name: 'E', qty: 1, price: 'EUR 12.00' },
    ])
  })
})

describe('what has no room', () => {
  test('of 2,000 rows is kept, with its heads', () => {
    const text = ['Part\tPrice', ...Array.from({ length: 2_000 }, (_, at) => `Part ${at}\t1.00`)]
    const table = readPasted(text.join('\n')) ?? { rows: [], links: [] }
    const plan = planPaste(table, [row(0), row(1)], null)
    expect(plan.added).toHaveLength(MAX_LINES - 2)
    expect(plan.unplacedCount).toBe(2_000 - (MAX_LINES - 2))
    expect(plan.unplaced[0]).toEqual(['Part', 'Price'])
    expect(plan.unplaced[1]).toEqual([`Part ${MAX_LINES - 2}`, '1.00'])
  })

  test('by its size is kept too: a kit has an end', () => {
    const wide = 'x'.repeat(200)
    const rows = Array.from({ length: 400 }, () => [
      wide,
      wide,
      wide,
      '',
      '',
      `https://a.test/${wide}`,
    ])
    const plan = planPaste({ rows, links: [] }, [], null)
    expect(plan.added.length).toBeLessThan(400)
    expect(plan.added.length + plan.unplacedCount).toBe(400)
  })
})

test('any cells: a copy that is pasted into an empty kit is the same', () => {
  const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  const line = fc.tuple(
    cell.filter((text) => text !== ''),
    cell,
    cell,
    fc.integer({ min: 0, max: 9_999_999 }),
    fc.integer({ min: 0, max: 9_999 }),
  )
  fc.assert(
    fc.property(fc.array(line, { minLength: 2, maxLength: 8 }), (lines) => {
      const cells = lines.map(([name, maker, number, cents, qty]) => [
        name,
        maker,
        number,
        (cents / 100).toFixed(2),
        String(qty),
        'https://shop.test/a',
      ])
      const table = readPasted(toTsv(cells))
      expect(table?.rows).toEqual(cells)
    }),
  )
})

test('any text: nothing throws, and no row of it is lost', () => {
  const bits = ['\t', '\n', ',', ';', '|', '"', '""', ' ', '$1.50', '1e5', '-1', 'Qty', 'Price']
  const words = ['Part name', 'https://shop.test/a', 'Oil filter', 'W 719/45', '2', '99999999']
  const piece = fc.constantFrom(...bits, ...words, '€5,00', '\u0000', '😀')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(7), (pieces, at) => {
      const table = readPasted(pieces.join(''))
      if (!table) return
      for (const place of [null, { row: 0, column: at % 6 }]) {
        const plan = planPaste(table, [row(0), row(1)], place)
        const used = plan.changes.length + plan.added.length + plan.unplacedCount
        // In a one-column list several rows may be one part: readCart.test.ts covers that.
        const isList = table.rows.every((cells) => cells.length === 1)
        // A list over several pages repeats its heads.
        const heads = readPartsTable(table).heads?.join('\t')
        const saysHeads = table.rows.filter((cells) => cells.join('\t') === heads).length
        const lost = table.rows.length - used - plan.leftOut.length
        if (!isList) expect(lost).toBeLessThanOrEqual(saysHeads)
        for (const { cells } of plan.added) {
          expect(priceProblem(cells['price'] ?? null)).toBeNull()
          expect(cells['qty'] ?? 1).toBeLessThanOrEqual(99_999)
        }
      }
    }),
    { numRuns: 1_000, examples: [[['\t', '😀', '\n', 'Part name', '\n', 'Part name'], 0]] },
  )
})

test('of anything that is pasted nothing is lost and nothing fails', () => {
  const wild = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '\t',
      ';',
      '|',
      ',',
      '"',
      '""',
      '\n',
      '\r\n',
      '$5',
      '€',
      'Qty',
      'Price',
      'sep=;',
    ),
    fc.constantFrom('\u0000', '\u202E', '\ud800', '1e9', '-1', 'Total', '{"a":', '[b]', '<table>'),
  )
  const text = fc.array(wild, { maxLength: 14 }).map((pieces) => pieces.join(' '))
  const html = fc.array(fc.constantFrom('<table>', '<tr>', '<td>', '</', 'x', '<td colspan=-1>'))
  fc.assert(
    fc.property(text, html, fc.nat(5), (pasted, tags, column) => {
      expect(() => readPasted(pasted, tags.join(''))).not.toThrow()
      const table = readPasted(pasted)
      if (!table) return
      for (const at of [null, { row: 0, column }]) {
        const plan = planPaste(table, [row(0)], at)
        const lines = [...plan.added, ...plan.changes.map(({ line }) => line)]
        // Tables may leave columns out, which is reported; text keeps every word somewhere.
        const isText = widthOf(table.rows) === 1
        const kept = JSON.stringify([lines, plan.unplaced]) + plan.leftOut.join()
        for (const word of isText
          ? (table.rows
              .flat()
              .join(' ')
              .match(/[a-z]{6,}/g) ?? [])
          : [])
          expect(kept).toContain(word)
      }
    }),
    { numRuns: 500 },
  )
})
