/** Daily storage quota of strangers; excess ops wait on their devices. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Op, OpResult } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { randomBytes } from 'node:crypto'

import { newNode, packStamp } from '#shared/cells/stamp.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  // 10 MB a day per address: a burst of 5 for it, 1.25 for a device.
  server = await startTestServer({
    env: { TRUST_PROXY: 0, STORE_MB_PER_DAY: 10 },
    now: () => now,
  })
})
afterAll(() => server.close())

const full = (device: TestDevice) => {
  const kit = device.kit()
  const steps = Array.from({ length: 100 }, () => device.step(kit.id, { text: 'x'.repeat(1_900) }))
  return [kit, ...steps]
}

// T17
test('keys cost nothing, so an address pays for all of its keys, and says when it goes on', async () => {
  let stored = 0
  let waits = 0
  for (let key = 0; key < 60; key++) {
    const device = new TestDevice(server.url)
    const results = await device.push(...full(device))
    if (results.some((result) => result.err === 'retry')) {
      waits++
      const why = 'address_bytes'
      expect(results[0]).toEqual({ err: 'retry', after: expect.any(Number), why })
    } else stored++
  }
  // 60 keys at 0.27 MB each: the address has 5 MB.
  expect([stored > 10, stored < 20, waits > 40]).toEqual([true, true, true])
  let last: Response | undefined
  for (let nth = 10; nth < 50 && last?.status !== 429; nth++) {
    const body = { buildId: `AAAA${nth}`, notes: 'n'.repeat(15_000) }
    last = await new TestDevice(server.url).post('/api/auto-save', body)
  }
  expect(last?.status).toBe(429)
  expect(Number(last?.headers.get('Retry-After'))).toBeGreaterThan(0)
  now += 12 * 3_600_000
  const later = new TestDevice(server.url)
  expect((await later.push(...full(later))).filter((result) => result.err)).toEqual([])
})

test('one device or account has its own number, whatever address it comes from', async () => {
  await server.database.knex('rate_limits').delete()
  const device = new TestDevice(server.url)
  const pushes: number[] = []
  let last: OpResult | undefined
  for (let nth = 0; nth < 8; nth++) {
    const held = (await device.push(...full(device))).filter((result) => result.err)
    pushes.push(held.length)
    last = held[0]
    await server.database.knex('rate_limits').where('key', 'like', 'stored:127%').delete()
  }
  expect(pushes.slice(0, 4)).toEqual([0, 0, 0, 0])
  expect(pushes.at(-1)).toBe(101)
  expect(last?.why).toBe('device_bytes')
  const account = new TestDevice(server.url, await registerAccount(server))
  expect((await account.push(...full(account))).filter((result) => result.err)).toEqual([])
  const key = `stored:${account.principal}`
  const tat = new Date(now + 24 * 3_600_000)
  await server.database.knex('rate_limits').where({ key }).update({ tat })
  expect((await account.push(...full(account)))[0]?.why).toBe('account_bytes')
})

test('a row that is there costs what it takes, however little of it changes', async () => {
  await server.database.knex('rate_limits').delete()
  const device = new TestDevice(server.url)
  const kits = Array.from({ length: 4 }, () =>
    device.kit({ notes: randomBytes(9_000).toString('hex') }),
  )
  expect((await device.push(...kits)).filter(({ err }) => err)).toEqual([])
  let pushes = 0
  for (let nth = 0; nth < 30; nth++) {
    // A build id makes an op look like a new kit, which it is not.
    const changes = kits.map(({ cells: { buildId }, ...kit }): Op => {
      return { ...kit, cells: { ...(buildId && { buildId }), ...device.cells({ task: `${nth}` }) } }
    })
    if ((await device.push(...changes)).every(({ err }) => !err)) pushes++
  }
  // 1.25 MB at 0.07 MB a push.
  expect([pushes > 10, pushes < 20]).toEqual([true, true])
  const statuses: number[] = []
  for (const { id } of kits) statuses.push((await device.call('DELETE', `/api/kits/${id}`)).status)
  expect(statuses).toContain(429)
})

test('values of another device that were not read cost the rows in which they are kept', async () => {
  await server.database.knex('rate_limits').delete()
  const device = new TestDevice(server.url)
  const kit = device.kit()
  const lines = Array.from({ length: 100 }, () => device.line(kit.id, { name: '', qty: 0 }))
  await device.push(kit, ...lines)
  let stored = 0
  for (let nth = 1; nth < 20; nth++) {
    const stamp = packStamp(Date.now(), 0, newNode())
    const ops = lines.map(({ kind, id }): Op => {
      return { kind, id, kit: null, cells: { name: [`${nth}`, stamp], qty: [nth, stamp] } }
    })
    const { results } = await device.sync(ops, { cursors: {}, isAnswerLost: true })
    if (results.every(({ err }) => !err)) stored++
  }
  // 1.25 MB at 0.18 MB a push.
  expect([stored > 3, stored < 9]).toEqual([true, true])
})

test('a batch that costs more than a whole budget goes through once there is a whole budget', async () => {
  await server.database.knex('rate_limits').delete()
  const device = new TestDevice(server.url)
  const kit = device.kit()
  const lines = Array.from({ length: 500 }, () => device.line(kit.id, { name: '', qty: 0 }))
  await device.push(kit, ...lines)
  const stamp = packStamp(Date.now(), 0, newNode())
  const values = { name: 'n', partNumber: 'p', manufacturer: 'm', qty: 2, price: 3 }
  const cells: Op['cells'] = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, [value, stamp] as const]),
  )
  const ops = lines.map(({ kind, id }): Op => ({
    kind,
    id,
    kit: null,
    cells,
  }))
  const push = async () => (await device.sync(ops, { cursors: {}, isAnswerLost: true })).results
  expect((await push()).every(({ err }) => err === 'retry')).toBe(true)
  now += 24 * 3_600_000
  expect((await push()).filter(({ err }) => err)).toEqual([])
})

test('a key that may store nothing, since its address may not, leaves nothing behind', async () => {
  await server.database.knex('rate_limits').delete()
  const isHeld = async (device: TestDevice) =>
    (await device.push(...full(device))).some(({ err }) => err === 'retry')
  while (!(await isHeld(new TestDevice(server.url))));
  const counted = () => server.database.knex('rate_limits').pluck('key')
  const before = await counted()
  for (let nth = 0; nth < 5; nth++)
    await new TestDevice(server.url).push(...full(new TestDevice(server.url)))
  expect(await counted()).toEqual(before)
})

test('what a device may not store is not counted against its address', async () => {
  await server.database.knex('rate_limits').delete()
  const device = new TestDevice(server.url)
  for (let nth = 0; nth < 60; nth++) await device.push(...full(device))
  const other = new TestDevice(server.url)
  expect((await other.push(...full(other))).filter(({ err }) => err)).toEqual([])
})
