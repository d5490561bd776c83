/** Save Kit, and what a link shows afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { MAX_VERSIONS } from '#shared/kinds/version.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const signedIn = async () => new TestDevice(server.url, await registerAccount(server))

const part = (name: string, price = 1_000) => ({
  id: newId(),
  ord: 'a0',
  name,
  manufacturer: '',
  partNumber: '',
  price,
  qty: 2,
  link: '',
})

/** A first pull by a stranger with the link. */
async function seenByStranger(kit: string) {
  const stranger = new TestDevice(server.url)
  const { rows } = await stranger.sync([], { cursors: { [kitScope(kit)]: 0 } })
  return rows
}

describe('a saved kit', () => {
  test('shows its newest version to strangers, and not what its owner types on', async () => {
    const owner = await signedIn()
    const kit = owner.kit({ name: 'Oil', notes: 'draft' })
    const line = owner.line(kit.id, { name: 'Filter' })
    const version = owner.version(kit.id, { name: 'Oil', notes: 'saved', lines: [part('Filter')] })
    expect(await owner.push(kit, line, version)).toEqual([{ ok: 1 }, { ok: 1 }, { ok: 1 }])
    const later = { kind: 'kit' as const, id: kit.id, kit: null }
    await owner.push(
      { ...later, cells: owner.cells({ notes: 'not shared yet' }) },
      { ...line, kit: null, cells: owner.cells({ name: 'Other filter' }) },
    )
    const rows = await seenByStranger(kit.id)
    expect(rows.map((row) => row.kind).toSorted()).toEqual(['kit', 'version'])
    expect(JSON.stringify(rows)).not.toContain('not shared yet')
    expect(JSON.stringify(rows)).not.toContain('Other filter')
    expect(JSON.stringify(rows)).toContain('Filter')
    const response = await fetch(`${server.url}/api/kits/${kit.id}`)
    const { kit: shown, parts, version: named } = await response.json()
    expect(shown).toMatchObject({ notes: 'saved', totalPrice: '20.00' })
    expect(parts).toMatchObject([{ name: 'Filter', quantity: 2, unitPrice: '10.00' }])
    expect(named).toMatchObject({ id: version.id })
  })

  test('carries its job sheet: live until it is saved, then as it was saved', async () => {
    const owner = await signedIn()
    const kit = owner.kit({ name: 'Oil' })
    const torque = { what: 'torque', text: 'Drain plug', value: '30', unit: 'Nm' }
    const step = owner.step(kit.id, torque)
    const blank = owner.step(kit.id, { ord: 'a1', what: 'tool' })
    expect(await owner.push(kit, step, blank)).toEqual([{ ok: 1 }, { ok: 1 }, { ok: 1 }])
    const path = `/api/kits/${kit.id}`
    const shown = async () => (await (await fetch(server.url + path)).json()).steps
    expect(await shown()).toEqual([{ id: step.id, ...torque }])
    const parts = [{ name: 'Filter', unitPrice: '1.00' }]
    const buildId = textIn(kit.cells, 'buildId')
    const saving = { buildId, kitName: 'Oil', parts }
    expect((await owner.post('/api/kits', saving, null)).status).toBe(200)
    await owner.push({ ...step, kit: null, cells: owner.cells({ value: 'about 35' }) })
    expect(await shown()).toEqual([{ id: step.id, ...torque }])
    const live = await (await owner.call('GET', `${path}?live=1`)).json()
    expect(live.steps).toMatchObject([{ value: 'about 35' }])
    const rows = JSON.stringify(await seenByStranger(kit.id))
    expect(rows).toContain('Drain plug')
    expect(rows).not.toContain('about 35')
  })

  test('gives its live rows to nobody but its owner, also with ?live=1', async () => {
    const owner = await signedIn()
    const kit = owner.kit({ name: 'Brakes', notes: 'live' })
    await owner.push(kit, owner.version(kit.id, { name: 'Brakes', lines: [part('Pads')] }))
    const path = `/api/kits/${kit.id}?live=1`
    expect((await (await owner.call('GET', path)).json()).kit.notes).toBe('live')
    expect((await (await signedIn()).call('GET', path)).status).toBe(403)
    expect((await fetch(server.url + path)).status).toBe(401)
  })

  test('comes to the other devices of its owner with the content of the newest version only', async () => {
    const account = await registerAccount(server)
    const phone = new TestDevice(server.url, account)
    const kit = phone.kit()
    const first = phone.version(kit.id, { lines: [part('first')] })
    await phone.push(kit, first)
    const second = phone.version(kit.id, { lines: [part('second')] })
    await phone.push(second)
    const desk = new TestDevice(server.url, account)
    const { rows } = await desk.sync()
    const bodies = rows.filter((row) => row.kind === 'version')
    const hasBody = new Map(bodies.map((row) => [row.id, 'body' in row.cells]))
    expect([hasBody.get(first.id), hasBody.get(second.id)]).toEqual([false, true])
  })

  test('is listed when it is public and named, and found by every word of it', async () => {
    const owner = await signedIn()
    const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
    const save = async (name: string, more: Record<string, unknown> = {}) => {
      const kit = owner.kit({ name, ...more })
      await owner.push(kit, owner.version(kit.id, { name, vehicle, lines: [part('x', 12_345)] }))
      return kit.id
    }
    const listed = await save('Zebra service')
    const unlisted = await save('Zebra hidden', { visibility: 'unlisted' })
    await save('Build Zebra draft')
    const find = async (query: string) =>
      (await (await fetch(`${server.url}/api/kits?${query}`)).json()) as { id: string }[]
    expect((await find('q=zebra')).map((kit) => kit.id)).toEqual([listed])
    expect((await find('q=SERVICE+audi+2008+zebra'))[0]).toMatchObject({
      id: listed,
      vehicleYear: 2008,
      totalPrice: '246.90',
    })
    expect(await find('q=zebra+bmw')).toEqual([])
    expect(await find('q=%25')).toEqual([])
    const mine = await (await owner.call('GET', '/api/kits?mine=1&q=zebra')).json()
    expect(mine.map((kit: { id: string }) => kit.id)).toContain(unlisted)
    await owner.push({
      kind: 'kit',
      id: listed,
      kit: null,
      cells: owner.cells({ visibility: 'unlisted' }),
    })
    expect(await find('q=zebra')).toEqual([])
  })

  test('keeps 50 versions: the oldest lose their content, none is lost to a cursor', async () => {
    const owner = await signedIn()
    const kit = owner.kit()
    await owner.push(kit)
    const start = Date.now() - 100_000
    const versions = Array.from({ length: MAX_VERSIONS + 2 }, (_, nth) =>
      owner.version(kit.id, { name: `v${nth}`, lines: [part('x')] }, start + nth),
    )
    await owner.push(...versions)
    const stored = await server.database
      .knex('versions')
      .where('kit_id', kit.id)
      .whereRaw(`cells->'body' is not null`)
      .count<{ count: string }[]>()
    expect(Number(stored[0]?.count)).toBe(MAX_VERSIONS)
    const { kit: shown } = await (await fetch(`${server.url}/api/kits/${kit.id}`)).json()
    expect(shown.name).toBe(`v${MAX_VERSIONS + 1}`)
  })
})

describe('a version is refused', () => {
  test('from a device without an account', async () => {
    const device = new TestDevice(server.url)
    const kit = device.kit()
    const results = await device.push(kit, device.version(kit.id, { lines: [part('x')] }))
    expect(results).toEqual([{ ok: 1 }, { err: 'forbidden' }])
  })

  test.each([
    ['a script as a link', { lines: [{ ...part('x'), link: 'javascript:alert(1)' }] }],
    ['a price below zero', { lines: [part('x', -1)] }],
    ['a line without an id', { lines: [{ ...part('x'), id: 'x' }] }],
    ['a vehicle without a make', { vehicle: { year: 2008, make: '', model: 'S4' } }],
  ])('with %s in its body', async (_what, body) => {
    const owner = await signedIn()
    const kit = owner.kit()
    const results = await owner.push(kit, owner.version(kit.id, body))
    expect(results[1]).toMatchObject({ rej: { body: 'invalid_version' } })
    expect(await seenByStranger(kit.id)).toHaveLength(1)
  })

  test('for a kit of somebody else', async () => {
    const [owner, other] = [await signedIn(), await signedIn()]
    const kit = owner.kit({ name: 'mine' })
    await owner.push(kit)
    const results = await other.push(other.version(kit.id, { lines: [part('forged')] }))
    expect(results).toEqual([{ err: 'not_owner' }])
    expect(JSON.stringify(await seenByStranger(kit.id))).not.toContain('forged')
  })
})

test('a claim of an owner scope by another account reads nothing of it', async () => {
  const [owner, other] = [await signedIn(), await signedIn()]
  await owner.push(owner.kit({ name: 'secret' }))
  const { rows } = await other.sync([], { cursors: { [ownerScope(owner.principal)]: 0 } })
  expect(rows).toEqual([])
})
