/** Unsendable rows: they must not block others, get lost, or be retried forever. */
import type { Net, NetResult } from '../../api/net.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { OpResult, SyncRequest } from '#shared/sync/protocol.ts'

import { decodeAnswer, encodeAnswer } from '#shared/sync/answer.ts'
import { newId } from '#shared/ids.ts'
import { parkedId } from './applyResult.ts'
import { openIdentity } from '../../device/clock.ts'
import { edit } from '../write/edit.ts'
import { flush } from '../send/flush.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from '../../device/testMemoryStore.ts'
import { httpNet } from '../../api/net.ts'

const DAY_MS = 24 * 3_600_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

let now = 1_700_000_000_000
let store: MemoryStore
let server: MemoryServer
const env = () => ({ store, now: () => now, random })
const pending = () => [...store.tables.pending.values()]
const problems = () => [...store.tables.problems.values()]

beforeEach(async () => {
  store = new MemoryStore()
  server = new MemoryServer(() => now)
  await openIdentity(store, random)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

async function typeKit(count: number): Promise<{ kit: string; lines: string[] }> {
  const kit = newId()
  const lines = Array.from({ length: count }, () => newId())
  const changes = lines.map((id, at) => {
    const cells = { ord: `a${String(at).padStart(4, '0')}`, name: `Part ${at}` }
    return { kind: 'line' as const, id, kit, cells }
  })
  await edit(env(), changes, { buildIds: new Map([[kit, 'AAAAAA']]) })
  return { kit, lines }
}

/** A server that crashes on some rows, and records requests. */
function failingAt(ids: ReadonlySet<string>): Net & { asked: SyncRequest[] } {
  const asked: SyncRequest[] = []
  return {
    asked,
    sync: async (request): Promise<NetResult> => {
      asked.push(request)
      if (request.ops.some((op) => ids.has(op.id))) return { kind: 'fault' }
      return { kind: 'answer', answer: server.sync(request) }
    },
  }
}

// T100
test('one row in 200 at which the server fails is found by halving, and the rest is sent', async () => {
  const { lines } = await typeKit(200)
  const bad = lines[120] ?? ''
  const net = failingAt(new Set([bad]))
  await flush(env(), net)
  expect(pending().map((row) => row.id)).toEqual([bad])
  // Bisection finds it in eight steps; the rows beside it follow.
  expect(net.asked.length).toBeLessThanOrEqual(2 + 2 * Math.ceil(Math.log2(201)))
})

test('a row the server fails at 8 times is held and shown, tried daily, and ends when it passes', async () => {
  const { lines } = await typeKit(3)
  const bad = lines[1] ?? ''
  const net = failingAt(new Set([bad]))
  for (let at = 0; at < 12; at++) {
    await flush(env(), net)
    now += 10 * 60_000
  }
  const held = parkedId({ kind: 'line', id: bad })
  expect(problems().map(({ id, code }) => [id, code])).toEqual([[held, 'held']])
  expect(pending()[0]?.tries).toBe(8)

  net.asked.length = 0
  now += DAY_MS
  await flush(env(), net)
  expect(net.asked.some((request) => request.ops.some((op) => op.id === bad))).toBe(true)
  expect(problems()).toHaveLength(1)

  now += DAY_MS
  await flush(env(), failingAt(new Set()))
  expect(pending()).toHaveLength(0)
  expect(problems()).toHaveLength(0)
})

test('a server that fails at everything blames nothing of it, with two requests a try', async () => {
  await typeKit(20)
  let asked = 0
  for (let at = 0; at < 10; at++) {
    const result = await flush(env(), {
      sync: async () => {
        asked++
        return { kind: 'fault' }
      },
    })
    expect(result.kind).toBe('failed')
    now += 60_000
  }
  expect(asked).toBe(20)
  expect(pending().every((row) => row.tries === 0)).toBe(true)
  expect(problems()).toHaveLength(0)
})

test('what has to wait longer than an hour for a limit is shown at once', async () => {
  const { kit } = await typeKit(1)
  await flush(env(), {
    sync: async (request) => {
      const answer = server.sync({ ...request, ops: [] })
      const results = request.ops.map(() => ({ err: 'retry', after: 20 * 3_600 }))
      return { kind: 'answer', answer: { ...answer, results } }
    },
  })
  expect(problems().map(({ id }) => id)).toContain(parkedId({ kind: 'kit', id: kit }))
})

/** Defers every op, for a limit or without a reason. */
const puttingOff = (result: OpResult): Net => ({
  sync: async (request) => {
    const answer = encodeAnswer({
      ...server.sync({ ...request, ops: [] }),
      results: request.ops.map(() => result),
    })
    return { kind: 'answer', answer: decodeAnswer(JSON.parse(JSON.stringify(answer))) }
  },
})

test('what meets a limit keeps for which, counts as no failure, and goes on when the limit says', async () => {
  await typeKit(2)
  for (let at = 0; at < 20; at++) {
    await flush(env(), puttingOff({ err: 'retry', after: 600, why: 'address_bytes' }))
    expect(pending().map(({ why, tries, next }) => [why, tries, next - now])).toEqual(
      Array(3).fill(['address_bytes', 0, 600_000]),
    )
    now += 600_000
  }
  expect(problems()).toHaveLength(0)
  await flush(env(), failingAt(new Set()))
  expect(pending()).toHaveLength(0)
})

test('a wait of a day for a limit asks nobody for a decision, one for no named reason does', async () => {
  await typeKit(1)
  await flush(env(), puttingOff({ err: 'retry', after: 86_400, why: 'address_bytes' }))
  expect(problems()).toHaveLength(0)
  now += 86_400_000
  await flush(env(), puttingOff({ err: 'retry', after: 86_400 }))
  expect(problems().map(({ code }) => code)).toEqual(['held', 'held'])
  now += 86_400_000
  await flush(env(), puttingOff({ err: 'retry', after: 600, why: 'kits_full' }))
  expect(problems()).toHaveLength(0)
})

test('an answer that names no limit is understood, and forgets the one before', async () => {
  await typeKit(1)
  await flush(env(), puttingOff({ err: 'retry', after: 60, why: 'kits' }))
  now += 60_000
  await flush(env(), puttingOff({ err: 'retry', after: 60 }))
  expect(pending().map(({ why, tries }) => [why, tries])).toEqual([
    [undefined, 1],
    [undefined, 1],
  ])
})

test('what is typed on while it waits for a limit is sent at once, and the rest keeps waiting', async () => {
  const { kit } = await typeKit(1)
  await flush(env(), puttingOff({ err: 'retry', after: 600, why: 'kits' }))
  await edit(env(), [{ kind: 'kit', id: kit, kit, cells: { name: 'x' } }])
  expect(pending().map(({ kind, why, next }) => [kind, why, next > now])).toEqual([
    ['kit', undefined, false],
    ['line', 'kits', true],
  ])
})

test.each([
  [426, 'client_too_old', 'outdated'],
  [409, 'wrong_principal', 'unauthorized'],
  [503, 'unavailable', 'failed'],
])('an answer %i of ours (%s) keeps everything', async (status, code, kind) => {
  await typeKit(3)
  vi.stubGlobal('fetch', async () => Response.json({ error: 'no', code }, { status }))
  expect((await flush(env(), httpNet())).kind).toBe(kind)
  expect(pending()).toHaveLength(4)
  expect(problems()).toHaveLength(0)
})

test('a proxy’s own 426 or 409 is no answer', async () => {
  await typeKit(1)
  for (const status of [426, 409, 500]) {
    const page = new Response('<html>', { status, headers: { 'Content-Type': 'text/html' } })
    vi.stubGlobal('fetch', async () => page.clone())
    expect((await flush(env(), httpNet())).kind).toBe('failed')
  }
})

test('a field an older server does not know waits for its update, and the rest is stored', async () => {
  const { kit, lines } = await typeKit(1)
  const [line = ''] = lines
  const older: Net = {
    sync: async (request) => {
      const ops = request.ops.map((op) => {
        const { name: _name, ...cells } = op.cells
        return op.id === line ? { ...op, cells } : op
      })
      const answer = server.sync({ ...request, ops })
      const results = answer.results.map((result, at) =>
        request.ops[at]?.id === line && request.ops[at]?.cells['name']
          ? { ...result, rej: { name: 'unknown_field' } }
          : result,
      )
      return { kind: 'answer', answer: { ...answer, results } }
    },
  }
  await flush(env(), older)
  expect(pending().map((row) => Object.keys(row.cells))).toEqual([['name']])
  expect(problems()).toHaveLength(0)
  now += 10 * 60_000
  await flush(env(), {
    sync: async (request) => ({ kind: 'answer', answer: server.sync(request) }),
  })
  expect(pending()).toHaveLength(0)
  const stored = [...server.rows.values()].find(({ row }) => row.id === line && row.kit === kit)
  expect(stored?.row.cells['name']?.[0]).toBe('Part 0')
})

test('rows of a kind from a newer server are read from the start by the version that knows it', async () => {
  const { kit } = await typeKit(1)
  const net: Net = { sync: async (request) => ({ kind: 'answer', answer: server.sync(request) }) }
  await flush(env(), net)
  const [principal = ''] = [...store.tables.rows.values()].map((row) => row.p)
  const unknown: Net = {
    sync: async (request) => ({
      kind: 'answer',
      answer: { ...server.sync(request), hasUnknown: true },
    }),
  }
  await flush(env(), unknown)
  const asked: SyncRequest[] = []
  const listening: Net = {
    sync: async (request) => {
      asked.push(structuredClone(request))
      return { kind: 'answer', answer: server.sync(request) }
    },
  }
  await flush(env(), listening)
  expect(asked[0]?.cursors[`o:${principal}`]).toBeGreaterThan(0)
  // As noted by an older version that knew fewer kinds.
  store.tables.meta.set(`unread:${principal}`, 'kit,line')
  await flush(env(), listening)
  expect(asked[1]?.cursors[`o:${principal}`]).toBe(0)
  await flush(env(), listening)
  expect(asked[2]?.cursors[`o:${principal}`]).toBeGreaterThan(0)
  expect(store.tables.rows.get(`${principal} kit ${kit}`)).toBeDefined()
})
