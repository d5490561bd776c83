/** Build ids cannot be guessed: all ways share one budget of misses. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let taken: string[]
beforeAll(async () => {
  const at = Date.now()
  server = await startTestServer({ env: { TRUST_PROXY: 0 }, now: () => at })
  const owner = new TestDevice(server.url, await registerAccount(server))
  const kits = Array.from({ length: 100 }, () => owner.kit())
  await owner.push(...kits)
  taken = kits.map(({ cells }) => textIn(cells, 'buildId'))
})
afterAll(() => server.close())

// T16
test('sync tells of few build ids that they are taken, and then of no id whether it is free', async () => {
  const guesser = new TestDevice(server.url)
  const missed = { err: 'retry', after: expect.any(Number), why: 'misses' }
  let told = 0
  for (const buildId of taken) {
    const [result] = await guesser.push(guesser.kit({ buildId }))
    if (result?.set) told++
    else expect(result).toEqual(missed)
  }
  expect(told).toBe(60)
  // Another key, same address: a free id tells as little, and is not stored.
  const other = new TestDevice(server.url)
  expect(await other.push(other.kit())).toEqual([missed])
  // Links, comments and auto-saves share the budget.
  const statuses = await Promise.all([
    other.call('GET', `/api/lists/${taken[0]}`),
    other.call('GET', `/api/comments/${taken[0]}`),
    other.call('POST', '/api/auto-save', { buildId: taken[0], notes: 'x' }),
  ])
  expect(statuses.map(({ status }) => status)).toEqual([429, 429, 429])
})

test('with no misses left a sign-in waits as a whole and says why: no kit comes before its claim', async () => {
  const device = new TestDevice(server.url)
  const account = new TestDevice(server.url, await registerAccount(server))
  const kit = device.kit({ name: 'of the device' })
  await server.database.knex('rate_limits').where('key', 'like', 'misses:%').delete()
  await device.push(kit)
  for (const buildId of taken.slice(0, 60)) await device.push(device.kit({ buildId }))
  const typed = { ...kit, cells: account.cells({ notes: 'typed after signing in' }) }
  const claims = [{ secret: device.secret, kits: [kit.id] }]
  const waiting = await account.sync([typed], { claims })
  const wait = { err: 'retry', after: expect.any(Number), why: 'misses' }
  expect([waiting.results, waiting.claims ?? {}]).toEqual([[wait], {}])
  // Without misses left, the claim alone is refused.
  await expect(account.sync([], { claims })).rejects.toThrow('429')
  await server.database.knex('rate_limits').where('key', 'like', 'misses:%').delete()
  const { results, claims: answers } = await account.sync([typed], { claims })
  expect([results, answers]).toEqual([[{ ok: 1 }], { [kit.id]: 'yours' }])
})

test('a build id is the server’s to change, and nobody reserves a second one', async () => {
  const account = new TestDevice(server.url, await registerAccount(server))
  await server.database.knex('rate_limits').where('key', 'like', 'misses:%').delete()
  const kit = account.kit()
  await account.push(kit)
  const wish = { ...kit, cells: account.cells({ buildId: 'WANTED' }) }
  expect(await account.push(wish)).toEqual([{ set: { buildId: kit.cells['buildId'] } }])
  expect(await server.database.knex('build_ids').where('build_id', 'WANTED')).toEqual([])
  // A retry of an accepted push stays accepted.
  expect(await account.push(kit)).toEqual([{ ok: 1 }])
})
