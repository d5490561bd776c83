import { beforeEach, describe, expect, test } from 'vitest'

import type { ProblemRow } from '../device/db.ts'

import { newId } from '#shared/ids.ts'
import { db } from '../device/db.ts'
import { openDevice, shownPrincipal } from '../device/device.ts'
import { dropOldOverwritten } from './oldProblems.ts'
import { casesOf, discardProblems, giveAgain, retryProblem } from './problems.ts'
import { setCells, settled } from '../sync/write/writeQueue.ts'
import { drawKit, storeProblem } from '../kits/open/testBuild.ts'

const line = newId()
let kit = ''

const refuse = (more: Partial<ProblemRow> = {}) => storeProblem(line, kit, more)

const qtyOf = async () => (await db.pending.get([shownPrincipal(), 'line', line]))?.cells['qty']

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.pending.clear(), db.problems.clear()])
  ;({ kitId: kit } = await drawKit())
  setCells('line', line, kit, { ord: 'a0', name: 'Oil filter', qty: 4 })
  await settled()
})

test('an overwritten value is offered for 30 days, a refused one until somebody decides', async () => {
  const day = 24 * 3_600_000
  const now = Date.now()
  for (const [at, code] of [
    [now - 31 * day, 'overwritten'],
    [now - 29 * day, 'overwritten'],
    [now - 400 * day, 'invalid_quantity'],
  ] as const) {
    await refuse({ row: newId(), at, code })
  }
  await dropOldOverwritten(now)
  const left = await db.problems.toArray()
  const newestFirst = left.toSorted((one, other) => other.at - one.at)
  expect(newestFirst.map(({ at, code }) => [Math.round((now - at) / day), code])).toEqual([
    [29, 'overwritten'],
    [400, 'invalid_quantity'],
  ])
})

describe('giving a value again', () => {
  test('puts it back into the outbox with a later stamp, and only then ends the problem', async () => {
    const before = await qtyOf()
    expect(await giveAgain([await refuse()])).toBe(true)
    const after = await qtyOf()
    expect(after?.[0]).toBe(2)
    expect((after?.[1] ?? '') > (before?.[1] ?? '')).toBe(true)
    expect(await db.problems.count()).toBe(0)
  })

  test('gives all values of a part that did not fit at once, with its place in the list', async () => {
    const row = newId()
    const cells = { ord: 'a1', name: 'Gasket', qty: 3 }
    for (const [cell, value] of Object.entries(cells)) {
      await refuse({ row, cell, value, code: 'too_many_lines' })
    }
    const cases = casesOf(await db.problems.toArray())
    expect(cases).toHaveLength(1)
    const [problems] = cases
    expect(problems && (await giveAgain(problems))).toBe(true)
    const pending = await db.pending.get([shownPrincipal(), 'line', row])
    expect(Object.keys(pending?.cells ?? {}).toSorted()).toEqual(['name', 'ord', 'qty'])
    expect(await db.problems.count()).toBe(0)
  })

  test('is not offered where this device itself would refuse the value', async () => {
    const problem = await refuse({ value: -1, code: 'invalid_quantity' })
    expect(retryProblem([problem])).toBe('invalid_quantity')
    expect(await giveAgain([problem])).toBe(false)
    expect(await db.problems.count()).toBe(1)
    expect((await qtyOf())?.[0]).toBe(4)
  })

  test('does nothing with the problem of somebody else on this device', async () => {
    const problem = await refuse({ p: 'u:somebody' })
    expect(await giveAgain([problem])).toBe(false)
    expect(await db.problems.count()).toBe(1)
  })

  test('of a saved version saves the kit as it stands now', async () => {
    const row = newId()
    const body = await refuse({
      kind: 'version',
      row,
      cell: 'savedAt',
      value: 5,
      code: 'forbidden',
    })
    expect(await giveAgain([body])).toBe(true)
    const versions = (await db.pending.toArray()).filter(({ kind }) => kind === 'version')
    expect(versions.map(({ cells }) => cells['body']?.[0])).toEqual([
      expect.stringContaining('"Oil filter"'),
    ])
    expect(await db.problems.count()).toBe(0)
  })
})

test('values that lost are decided about one by one, also those of one part', async () => {
  await refuse()
  await refuse({ cell: 'name', value: 'Filter' })
  expect(casesOf(await db.problems.toArray())).toHaveLength(2)
})

test('discarding leaves a problem alone that came anew under the same name', async () => {
  const shown = await refuse()
  await refuse({ at: 2, value: 3 })
  await discardProblems([shown])
  expect((await db.problems.toArray()).map(({ value }) => value)).toEqual([3])
})
