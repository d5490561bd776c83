/** What went wrong once between a device and a server, or whatever stands between them. */
import { afterEach, describe, expect, test, vi } from 'vitest'

import type { Json } from '#shared/cells.ts'
import type { OpResult, PulledRow, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { Fork } from './fork.ts'
import type { Change } from './writeCells.ts'
import type { Net, NetResult } from './flush.ts'

import { decodeAnswer, encodeAnswer } from '#shared/answer.ts'
import { isRowAlive, mergeCells, textIn } from '#shared/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/limits.ts'
import { packStamp } from '#shared/stamp.ts'
import { openIdentity, readDevice } from './clock.ts'
import { edit } from './edit.ts'
import { flush } from './flush.ts'
import { MemoryServer } from './memoryServer.ts'
import { MemoryStore } from './memoryStore.ts'
import { httpNet } from './net.ts'

const SECOND_MS = 1_000
const TEN_MINUTES_MS = 600_000
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 86_400_000
const BUILD_ID = 'AAAAAA'

/** The time of the server, and of every device but for its skew. */
let now = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const newServer = () => new MemoryServer(() => now)

class Desk {
  readonly store = new MemoryStore()
  readonly server: MemoryServer
  skew = 0
  readonly env = { store: this.store, now: () => now + this.skew, random }

  constructor(server: MemoryServer) {
    this.server = server
  }

  static async open(server = newServer()): Promise<Desk> {
    const desk = new Desk(server)
    await openIdentity(desk.store, random)
    return desk
  }

  /** Another device of the same owner. */
  async twin(): Promise<Desk> {
    const twin = await Desk.open(this.server)
    const identity = await this.store.transact((tx) => readDevice(tx))
    await twin.store.transact((tx) => tx.putMeta('device', { ...identity, node: 'secondnod' }))
    return twin
  }

  async principal(): Promise<string> {
    return (await this.store.transact((tx) => readDevice(tx))).principal
  }

  /** @param buildId of the kit, when this change is to create it */
  edit(change: Change, buildId?: string, forks: Map<string, Fork> = new Map()): Promise<void> {
    return edit(this.env, [change], {
      buildIds: new Map(buildId ? [[change.kit, buildId]] : []),
      forks,
    })
  }

  /** @param reply what the net does with a request instead of handing it to the server */
  flush(reply: Net['sync'] = async (request) => answered(this.server.sync(request))) {
    return flush(this.env, { sync: reply })
  }

  async shown(kind: Kind, id: string) {
    const key = `${await this.principal()} ${kind} ${id}`
    const { rows, pending } = this.store.tables
    return mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
  }
}

const lineChange = (id: string, kit: string, cells: Record<string, Json>): Change => ({
  kind: 'line',
  id,
  kit,
  cells,
})
const kitChange = (kit: string, cells: Record<string, Json>): Change => ({
  kind: 'kit',
  id: kit,
  kit,
  cells,
})

const answered = (answer: SyncAnswer): NetResult => ({ kind: 'answer', answer })
const answerWith = (parts: Partial<SyncAnswer>): SyncAnswer => ({
  now,
  gen: 'memory',
  results: [],
  rows: [],
  cursors: {},
  more: false,
  reset: [],
  gone: [],
  ...parts,
})
/** The same result for every op of a request, and nothing else. */
const sameForAll = (request: SyncRequest, result: OpResult): NetResult =>
  answered(answerWith({ results: request.ops.map(() => result) }))
const throughWire = (answer: SyncAnswer): SyncAnswer =>
  decodeAnswer(JSON.parse(JSON.stringify(encodeAnswer(answer))))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('an edit', () => {
  test('removes a line again that was removed and came back by an edit', async () => {
    const desk = await Desk.open()
    const [kit, line] = [newId(), newId()]
    await desk.edit(lineChange(line, kit, { ord: 'a0', name: 'x' }), BUILD_ID)
    await desk.edit(lineChange(line, kit, { del: true }))
    now += SECOND_MS
    await desk.edit(lineChange(line, kit, { name: 'xy' }))
    expect(isRowAlive(await desk.shown('line', line))).toBe(true)
    now += SECOND_MS
    await desk.edit(lineChange(line, kit, { del: true }))
    expect(isRowAlive(await desk.shown('line', line))).toBe(false)
  })

  test('of a foreign line its owner has just deleted stays in the own copy', async () => {
    const owner = await Desk.open()
    const other = await Desk.open(owner.server)
    const [kit, line] = [newId(), newId()]
    await owner.edit(kitChange(kit, { name: 'original' }), BUILD_ID)
    await owner.edit(lineChange(line, kit, { ord: 'a0', name: 'filter' }))
    await owner.edit(lineChange(newId(), kit, { ord: 'a1', name: 'oil' }))
    await owner.flush()
    const p = await other.principal()
    await other.store.transact((tx) => tx.putMeta(`cursors:${p}`, { [kitScope(kit)]: 0 }))
    await other.flush()
    now += 5 * SECOND_MS
    await owner.edit(lineChange(line, kit, { del: true }))
    await owner.flush()
    await other.flush() // the pull lands while the field still has the focus
    now += SECOND_MS
    await other.edit(lineChange(line, kit, { name: 'filter MINE' }))
    for (let i = 0; i < 10; i++) {
      await other.flush()
      now += TEN_MINUTES_MS
    }
    const own = [...owner.server.rows.values()].map(({ row }) => row).filter((r) => r.owner === p)
    expect(own.filter((row) => row.kind === 'kit')).toHaveLength(1)
    expect(other.store.tables.pending.size).toBe(0)
    expect(own.some((row) => textIn(row.cells, 'name') === 'filter MINE')).toBe(true)
  })
})

describe('the outbox', () => {
  test('keeps everything when a middlebox answers with a 400 page', async () => {
    const desk = await Desk.open()
    const kit = newId()
    for (let i = 0; i < 5; i++)
      await desk.edit(lineChange(newId(), kit, { ord: `a${i}`, name: `part ${i}` }), BUILD_ID)
    const page = { status: 400, headers: { 'Content-Type': 'text/html' } }
    vi.stubGlobal('fetch', async () => new Response('<html>400 Bad Request</html>', page))
    await flush(desk.env, httpNet())
    expect(desk.store.tables.pending.size).toBe(6)
    expect(desk.store.tables.problems.size).toBe(0)
  })

  test('empties though a line was typed on while the server refused it', async () => {
    const desk = await Desk.open()
    const [kit, line] = [newId(), newId()]
    await desk.edit(kitChange(kit, { name: 'k' }), BUILD_ID)
    await desk.flush()
    await desk.edit(lineChange(line, kit, { ord: 'a0', name: 'Oil fil' }))
    let requests = 0
    const refuseFirst: Net['sync'] = async (request) => {
      const isFirst = ++requests === 1
      if (isFirst) await desk.edit(lineChange(line, kit, { name: 'Oil filter' }))
      const answer = desk.server.sync(request)
      if (isFirst) {
        for (const [i, op] of request.ops.entries())
          if (op.id === line) answer.results[i] = { err: 'kit_too_large' }
        desk.server.rows.delete(`line:${line}`)
      }
      return answered(answer)
    }
    await desk.flush(refuseFirst)
    for (let i = 0; i < 30; i++) {
      now += TEN_MINUTES_MS
      await desk.flush(refuseFirst)
    }
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('does not hold the lines of a kit for ever whose own op was parked', async () => {
    const desk = await Desk.open()
    const [kit, line] = [newId(), newId()]
    await desk.edit(lineChange(line, kit, { ord: 'a0', name: 'x' }), BUILD_ID)
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
        await desk.flush(parkKit)
        now += TEN_MINUTES_MS
      }
    }
    await flushTimes(30)
    await desk.edit(lineChange(line, kit, { qty: 3 }), BUILD_ID)
    await flushTimes(5)
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('sends a row put off once the wrong clock of the device was put right', async () => {
    const desk = await Desk.open()
    const kit = newId()
    desk.skew = YEAR_MS
    await desk.edit(kitChange(kit, { name: 'x' }), BUILD_ID)
    await desk.flush(async (request) => sameForAll(request, { err: 'retry', after: 30 }))
    desk.skew = 0
    for (let i = 0; i < 48; i++) {
      now += HOUR_MS
      await desk.flush()
    }
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('keeps an edit that a newer server answers with an unknown err', async () => {
    const desk = await Desk.open()
    const kit = newId()
    await desk.edit(kitChange(kit, { name: 'x' }), BUILD_ID)
    await desk.flush(async (request) => sameForAll(request, { err: 'busy_moving' }))
    expect(desk.store.tables.pending.size).toBe(1)
  })

  test('sends less than 64 kB while the page closes, in other scripts too', async () => {
    const desk = await Desk.open()
    const kit = newId()
    for (let i = 0; i < 300; i++) {
      const name = '機油濾清器'.repeat(20)
      await desk.edit(lineChange(newId(), kit, { ord: `a${i}`, name }), BUILD_ID)
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

  test('of 11,000 rows is sent in 11 requests', async () => {
    const desk = await Desk.open()
    for (let k = 0; k < 1_000; k++) {
      const kit = newId()
      const lines = Array.from({ length: 10 }, (_, i) =>
        lineChange(newId(), kit, { ord: `a${i}`, name: `part ${i}`, qty: 2 }),
      )
      const buildIds = new Map([[kit, `A${String(k).padStart(5, '0')}`]])
      await edit(desk.env, lines, { buildIds })
    }
    let requests = 0
    await desk.flush(async (request) => {
      requests++
      return sameForAll(request, { ok: 1 })
    })
    expect(requests).toBe(11)
    expect(desk.store.tables.pending.size).toBe(0)
  }, 20_000)
})

describe('an answer', () => {
  test('that refuses a row for a required cell does not lose the other cells', async () => {
    const desk = await Desk.open()
    const p = await desk.principal()
    const [kit, line] = [newId(), newId()]
    await desk.edit(kitChange(kit, { name: 'k' }), BUILD_ID)
    await desk.edit(lineChange(line, kit, { ord: 'a0', name: 'Oil filter' }))
    await desk.store.transact(async (tx) => {
      const row = await tx.getPending(p, 'line', line)
      if (!row) throw new Error('the line is not in the outbox')
      const ord = ['é', row.cells['ord']?.[1] ?? ''] as const
      await tx.putPending([{ ...row, cells: { ...row.cells, ord } }])
    })
    await desk.flush()
    const isKept =
      desk.server.rows.has(`line:${line}`) ||
      [...desk.store.tables.problems.values()].some(({ value }) => value === 'Oil filter') ||
      desk.store.tables.pending.size > 0
    expect(isKept).toBe(true)
  })

  test('of a server restored from a backup deletes nothing only this device has', async () => {
    const desk = await Desk.open()
    const scope = ownerScope(await desk.principal())
    const kit = newId()
    await desk.edit(kitChange(kit, { name: 'only copy' }), BUILD_ID)
    await desk.flush()
    const restored = newServer()
    await desk.flush(async (request) => {
      const answer = { ...restored.sync(request), gen: 'restored' }
      // what the real server answers to a cursor that is ahead of it
      if ((request.cursors[scope] ?? 0) > 0) answer.reset = [scope]
      return answered(answer)
    })
    expect(textIn(await desk.shown('kit', kit), 'name')).toBe('only copy')
  })

  test('of a server that lost what it had acknowledged gets it again, and only that', async () => {
    const desk = await Desk.open()
    const [kept, lost, line] = [newId(), newId(), newId()]
    await desk.edit(kitChange(kept, { name: 'kept' }), 'BBBBBB')
    await desk.flush()
    const restored = newServer()
    for (const [key, entry] of desk.server.rows) restored.rows.set(key, entry)
    for (const [scope, version] of desk.server.counters) restored.counters.set(scope, version)
    await desk.edit(kitChange(lost, { name: 'lost' }), BUILD_ID)
    await desk.edit({ kind: 'line', id: line, kit: lost, cells: { ord: 'a0', name: 'Filter' } })
    await desk.flush()
    const sent: string[] = []
    await desk.flush(async (request) => {
      sent.push(...request.ops.map((op) => op.id))
      return answered({ ...restored.sync(request), gen: 'restored' })
    })
    expect(sent.toSorted()).toEqual([lost, line].toSorted())
    expect(textIn(restored.rows.get(`line:${line}`)?.row.cells ?? {}, 'name')).toBe('Filter')
    expect(desk.store.tables.pending.size).toBe(0)
    expect(desk.store.tables.problems.size).toBe(0)
    expect(textIn(await desk.shown('kit', kept), 'name')).toBe('kept')
  })

  test('of a server put back by a copy of its files, under the same name, heals it as well', async () => {
    const desk = await Desk.open()
    const [kept, lost] = [newId(), newId()]
    await desk.edit(kitChange(kept, { name: 'kept' }), 'BBBBBB')
    await desk.flush()
    const copy = newServer()
    for (const [key, entry] of desk.server.rows) copy.rows.set(key, entry)
    for (const [scope, version] of desk.server.counters) copy.counters.set(scope, version)
    await desk.edit(kitChange(lost, { name: 'lost' }), BUILD_ID)
    await desk.flush()
    await desk.flush(async (request) => answered(copy.sync(request)))
    expect(textIn(copy.rows.get(`kit:${lost}`)?.row.cells ?? {}, 'name')).toBe('lost')
    expect(desk.store.tables.pending.size).toBe(0)
    expect(textIn(await desk.shown('kit', kept), 'name')).toBe('kept')
  })

  test('that beats a value of the other device offers it back', async () => {
    const first = await Desk.open()
    const second = await first.twin()
    const [kit, line] = [newId(), newId()]
    await first.edit(lineChange(line, kit, { ord: 'a0', name: 'oil', qty: 1 }), BUILD_ID)
    await first.flush()
    await second.flush()
    now += SECOND_MS
    await first.edit(lineChange(line, kit, { qty: 2 }))
    await first.flush()
    now += SECOND_MS
    await second.edit(lineChange(line, kit, { qty: 4 }))
    await second.flush()
    await first.flush()
    await second.flush()
    const problems = [first, second].map((desk) => desk.store.tables.problems.size)
    expect(Math.max(...problems)).toBeGreaterThan(0)
  })

  test('brings the owner-only cell of a kit that is also followed', () => {
    const stamp = '0000000---nodenode1'
    const id = newId()
    const row = { kind: 'kit', id, kit: id, mine: true } as const
    const { rows } = throughWire(
      answerWith({
        rows: [
          { ...row, cells: { buildId: [BUILD_ID, stamp], vin: ['WAUZZZ', stamp] } },
          { ...row, cells: { buildId: [BUILD_ID, stamp] } },
        ],
      }),
    )
    expect(rows.flatMap((pulled) => Object.keys(pulled.cells))).toContain('vin')
  })

  test('with stamps of 20,000 devices is read as it was written', () => {
    const kit = newId()
    const cellsOfStrangers = () =>
      Object.fromEntries(
        Array.from({ length: 10 }, (_, i) => {
          const cell: PulledRow['cells'][string] = ['x', packStamp(now, 0, newId().slice(0, 9))]
          return [`c${i}`, cell]
        }),
      )
    const rows = Array.from({ length: 2_000 }, (): PulledRow => ({
      kind: 'line',
      id: newId(),
      kit,
      mine: true,
      cells: cellsOfStrangers(),
    }))
    expect(throughWire(answerWith({ rows })).rows).toEqual(rows)
  })
})
