import { expect, test } from 'vitest'

import { workUnits } from '../testProcessor.ts'
import { readPartsTable } from './partsTable.ts'
import { readPasted } from './pastedTable.ts'

/** Twice what a turn of 100 ms has, for noise. */
const MOST_UNITS = 8
const HEADS = 'Part\tNumber\tQty\tPrice\n'

test.each([
  ['50 MB in one line', 'Rag, B-12; 2.50 '.repeat(3_300_000)],
  ['50 MB in one line below another', `a,b,c\n${'Rag, B-12 '.repeat(5_000_000)}`],
  ['a million columns', 'a\t'.repeat(1_000_000)],
  ['a million columns below headings', HEADS + 'a\t'.repeat(1_000_000)],
  ['a million columns of commas', `a,b,c\n${'1,'.repeat(1_000_000)}`],
  ['a million bars', `|a|b|\n${'|'.repeat(1_000_000)}`],
  ['a million quotes', `${HEADS}${'"'.repeat(1_000_000)}\n`],
])('%s are refused or cut at once', async (_, text) => {
  const read = () => {
    const table = readPasted(text)
    return table && readPartsTable(table)
  }
  expect(await workUnits(read)).toBeLessThan(MOST_UNITS)
})

test('what is cut off a long text is named', () => {
  const row = 'Rag\tB-12\t2\t2.50\n'
  const table = readPasted(HEADS + row.repeat(100_000))
  const { rows, others } = table ? readPartsTable(table) : { rows: [], others: [] }
  expect(rows.length).toBeGreaterThan(70_000)
  expect(others.at(-1)).toContain('Rag\tB-12')
})
