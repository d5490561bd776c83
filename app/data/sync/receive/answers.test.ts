/** Effect of an answer on stored rows. */
import type { SyncAnswer } from '#shared/sync/protocol.ts'
import type { Net } from '../../api/net.ts'
import { expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { readDevice } from '../../device/clock.ts'
import { Crash } from '../../device/testMemoryStore.ts'
import { answered, answerWith, World } from '../../../../lab/simulation/testDesk.ts'
import { putMeta } from '../../device/store.ts'

test.each([1, 2, 3])(
  'with transaction %i after the answer cut off, no row is passed over',
  async (nth) => {
    const world = new World()
    const first = await world.open()
    const [kit] = await first.kitWithLine()
    const second = await first.twin()
    const { store } = second
    const transact = store.transact.bind(store)
    let left = Infinity
    store.transact = (work) => {
      if (--left === 0) store.isCrashing = true
      return transact(work)
    }
    await second
      .flush({
        sync: async (request, sender) => {
          left = nth
          return second.net.sync(request, sender)
        },
      })
      .catch((error: unknown) => expect(error).toBeInstanceOf(Crash))
    left = Infinity
    store.isCrashing = false
    await second.flush()
    expect((await second.cells('kit', kit))['buildId']?.[0]).toBe('AAAAAA')
  },
)

test('an answer that comes after the device changed its identity is dropped whole', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'mine' }, { buildId: 'AAAAAA' })
  let isFirst = true
  await desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      if (isFirst) {
        await desk.store.transact(async (tx) => {
          const device = await readDevice(tx)
          await putMeta(tx, 'device', { ...device, principal: `d:${'0'.repeat(32)}` })
        })
      }
      isFirst = false
      return result
    },
  })
  expect(desk.store.tables.pending.size).toBe(1)
  expect(desk.store.tables.rows.size).toBe(0)
})

test('the text of a comment is what was stored first, and its sender is told', async () => {
  const world = new World()
  const [principal, node, kit, id] = ['u:alice', 'alicenode', newId(), newId()]
  const stampAt = (ms: number) => packStamp(world.now + ms, 0, node)
  const say = (text: string, ms: number) =>
    world.server.sync({
      principal,
      node,
      cursors: {},
      ops: [
        { kind: 'kit', id: kit, kit: null, cells: { buildId: ['AAAAAA', stampAt(0)] } },
        { kind: 'comment', id, kit, cells: { text: [text, stampAt(ms)] } },
      ],
    })
  say('first', 1)
  const { results } = say('second', 2)
  expect(results[1]?.set?.['text']).toEqual(['first', stampAt(1)])
  expect(world.stored(`comment:${id}`)['text']?.[0]).toBe('first')
})

test('a row that never changes is answered as it was stored first', async () => {
  const world = new World()
  const [principal, node, id] = ['u:alice', 'alicenode', newId()]
  const say = (ms: number) =>
    world.server.sync({
      principal,
      node,
      cursors: {},
      ops: [
        {
          kind: 'task',
          id,
          kit: null,
          cells: { name: ['Belt', packStamp(world.now + ms, 0, node)] },
        },
      ],
    })
  say(1)
  const stored = world.stored(`task:${id}`)
  expect(say(2).results).toEqual([{ set: stored }])
  expect(world.stored(`task:${id}`)).toEqual(stored)
})

test('what was stored, and is read here before its own answer comes, waits no more', async () => {
  const world = new World()
  const desk = await world.open()
  await desk.draft('AAAAAA', 'stored')
  await desk.flush(desk.lossy)
  expect(desk.store.tables.pending.size).toBe(1)
  await desk.flush({
    sync: async (request) => {
      const results = request.ops.map(() => ({ err: 'retry', after: 60 }))
      return answered({ ...world.server.sync({ ...request, ops: [] }), results })
    },
  })
  expect(desk.store.tables.pending.size).toBe(0)
})

test('what arrives twice is told to nobody a second time', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  await desk.set('line', line, kit, { qty: 2 })
  await desk.flush()
  const counters = new Map(world.server.counters)
  const [pushed] = desk.sent.filter(({ request }) => request.ops.length > 0).slice(-1)
  if (!pushed) throw new Error('nothing was sent')
  expect(world.server.sync(pushed.request).results).toEqual([{ ok: 1 }])
  expect(world.server.counters).toEqual(counters)
})

test('after a reset, what the server no longer holds goes and what waits stays', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const { principal: p } = await desk.store.transact((tx) => readDevice(tx))
  await desk.set('kit', kit, kit, { notes: 'waits' })
  await desk.flush({
    sync: async () =>
      answered(
        answerWith({
          results: [{ err: 'retry', after: 30 }],
          cursors: { [ownerScope(p)]: 1 },
          reset: [ownerScope(p)],
        }),
      ),
  })
  expect((await desk.cells('line', line))['name']).toBeUndefined()
  expect([...desk.store.tables.pending.values()].map((row) => row.cells['notes']?.[0])).toEqual([
    'waits',
  ])
})

test('an answer that comes late, from before a row was there, takes nothing of it away', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const { node, principal } = await desk.store.transact((tx) => readDevice(tx))
  await desk.set('line', line, kit, { qty: 2 })
  const late = desk.flush({
    sync: async () => {
      // Another window sends the same row meanwhile, and gets its answer first.
      await desk.flush()
      await desk.set('line', line, kit, { qty: 3 })
      return answered(answerWith({ results: [{ err: 'gone' }] }))
    },
  })
  await late
  const confirmed = await desk.store.transact((tx) => tx.get('rows', [principal, 'line', line]))
  expect(confirmed?.cells).toMatchObject({ name: ['Oil filter', expect.stringContaining(node)] })
  const [waiting] = desk.store.tables.pending.values()
  expect(Object.entries(waiting?.cells ?? {})).toMatchObject([['qty', [3, expect.any(String)]]])
})

test('of two answers the earlier, which comes last, turns no value back', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const second = await desk.twin()
  const type = async (qty: number) => {
    await desk.set('line', line, kit, { qty })
    await desk.flush()
  }
  await type(2)
  await second.flush({
    sync: async (request, sender) => {
      const early = await second.net.sync(request, sender)
      await type(3)
      // Another window of the browser asks later, and is answered first.
      await second.flush()
      return early
    },
  })
  expect((await second.cells('line', line))['qty']?.[0]).toBe(3)
})

test('a task that was taken back from everybody leaves the device, one’s own stays', async () => {
  const world = new World()
  const desk = await world.open()
  const { principal: p } = await desk.store.transact((tx) => readDevice(tx))
  const stamp = packStamp(world.now, 0, 'anothernode')
  const task = (id: string, mine: boolean) => ({
    kind: 'task' as const,
    id,
    kit: '',
    mine,
    cells: { name: [`Task ${id}`, stamp] as [string, string] },
  })
  const [own, kept, taken] = [newId(), newId(), newId()]
  const answer = (rows: ReturnType<typeof task>[], reset: string[], version: number) => ({
    sync: async () =>
      answered(
        answerWith({
          rows,
          cursors: { [ownerScope(p)]: 1, [TASK_SCOPE]: version },
          reset,
        }),
      ),
  })
  await desk.flush(answer([task(own, true), task(kept, false), task(taken, false)], [], 3))
  expect([...desk.store.tables.rows.values()].map((row) => row.id).sort()).toEqual(
    [own, kept, taken].sort(),
  )
  await desk.flush(answer([task(kept, false)], [TASK_SCOPE], 4))
  expect([...desk.store.tables.rows.values()].map((row) => row.id).sort()).toEqual(
    [own, kept].sort(),
  )
})

test('a followed kit that was dropped by an answer filled with other rows is read from its start', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  const stamp = packStamp(world.now, 0, 'anothernode')
  const cells = { buildId: ['AAAAAA', stamp] as [string, string] }
  const row = { kind: 'kit' as const, id: kit, kit, mine: false, cells }
  const scope = kitScope(kit)
  const asked: (number | undefined)[] = []
  const answer = (changes: Partial<SyncAnswer>): Net => ({
    sync: async (request) => {
      asked.push(request.cursors[scope])
      return answered(answerWith(changes))
    },
  })
  await desk.flush(answer({ rows: [row], cursors: { [scope]: 2 } }))
  await desk.flush(answer({ reset: [scope] }))
  await desk.flush(answer({ rows: [row], cursors: { [scope]: 2 } }))
  expect(asked).toEqual([undefined, 2, 0])
  expect([...desk.store.tables.rows.keys()].join()).toContain(kit)
})

test('a request of an earlier history that is answered late splits nothing off', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'mine' }, { buildId: 'AAAAAA' })
  await desk.flush()
  await desk.set('kit', kit, kit, { notes: 'typed since' })
  const refusal = answerWith({ gen: 'restored', results: [{ err: 'not_owner' }] })
  /** Refuses once, then is unreachable. */
  const once = (before: () => Promise<unknown>): Net => {
    let isFirst = true
    return {
      sync: async () => {
        if (!isFirst) return { kind: 'failed' }
        isFirst = false
        await before()
        return answered(refusal)
      },
    }
  }
  // Another tab sent the same request, and applies its answer while this one waits.
  await desk.flush(once(() => desk.flush(once(() => Promise.resolve()))))
  const kits = [...desk.store.tables.rows.values(), ...desk.store.tables.pending.values()]
  expect(new Set(kits.filter(({ kind }) => kind === 'kit').map(({ id }) => id))).toEqual(
    new Set([kit]),
  )
})

test('an op the server puts off is not sent before its time, and then it is', async () => {
  const world = new World()
  const desk = await world.open()
  const kit = newId()
  await desk.set('kit', kit, kit, { name: 'x' }, { buildId: 'AAAAAA' })
  let busy = 0
  const net: Net = {
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      if (request.ops.length === 0 || busy++ > 0 || result.kind !== 'answer') return result
      return {
        kind: 'answer',
        answer: { ...result.answer, results: [{ err: 'retry', after: 30 }] },
      }
    },
  }
  await desk.flush(net)
  await desk.flush(net)
  expect(desk.sent.filter(({ request }) => request.ops.length > 0)).toHaveLength(1)
  world.now += 31_000
  await desk.flush(net)
  expect(desk.store.tables.pending.size).toBe(0)
})

test('a task the server has under another id leaves no row of its own', async () => {
  const world = new World()
  const desk = await world.open()
  const { principal: p } = await desk.store.transact((tx) => readDevice(tx))
  const id = newId()
  await desk.set('task', id, '', { name: 'Timing belt' })
  await desk.flush({
    sync: async () =>
      answered(
        answerWith({
          results: [{ same: newId() }],
        }),
      ),
  })
  expect(desk.store.tables.pending.size).toBe(0)
  expect(desk.store.tables.rows.has(`${p} task ${id}`)).toBe(false)
})
