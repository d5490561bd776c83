import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Cells } from '#shared/cells/cells.ts'
import type { TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { GRACE_MS, msOf } from '#shared/cells/stamp.ts'
import { startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const device = () => new TestDevice(server.url)
/** foreign.test.ts covers the stamps. */
const valuesOf = (cells: Cells) =>
  Object.fromEntries(Object.entries(cells).map(([name, [value]]) => [name, value]))
const DAY_MS = 86_400_000

describe('a push', () => {
  test('stores a kit with its lines and gives them to the owner and to who knows the link', async () => {
    const phone = device()
    const kit = phone.kit({ name: 'Oil change', task: 'Oil Change' })
    const line = phone.line(kit.id, { name: 'Oil filter', price: 1149, qty: 2 })
    expect(await phone.push(kit, line)).toEqual([{ ok: 1 }, { ok: 1 }])

    const friend = device()
    const answer = await friend.sync([], { cursors: { [kitScope(kit.id)]: 0 } })
    expect(answer.rows.map((row) => valuesOf(row.cells))).toEqual(
      [kit, line].map((op) => valuesOf(op.cells)),
    )
    expect(answer.rows.every((row) => !row.mine)).toBe(true)
  })

  test('does not echo what the sender wrote, but sends it when the answer was lost', async () => {
    const phone = device()
    const kit = phone.kit()
    const lost = await phone.sync([kit], { isAnswerLost: true })
    expect(lost.rows).toEqual([])
    const again = await phone.sync([kit])
    expect(again.results).toEqual([{ ok: 1 }])
    expect(again.rows.map((row) => row.id)).toEqual([kit.id])
    expect((await phone.sync()).rows).toEqual([])
  })

  test('repeated minutes later changes nothing and raises no counter', async () => {
    const phone = device()
    const kit = phone.kit({ name: 'first' })
    await phone.push(kit)
    const rename = { ...kit, cells: phone.cells({ name: 'second' }, Date.now() + 1_000) }
    await phone.push(rename)
    const before = phone.cursors[ownerScope(phone.principal)]
    const [stale] = await phone.push(kit)
    expect(stale?.stale).toEqual({ name: rename.cells['name'] })
    expect(phone.cursors[ownerScope(phone.principal)]).toBe(before)
  })

  test('of lines before their kit in one batch stores both', async () => {
    const phone = device()
    const kit = phone.kit()
    const line = phone.line(kit.id)
    expect(await phone.push(line, kit)).toEqual([{ ok: 1 }, { ok: 1 }])
  })

  test('refuses single values, names them, and stores the rest', async () => {
    const phone = device()
    const kit = phone.kit()
    const line = phone.line(kit.id, {
      name: 'Brake pads',
      price: -1,
      qty: 1e99,
      link: 'javascript:alert(1)',
      partNumber: 'a\u0000b',
      manufacturer: '\ud800',
    })
    const [, result] = await phone.push(kit, line)
    expect(result?.rej).toEqual({
      price: 'invalid_price',
      qty: 'invalid_quantity',
      link: 'invalid_link',
      partNumber: 'bad_characters',
      manufacturer: 'bad_characters',
    })
    const answer = await phone.sync([], { cursors: { [kitScope(kit.id)]: 0 } })
    expect(Object.keys(answer.rows[1]?.cells ?? {}).toSorted()).toEqual(['name', 'ord'])
  })

  test('of the 501st line refuses it and keeps the 500', async () => {
    const phone = device()
    const kit = phone.kit()
    const lines = Array.from({ length: 501 }, (_, index) =>
      phone.line(kit.id, { name: `${index}` }),
    )
    const results = await phone.push(kit, ...lines)
    expect(results.filter((result) => result.ok)).toHaveLength(501)
    expect(results.at(-1)).toEqual({ err: 'too_many_lines' })
  })

  test('that types into a deleted line brings it back only where the kit has room', async () => {
    const phone = device()
    const kit = phone.kit()
    const lines = Array.from({ length: 500 }, (_, index) =>
      phone.line(kit.id, { name: `${index}` }),
    )
    await phone.push(kit, ...lines)
    const change = (values: Record<string, unknown>) => ({
      ...(lines[0] ?? kit),
      kit: null,
      cells: phone.cells(values),
    })
    await phone.push(change({ del: true }))
    expect(await phone.push(phone.line(kit.id, { name: 'in its place' }))).toEqual([{ ok: 1 }])
    expect(await phone.push(change({ qty: 2 }))).toEqual([{ err: 'too_many_lines' }])
  })

  test('that would make a kit larger than 256 KiB is refused', async () => {
    const phone = device()
    const kit = phone.kit()
    const lines = Array.from({ length: 300 }, () =>
      phone.line(kit.id, { name: 'x'.repeat(200), link: `https://example.com/${'y'.repeat(900)}` }),
    )
    const results = await phone.push(kit, ...lines)
    expect(results.filter((result) => result.err === 'kit_too_large').length).toBeGreaterThan(50)
  })

  test('of an unknown kind of row answers only that row', async () => {
    const phone = device()
    const kit = phone.kit()
    const { principal, node, cursors } = phone
    const wire = encodeRequest({ principal, node, cursors, ops: [kit] })
    wire.ops?.unshift({ k: 'hologram', id: newId(), c: {} })
    const response = await phone.post('/api/sync', wire)
    expect(response.status).toBe(200)
    expect(((await response.json()) as { res: unknown }).res).toEqual([
      { err: 'unknown_kind' },
      { ok: 1 },
    ])
  })
})

describe('somebody else', () => {
  test('cannot write a kit or its lines', async () => {
    const owner = device()
    const kit = owner.kit({ name: 'mine' })
    const line = owner.line(kit.id, { name: 'filter' })
    await owner.push(kit, line)
    const stranger = device()
    const results = await stranger.push(
      { ...kit, cells: stranger.cells({ name: 'stolen' }) },
      { ...line, kit: null, cells: stranger.cells({ qty: 9 }) },
      stranger.line(kit.id, { name: 'added' }),
    )
    expect(results).toEqual([{ err: 'not_owner' }, { err: 'not_owner' }, { err: 'not_owner' }])
  })

  test('never receives an owner-only value', async () => {
    const owner = device()
    const kit = owner.kit({ vin: 'WAUGL78E88A123456' })
    const line = owner.line(kit.id, { name: 'filter', status: 'have' })
    await owner.push(kit, line)
    const stranger = device()
    const answer = await stranger.sync([], {
      cursors: { [kitScope(kit.id)]: 0, [ownerScope(owner.principal)]: 0 },
    })
    expect(answer.rows.map((row) => Object.keys(row.cells)).flat()).not.toContain('vin')
    expect(answer.rows.map((row) => Object.keys(row.cells)).flat()).not.toContain('status')
    const own = await owner.sync([], { cursors: { [ownerScope(owner.principal)]: 0 } })
    expect(own.rows.map((row) => Object.keys(row.cells)).flat()).toContain('vin')
    const rest = await fetch(`${server.url}/api/kits/${kit.id}`)
    expect(await rest.text()).not.toContain('WAUGL78E88A123456')
  })

  test('hiding a line id under an own kit does not shut the owner out', async () => {
    const owner = device()
    const kit = owner.kit()
    const line = owner.line(kit.id, { name: 'filter' })
    await owner.push(kit, line)
    const stranger = device()
    const own = stranger.kit()
    await stranger.push(own, { ...line, kit: own.id, cells: stranger.cells({ ord: 'a0' }) })
    expect(await owner.push({ ...line, kit: null, cells: owner.cells({ qty: 3 }) })).toEqual([
      { ok: 1 },
    ])
  })

  test('cannot send in the name of another', async () => {
    const [owner, stranger] = [device(), device()]
    const { principal, node, cursors } = owner
    const wire = encodeRequest({ principal, node, cursors, ops: [owner.kit()] })
    expect((await stranger.post('/api/sync', wire)).status).toBe(409)
    expect((await stranger.post('/api/sync', wire, null)).status).toBe(401)
  })
})

describe('wrong clocks', () => {
  test('a stamp of next year is refused with what it has to beat, the other values are stored', async () => {
    const phone = device()
    const kit = phone.kit({ name: 'now' })
    await phone.push(kit)
    const ahead = phone.cells({ name: 'from next year' }, Date.now() + 365 * DAY_MS)
    const [result] = await phone.push({
      ...kit,
      cells: { ...ahead, ...phone.cells({ task: 'Oil' }) },
    })
    expect(result?.clock).toEqual(['name'])
    expect(result?.top && msOf(result.top)).toBeLessThanOrEqual(Date.now() + GRACE_MS)
    const answer = await phone.sync([], { cursors: { [kitScope(kit.id)]: 0 } })
    expect(answer.rows[0]?.cells['name']?.[0]).toBe('now')
    expect(answer.rows[0]?.cells['task']?.[0]).toBe('Oil')
  })

  test('a new kit from next year is not half inserted, and its lines wait', async () => {
    const phone = device()
    const kit = phone.kit({ name: 'x' }, Date.now() + 365 * DAY_MS)
    const line = phone.line(kit.id)
    const [kitResult, lineResult] = await phone.push(kit, line)
    expect(kitResult?.clock?.toSorted()).toEqual(['buildId', 'name'])
    expect(lineResult).toEqual({ err: 'gone' })
  })

  test('an exact repeat of what is stored passes whatever the clocks say', async () => {
    let now = Date.now()
    const other = await startTestServer({ now: () => now })
    try {
      const phone = new TestDevice(other.url)
      const kit = phone.kit({}, now)
      await phone.push(kit)
      now -= 365 * DAY_MS
      expect(await phone.push(kit)).toEqual([{ ok: 1 }])
    } finally {
      await other.close()
    }
  })
})

describe('build ids', () => {
  test('one that is taken is replaced, and the replacement is answered again after a lost answer', async () => {
    const [first, second] = [device(), device()]
    const kit = first.kit()
    await first.push(kit)
    const buildId = kit.cells['buildId']?.[0]
    const clash = second.kit({ buildId })
    const lost = await second.sync([clash], { isAnswerLost: true })
    const given = lost.results[0]?.set?.['buildId']
    expect(given?.[0]).toMatch(/^[A-Za-z0-9]{6}$/)
    expect(given?.[0]).not.toBe(buildId)
    const again = await second.sync([clash])
    expect(again.results[0]?.set?.['buildId']).toEqual(given)
    const read = await fetch(`${server.url}/api/lists/${given?.[0] as string}`)
    expect(((await read.json()) as { kit: { id: string } }).kit.id).toBe(clash.id)
  })

  test('an id of a deleted kit is never given to another', async () => {
    const [first, second] = [device(), device()]
    const kit = first.kit()
    await first.push(kit)
    await first.push({ ...kit, cells: first.cells({ del: true }) })
    const buildId = kit.cells['buildId']?.[0]
    const [result] = await second.push(second.kit({ buildId }))
    expect(result?.set?.['buildId']?.[0]).not.toBe(buildId)
    expect((await fetch(`${server.url}/api/lists/${buildId as string}`)).status).toBe(404)
  })
})

describe('tasks', () => {
  test('come back to their author, not to others, and a second of the same name is the first', async () => {
    const phone = device()
    const task = {
      kind: 'task' as const,
      id: newId(),
      kit: null,
      cells: phone.cells({ name: 'Flush brakes' }),
    }
    const twin = { ...task, id: newId(), cells: phone.cells({ name: '  flush  BRAKES' }) }
    expect(await phone.push(task, twin)).toEqual([{ ok: 1 }, { same: task.id }])
    const own = await fetch(`${server.url}/api/tasks`, {
      headers: { 'X-Device-Key': phone.secret },
    })
    expect(JSON.stringify(await own.json())).toContain('Flush brakes')
    const others = await (await fetch(`${server.url}/api/tasks`)).text()
    expect(others).not.toContain('Flush brakes')
    expect(others).toContain('Oil Change')
  })

  test('posted again answer what is stored', async () => {
    const phone = device()
    const id = newId()
    const cells = phone.cells({ name: 'Wheel bearing' })
    await phone.push({ kind: 'task', id, kit: null, cells })
    const changed = { kind: 'task' as const, id, kit: null, cells: phone.cells({ name: 'Other' }) }
    expect(await phone.push(changed)).toEqual([{ set: cells }])
  })
})

test('who has read further than the server is told that it went back, and loses nothing', async () => {
  const phone = new TestDevice(server.url)
  await phone.push(phone.kit())
  const scope = ownerScope(phone.principal)
  const answer = await phone.sync([], { cursors: { [scope]: 999 } })
  expect(answer.lost).toBe(true)
  expect(answer.reset).toEqual([])
  expect(answer.rows).toEqual([])
  const stranger = new TestDevice(server.url)
  const unknown = { [ownerScope(stranger.principal)]: 7 }
  expect((await stranger.sync([], { cursors: unknown })).lost).toBe(true)
})
