import { expect, test } from 'vitest'

import { readPasted } from '#shared/tables/pastedTable.ts'
import { TEST_TABLES, type TestTable } from '#shared/text/testTables.ts'
import { planPaste } from './planPaste.ts'

/** Share of cells read right. */
const LEAST_RIGHT = 0.98

interface Reading {
  right: number
  cells: number
  wrong: string[]
  /** Wrong prices or quantities, which nobody would notice. */
  misread: string[]
}

function readOf({ title, text, cells, parts, isForeign }: TestTable): Reading {
  const table = readPasted(text)
  const added = table ? planPaste(table, [], null).added : []
  const reading: Reading = { right: 0, cells: parts.length * cells.length, wrong: [], misread: [] }
  if (added.length !== parts.length) reading.misread.push(`${title}: ${added.length} parts`)
  parts.forEach(([name, brand, number, cents, count, link], at) => {
    const wanted = { name, brand, number, price: cents, qty: count, link }
    const { cells: read = {}, drafts = {} } = added[at] ?? {}
    const got = { ...read, brand: read['manufacturer'], number: read['partNumber'] }
    for (const cell of cells) {
      const value = got[cell as keyof typeof got]
      const isKept = cell === 'price' && isForeign && drafts.price !== undefined
      if (isKept ? value === undefined : value === wanted[cell]) reading.right++
      else reading.wrong.push(`${title}: ${cell} of ${name}: ${JSON.stringify(value)}`)
    }
    const isOther = (value: unknown, other: unknown) =>
      value !== undefined && value !== null && value !== other
    const price = cells.includes('price') && !isForeign ? cents : undefined
    const qty = cells.includes('qty') ? count : 1
    if (isOther(read['price'], price) || isOther(read['qty'], qty))
      reading.misread.push(`${title}: ${name} is read as ${JSON.stringify(read)}`)
  })
  return reading
}

test('of 200 tables 98 of 100 cells are read right, and no price or quantity is misread', () => {
  const readings = TEST_TABLES.map(readOf)
  expect(readings).toHaveLength(200)
  expect(readings.flatMap(({ misread }) => misread)).toEqual([])
  const sum = (of: 'right' | 'cells') => readings.reduce((all, reading) => all + reading[of], 0)
  const wrong = readings.flatMap((reading) => reading.wrong)
  expect(sum('right') / sum('cells'), wrong.slice(0, 20).join('\n')).toBeGreaterThan(LEAST_RIGHT)
})
