import { expect, test } from 'vitest'

import { readPasted } from '#shared/tables/pastedTable.ts'

const table = (...rows: string[]) =>
  `<table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table>`

test('a cell over several rows or columns leaves the others where they are', () => {
  const html = table(
    '<th>Axle</th><th>Part</th><th colspan="2">Numbers</th><th>Price</th>',
    '<td rowspan="2">Front</td><td>Pads</td><td>P-1</td><td>P-2</td><td>38.90</td>',
    '<td>Discs</td><td colspan="2">D-1</td><td>61.50</td>',
  )
  expect(readPasted('', html)?.rows).toEqual([
    ['Axle', 'Part', 'Numbers', '', 'Price'],
    ['Front', 'Pads', 'P-1', 'P-2', '38.90'],
    ['', 'Discs', 'D-1', '', '61.50'],
  ])
})

test('hidden cells are left out', () => {
  const html = table(
    '<td>Oil filter</td><td style="color: red; display: none">secret</td><td>12.98</td>',
    '<td>Plug</td><td hidden>x</td><td>1.50</td>',
  )
  expect(readPasted('', html)?.rows).toEqual([
    ['Oil filter', '12.98'],
    ['Plug', '1.50'],
  ])
})

test('cells are those of the plain flavor where it has the same ones, and links those of HTML', () => {
  const html = table(
    '<td><a href="https://shop.example/1">Oil  filter</a></td><td>12,98</td>',
    '<td>Plug</td><td>1,50</td>',
  )
  const text = '"Oil  ""filter"""\t12.98\r\nPlug\t1.50\r\n'
  expect(readPasted(text, html)).toEqual({
    rows: [
      ['Oil  "filter"', '12.98'],
      ['Plug', '1.50'],
    ],
    links: ['https://shop.example/1', null],
  })
  expect(readPasted('Oil\nfilter\t12.98', html)?.rows[0]).toEqual(['Oil filter', '12,98'])
})

test('spans of a hostile page end at 200 columns', () => {
  const wide = '<td colspan="1000000" rowspan="1000000">x</td>'.repeat(50)
  const rows = readPasted('', table(...Array.from({ length: 300 }, () => wide)))?.rows ?? []
  expect(Math.max(...rows.map((row) => row.length))).toBe(200)
})
