import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { openTestDatabase } from '../testDatabase.ts'
import type { Database } from './connect.ts'
import { followGen, readGen, renewEpoch } from './gen.ts'

let database: Database

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const followed = { gen: () => readGen(database.knex) }

test('another history behind the same address is noticed and written to the log', async () => {
  const warn = vi.fn()
  const gen = await followGen(followed, { everyMs: 1, log: { warn } })
  const before = gen.current()
  expect(before).toBe(await readGen(database.knex))
  await renewEpoch(database.knex)
  await until(() => expect(gen.current()).not.toBe(before))
  expect(gen.current()).toBe(await readGen(database.knex))
  gen.stop()
  expect(warn).toHaveBeenCalledTimes(1)
})

test('while the database is away the history stays the one that was known', async () => {
  let isAway = false
  let asked = 0
  const gen = await followGen(
    {
      async gen() {
        asked++
        if (isAway) throw new Error('away')
        return 'one'
      },
    },
    { everyMs: 1, log: { warn: expect.unreachable } },
  )
  isAway = true
  await until(() => expect(asked).toBeGreaterThan(3))
  expect(gen.current()).toBe('one')
  gen.stop()
})
