import { describe, expect, test } from 'vitest'

import { type CutRow, cutCells, TableCutter } from './cutCells.ts'

/** Rows of a text that comes in pieces of a length. */
function cut(
  text: string,
  length: number,
  most?: number,
  delimiter: string | null = ',',
): CutRow[] {
  const cutter = new TableCutter(delimiter, most)
  const rows: CutRow[] = []
  for (let at = 0; at < text.length; at += length)
    rows.push(...cutter.cut(text.slice(at, at + length)))
  return [...rows, ...cutter.cut('', true)]
}
const cellsOf = (rows: readonly CutRow[]) => rows.map(({ cells }) => cells)

describe.each([1, 2, 7, 1_000])('text in pieces of %i', (length) => {
  test.each(['\n', '\r\n', '\r'])('is cut at each line end, as %j', (end) => {
    const text = `a,"b, ""c"""${end}${end}"two${end}lines",d${end}e,f`
    expect(cut(text, length)).toEqual([
      { line: 1, cells: ['a', 'b, "c"'], ends: 'line' },
      { line: 2, cells: [''], ends: 'line' },
      { line: 3, cells: [`two${end}lines`, 'd'], ends: 'line' },
      { line: 5, cells: ['e', 'f'], ends: 'text' },
    ])
  })

  test.each(['\n', '\r\n', '\r'])('with a limit has no rows of empty lines, as %j', (end) => {
    const text = `${end}a${end}${end}${end}b${end}`
    expect(cut(text, length, 20).map(({ line, cells }) => [line, ...cells])).toEqual([
      [2, 'a'],
      [5, 'b'],
      [6, ''],
    ])
  })

  test('keeps quotes that are inches', () => {
    const text = '5/8,"1/2" hose,3"\n"a" , "b",c"d"\n'
    expect(cellsOf(cut(text, length))).toEqual([
      ['5/8', '"1/2" hose', '3"'],
      ['a ', 'b', 'c"d"'],
      [''],
    ])
  })

  test('has rows that are too long, and those behind them', () => {
    const long = 'x'.repeat(30)
    const text = `a,b\n${long},1\n"${long}\n${long}",2\nc,"d\ne,f\n`
    const rows = cut(text, length, 20)
    expect(rows.map(({ line, ends }) => [line, ends])).toEqual([
      [1, 'line'],
      [2, 'limit'],
      [3, 'limit'],
      [4, 'limit'],
      [5, 'quote'],
      [6, 'line'],
      [7, 'text'],
    ])
    expect(rows[5]?.cells).toEqual(['e', 'f'])
  })
})

test.each([
  ['sep=;\r\na,b;c\r\n', 2, ['a,b', 'c']],
  ['\uFEFF"sep=|"\na;b|c', 2, ['a;b', 'c']],
  ['\uFEFFa;b;c,d\n1,2,3,4,5;6;7', 1, ['a', 'b', 'c,d']],
  ['"a,b";c;d\n', 1, ['a,b', 'c', 'd']],
])('the first line says the delimiter: %j', (text, line, cells) => {
  expect(cut(text, 1_000, 100, null)[0]).toMatchObject({ line, cells })
})

test('a text without rows has one blank cell', () => {
  expect(cutCells('', ',')).toEqual([['']])
  expect(cut('', 1, 10, null)).toEqual([{ line: 1, cells: [''], ends: 'text' }])
})
