/** The outbox drains without loss, whatever stands between a device and the server. */
import type { Net, NetResult } from '../../api/net.ts'
import { afterEach, expect, test, vi } from 'vitest'

import type { OpResult, SyncRequest } from '#shared/sync/protocol.ts'

import { newId } from '#shared/ids.ts'
import { edit } from '../write/edit.ts'
import { flush } from './flush.ts'
import { httpNet } from '../../api/net.ts'
import { answered, answerWith, World } from '../../../../lab/simulation/testDesk.ts'

const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 86_400_000

const sameForAll = (request: SyncRequest, result: OpResult): NetResult =>
  answered(answerWith({ results: request.ops.map(() => result) }))

afterEach(() => {
  vi.unstubAllGlobals()
})

test('what is typed while a request is under way is not sent at the pace of the line', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = [newId(), newId()]
  await desk.set('line', line, kit, { ord: 'a0', name: 'P' }, { buildId: 'AAAAAA' })
  let requests = 0
  const typing: Net = {
    sync: async (request) => {
      const answer = answered(desk.server.sync(request))
      await desk.set('line', line, kit, { name: `Part ${++requests}` })
      return answer
    },
  }
  expect(await desk.flush(typing)).toEqual({ kind: 'done', isLeft: true })
  expect(requests).toBe(1)
  expect(await desk.flush()).toEqual({ kind: 'done' })
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('Part 1')
})

test('the outbox keeps everything when a middlebox answers with a 400 page', async () => {
  const desk = await new World().open()
  const kit = newId()
  for (let i = 0; i < 5; i++)
    await desk.set('line', newId(), kit, { ord: `a${i}`, name: `part ${i}` }, { buildId: 'AAAAAA' })
  const page = { status: 400, headers: { 'Content-Type': 'text/html' } }
  vi.stubGlobal('fetch', async () => new Response('<html>400 Bad Request</html>', page))
  await flush(desk.env, httpNet())
  expect(desk.store.tables.pending.size).toBe(6)
  expect(desk.store.tables.problems.size).toBe(0)
})

test('the outbox keeps everything while a proxy finds every request too large, and sends it afterwards', async () => {
  const desk = await new World().open()
  const kit = newId()
  for (let i = 0; i < 5; i++)
    await desk.set('line', newId(), kit, { ord: `a${i}`, name: `part ${i}` }, { buildId: 'AAAAAA' })
  expect(await desk.flush({ sync: async () => ({ kind: 'tooLarge' }) })).toEqual({ kind: 'failed' })
  expect(desk.store.tables.pending.size).toBe(6)
  expect(desk.store.tables.problems.size).toBe(0)
  expect(await desk.flush()).toEqual({ kind: 'done' })
  expect(desk.store.tables.pending.size).toBe(0)
})

test('nothing is refused as too large that a proxy which comes to its senses lets through', async () => {
  const desk = await new World().open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'k' }, { buildId: 'AAAAAA' })
  let requests = 0
  const outcome = await desk.flush({
    sync: async (request) =>
      ++requests === 1 ? { kind: 'tooLarge' } : answered(desk.server.sync(request)),
  })
  expect(outcome).toEqual({ kind: 'done' })
  expect(desk.store.tables.pending.size).toBe(0)
  expect(desk.store.tables.problems.size).toBe(0)
})

test('the outbox parks the one row that is too large for a proxy, and only that', async () => {
  const desk = await new World().open()
  const kit = newId()
  const notes = 'n'.repeat(15_000)
  await desk.set('kit', kit, kit, { name: 'k', notes }, { buildId: 'AAAAAA' })
  const other = newId()
  await desk.set('kit', other, other, { name: 'small' }, { buildId: 'BBBBBB' })
  await desk.flush({
    sync: async (request) =>
      JSON.stringify(request).length > 10_000
        ? { kind: 'tooLarge' }
        : answered(desk.server.sync(request)),
  })
  expect(desk.store.tables.pending.size).toBe(0)
  expect([...desk.store.tables.problems.values()].map(({ row }) => row)).toEqual(
    expect.arrayContaining([kit]),
  )
  expect([...desk.store.tables.problems.values()].some(({ row }) => row === other)).toBe(false)
})

test('the outbox empties though a line was typed on while the server refused it', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = [newId(), newId()]
  await desk.set('kit', kit, kit, { name: 'k' }, { buildId: 'AAAAAA' })
  await desk.flush()
  await desk.set('line', line, kit, { ord: 'a0', name: 'Oil fil' })
  let requests = 0
  const refuseFirst: Net['sync'] = async (request) => {
    const isFirst = ++requests === 1
    if (isFirst) await desk.set('line', line, kit, { name: 'Oil filter' })
    const answer = desk.server.sync(request)
    if (isFirst) {
      for (const [i, op] of request.ops.entries())
        if (op.id === line) answer.results[i] = { err: 'kit_too_large' }
      desk.server.rows.delete(`line:${line}`)
    }
    return answered(answer)
  }
  await desk.flush({ sync: refuseFirst })
  for (let i = 0; i < 30; i++) {
    world.now += TEN_MINUTES_MS
    await desk.flush({ sync: refuseFirst })
  }
  expect(desk.store.tables.pending.size).toBe(0)
})

test('the outbox does not hold the lines of a kit for ever whose own op was parked', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = [newId(), newId()]
  await desk.set('line', line, kit, { ord: 'a0', name: 'x' }, { buildId: 'AAAAAA' })
  let isParked = false
  const parkKit: Net['sync'] = async (request) => {
    if (!isParked && request.ops.some((op) => op.kind === 'kit')) {
      isParked = request.ops.length === 1
      return { kind: 'malformed' }
    }
    return answered(desk.server.sync(request))
  }
  const flushTimes = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await desk.flush({ sync: parkKit })
      world.now += TEN_MINUTES_MS
    }
  }
  await flushTimes(30)
  await desk.set('line', line, kit, { qty: 3 }, { buildId: 'AAAAAA' })
  await flushTimes(5)
  expect(desk.store.tables.pending.size).toBe(0)
})

test('the outbox sends a row put off once the wrong clock of the device was put right', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  desk.skew = YEAR_MS
  await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
  await desk.flush({ sync: async (request) => sameForAll(request, { err: 'retry', after: 30 }) })
  desk.skew = 0
  for (let i = 0; i < 48; i++) {
    world.now += HOUR_MS
    await desk.flush()
  }
  expect(desk.store.tables.pending.size).toBe(0)
})

test('the outbox keeps a row that cannot be stored for a month, and sends it once a day', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
  let tried = 0
  const waitDays = async (days: number) => {
    for (let hour = 0; hour < 24 * days; hour++) {
      world.now += HOUR_MS
      await desk.flush({
        sync: async (request) => {
          tried += request.ops.length
          return sameForAll(request, { err: 'retry', after: 30 })
        },
      })
    }
  }
  await waitDays(1)
  tried = 0
  await waitDays(30)
  expect(tried).toBe(30)
  expect([...desk.store.tables.problems.values()].map(({ code }) => code)).toEqual(['held'])
  world.now += 24 * HOUR_MS
  await desk.flush()
  expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('x')
  expect(desk.store.tables.pending.size).toBe(0)
  expect(desk.store.tables.problems.size).toBe(0)
})

test('the outbox goes on with the other rows where one is put off', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  const lines = [newId(), newId(), newId(), newId(), newId(), newId()]
  for (const [at, line] of lines.entries())
    await desk.set('line', line, kit, { ord: `a${at}`, name: 'part' }, { buildId: 'AAAAAA' })
  const [late = ''] = lines
  const busy: Net = {
    sync: async (request, sender) => {
      const ops = request.ops.filter(({ id }) => id !== late)
      const result = await desk.net.sync({ ...request, ops }, sender)
      if (result.kind !== 'answer') return result
      const told = [...result.answer.results]
      const results = request.ops.map(({ id }): OpResult => {
        return id === late ? { err: 'retry', after: 60 } : (told.shift() ?? {})
      })
      return answered({ ...result.answer, results })
    },
  }
  await flush(desk.env, busy, { maxOps: 3 })
  const waiting = [...desk.store.tables.pending.values()].map(({ id }) => id)
  expect(waiting).toEqual([late])
})

test('the outbox keeps an edit that a newer server answers with an unknown err', async () => {
  const desk = await new World().open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
  await desk.flush({ sync: async (request) => sameForAll(request, { err: 'busy_moving' }) })
  expect(desk.store.tables.pending.size).toBe(1)
})

test('the outbox sends less than 64 kB while the page closes, in other scripts too', async () => {
  const desk = await new World().open()
  const kit = newId()
  for (let i = 0; i < 300; i++) {
    const name = '機油濾清器'.repeat(20)
    await desk.set('line', newId(), kit, { ord: `a${i}`, name }, { buildId: 'AAAAAA' })
  }
  const sizes: number[] = []
  vi.stubGlobal('fetch', async (_url: string, init: { body: string }) => {
    sizes.push(new TextEncoder().encode(init.body).length)
    throw new TypeError('offline')
  })
  await flush(desk.env, httpNet({ keepalive: true }), { maxBytes: 60 * 1024 })
  expect(sizes).toHaveLength(1)
  expect(sizes[0]).toBeLessThanOrEqual(64 * 1024)
})

test('the outbox of 11,000 rows is sent in 11 requests', async () => {
  const desk = await new World().open()
  for (let k = 0; k < 1_000; k++) {
    const kit = newId()
    const lines = Array.from({ length: 10 }, (_, i) => ({
      kind: 'line' as const,
      id: newId(),
      kit,
      cells: { ord: `a${i}`, name: `part ${i}`, qty: 2 },
    }))
    const buildIds = new Map([[kit, `A${String(k).padStart(5, '0')}`]])
    await edit(desk.env, lines, { buildIds })
  }
  let requests = 0
  await desk.flush({
    sync: async (request) => {
      requests++
      return sameForAll(request, { ok: 1 })
    },
  })
  expect(requests).toBe(11)
  expect(desk.store.tables.pending.size).toBe(0)
})

test('the outbox says how long its oldest change waited, once that is worth a word', async () => {
  const world = new World()
  const desk = await world.open()
  const asked: SyncRequest[] = []
  const away: Net = {
    sync: async (request) => {
      asked.push(request)
      return { kind: 'failed' }
    },
  }
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'k' }, { buildId: 'AAAAAA' })
  await desk.flush(away)
  world.now += 9_000
  await desk.flush(away)
  world.now += TEN_MINUTES_MS
  const late = newId()
  await desk.set('kit', late, late, { name: 'l' }, { buildId: 'BBBBBB' })
  await desk.flush(away)
  // A clock set back yields no age.
  world.now -= YEAR_MS
  await desk.flush(away)
  expect(asked.map(({ age }) => age)).toEqual([0, 0, 609, 0])
})
