import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { isRowAlive, textIn } from '#shared/cells/cells.ts'
import type { Op } from '#shared/sync/protocol.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { collect } from './collection.ts'

const DAY_MS = 24 * 3_600_000
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** Runs the collection as of so many days from now. */
async function after(days: number): Promise<void> {
  await server.database.knex.transaction((trx) => collect(trx, Date.now() + days * DAY_MS, 500))
}

const signedIn = async () => new TestDevice(server.url, await registerAccount(server))
const count = async (table: string, kitId: string) => {
  const rows: unknown[] = await server.database.knex(table).where('kit_id', kitId)
  return rows.length
}

test('deleted lines are purged after 180 days, and whoever was away longer starts over', async () => {
  const phone = await signedIn()
  const kit = phone.kit({ name: 'kept' })
  const [line, other] = [phone.line(kit.id, { name: 'a' }), phone.line(kit.id, { name: 'b' })]
  await phone.push(kit, line, other)
  const away = { ...phone.cursors }
  const del = { ...line, kit: null, cells: phone.cells({ del: true }) }
  await phone.push(del)
  await after(179)
  expect(await count('lines', kit.id)).toBe(2)
  await after(181)
  expect(await count('lines', kit.id)).toBe(1)

  const returned = await phone.sync([], { cursors: { ...away, [kitScope(kit.id)]: 1 } })
  expect(returned.reset.toSorted()).toEqual(
    [kitScope(kit.id), ownerScope(phone.principal)].toSorted(),
  )
  expect(returned.rows.map((row) => row.id)).not.toContain(line.id)
  expect(returned.rows.map((row) => row.id)).toContain(other.id)
  expect((await phone.sync()).reset).toEqual([])
})

test('a line that was revived after its deletion stays', async () => {
  const phone = await signedIn()
  const kit = phone.kit()
  const line = phone.line(kit.id, { name: 'a' })
  await phone.push(kit, line)
  await phone.push({ ...line, kit: null, cells: phone.cells({ del: true }) })
  await phone.push({ ...line, kit: null, cells: phone.cells({ name: 'again' }) })
  await after(400)
  const { rows } = await phone.sync([], { cursors: { [ownerScope(phone.principal)]: 0 } })
  const stored = rows.find((row) => row.id === line.id)
  expect(stored && isRowAlive(stored.cells)).toBe(true)
})

test('a deleted kit goes as a whole, and its build id is never given to another', async () => {
  const phone = await signedIn()
  const kit = phone.kit()
  await phone.push(kit, phone.line(kit.id))
  await phone.push({ ...kit, cells: phone.cells({ del: true }) })
  await after(181)
  expect([await count('kits', kit.id), await count('lines', kit.id)]).toEqual([0, 0])
  const other = await signedIn()
  const taken = kit.cells['buildId']?.[0]
  const [result] = await other.push(other.kit({ buildId: taken }))
  expect(result?.set?.['buildId']?.[0]).not.toBe(taken)
})

test('an untouched draft expires without a word to its device, and comes back with the next key', async () => {
  const device = new TestDevice(server.url)
  const kit = device.kit({ name: 'draft' })
  const line = device.line(kit.id, { name: 'Filter' })
  await device.push(kit, line)
  const account = await signedIn()
  const saved = account.kit({ name: 'of an account' })
  await account.push(saved)
  await after(181)
  expect(await count('kits', kit.id)).toBe(0)
  expect(await count('kits', saved.id)).toBe(1)
  const idle = await device.sync()
  expect([idle.rows, idle.reset, idle.gone]).toEqual([[], [], []])

  const typed = { ...kit, cells: device.cells({ notes: 'back' }) }
  expect(await device.push(typed)).toEqual([{ err: 'gone' }])
  const whole = { ...kit, cells: { ...kit.cells, ...typed.cells } }
  // The server asks for the other rows: the device may believe that they are here.
  expect(await device.push(whole, line)).toEqual([{ again: 1 }, { ok: 1 }])
  const buildId = textIn(kit.cells, 'buildId')
  const { kit: shown } = await (await fetch(`${server.url}/api/lists/${buildId}`)).json()
  expect(shown).toMatchObject({ name: 'draft', notes: 'back' })
})

test('a draft in which nothing was typed goes after 30 days, and its build id comes free', async () => {
  const device = new TestDevice(server.url)
  const blank = device.kit()
  const begun = device.kit()
  await device.push(blank, begun, device.line(begun.id))
  await after(29)
  expect(await count('kits', blank.id)).toBe(1)
  await after(31)
  expect([await count('kits', blank.id), await count('kits', begun.id)]).toEqual([0, 1])
  const other = new TestDevice(server.url)
  const free = blank.cells['buildId']?.[0]
  expect(await other.push(other.kit({ buildId: free }))).toEqual([{ ok: 1 }])
})

test('the link of an expired draft shows nothing for a year, then its build id comes free', async () => {
  const device = new TestDevice(server.url)
  const kit = device.kit({ name: 'draft' })
  await device.push(kit)
  await after(181)
  const buildId = kit.cells['buildId']?.[0]
  const other = await signedIn()
  const [early] = await other.push(other.kit({ buildId }))
  expect(early?.set?.['buildId']?.[0]).toMatch(/^\w{6}$/)
  await after(181 + 366)
  expect(await other.push(other.kit({ buildId }))).toEqual([{ ok: 1 }])
})

// T17
test('a device that sent nothing for half a year is forgotten, and brings its log when it returns', async () => {
  const device = new TestDevice(server.url)
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const cells = device.cells({ task: 'Oil Change', day: '2026-01-02', vehicle, kit: null })
  const entry: Op = { kind: 'log', id: newId(), kit: null, cells }
  const named = device.cells({ name: 'Rust proofing' })
  const task: Op = { kind: 'task', id: newId(), kit: null, cells: named }
  expect(await device.push(entry, task)).toEqual([{ ok: 1 }, { ok: 1 }])
  const left = async () => {
    const { knex } = server.database
    const owned = (table: string) => knex(table).where('owner', device.principal).pluck('id')
    const streams = knex('scopes').where('id', ownerScope(device.principal)).pluck('id')
    return [await owned('log_entries'), await owned('tasks'), await streams]
  }
  await after(179)
  expect((await left()).map((rows) => rows.length)).toEqual([1, 1, 1])
  await after(182)
  expect(await left()).toEqual([[], [], []])
  expect((await device.sync()).lost).toBe(true)
  expect(await device.push(entry)).toEqual([{ ok: 1 }])
})
