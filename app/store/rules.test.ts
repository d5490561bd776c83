/** One directed test for each sync rule that random seeds do not notice when it is removed. */
import { describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells.ts'
import type { SyncRequest } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { Net } from './flush.ts'

import { mergeCells } from '#shared/cells.ts'
import { newId } from '#shared/ids.ts'
import { ownerScope } from '#shared/limits.ts'
import { isStamp, packStamp } from '#shared/stamp.ts'
import { openIdentity, readDevice } from './clock.ts'
import { edit } from './edit.ts'
import { flush } from './flush.ts'
import { MemoryServer } from './memoryServer.ts'
import { Crash, MemoryStore } from './memoryStore.ts'

const YEAR_MS = 365 * 86_400_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** A server, its time, and devices of one owner whose clocks can be wrong. */
class World {
  now = 1_700_000_000_000
  serverSkew = 0
  readonly server = new MemoryServer(() => this.now + this.serverSkew)
  async device(like?: Desk): Promise<Desk> {
    const desk = new Desk(this)
    await openIdentity(desk.store, random)
    if (like) {
      const identity = await like.store.transact((tx) => readDevice(tx))
      await desk.store.transact((tx) => tx.putMeta('device', { ...identity, node: 'secondnod' }))
    }
    return desk
  }
}

class Desk {
  readonly store = new MemoryStore()
  readonly world: World
  skew = 0
  readonly sent: SyncRequest[] = []
  readonly env
  constructor(world: World) {
    this.world = world
    this.env = { store: this.store, now: () => world.now + this.skew, random }
  }
  net: Net = {
    sync: async (request) => {
      this.sent.push(structuredClone(request))
      return { kind: 'answer', answer: this.world.server.sync(request) }
    },
  }
  lossy: Net = {
    sync: async (request) => {
      this.world.server.sync(request)
      return { kind: 'failed' }
    },
  }
  flush = (net: Net = this.net) => flush(this.env, net)
  set = (kind: Kind, id: string, kit: string, cells: Record<string, Json>, buildId?: string) =>
    edit(this.env, [{ kind, id, kit, cells }], {
      buildIds: new Map(buildId ? [[kit, buildId]] : []),
    })
  async cells(kind: Kind, id: string) {
    const { principal: p } = await this.store.transact((tx) => readDevice(tx))
    const { rows, pending } = this.store.tables
    const key = `${p} ${kind} ${id}`
    return mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
  }
}

/** A kit with one line, known to the server and to `desk`. */
async function made(desk: Desk): Promise<[kit: string, line: string]> {
  const [kit, line] = [newId(), newId()]
  await desk.set('line', line, kit, { ord: 'a0', name: 'Oil filter' }, 'AAAAAA')
  await desk.flush()
  return [kit, line]
}

const onServer = (world: World, key: string) => world.server.rows.get(key)?.row.cells ?? {}

describe('rules of sync', () => {
  test('what is typed after a pull is later than everything pulled, in other rows too', async () => {
    const world = new World()
    const first = await world.device()
    const second = await world.device(first)
    first.skew = 40_000
    const [kit, line] = await made(first)
    await second.flush()
    const pulled = (await second.cells('line', line))['name']?.[1] ?? ''
    await second.set('line', newId(), kit, { ord: 'a1' })
    const [typed] = [...second.store.tables.pending.values()]
    expect(typed?.cells['ord']?.[1]).toSatisfy((stamp: string) => isStamp(stamp) && stamp > pulled)
  })

  test.each([1, 2, 3])(
    'with transaction %i after the answer cut off, no row is passed over',
    async (nth) => {
      const world = new World()
      const first = await world.device()
      const [kit] = await made(first)
      const second = await world.device(first)
      const { store } = second
      const transact = store.transact.bind(store)
      let left = Infinity
      store.transact = (work) => {
        if (--left === 0) store.isCrashing = true
        return transact(work)
      }
      await flush(second.env, {
        sync: async (request, sender) => {
          left = nth
          return second.net.sync(request, sender)
        },
      }).catch((error: unknown) => expect(error).toBeInstanceOf(Crash))
      left = Infinity
      store.isCrashing = false
      await second.flush()
      expect((await second.cells('kit', kit))['buildId']?.[0]).toBe('AAAAAA')
    },
  )

  test('a refused value does not lose to the same device’s older one whose answer was lost', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    desk.skew = 50_000
    await desk.set('line', line, kit, { qty: 1 })
    await desk.flush(desk.lossy)
    desk.skew = YEAR_MS
    await desk.set('line', line, kit, { qty: 2 })
    await desk.flush()
    expect(onServer(world, `line:${line}`)['qty']?.[0]).toBe(2)
    expect(desk.store.tables.problems.size).toBe(0)
  })

  test('what lost against a later value of another device is kept as a problem', async () => {
    const world = new World()
    const first = await world.device()
    const [kit, line] = await made(first)
    const second = await world.device(first)
    await second.flush()
    await second.set('line', line, kit, { qty: 2 })
    world.now += 5_000
    await first.set('line', line, kit, { qty: 4 })
    await first.flush()
    await second.flush()
    expect([...second.store.tables.problems.values()]).toMatchObject([
      { cell: 'qty', value: 2, code: 'overwritten' },
    ])
  })

  test('a removal whose answer was lost is accepted again after the server’s clock went back', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    world.now += 3_600_000
    await desk.set('line', line, kit, { del: true })
    await desk.flush(desk.lossy)
    world.serverSkew = -3_000_000
    const before = onServer(world, `line:${line}`)['del']?.[1]
    await desk.flush()
    expect(desk.sent.at(-1)?.ops).toHaveLength(1)
    expect(onServer(world, `line:${line}`)['del']?.[1]).toBe(before)
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('a refused request delivered late, and pulled, does not undo what was typed since', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    desk.skew = 90_000
    await desk.set('line', line, kit, { name: 'A' })
    await desk.flush()
    const refused = desk.sent.find(
      (request) => request.ops.length > 0 && request.ops[0]?.cells['name']?.[0] === 'A',
    )
    desk.skew = 0
    await desk.set('line', line, kit, { name: 'B' })
    await desk.flush()
    world.now += 45_000
    if (refused) world.server.sync(refused)
    expect(onServer(world, `line:${line}`)['name']?.[0]).toBe('A')
    await desk.flush()
    expect(onServer(world, `line:${line}`)['name']?.[0]).toBe('B')
  })

  test('an edit right after what the kit holds passes though the server’s clock went back', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    world.serverSkew = -3_600_000
    desk.sent.length = 0
    await desk.set('line', line, kit, { qty: 3 })
    await desk.flush()
    expect(desk.sent).toHaveLength(1)
    expect(onServer(world, `line:${line}`)['qty']?.[0]).toBe(3)
  })

  test('an edit shows although the row carries a stamp of an hour from now', async () => {
    const world = new World()
    const first = await world.device()
    world.now += 3_600_000
    const [kit, line] = await made(first)
    world.now -= 3_600_000
    const second = await world.device(first)
    await second.flush()
    await second.set('line', line, kit, { name: 'typed' })
    expect((await second.cells('line', line))['name']?.[0]).toBe('typed')
  })

  test('the deletion of a kit is later than every cell of its lines', async () => {
    const world = new World()
    const first = await world.device()
    world.now += 3_600_000
    const [kit, line] = await made(first)
    world.now -= 3_600_000
    const second = await world.device(first)
    await second.flush()
    await second.set('kit', kit, kit, { del: true })
    const deleted = (await second.cells('kit', kit))['del']?.[1] ?? ''
    expect(deleted > ((await second.cells('line', line))['name']?.[1] ?? '')).toBe(true)
  })

  test('an answer that comes after the device changed its identity is dropped whole', async () => {
    const world = new World()
    const desk = await world.device()
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'mine' }, 'AAAAAA')
    let isFirst = true
    await flush(desk.env, {
      sync: async (request, sender) => {
        const result = await desk.net.sync(request, sender)
        if (isFirst) {
          await desk.store.transact(async (tx) => {
            const device = await readDevice(tx)
            await tx.putMeta('device', { ...device, principal: `d:${'0'.repeat(32)}` })
          })
        }
        isFirst = false
        return result
      },
    })
    expect(desk.store.tables.pending.size).toBe(1)
    expect(desk.store.tables.rows.size).toBe(0)
  })

  test('of a new row whose required cell is too far ahead nothing is stored', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit] = await made(desk)
    const { principal, node } = await desk.store.transact((tx) => readDevice(tx))
    const id = newId()
    const answer = world.server.sync({
      principal,
      node,
      cursors: {},
      ops: [
        {
          kind: 'line',
          id,
          kit,
          cells: {
            ord: ['a1', packStamp(world.now + YEAR_MS, 0, node)],
            name: ['x', packStamp(world.now, 0, node)],
          },
        },
      ],
    })
    expect(answer.results).toEqual([{ clock: ['ord', 'name'], top: '' }])
    expect(world.server.rows.has(`line:${id}`)).toBe(false)
  })

  test('a value nobody had seen comes back to the owner when it is replaced', async () => {
    const world = new World()
    const first = await world.device()
    const [kit, line] = await made(first)
    const second = await world.device(first)
    await second.flush()
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += 5_000
    await second.set('line', line, kit, { qty: 4 })
    await second.flush()
    const beaten = [...second.store.tables.rows.values()].filter((row) => row.kind === 'beaten')
    expect(beaten.map((row) => row.cells['value']?.[0])).toEqual([2])
  })

  test('a value of the other device that is read under one that waits here is offered back', async () => {
    const world = new World()
    const first = await world.device()
    const [kit, line] = await made(first)
    const second = await world.device(first)
    await second.flush()
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += 5_000
    await second.set('line', line, kit, { qty: 4 })
    // The server had no time for the change, and told what there was.
    await second.flush({
      sync: async (request) => {
        const answer = world.server.sync({ ...request, ops: [] })
        answer.results = request.ops.map(() => ({ err: 'retry', after: 1 }))
        return { kind: 'answer', answer }
      },
    })
    world.now += 5_000
    await second.flush()
    expect(onServer(world, `line:${line}`)['qty']?.[0]).toBe(4)
    expect([...second.store.tables.problems.values()]).toMatchObject([
      { row: line, cell: 'qty', value: 2, code: 'overwritten' },
    ])
  })

  test('a new row whose required value is refused here is kept as problems, and does not wait', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit] = await made(desk)
    const id = newId()
    await desk.set('version', id, kit, { savedAt: 1, lineCount: 0, total: 0, body: '{}' })
    expect(desk.store.tables.pending.size).toBe(0)
    expect([...desk.store.tables.problems.values()].map(({ cell }) => cell)).toContain('body')
  })

  test('a value given anew is later than every stamp its cell was sent with', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    desk.skew = 50_000
    await desk.set('line', line, kit, { partNumber: 'P', qty: 9 })
    const [lost] = [...desk.store.tables.pending.values()]
    desk.skew = YEAR_MS
    await desk.set('line', line, kit, { qty: 10 })
    await desk.flush()
    const stored = onServer(world, `line:${line}`)['qty']
    expect(stored?.[0]).toBe(10)
    expect((stored?.[1] ?? '') > (lost?.cells['qty']?.[1] ?? '')).toBe(true)
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
    expect(onServer(world, `comment:${id}`)['text']?.[0]).toBe('first')
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
    const stored = onServer(world, `task:${id}`)
    expect(say(2).results).toEqual([{ set: stored }])
    expect(onServer(world, `task:${id}`)).toEqual(stored)
  })

  test('after a reset, what the server no longer holds goes and what waits stays', async () => {
    const world = new World()
    const desk = await world.device()
    const [kit, line] = await made(desk)
    const { principal: p } = await desk.store.transact((tx) => readDevice(tx))
    await desk.set('kit', kit, kit, { notes: 'waits' })
    await flush(desk.env, {
      sync: async () => ({
        kind: 'answer',
        answer: {
          now: world.now,
          gen: 'memory',
          results: [{ err: 'retry', after: 30 }],
          rows: [],
          cursors: { [ownerScope(p)]: 1 },
          more: false,
          reset: [ownerScope(p)],
          gone: [],
        },
      }),
    })
    expect((await desk.cells('line', line))['name']).toBeUndefined()
    expect([...desk.store.tables.pending.values()].map((row) => row.cells['notes']?.[0])).toEqual([
      'waits',
    ])
  })

  test('an op the server puts off is not sent before its time, and then it is', async () => {
    const world = new World()
    const desk = await world.device()
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'x' }, 'AAAAAA')
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
    await flush(desk.env, net)
    await flush(desk.env, net)
    expect(desk.sent.filter((request) => request.ops.length > 0)).toHaveLength(1)
    world.now += 31_000
    await flush(desk.env, net)
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('a task the server has under another id leaves no row of its own', async () => {
    const world = new World()
    const desk = await world.device()
    const { principal: p } = await desk.store.transact((tx) => readDevice(tx))
    const id = newId()
    await desk.set('task', id, '', { name: 'Timing belt' })
    await flush(desk.env, {
      sync: async () => ({
        kind: 'answer',
        answer: {
          now: world.now,
          gen: 'memory',
          results: [{ same: newId() }],
          rows: [],
          cursors: {},
          more: false,
          reset: [],
          gone: [],
        },
      }),
    })
    expect(desk.store.tables.pending.size).toBe(0)
    expect(desk.store.tables.rows.has(`${p} task ${id}`)).toBe(false)
  })
})
