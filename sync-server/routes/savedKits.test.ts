/** POST and DELETE of kits over REST, and refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let owner: TestDevice
let other: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  owner = new TestDevice(server.url, await registerAccount(server))
  other = new TestDevice(server.url, await registerAccount(server))
})
afterAll(() => server.close())

const parts = [{ name: 'Filter', unitPrice: '12.34', quantity: 2 }]
const body = (more: Record<string, unknown> = {}) => ({
  buildId: newBuildId(),
  kitName: 'S4 oil change',
  notes: '30 Nm',
  vehicleYear: '2008',
  vehicleMake: 'Audi',
  vehicleModel: 'S4',
  task: 'Oil Change',
  parts,
  ...more,
})

interface Saved {
  kitId: string
  buildId: string
  partsCount: number
  kit: { userId: string; name: string }
  version: { id: string } | null
}

async function save(device: TestDevice, more: Record<string, unknown> = {}) {
  const response = await device.post('/api/kits', body(more), null)
  return {
    status: response.status,
    answer: (await response.json()) as Saved & { code: string; field: string },
  }
}

const shown = async (id: string) => {
  const response = await fetch(`${server.url}/api/kits/${id}`)
  return { status: response.status, answer: await response.json() }
}

describe('Save Kit over REST', () => {
  test('stores the kit, publishes a version and says how many parts it has', async () => {
    const { status, answer } = await save(owner)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ partsCount: 1, kit: { name: 'S4 oil change' } })
    expect(answer.version).not.toBeNull()
    expect((await shown(answer.kitId)).answer).toMatchObject({
      kit: { totalPrice: '24.68', vehicleMake: 'Audi' },
      version: { id: answer.version?.id },
    })
  })

  test('an auto-save after it changes what the owner sees, and not what the link shows', async () => {
    const { answer } = await save(owner)
    await owner.post('/api/auto-save', { buildId: answer.buildId, notes: 'half a thought' }, null)
    expect((await shown(answer.kitId)).answer.kit.notes).toBe('30 Nm')
    await save(owner, { buildId: answer.buildId, notes: 'done' })
    expect((await shown(answer.kitId)).answer.kit.notes).toBe('done')
  })

  // T21
  test('the list counts itself what a version holds, whatever its device says', async () => {
    const kit = owner.kit({ name: 'Counted by the server' })
    const line = { id: newId(), ord: 'a0', name: 'Filter', manufacturer: '', partNumber: '' }
    const version = owner.version(kit.id, {
      name: 'Counted by the server',
      lines: [
        { ...line, price: 1234, qty: 2, link: '' },
        { ...line, id: newId(), price: null, qty: 1, link: '' },
        { ...line, id: newId(), price: null, qty: 0, link: '' },
      ],
    })
    const said = owner.cells({ total: 1, lineCount: 500 })
    await owner.push(kit, { ...version, cells: { ...version.cells, ...said } })
    const list = await fetch(`${server.url}/api/kits?q=counted`)
    expect(await list.json()).toMatchObject([
      { totalPrice: '24.68', partsCount: 3, partsWithoutPrice: 1 },
    ])
  })

  test('takes a kit of the device along only with that device’s key', async () => {
    const device = new TestDevice(server.url)
    const buildId = newBuildId()
    await device.post('/api/auto-save', { buildId, parts })
    const without = await owner.post('/api/kits', body({ buildId }), null)
    expect(without.status).toBe(403)
    const withKey = await owner.post('/api/kits', body({ buildId }), device.secret)
    expect(withKey.status).toBe(200)
    expect((await withKey.json()).kit.userId).toBe(owner.principal.slice(2))
    const late = await device.post('/api/auto-save', { buildId, notes: 'late' })
    expect(late.status).toBe(403)
  })

  test.each([
    ['no name', { kitName: '  ' }, 'kitName'],
    ['no part', { parts: [] }, 'parts'],
    ['only blank parts', { parts: [{ name: '', unitPrice: 0 }] }, 'parts'],
    ['a kit id that is none', { kitId: '../../etc' }, 'kitId'],
    ['a link that runs', { parts: [{ name: 'x', link: 'javascript:alert(1)' }] }, 'parts[0].link'],
    ['a name of 201 letters', { kitName: 'x'.repeat(201) }, 'kitName'],
  ])('with %s is refused and nothing is stored', async (_what, more, field) => {
    const buildId = newBuildId()
    const { status, answer } = await save(owner, { buildId, ...more })
    expect(status).toBe(422)
    expect(answer.field).toBe(field)
    expect((await fetch(`${server.url}/api/lists/${buildId}`)).status).toBe(404)
  })

  test('without a login is refused, also with a device key', async () => {
    const device = new TestDevice(server.url)
    expect((await device.post('/api/kits', body())).status).toBe(401)
  })
})

describe('a kit of somebody else', () => {
  // T1
  test('is not saved over by kit id, by build id, or by both crossed', async () => {
    const victim = (await save(owner)).answer
    const own = (await save(other)).answer
    const attacks = [
      { buildId: victim.buildId },
      { kitId: victim.kitId },
      { kitId: victim.kitId, buildId: own.buildId },
      { kitId: own.kitId, buildId: victim.buildId },
    ]
    for (const attack of attacks) {
      const { status, answer } = await save(other, { ...attack, kitName: 'stolen' })
      expect([status, answer.code]).toEqual([403, 'not_owner'])
      const auto = await other.post('/api/auto-save', body({ ...attack, kitName: 'stolen' }), null)
      expect(auto.status).toBe(403)
    }
    for (const id of [victim.kitId, own.kitId]) {
      expect((await shown(id)).answer.kit.name).toBe('S4 oil change')
    }
  })

  // T3
  test('is not written through sync by its id either', async () => {
    const { kitId } = (await save(owner)).answer
    const cells = other.cells({ name: 'stolen', del: true })
    expect(await other.push({ kind: 'kit', id: kitId, kit: null, cells })).toEqual([
      { err: 'not_owner' },
    ])
    expect(await other.push(other.line(kitId, { name: 'stolen' }))).toEqual([{ err: 'not_owner' }])
    expect((await shown(kitId)).answer.kit.name).toBe('S4 oil change')
  })

  test('is not deleted, nor brought back', async () => {
    const { kitId } = (await save(owner)).answer
    expect((await other.call('DELETE', `/api/kits/${kitId}`)).status).toBe(403)
    expect((await fetch(`${server.url}/api/kits/${kitId}`, { method: 'DELETE' })).status).toBe(401)
    await owner.call('DELETE', `/api/kits/${kitId}`)
    expect((await other.post(`/api/kits/${kitId}/restore`, {})).status).toBe(403)
    expect((await shown(kitId)).status).toBe(404)
  })

  test('two own kits in one call are refused', async () => {
    const [first, second] = [(await save(owner)).answer, (await save(owner)).answer]
    const { status, answer } = await save(owner, { kitId: first.kitId, buildId: second.buildId })
    expect([status, answer.field]).toEqual([422, 'kitId'])
  })
})

// T4
test('mass assignment: owner, times, versions and marks in a body change nothing', async () => {
  const before = Date.now()
  const { answer } = await save(owner, {
    userId: other.principal.slice(2),
    owner: other.principal,
    createdAt: '2001-01-01',
    version: { id: 'x' },
    is_listed: true,
    hidden: true,
    role: 'admin',
  })
  expect(answer.kit.userId).toBe(owner.principal.slice(2))
  const row = await server.database.knex('kits').where('kit_id', answer.kitId).first()
  expect(row.owner).toBe(owner.principal)
  expect(row.created_at.getTime()).toBeGreaterThanOrEqual(before)
  expect(row.cells.hidden).toBeUndefined()
})

test('a deleted kit is gone from links and lists until it is restored', async () => {
  const { kitId } = (await save(owner, { kitName: 'Comes back' })).answer
  expect((await owner.call('DELETE', `/api/kits/${kitId}`)).status).toBe(200)
  expect((await shown(kitId)).status).toBe(404)
  const listed = async () =>
    (await (await fetch(`${server.url}/api/kits?q=comes+back`)).json()) as unknown[]
  expect(await listed()).toEqual([])
  expect((await owner.post(`/api/kits/${kitId}/restore`, {})).status).toBe(200)
  expect((await shown(kitId)).answer.kit.name).toBe('Comes back')
  expect(await listed()).toHaveLength(1)
})

// T19
test('a page of the list ends before its answer is too large, and the next one goes on', async () => {
  const writer = new TestDevice(server.url, await registerAccount(server))
  const notes = '\u{1F527}'.repeat(10_000)
  for (let n = 0; n < 30; n++) await save(writer, { kitName: `Weighty ${n}`, notes })
  const names: string[] = []
  for (let path = '/api/kits?q=weighty&limit=200'; path !== '';) {
    const response = await fetch(server.url + path)
    const text = await response.text()
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024)
    names.push(...JSON.parse(text).map(({ name }: { name: string }) => name))
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1] ?? ''
  }
  expect(names).toHaveLength(30)
  expect(new Set(names).size).toBe(30)
})

test('the list comes in pages by key: each kit once, the next page named in Link', async () => {
  const account = new TestDevice(server.url, await registerAccount(server))
  for (let nth = 0; nth < 5; nth++) await save(account, { kitName: `Paged ${nth}` })
  const names: string[] = []
  let path: string | undefined = '/api/kits?q=paged&limit=2'
  while (path) {
    const response: Response = await fetch(server.url + path)
    for (const kit of (await response.json()) as { name: string }[]) names.push(kit.name)
    path = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
  }
  expect(names).toEqual(['Paged 4', 'Paged 3', 'Paged 2', 'Paged 1', 'Paged 0'])
})

test.each(['limit=0', 'limit=201', 'limit=x', 'after=x', 'mine=2', `q=${'x'.repeat(201)}`])(
  'a list asked for with %s names what is wrong',
  async (query) => {
    const response = await fetch(`${server.url}/api/kits?${query}`)
    expect(response.status).toBe(422)
    expect((await response.json()).field).toBe(query.split('=')[0])
  },
)

// T10
test('no public answer holds an address or an owner-only value', async () => {
  const account = await registerAccount(server)
  const device = new TestDevice(server.url, account)
  const kit = device.kit({ name: 'Private parts', vin: 'WAUZZZ8E08A000001' })
  const line = device.line(kit.id, { name: 'Filter', status: 'ordered' })
  await device.push(kit, line)
  await save(device, { kitName: 'Private parts' })
  for (const path of [`/api/kits/${kit.id}`, '/api/kits', '/api/kits?q=private']) {
    const text = await (await fetch(server.url + path)).text()
    expect(text).not.toContain(account.user.email)
    expect(text).not.toContain('WAUZZZ8E08A000001')
    expect(text).not.toContain('ordered')
  }
})
