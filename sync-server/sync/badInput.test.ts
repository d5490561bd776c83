/**
 * Fuzzed envelopes: each is refused by name, or one of its items is, and nothing else happens. SEED
 * and CASES run others; a failure prints its own.
 */
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Op, OpResult, SyncAnswer } from '#shared/sync/protocol.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { newDeviceSecret, newId } from '#shared/ids.ts'
import { kitScope, MAX_CELLS, MAX_OPS, ownerScope } from '#shared/cells/limits.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { cellProblem } from '#shared/kinds/schema.ts'
import { msOf } from '#shared/cells/stamp.ts'
import { seeded } from '#shared/testSeeded.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { Raw, spoil, writeJson, type Drawing } from './testEnvelopes.ts'
import { storedRows } from './testRows.ts'

/** Packed off the event loop: the server runs in this process, and has to serve its connections. */
const packed = (bytes: number) => promisify(gzip)(Buffer.alloc(bytes, 0x20))

const SEED = Number(process.env['SEED'] ?? 1)
const CASES = Number(process.env['CASES'] ?? 300)
const DAY_MS = 24 * 3_600_000
/** Allowed status codes of refused requests. */
const REFUSALS = [400, 401, 409, 413, 422, 426]
/** Allowed errors of single ops. `retry` would be a bug here. */
const ERRS = ['gone', 'not_owner', 'forbidden', 'parent_gone', 'unknown_kind', 'kit_too_large']
const SECRET = 'VIN-OF-THE-VICTIM'

let server: TestServer
let account: TestAccount
let victim: TestDevice
let kit: Op
let line: Op
/** Every look at the clock takes a day, so daily limits never apply. */
let time = Date.now()

beforeAll(async () => {
  server = await startTestServer({ now: () => time })
  account = await registerAccount(server, 'mallory')
  victim = new TestDevice(server.url)
  kit = victim.kit({ name: 'not yours', vin: 'WVWZZZ1JZ3W386752', notes: 'n' })
  line = victim.line(kit.id, { name: SECRET, status: 'need' })
  await victim.push(kit, line)
})
afterAll(async () => server.close())

const stored = () => storedRows(server.database.knex)

async function send(device: TestDevice, body: string | Uint8Array<ArrayBuffer>, isGzip = false) {
  const response = await fetch(`${server.url}/api/sync`, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Device-Key': device.secret,
      ...(isGzip ? { 'Content-Encoding': 'gzip' } : {}),
      ...(device.principal === account.principal
        ? { Authorization: `Bearer ${account.token}` }
        : {}),
    },
  })
  const text = await response.text()
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> }
}

/** A valid envelope with one row of every kind. */
function goodOps(device: TestDevice): Op[] {
  const own = device.kit({ name: 'mine', notes: 'n', vin: '', visibility: 'unlisted' })
  const isAccount = device.principal.startsWith('u:')
  const more = [device.version(own.id), device.comment(kit.id, 'nice')]
  const task = { kind: 'task' as const, id: newId(), kit: null }
  return [
    own,
    device.line(own.id, { name: 'oil', qty: 2, price: 1_099, link: 'https://a.example/x' }),
    device.line(own.id, { name: 'filter', status: 'have' }),
    { ...task, cells: device.cells({ name: `Task ${task.id}` }) },
    ...(isAccount ? more : []),
  ]
}

const isFineResult = (result: OpResult): boolean =>
  result.err === undefined ? Object.keys(result).length > 0 : ERRS.includes(result.err)

test(`${CASES} envelopes with one wrong place each, drawn with seed ${SEED}`, async () => {
  const chance = seeded(SEED)
  const drawing: Drawing = {
    chance,
    foreign: [kit.id, line.id, victim.principal, victim.secret, ownerScope(victim.principal)],
  }
  const counts = new Map<number, number>()
  for (let at = 0; at < CASES; at++) {
    time += DAY_MS
    const device = new TestDevice(server.url, chance() < 0.5 ? account : undefined)
    const ops = goodOps(device)
    const { principal, node } = device
    const claims = [{ secret: newDeviceSecret(), kits: [kit.id, newId()] }]
    const cursors = { [ownerScope(principal)]: 0, [kitScope(kit.id)]: 0, t: 0 }
    const envelope = encodeRequest({ principal, node, ops, cursors, claims })
    const { spoilt, how, item } = spoil(envelope, drawing)
    const text = writeJson(spoilt)
    const which = `SEED=${SEED}, case ${at}: ${how}`
    const before = await stored()
    const answer = await send(device, text)
    const after = await stored()
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
    // No foreign row changed, and no owner-only value leaked.
    for (const [key, row] of before)
      if (row.owner !== principal) expect(after.get(key), which).toEqual(row)
    expect(answer.text.includes('WVWZZZ1JZ3W386752'), which).toBe(false)
    if (answer.status !== 200) {
      expect(REFUSALS, `${which}: ${answer.text.slice(0, 300)}`).toContain(answer.status)
      expect(answer.body, which).toMatchObject({ code: expect.any(String) as string })
      expect(answer.body['error'], which).not.toBe('')
      expect([...after.keys()], which).toEqual([...before.keys()])
      continue
    }
    const read = decodeAnswer(answer.body)
    checkResults(JSON.parse(text) as { ops: unknown[] }, read, which)
    // Accepted rows hold only valid values.
    const sent = (JSON.parse(text) as { ops?: { id: string; k: string; d?: string }[] }).ops ?? []
    for (const [index, { k, id, d }] of sent.entries()) {
      const good = ops.find((op) => op.id === id && op.kind === k)
      const result = read.results[index]
      if (!good || result?.ok !== 1) continue
      const row = after.get(`${k} ${k === 'kit' ? id : (d ?? '')} ${id}`)
      expect(row?.owner, which).toBe(principal)
      for (const [name, [value]] of Object.entries(row?.cells ?? {}))
        expect(cellProblem(good.kind, name, value), `${which}: ${name}`).toBe(null)
    }
    // These change every item's stamp, so no item is the spoilt one.
    if (/^(t0|node|ops) /.test(how) || how === 'without t0') continue
    for (const [index, result] of read.results.entries()) {
      const isSpoilt = index === item || (item === 0 && sent[index]?.d === ops[0]?.id)
      if (!isSpoilt) expect(result.ok ?? result.set?.['author'], which).toBeTruthy()
    }
  }
  expect(server.errors).toEqual([])
  const figures = [...counts].map(([status, count]) => `${count} times ${status}`)
  process.stdout.write(`seed ${SEED}: ${figures.join(', ')}\n`)
})

function checkResults(sent: { ops?: unknown[] }, { results }: SyncAnswer, which: string): void {
  expect(results.length, which).toBe(sent.ops?.length ?? 0)
  for (const result of results)
    expect(isFineResult(result), `${which}: ${JSON.stringify(result)}`).toBe(true)
}

describe('one over a limit', () => {
  const device = () => new TestDevice(server.url)
  const bodyOf = (sender: TestDevice, ops: readonly object[], more: object = {}): string => {
    const { principal, node } = sender
    const head = encodeRequest({ principal, node, ops: [], cursors: {} })
    return writeJson({ ...head, t0: 'NjEtLzF', ops, ...more })
  }
  const bare = (cells: object = {}) => ({ k: 'line', id: newId(), d: kit.id, c: cells })
  const many = <T>(count: number, make: (at: number) => T): T[] =>
    Array.from({ length: count }, (_, at) => make(at))

  test.each<[string, number, string, (sender: TestDevice) => string]>([
    [
      'ops',
      422,
      'ops',
      (sender) =>
        bodyOf(
          sender,
          many(MAX_OPS + 1, () => bare()),
        ),
    ],
    [
      'values',
      413,
      '',
      (sender) => {
        const each = Object.fromEntries(many(5, (at) => [`c${at}`, [1, at]]))
        return bodyOf(sender, [...many(MAX_CELLS / 5, () => bare(each)), bare({ ord: ['a', 1] })])
      },
    ],
    [
      'claims',
      422,
      'claims',
      (sender) =>
        bodyOf(sender, [], { claims: many(11, () => ({ secret: newDeviceSecret(), kits: [] })) }),
    ],
    [
      'claimed kits',
      422,
      'claims[0].kits',
      (sender) =>
        bodyOf(sender, [], {
          claims: [{ secret: newDeviceSecret(), kits: many(1_001, () => newId()) }],
        }),
    ],
    ['bytes', 413, '', (sender) => bodyOf(sender, [], { pad: 'x'.repeat(512 * 1024) })],
    [
      'levels',
      400,
      '',
      (sender) => bodyOf(sender, [], { pad: new Raw('['.repeat(16) + ']'.repeat(16)) }),
    ],
    [
      'levels, by 200,000',
      400,
      '',
      (sender) => bodyOf(sender, [], { pad: new Raw('['.repeat(2e5)) }),
    ],
  ])('of %s is refused whole, with %i and a name', async (_, status, field, write) => {
    const sender = device()
    const before = await stored()
    const answer = await send(sender, write(sender))
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([status, expect.any(String)])
    expect(answer.body['code']).toMatch(/^(invalid|too_large|too_deep)$/)
    if (field) expect(answer.body['field']).toBe(field)
    expect(await stored()).toEqual(before)
  })

  // T45
  test('of bytes, packed a thousand times smaller, is refused before it is unpacked', async () => {
    const sender = device()
    const bomb = await packed(200 * 1024 * 1024)
    expect(bomb.length).toBeLessThan(512 * 1024)
    const held = process.memoryUsage().rss
    const answer = await send(sender, new Uint8Array(bomb), true)
    expect(answer.status).toBe(413)
    expect(process.memoryUsage().rss - held).toBeLessThan(100 * 1024 * 1024)
  })

  test.each<[string, number, Uint8Array<ArrayBuffer>, boolean]>([
    ['cut gzip', 400, new Uint8Array(gzipSync('{"v":1}').subarray(0, 12)), true],
    ['no gzip', 400, new TextEncoder().encode('{"v":1}'), true],
    ['bytes that are not UTF-8', 400, Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), false],
    ['half a body', 400, new TextEncoder().encode('{"v":1,"sv":1,'), false],
    ['nothing', 400, new Uint8Array(0), false],
  ])('%s is refused with %i', async (_, status, body, isGzip) => {
    expect((await send(device(), body, isGzip)).status).toBe(status)
  })

  test('or refused in the middle does not stand in the way of the next on its connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const bomb = await packed(100 * 1024 * 1024)
    const ask = (body: Uint8Array, headers: Record<string, string>): Promise<number> =>
      new Promise((resolve, reject) => {
        const asked = request(`${server.url}/api/sync`, { method: 'POST', agent, headers })
        asked.on('response', (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        })
        asked.on('error', reject)
        asked.end(body)
      })
    const sender = device()
    const head = { 'Content-Type': 'application/json', 'X-Device-Key': sender.secret }
    const good = Buffer.from(bodyOf(sender, []))
    const gzip = { ...head, 'Content-Encoding': 'gzip' }
    const length = (body: Uint8Array) => ({ 'Content-Length': String(body.length) })
    const noGzip = Buffer.concat([good, randomBytes(200_000)])
    for (const [body, status] of [
      [bomb, 413],
      [noGzip, 400],
    ] as const) {
      expect(await ask(body, { ...gzip, ...length(body) })).toBe(status)
      expect(await ask(good, { ...head, ...length(good) })).toBe(200)
    }
    // Chunked, without a declared length.
    expect(await ask(Buffer.alloc(700_000, 0x20), head)).toBe(413)
    expect(await ask(good, head)).toBe(200)
    agent.destroy()
  })

  test.each<[string, string, unknown, string]>([
    ['line', 'name', 'x'.repeat(201), 'too_long'],
    ['line', 'qty', 100_000, 'invalid_quantity'],
    ['line', 'price', 100_000_000, 'invalid_price'],
    ['line', 'link', `https://a.example/${'x'.repeat(2_048)}`, 'too_long'],
    ['line', 'status', 'stolen', 'not_a_choice'],
    ['kit', 'notes', 'x'.repeat(20_001), 'too_long'],
    ['kit', 'task', 'x'.repeat(81), 'too_long'],
    ['kit', 'visibility', 'secret', 'not_a_choice'],
    ['kit', 'vin', 'x'.repeat(18), 'too_long'],
    ['kit', 'hidden', true, 'forbidden'],
    ['kit', 'nonsense', 1, 'unknown_field'],
  ])('in a %s’s %s refuses that value alone, by name', async (kind, cell, value, code) => {
    const sender = device()
    const own = sender.kit({ name: 'fine', ...(kind === 'kit' ? { [cell]: value } : {}) })
    const part = sender.line(own.id, {
      name: 'fine',
      ...(kind === 'line' ? { [cell]: value } : {}),
    })
    const results = await sender.push(own, part)
    expect(results[kind === 'kit' ? 0 : 1]).toEqual({ rej: { [cell]: code } })
    expect(results[kind === 'kit' ? 1 : 0]).toEqual({ ok: 1 })
    const rows = (await sender.sync([], { cursors: { [ownerScope(sender.principal)]: 0 } })).rows
    expect(rows).toHaveLength(2)
    for (const row of rows) expect(row.cells[cell] === undefined || cell === 'name').toBe(true)
  })
})

describe('stamps', () => {
  test('of 1970 are stored and lose to everything; of 2109 are refused by name', async () => {
    const sender = new TestDevice(server.url)
    const [old, future] = [sender.kit({ name: 'old' }, 0), sender.kit({}, 2 ** 42 - 2)]
    const [stale, refused] = await sender.push(old, future)
    expect(stale).toEqual({ ok: 1 })
    expect(refused?.clock).toEqual(['buildId'])
    expect(await sender.push({ ...old, cells: sender.cells({ name: 'new' }, time) })).toEqual([
      { ok: 1 },
    ])
    const late = await sender.push({ ...old, cells: sender.cells({ name: 'older' }, 1) })
    expect(late[0]?.stale?.['name']?.[0]).toBe('new')
  })

  test('that point outside of time are brought to its ends, never further', async () => {
    const sender = new TestDevice(server.url)
    const { principal, node } = sender
    const wire = encodeRequest({ principal, node, ops: [sender.kit({ name: 'x' })], cursors: {} })
    for (const [t0, delta] of [
      ['-------', -(2 ** 43)],
      ['zzzzzzz', 2 ** 43],
    ] as const) {
      const own = { ...wire.ops?.[0], id: newId(), c: { buildId: ['aB3dE9', delta] } }
      const answer = await send(sender, writeJson({ ...wire, t0, ops: [own] }))
      expect(answer.status).toBe(200)
    }
    const rows = [...(await stored()).values()].filter((row) => row.owner === principal)
    expect(rows.map((row) => msOf(row.cells['buildId']?.[1] ?? ''))).toEqual([0])
  })
})
