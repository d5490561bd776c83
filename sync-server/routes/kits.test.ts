import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { kitScope } from '#shared/cells/limits.ts'
import { startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

interface Answer {
  kitId: string
  buildId: string
  deviceKey?: string
  kit: Record<string, unknown>
  parts: Record<string, unknown>[]
  error?: string
  field?: string
}

async function save(body: unknown, key?: string): Promise<{ status: number; body: Answer }> {
  const response = await fetch(`${server.url}/api/auto-save`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { 'X-Device-Key': key } : {}) },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

async function read(path: string): Promise<{ status: number; body: Answer }> {
  const response = await fetch(server.url + path)
  return { status: response.status, body: (await response.json()) as Answer }
}

let count = 0
const newBuildId = () => `T${String(count++).padStart(5, '0')}`

const s4 = {
  vehicleYear: '2008',
  vehicleMake: 'Audi',
  vehicleModel: 'S4',
  engineCylinders: '8',
  task: 'Oil Change',
  notes: '**30 Nm**',
  parts: [
    { name: 'Engine oil', manufacturer: 'Demo', partNumber: '2332', unitPrice: 45.99, quantity: 2 },
    { name: 'Filter', unit_price: '11.49', link: 'https://example.com/filter' },
    { name: '', manufacturer: '', unitPrice: 0, quantity: 1 },
  ],
}

describe('auto-save', () => {
  test('of an unknown id without a key gives a key, ids and totals', async () => {
    const buildId = newBuildId()
    const { status, body } = await save({ buildId, ...s4 })
    expect(status).toBe(200)
    expect(body.deviceKey).toMatch(/^[\w-]{43}$/)
    expect(body.kit).toMatchObject({
      buildId,
      vehicleYear: 2008,
      totalPrice: '103.47',
      userId: null,
    })
    expect(body.parts.map((part) => part['totalPrice'])).toEqual(['91.98', '11.49'])
  })

  // T2
  test('without the key is refused for others: 403, and nothing changes', async () => {
    const buildId = newBuildId()
    const { body } = await save({ buildId, ...s4 })
    expect((await save({ buildId, notes: 'stolen' })).status).toBe(403)
    expect((await save({ buildId, notes: 'stolen' }, 'A'.repeat(43))).status).toBe(403)
    expect((await save({ buildId, notes: 'mine' }, body.deviceKey)).status).toBe(200)
    expect((await read(`/api/lists/${buildId}`)).body.kit['notes']).toBe('mine')
  })

  test('keeps what is left out, clears what is null', async () => {
    const buildId = newBuildId()
    const { body } = await save({ buildId, ...s4 })
    const next = await save({ buildId, engineCylinders: null, kitName: 'Named' }, body.deviceKey)
    expect(next.body.kit).toMatchObject({
      vehicleModel: 'S4',
      engineCylinders: null,
      task: 'Oil Change',
    })
    expect(next.body.parts).toHaveLength(2)
  })

  test('takes parts as the whole list: by id, by position, and deletes what is absent', async () => {
    const buildId = newBuildId()
    const { body } = await save({ buildId, ...s4 })
    const key = body.deviceKey
    const [oil, filter] = body.parts
    const swapped = await save(
      { buildId, parts: [{ ...filter, name: 'Filter 2' }, { ...oil }] },
      key,
    )
    expect(swapped.body.parts.map((part) => part['name'])).toEqual(['Filter 2', 'Engine oil'])
    expect(swapped.body.parts.map((part) => part['id'])).toEqual([filter?.['id'], oil?.['id']])
    const byPosition = await save({ buildId, parts: [{ name: 'Only' }] }, key)
    expect(byPosition.body.parts).toMatchObject([{ id: filter?.['id'], name: 'Only' }])
    expect((await save({ buildId, parts: [] }, key)).body.parts).toEqual([])
  })

  test('inserts a part between two others in its place', async () => {
    const buildId = newBuildId()
    const { body } = await save({ buildId, parts: [{ name: 'a' }, { name: 'c' }] })
    const [a, c] = body.parts
    const next = await save({ buildId, parts: [a, { name: 'b' }, c] }, body.deviceKey)
    expect(next.body.parts.map((part) => part['name'])).toEqual(['a', 'b', 'c'])
  })

  test('and sync tell the same values, order and totals', async () => {
    const phone = new TestDevice(server.url)
    const kit = phone.kit({
      notes: '**30 Nm**',
      task: 'Oil Change',
      vehicle: { year: 2008, make: 'Audi', model: 'S4', engineCylinders: '8' },
    })
    const oil = phone.line(kit.id, {
      ord: 'a1',
      name: 'Engine oil',
      manufacturer: 'Demo',
      partNumber: '2332',
      price: 4599,
      qty: 2,
    })
    const filter = phone.line(kit.id, {
      ord: 'a2',
      name: 'Filter',
      price: 1149,
      link: 'https://example.com/filter',
    })
    const blank = phone.line(kit.id, { ord: 'a3' })
    await phone.push(kit, filter, oil, blank)
    const synced = (await read(`/api/kits/${kit.id}`)).body
    const buildId = newBuildId()
    await save({ buildId, ...s4 })
    const rest = (await read(`/api/kits/by-build-id/${buildId}`)).body
    const withoutIds = ({ kit: shown, parts }: Answer) => ({
      kit: { ...shown, id: 0, kitId: 0, buildId: 0, updatedAt: 0 },
      parts: parts.map((part) => ({ ...part, id: 0 })),
    })
    expect(withoutIds(synced)).toEqual(withoutIds(rest))
    const pulled = await phone.sync([], { cursors: { [kitScope(rest.kit['id'] as string)]: 0 } })
    expect(pulled.rows).toHaveLength(3)
  })
})

describe('bad input gets a sentence and the name of the field', () => {
  const cases: [string, object, string][] = [
    ['a build id of 5', { buildId: 'abcde' }, 'buildId'],
    ['a price of -1', { parts: [{ name: 'a', unitPrice: -1 }] }, 'parts[0].unitPrice'],
    [
      'a price of 1e99',
      { parts: [{ name: 'a' }, { name: 'b', unitPrice: 1e99 }] },
      'parts[1].unitPrice',
    ],
    [
      'a price of half a cent',
      { parts: [{ name: 'a', unitPrice: '1.005' }] },
      'parts[0].unitPrice',
    ],
    ['a price in words', { parts: [{ name: 'a', unit_price: 'cheap' }] }, 'parts[0].unit_price'],
    ['a quantity of 1.5', { parts: [{ name: 'a', quantity: 1.5 }] }, 'parts[0].quantity'],
    ['a javascript link', { parts: [{ name: 'a', link: 'javascript:alert(1)' }] }, 'parts[0].link'],
    ['501 lines', { parts: Array.from({ length: 501 }, () => ({ name: 'a' })) }, 'parts'],
    ['NUL in the notes', { notes: 'a\u0000b' }, 'notes'],
    ['a lone surrogate', { parts: [{ name: '\ud800' }] }, 'parts[0].name'],
    ['a name of 201', { kitName: 'x'.repeat(201) }, 'kitName'],
    ['notes of the wrong type', { notes: { html: true } }, 'notes'],
    ['parts of the wrong type', { parts: 'all' }, 'parts'],
    ['a year without a make', { vehicleYear: 2008 }, 'vehicleMake'],
    [
      'a year of 1800',
      { vehicleYear: 1800, vehicleMake: 'Audi', vehicleModel: 'S4' },
      'vehicleYear',
    ],
    ['a vehicle text with NUL', { vehicleTrim: '\u0000' }, 'vehicleTrim'],
  ]
  test.each(cases)('%s', async (_what, body, field) => {
    const answer = await save({ buildId: newBuildId(), ...body })
    expect(answer.status).toBe(422)
    expect(answer.body.field).toBe(field)
    expect(answer.body.error).toMatch(/\w/)
  })

  const raw = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/api/auto-save`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    return response.status
  }

  // T67
  test('also where no field can be named', async () => {
    expect(await raw('{"buildId": ')).toBe(400)
    expect(await raw('"text"')).toBe(422)
    expect(await raw('null')).toBe(422)
    expect(await raw('[]')).toBe(422)
    expect(await raw('['.repeat(100_000))).toBe(400)
    expect(await raw(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]))).toBe(400)
    expect(await raw('{}', { 'Content-Type': 'text/plain' })).toBe(415)
    expect(await raw('{}', { 'Content-Encoding': 'br' })).toBe(415)
    expect(await raw('{}', { 'Content-Encoding': 'gzip' })).toBe(400)
    expect(await raw(JSON.stringify({ notes: 'x'.repeat(600_000) }))).toBe(413)
    expect(await raw(gzipSync('x'.repeat(50_000_000)), { 'Content-Encoding': 'gzip' })).toBe(413)
    expect(await raw('{"__proto__": {"buildId": "abcdef"}}')).toBe(422)
    expect(server.errors).toEqual([])
  })

  test('sync refuses malformed envelopes the same way', async () => {
    const phone = new TestDevice(server.url)
    const good = { v: 1, sv: 1, p: phone.principal, node: phone.node, cur: {} }
    const bad: [unknown, number][] = [
      [{}, 422],
      [{ ...good, v: 2 }, 426],
      [{ ...good, node: '<script>' }, 422],
      [{ ...good, cur: { o: -1 } }, 422],
      [{ ...good, cur: { 'k:nonsense': 5, "o:u:1' or 1=1": 0 } }, 200],
      [{ ...good, ops: [{ k: 'line', id: 'x', c: {} }] }, 422],
      [{ ...good, ops: [{ k: 'kit', id: 'A'.repeat(22), c: { name: ['x', 'now'] } }] }, 422],
      [{ ...good, ops: [{ k: 'kit', id: 'A'.repeat(22), c: { name: ['x', 2 ** 60] } }] }, 422],
      [{ ...good, ops: [{ k: 'beaten', id: 'A'.repeat(22), c: { value: ['x', 1] } }] }, 200],
      [{ ...good, ops: [{ k: 'version', id: 'A'.repeat(22), c: { savedAt: [1, 1] } }] }, 200],
      [{ ...good, ops: [{ k: 'kit', id: 'A'.repeat(22), c: { ['__proto__']: ['x', 1] } }] }, 200],
      [
        {
          ...good,
          ops: Array.from({ length: 1_001 }, () => ({ k: 'kit', id: 'A'.repeat(22), c: {} })),
        },
        422,
      ],
    ]
    for (const [body, status] of bad) {
      const response = await phone.post('/api/sync', body)
      expect([JSON.stringify(body).slice(0, 120), response.status]).toEqual([
        JSON.stringify(body).slice(0, 120),
        status,
      ])
    }
    expect((await phone.post('/api/sync', good, 'short')).status).toBe(401)
    expect(server.errors).toEqual([])
  })
})

test('an id nobody has is 404 with the specified words, whatever it looks like', async () => {
  for (const path of [
    '/api/lists/zzzzzz',
    '/api/kits/by-build-id/%00',
    '/api/kits/nonsense',
    "/api/lists/'; drop table kits",
  ]) {
    const { status, body } = await read(path)
    expect([path, status, body.error]).toEqual([path, 404, 'Parts list not found'])
  }
  expect((await fetch(`${server.url}/api/lists/%E0%A4%A`)).status).toBe(404)
})

describe('tasks over REST', () => {
  const post = (body: unknown) =>
    fetch(`${server.url}/api/tasks`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  test('a new name is created with its category and difficulty', async () => {
    const response = await post({
      name: ' Clutch swap ',
      category: 'General',
      description: '',
      difficulty_level: 'Medium',
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      name: 'Clutch swap',
      category: 'General',
      difficulty_level: 'Medium',
      deviceKey: expect.any(String) as string,
    })
  })

  test('a known name answers the known task', async () => {
    expect(await (await post({ name: 'oil change' })).json()).toMatchObject({ name: 'Oil Change' })
  })

  test('an empty or endless name is refused by name', async () => {
    for (const name of ['', '   ', 'x'.repeat(81), 'a\u0000', null, 5]) {
      const response = await post({ name })
      expect([name, response.status, ((await response.json()) as Answer).field]).toEqual([
        name,
        422,
        'name',
      ])
    }
  })
})
