/** Regressions of the server: odd clients, odd values and full kits. */
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'
import type { ApplyEnv } from './applyOps.ts'

import { newBuildId, newId, systemRandom } from '#shared/ids.ts'
import { ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { startTestServer, TestDevice } from '../testServer.ts'
import { applyOps } from './applyOps.ts'
import { pull } from './pull.ts'
import { createLocalLive } from './live.ts'
import { readAliases } from './aliases.ts'
import { readServerNode } from './serverNode.ts'

/** A part in REST answers. */
interface Part {
  id: string
  name: string
  manufacturer: string
  partNumber: string
  quantity: number
  unitPrice: string
  link: string
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(async () => server.close())

const device = () => new TestDevice(server.url)

async function save(owner: TestDevice, body: object): Promise<{ status: number; parts: Part[] }> {
  const response = await owner.post('/api/auto-save', body)
  const { parts = [] } = (await response.json()) as { parts?: Part[] }
  return { status: response.status, parts }
}

const namesOf = (parts: readonly { name: string }[]) => parts.map((part) => part.name)
/** Parts a client sends to keep these lines. */
const kept = (parts: readonly Part[]): { id?: string; name: string }[] =>
  parts.map(({ id, name }) => ({ id, name }))

describe('a sync', () => {
  // T115
  test('does not skip a change of another device between applying and reading', async () => {
    const first = device()
    const second = device()
    const { secret, principal } = first
    const scope = ownerScope(principal)
    Object.assign(second, { secret, principal, cursors: { [scope]: 0 } })
    const kit = first.kit({ name: 'one' })
    await first.sync([kit])
    await second.sync()
    const { knex } = server.database
    const env: ApplyEnv = {
      db: knex,
      log: pino({ level: 'silent' }),
      now: Date.now,
      random: systemRandom,
      serverNode: await readServerNode(knex),
      live: createLocalLive(),
    }
    const alias = await readAliases(knex)
    // As in routes/sync.ts, with the other device's request between its two transactions.
    const applied = await applyOps(env, {
      principal,
      name: null,
      ops: [{ ...kit, cells: first.cells({ notes: 'by first' }) }],
      ownerCursor: first.cursors[scope] ?? 0,
    })
    const renamed = second.cells({ name: 'by second' }, Date.now() + 5_000)
    await second.push({ ...kit, cells: renamed })
    await second.push(second.line(kit.id, { name: 'line by second' }))
    const pulled = await pull({ db: knex, alias }, principal, first, applied, 800_000)
    first.cursors = { ...first.cursors, ...pulled.cursors }
    const later = await first.sync()
    const names = [...pulled.rows, ...later.rows].map((row) => row.cells['name']?.[0])
    expect(names).toEqual(expect.arrayContaining(['by second', 'line by second']))
  })

  test('refuses a link with a lone surrogate as one value', async () => {
    const owner = device()
    const kit = owner.kit({ name: 'k' })
    const line = owner.line(kit.id, { name: 'x', link: 'https://a.com/\ud800' })
    const results = await owner.push(kit, line, owner.kit({ name: 'other' }))
    expect(results[1]?.rej).toEqual({ link: 'bad_characters' })
  })

  test('tells a client of another protocol so, not that its data is malformed', async () => {
    const owner = device()
    const { principal, node } = owner
    const wire = encodeRequest({ principal, node, ops: [owner.kit()], cursors: {} })
    const response = await owner.post('/api/sync', { ...wire, v: 2 })
    expect(response.status).toBe(426)
  })

  test('compresses the answer of a fresh device', async () => {
    const owner = device()
    const { principal, node, secret } = owner
    await owner.push(...Array.from({ length: 30 }, (_, i) => owner.kit({ name: `kit ${i}` })))
    const cursors = { [ownerScope(principal)]: 0 }
    const response = await fetch(`${server.url}/api/sync`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Device-Key': secret,
        'Accept-Encoding': 'gzip',
      },
      body: JSON.stringify(encodeRequest({ principal, node, ops: [], cursors })),
    })
    await response.text()
    expect(response.headers.get('Content-Encoding')).toBe('gzip')
  })
})

describe('an auto-save', () => {
  test('refuses a link with a lone surrogate', async () => {
    const parts = [{ name: 'x', link: 'https://a.com/\ud800' }]
    const { status } = await save(device(), { buildId: newBuildId(), parts })
    expect(status).toBe(422)
  })

  test('keeps a known line of which only the quantity is sent', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const first = await save(owner, {
      buildId,
      parts: [
        { name: 'A', manufacturer: 'M', quantity: 1 },
        { name: 'B', quantity: 1 },
      ],
    })
    const [a, b] = first.parts
    const second = await save(owner, {
      buildId,
      parts: [
        { id: a?.id, quantity: 3 },
        { id: b?.id, name: 'B2' },
      ],
    })
    expect(second.parts).toMatchObject([
      { id: a?.id, name: 'A', manufacturer: 'M', quantity: 3 },
      { id: b?.id, name: 'B2', quantity: 1 },
    ])
  })

  test('inserts a line with an unknown id and does not take over the one at its place', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const filter = {
      name: 'Oil filter',
      manufacturer: 'Mann',
      partNumber: 'HU 719',
      unitPrice: 11,
      link: 'https://a.com/filter',
    }
    await save(owner, { buildId, parts: [filter] })
    const { parts } = await save(owner, { buildId, parts: [{ id: newId(), name: 'Brake pads' }] })
    expect(parts[0]?.partNumber).toBe('')
  })

  test('replaces one line of a full kit', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const full = Array.from({ length: 500 }, (_, i) => ({ name: `p${i}` }))
    const first = await save(owner, { buildId, parts: full })
    const parts = kept(first.parts).with(10, { name: 'new one' })
    const second = await save(owner, { buildId, parts })
    expect(second.status).toBe(200)
  })

  test('removes a line again that came back by an edit', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const first = await save(owner, { buildId, parts: [{ name: 'A' }, { name: 'B' }] })
    const id = first.parts[0]?.id ?? ''
    const parts = kept(first.parts).slice(1)
    await save(owner, { buildId, parts })
    const cells = owner.cells({ name: 'A2' }, Date.now() + 2_000)
    await owner.push({ kind: 'line', id, kit: null, cells })
    const third = await save(owner, { buildId, parts })
    expect(third.parts).toHaveLength(1)
  })

  test('keeps the order through 400 reorderings and refuses none', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const names = ['A', 'B', 'C', 'D']
    let saved = await save(owner, { buildId, parts: names.map((name) => ({ name })) })
    expect(namesOf(saved.parts)).toEqual(names)
    for (let i = 0; i < 400; i++) {
      const parts = kept(saved.parts)
      if (i % 2 === 1) parts.splice(1, 0, ...parts.splice(-1))
      else parts.splice(1, 2, ...parts.slice(1, 3).toReversed())
      saved = await save(owner, { buildId, parts })
      expect(saved.status).toBe(200)
      expect(namesOf(saved.parts)).toEqual(namesOf(parts))
    }
  })

  test('clears a price and a link given as null', async () => {
    const [owner, buildId] = [device(), newBuildId()]
    const line = { name: 'A', unitPrice: 5, link: 'https://a.com/x' }
    const [part] = (await save(owner, { buildId, parts: [line] })).parts
    const cleared = { id: part?.id, name: 'A', unitPrice: null, link: null }
    const { parts } = await save(owner, { buildId, parts: [cleared] })
    expect(parts).toMatchObject([{ unitPrice: '0.00', link: '' }])
  })
})

describe('whatever is sent', () => {
  const KINDS = ['kit', 'line', 'step', 'version', 'task', 'beaten', 'nope']
  const CELLS = (
    'buildId name notes vehicle task visibility fork del vin ord price qty link unit ' +
    'status __proto__ constructor toString what text body savedAt'
  ).split(' ')
  const PART_FIELDS = ['name', 'link', 'id', 'unitPrice', 'quantity', 'partNumber']
  const VALUES: unknown[] = [
    null,
    -1,
    1e99,
    'x'.repeat(3000),
    '\u0000',
    '\ud800',
    [],
    {},
    [[]],
    { a: 1 },
    true,
    1.5,
    'https://[::1',
    'https://a.com/\udfff',
    { year: 2000, make: 'a', model: 'b', x: 1 },
    { year: 2000, make: '\ud800', model: 'b' },
    { from: '\u0000' },
    -0,
    'a0',
  ]
  const PATHS = [
    '/api/kits/%',
    '/api/kits/%00',
    '/api/lists/%E0%A4%A',
    '/api/kits/by-build-id/%00',
    '/%',
    '/list/%E0',
    '/assets/%00',
  ]

  /** JSON text: an object literal cannot carry a key named __proto__. */
  function syncBody({ principal, node }: TestDevice, kind: string, kit: string, value: unknown) {
    const cells = JSON.stringify(Object.fromEntries(CELLS.map((name) => [name, [value, 0]])))
    const good = `"ord":["a0",0],"name":["ok",1],"buildId":["${newBuildId()}",1]`
    const ops = [
      `{"k":"${kind}","id":"${newId()}","d":"${kit}","c":${cells}}`,
      `{"k":"${kind}","id":"${newId()}","d":"${kit}","c":{${good},"__proto__":["x",1],${cells.slice(1)}}`,
      `{"k":"${kind}","id":"${kit}","c":${cells}}`,
    ]
    const max = Number.MAX_SAFE_INTEGER
    const cursors = `{"__proto__":1,"o:\\u0000":2,"k:":1,"t":${max},"o:${principal}":${max}}`
    return `{"v":1,"sv":1,"p":"${principal}","node":"${node}","t0":"NjEtLzF","cur":${cursors},"ops":[${ops.join()}]}`
  }

  const autoSaves = (value: unknown): object[] => [
    {
      buildId: newBuildId(),
      kitName: value,
      notes: value,
      task: value,
      vehicleYear: value,
      parts: [{ name: value, link: value, unitPrice: value, quantity: value, id: value }],
    },
    ...PART_FIELDS.map((field) => ({
      buildId: newBuildId(),
      parts: [{ name: 'n', [field]: value }],
    })),
  ]

  test('as a value of a cell or a field is answered without a fault', async () => {
    // Every look at the clock takes a day, so daily limits never apply.
    let time = Date.now()
    const patient = await startTestServer({ now: () => (time += 24 * 3_600_000) })
    const faults: unknown[] = []
    const send = async (owner: TestDevice, path: string, body: unknown) => {
      const response = await owner.post(path, body)
      const text = await response.text()
      // Sync answers an internal failure of a batch with 200 and "retry".
      const isFault = response.status >= 500 || (path === '/api/sync' && text.includes('"retry"'))
      if (isFault) faults.push([path, response.status, text.slice(0, 200), body])
    }
    for (const kind of KINDS) {
      const owner = new TestDevice(patient.url)
      const kit = owner.kit()
      await owner.push(kit)
      for (const value of VALUES) {
        await send(owner, '/api/sync', syncBody(owner, kind, kit.id, value))
        for (const body of autoSaves(value)) await send(owner, '/api/auto-save', body)
        await send(owner, '/api/tasks', { name: value })
      }
    }
    await patient.close()
    expect(faults).toEqual([])
  })

  test.each(PATHS)('as the address %s is answered without a fault', async (path) => {
    expect((await fetch(server.url + path)).status).toBeLessThan(500)
  })
})
