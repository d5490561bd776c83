/** Device and server with a difference neither has noticed. */
import type { Net } from '../../api/net.ts'
import { beforeEach, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { digestOf } from './digest.ts'
import { flush } from '../send/flush.ts'
import { backUp, restore } from '../../../../lab/simulation/memoryCollect.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { Desk, now } from '../../../../lab/simulation/testDesk.ts'

let server: MemoryServer
let desk: Desk
let p: string
let kit: string
const lines = Array.from({ length: 1_200 }, newId)

beforeEach(async () => {
  server = new MemoryServer(() => now)
  desk = await Desk.open(server)
  p = await desk.signIn('alice')
  kit = await desk.draft('AAAAAA', 'Timing belt')
  for (const [at, id] of lines.slice(0, 400).entries()) {
    await desk.set('line', id, kit, { ord: `a${String(at).padStart(4, '0')}`, name: `Part ${at}` })
  }
  await desk.flush()
  await desk.flush()
  desk.sent.length = 0
})

const flushAudited = (net: Net = desk.net, env = desk.env) =>
  flush(env, net, { audit: (principal) => digestOf(env, principal) })
const lineRows = () => desk.rowsOf(p).filter((row) => row.kind === 'line')
const differed = () => desk.store.tables.meta.get(`differed:${p}`)

test('with nothing to send, what is here is named in few bytes, and nothing more happens', async () => {
  await flushAudited()
  expect(desk.sent[0]?.request.audit?.[0]).toBe(401)
  expect(JSON.stringify(desk.sent[0]?.request.audit).length).toBeLessThan(40)
  expect(desk.sent).toHaveLength(1)
  expect(differed()).toBeUndefined()
})

test('with something to send it is not', async () => {
  await desk.set('kit', kit, kit, { notes: 'typed' })
  await flushAudited()
  expect(desk.sent[0]?.request.audit).toBeUndefined()
})

test('a digest of another version than is asked from goes with nothing', async () => {
  await flush(desk.env, desk.net, { audit: async () => ({ cursor: 9_999, digest: [0, ''] }) })
  expect(desk.sent[0]?.request.audit).toBeUndefined()
})

test('while a row waits to be given to the server again nothing is counted', async () => {
  const [first = ''] = lines
  const row = lineRows().find(({ id }) => id === first)
  desk.store.tables.rows.delete(`${p} line ${first}`)
  await desk.store.transact(async (tx) => {
    const later = { shape: 1, tries: 1, next: now + 60_000, at: now }
    if (row)
      await tx.put('pending', [{ p, kind: 'line', id: first, kit, cells: row.cells, ...later }])
  })
  await flushAudited()
  expect(desk.sent[0]?.request.audit).toBeUndefined()
  expect(differed()).toBeUndefined()
})

test('what was counted in another history of the server is counted anew', async () => {
  const backup = backUp(server)
  const add = async (device: Desk) => {
    await device.set('line', newId(), kit, { ord: 'b0', name: 'Bolt' })
    await device.flush()
  }
  await add(desk)
  await add(desk)
  await flushAudited()
  const { cursors } = desk.sent.at(-1)?.request ?? {}
  restore(server, backup, 'another')
  const phone = await Desk.open(server)
  await phone.signIn('alice')
  await phone.flush()
  await add(phone)
  // Both give back at once, so the cursor is where it was.
  await desk.flush()
  await flushAudited()
  expect(desk.sent.at(-1)?.request.cursors).toEqual(cursors)
  expect(desk.sent.at(-1)?.request.audit?.[0]).toBe(404)
  expect(differed()).toBeUndefined()
})

test('rows this device has lost come back', async () => {
  for (const row of lineRows().slice(0, 7)) {
    desk.store.tables.rows.delete(`${p} line ${row.id}`)
  }
  expect(lineRows()).toHaveLength(393)
  await flushAudited()
  await desk.flush()
  expect(lineRows()).toHaveLength(400)
  expect(desk.pendingOf(p)).toHaveLength(0)
  expect(differed()).toBe(now)
})

test('rows the server has lost are sent again', async () => {
  const [first = ''] = lines
  server.rows.delete(`line:${first}`)
  await flushAudited()
  await desk.flush()
  expect(server.rows.get(`line:${first}`)?.row.cells['name']?.[0]).toBe('Part 0')
  expect(lineRows()).toHaveLength(400)
})

test('what differs again right after it was healed is left alone for a day', async () => {
  const [first = ''] = lines
  const stubborn: Net = {
    sync: async (request, sender) => {
      server.rows.delete(`line:${first}`)
      return desk.net.sync(request, sender)
    },
  }
  for (let at = 0; at < 10; at++) await flushAudited(stubborn)
  const audits = desk.sent.filter(({ request }) => request.audit)
  expect(audits).toHaveLength(1)
})

test('what was deleted does not count: the server purges it in its time', async () => {
  const [first = '', second = ''] = lines
  await desk.set('line', first, kit, { del: true })
  await desk.set('line', second, kit, { name: 'still here' })
  await desk.flush()
  server.rows.delete(`line:${first}`)
  await flushAudited()
  expect(desk.sent.at(-1)?.request.audit?.[0]).toBe(400)
  expect(differed()).toBeUndefined()
})

test('a device without an account is not asked: its drafts may expire there, never here', async () => {
  await desk.signOut()
  await flushAudited()
  expect(desk.sent.every(({ request }) => request.audit === undefined)).toBe(true)
  expect(desk.sent.at(-1)?.request.cursors[ownerScope(p)]).toBeUndefined()
})
