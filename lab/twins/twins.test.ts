/**
 * Seeds of the simulation on the real stores: IndexedDB, HTTP and PostgreSQL. Each call of the
 * device's store and each answer of the server is compared with its twin in memory, and everything
 * in the end: so the results of thousands of seeds on the twins hold for the product.
 */
import 'fake-indexeddb/auto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { simulate } from '../simulation/simulate.ts'
import { USERS } from '../simulation/world.ts'
import { RealServer } from './realServer.ts'
import { TwinWorld } from './twinWorld.ts'

const SEEDS = Number(process.env['SEEDS'] ?? 12)
const FIRST = Number(process.env['SEED'] ?? 1)
/** Failed once. 38001809: a third account that added a task made it public on one side only. */
const FIXTURES = process.env['SEED'] === undefined ? [38001809] : []

let real: RealServer
beforeAll(async () => {
  const realFetch = globalThis.fetch
  real = await RealServer.start(USERS)
  // One address per seed: rate limits per address are not under test.
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('X-Forwarded-For', `10.0.${real.seed >> 8}.${real.seed & 255}`)
    return realFetch(real.test.url + path, { ...init, headers })
  })
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await real.close()
})
beforeEach(() => real.empty())

test.each([...FIXTURES, ...Array.from({ length: SEEDS }, (_, at) => FIRST + at)])(
  'seed %i ends equal on the real stores and on their twins',
  async (seed) => {
    const world = new TwinWorld(seed, real)
    const { counts } = await simulate(seed, { world })
    await world.compare()
    expect(counts.requests).toBeGreaterThan(0)
    expect(world.stores.reduce((sum, store) => sum + store.transactions, 0)).toBeGreaterThan(0)
    expect(real.test.errors).toEqual([])
    await world.close()
  },
)
