import { afterAll, beforeAll, expect, test } from 'vitest'

import type { OpResult } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const waits = (results: OpResult[]) => results.filter((result) => result.err === 'retry')

test('from one address 300 kits a day begin without an account; what is over waits, with its lines', async () => {
  const device = new TestDevice(server.url)
  const kits = (count: number) => Array.from({ length: count }, () => device.kit())
  expect(waits(await device.push(...kits(200)))).toEqual([])
  const other = new TestDevice(server.url)
  expect(waits(await other.push(...Array.from({ length: 90 }, () => other.kit())))).toEqual([])
  const [late] = kits(1)
  const more = await device.push(...kits(15), ...(late ? [late, device.line(late.id)] : []))
  expect(waits(more)).toHaveLength(16)
  expect(more.find((result) => result.err === 'retry')).toMatchObject({
    after: expect.any(Number),
    why: 'kits',
  })
  expect(more.at(-1)).toEqual({ err: 'gone' })
  const { status } = await device.post('/api/auto-save', { buildId: newBuildId(), notes: 'x' })
  expect([200, 429]).toContain(status)
})

test('an account is not counted by its address, and what is there already never', async () => {
  const account = new TestDevice(server.url, await registerAccount(server))
  const kit = account.kit()
  const many = Array.from({ length: 320 }, () => account.kit())
  expect(waits(await account.push(kit, ...many))).toEqual([])
  const again = { ...kit, cells: account.cells({ name: 'typed on' }) }
  expect(await account.push(again, kit)).toEqual([{ ok: 1 }, expect.anything()])
})

test('a device has room for 500 kits; the next is tried again a day later, and says why', async () => {
  const device = new TestDevice(server.url)
  const { knex } = server.database
  await knex.raw(
    `insert into kits (kit_id, id, build_id, owner, cells, kit_ver, owner_ver, max_ms, live_lines, bytes)
     select 'filler' || n, 'filler' || n, 'f' || n, :owner, '{}', 0, 0, 0, 0, 0
     from generate_series(1, 500) n`,
    { owner: device.principal },
  )
  expect(await device.push(device.kit())).toEqual([
    { err: 'retry', after: 24 * 3_600, why: 'kits_full' },
  ])
})

const newTask = (device: TestDevice, name: string) => ({
  kind: 'task' as const,
  id: newId(),
  kit: null,
  cells: device.cells({ name }),
})

// T17
test('keys of one address begin 60 tasks a day together', async () => {
  const begin = (name: string) =>
    fetch(`${server.url}/api/tasks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.77' },
      body: JSON.stringify({ name }),
    })
  const statuses: number[] = []
  for (let nth = 0; nth < 62; nth++) statuses.push((await begin(`By key ${nth}`)).status)
  expect(statuses).toEqual([...Array<number>(60).fill(201), 429, 429])
})

test('tasks are 20 a day: the others wait, over sync and over REST', async () => {
  const device = new TestDevice(server.url)
  const tasks = Array.from({ length: 25 }, (_, nth) => newTask(device, `Task ${nth}`))
  const held = waits(await device.push(...tasks))
  expect(held.map(({ why }) => why)).toEqual(Array(5).fill('tasks'))
  const response = await device.post('/api/tasks', { name: 'One more' })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
})
