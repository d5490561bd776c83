/** How many refused stamps a device remembers. */
import { expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { MemoryStore } from '../../device/testMemoryStore.ts'
import { lastRefused, noteRefused } from './refusedStamps.ts'

test('of too many refused stamps the first are forgotten', async () => {
  const store = new MemoryStore()
  const rows = Array.from({ length: 450 }, () => ({ kind: 'line' as const, id: newId() }))
  const stampAt = (ms: number) => packStamp(ms, 0, 'aaaaaaaaa')
  const remembered = await store.transact(async (tx) => {
    for (const [at, row] of rows.entries()) {
      await noteRefused(tx, row, new Map([['qty', stampAt(at)]]), at)
    }
    return Promise.all(rows.map((row) => lastRefused(tx, row, 'qty', Infinity)))
  })
  const last = rows.map((_row, at) => (at < 50 ? '' : stampAt(at)))
  expect(remembered).toEqual(last)
})

test('of several of one cell the latest within reach counts, in whatever order they were refused', async () => {
  const store = new MemoryStore()
  const row = { kind: 'line' as const, id: newId() }
  const stampAt = (ms: number) => packStamp(ms, 0, 'aaaaaaaaa')
  const latest = await store.transact(async (tx) => {
    for (const [at, ms] of [5_000, 3_000, 9_000].entries()) {
      await noteRefused(tx, row, new Map([['qty', stampAt(ms)]]), at)
    }
    return lastRefused(tx, row, 'qty', 6_000)
  })
  expect(latest).toBe(stampAt(5_000))
})
