/** A request refused for its device's clock stays refused, even as a late copy. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { TestServer } from '../testServer.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + aheadMs })
})
afterAll(async () => {
  await server.close()
  expect(server.errors).toEqual([])
})
beforeEach(() => {
  aheadMs = 0
})

/** Pushes as a device that has heard of so many refusals; without a number it counts none. */
async function send(device: TestDevice, ops: SyncRequest['ops'], refusals?: number) {
  const { principal, node, cursors } = device
  const counted = refusals === undefined ? {} : { refusals }
  const request = { principal, node, ops, cursors, ...counted }
  const response = await device.post('/api/sync', encodeRequest(request))
  expect(response.status).toBe(200)
  return decodeAnswer(await response.json())
}

/** A phone whose kit is synced, and 60 lines stamped by a clock 90 s ahead. */
async function pasted() {
  const phone = new TestDevice(server.url)
  const kit = phone.kit()
  await send(phone, [kit], 0)
  const early = Date.now() + 90_000
  const lines = Array.from({ length: 60 }, () =>
    phone.line(kit.id, { name: 'A', price: 100, qty: 1, manufacturer: 'M' }, early),
  )
  return { phone, kit, lines }
}

const isRefused = ({ results }: { results: { clock?: string[] }[] }) =>
  results.every(({ clock }) => clock !== undefined)

test('60 lines refused for the clock are refused 45 s and a day later, whatever stands there', async () => {
  const { phone, kit, lines } = await pasted()
  const first = await send(phone, lines, 0)
  expect([isRefused(first), first.refusals]).toEqual([true, 1])
  const anew = lines.map(({ id }) => ({
    ...phone.line(kit.id, { name: 'B', price: 200, qty: 2, manufacturer: 'M' }),
    id,
  }))
  const [left] = anew.splice(0, 1)
  expect((await send(phone, anew, 1)).results).toEqual(anew.map(() => ({ ok: 1 })))
  for (const later of [45_000, 86_400_000]) {
    aheadMs = later
    const late = await send(phone, lines, 0)
    // Even the line that is not stored yet: its new op follows, and may be older.
    expect([isRefused(late), late.refusals]).toEqual([true, 1])
  }
  aheadMs = 45_000
  expect((await send(phone, left ? [left] : [], 1)).results).toEqual([{ ok: 1 }])
  // Restamped ops that are stored already are no late copies.
  expect((await send(phone, anew, 0)).results).toEqual(anew.map(() => ({ ok: 1 })))
})

test('a late copy of a line refused whole, as its kit was not there, stores nothing of it', async () => {
  const phone = new TestDevice(server.url)
  const kit = phone.kit()
  const typed = phone.line(kit.id, { name: 'A' })
  const ahead = phone.line(kit.id, { qty: 2 }, Date.now() + 90_000)
  const line = { ...typed, cells: { ...typed.cells, qty: ahead.cells['qty'] ?? [2, ''] } }
  expect(isRefused(await send(phone, [line], 0))).toBe(true)
  expect((await send(phone, [kit], 1)).results).toEqual([{ ok: 1 }])
  aheadMs = 45_000
  const [late] = (await send(phone, [line], 0)).results
  expect(late?.clock).toEqual(expect.arrayContaining(Object.keys(line.cells)))
})

test('a device that counts no refusals is answered as ever, and no other device is in its way', async () => {
  const { phone, lines } = await pasted()
  const first = await send(phone, lines)
  expect([isRefused(first), first.refusals]).toEqual([true, undefined])
  aheadMs = 45_000
  expect((await send(phone, lines)).results).toEqual(lines.map(() => ({ ok: 1 })))

  const counting = await pasted()
  await send(counting.phone, counting.lines, 0)
  aheadMs = 90_000
  const { secret, principal, cursors } = counting.phone
  const sibling = Object.assign(new TestDevice(server.url), { secret, principal, cursors })
  const line = sibling.line(counting.kit.id, { name: 'C' }, Date.now() + 90_000)
  expect((await send(sibling, [line], 0)).results).toEqual([{ ok: 1 }])
})

test('each refusal is heard of once, and a name that objects have is a name like any other', async () => {
  const phone = Object.assign(new TestDevice(server.url), { node: '__proto__' })
  const kit = phone.kit()
  expect((await send(phone, [kit], 0)).results).toEqual([{ ok: 1 }])
  for (const heard of [0, 1, 2]) {
    const line = () => phone.line(kit.id, { name: 'A' }, Date.now() + aheadMs + 90_000)
    expect((await send(phone, [line()], heard)).refusals).toBe(heard + 1)
    expect((await send(phone, [line()], heard)).refusals).toBe(heard + 1)
    aheadMs += 1_000
  }
  // Ops from before the second-last refusal are refused.
  expect(isRefused(await send(phone, [phone.line(kit.id, { name: 'A' })], 1))).toBe(true)
  expect((await send(phone, [phone.line(kit.id, { name: 'A' })], 3)).results).toEqual([{ ok: 1 }])
})
