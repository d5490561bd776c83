/** Regressions: past failures between a device and a server. */
import { describe, expect, test } from 'vitest'

import type { PulledRow, SyncAnswer } from '#shared/sync/protocol.ts'

import { decodeAnswer, encodeAnswer } from '#shared/sync/answer.ts'
import { isRowAlive, textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { answered, answerWith, now, World } from '../../../../lab/simulation/testDesk.ts'
import { putMeta } from '../../device/store.ts'

const SECOND_MS = 1_000
const TEN_MINUTES_MS = 600_000

const throughWire = (answer: SyncAnswer): SyncAnswer =>
  decodeAnswer(JSON.parse(JSON.stringify(encodeAnswer(answer))))

describe('an edit', () => {
  test('removes a line again that was removed and came back by an edit', async () => {
    const world = new World()
    const desk = await world.open()
    const [kit, line] = [newId(), newId()]
    await desk.set('line', line, kit, { ord: 'a0', name: 'x' }, { buildId: 'AAAAAA' })
    await desk.set('line', line, kit, { del: true })
    world.now += SECOND_MS
    await desk.set('line', line, kit, { name: 'xy' })
    expect(isRowAlive(await desk.cells('line', line))).toBe(true)
    world.now += SECOND_MS
    await desk.set('line', line, kit, { del: true })
    expect(isRowAlive(await desk.cells('line', line))).toBe(false)
  })

  test('of a foreign line its owner has just deleted stays in the own copy', async () => {
    const world = new World()
    const owner = await world.open()
    const other = await world.open()
    const [kit, line] = [newId(), newId()]
    await owner.set('kit', kit, kit, { name: 'original' }, { buildId: 'AAAAAA' })
    await owner.set('line', line, kit, { ord: 'a0', name: 'filter' })
    await owner.set('line', newId(), kit, { ord: 'a1', name: 'oil' })
    await owner.flush()
    const principal = (await other.device()).principal
    await other.store.transact((tx) => putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }))
    await other.flush()
    world.now += 5 * SECOND_MS
    await owner.set('line', line, kit, { del: true })
    await owner.flush()
    await other.flush() // the pull lands while the field still has the focus
    world.now += SECOND_MS
    await other.set('line', line, kit, { name: 'filter MINE' })
    for (let i = 0; i < 10; i++) {
      await other.flush()
      world.now += TEN_MINUTES_MS
    }
    const own = [...owner.server.rows.values()]
      .map(({ row }) => row)
      .filter((r) => r.owner === principal)
    expect(own.filter((row) => row.kind === 'kit')).toHaveLength(1)
    expect(other.store.tables.pending.size).toBe(0)
    expect(own.some((row) => textIn(row.cells, 'name') === 'filter MINE')).toBe(true)
  })
})

test('a copy of a kit leaves out the lines that its owner has deleted', async () => {
  const world = new World()
  const [owner, other] = [await world.open(), await world.open()]
  const [kit, kept, gone] = [await owner.draft('AAAAAA', 'original'), newId(), newId()]
  await owner.set('line', kept, kit, { ord: 'a0', name: 'filter' })
  await owner.set('line', gone, kit, { ord: 'a1', name: 'oil' })
  await owner.flush()
  const principal = (await other.device()).principal
  await other.store.transact((tx) => putMeta(tx, `cursors:${principal}`, { [kitScope(kit)]: 0 }))
  await other.flush()
  await owner.set('line', gone, kit, { del: true })
  await owner.flush()
  await other.flush()
  await other.set('line', kept, kit, { name: 'filter MINE' })
  await other.flush()
  const own = [...world.server.rows.values()]
    .map(({ row }) => row)
    .filter((r) => r.owner === principal)
  const lines = own.filter((row) => row.kind === 'line')
  expect(lines.map(({ cells }) => textIn(cells, 'name'))).toEqual(['filter MINE'])
})

describe('an answer', () => {
  test('that refuses a row for a required cell does not lose the other cells', async () => {
    const desk = await new World().open()
    const principal = (await desk.device()).principal
    const [kit, line] = [newId(), newId()]
    await desk.set('kit', kit, kit, { name: 'k' }, { buildId: 'AAAAAA' })
    await desk.set('line', line, kit, { ord: 'a0', name: 'Oil filter' })
    await desk.store.transact(async (tx) => {
      const row = await tx.get('pending', [principal, 'line', line])
      if (!row) throw new Error('the line is not in the outbox')
      const ord = ['é', row.cells['ord']?.[1] ?? ''] as const
      await tx.put('pending', [{ ...row, cells: { ...row.cells, ord } }])
    })
    await desk.flush()
    const isKept =
      desk.server.rows.has(`line:${line}`) ||
      [...desk.store.tables.problems.values()].some(({ value }) => value === 'Oil filter') ||
      desk.store.tables.pending.size > 0
    expect(isKept).toBe(true)
  })

  test('of a server restored from a backup deletes nothing only this device has', async () => {
    const desk = await new World().open()
    const scope = ownerScope((await desk.device()).principal)
    const kit = newId()
    await desk.set('kit', kit, kit, { name: 'only copy' }, { buildId: 'AAAAAA' })
    await desk.flush()
    const restored = new MemoryServer(() => now)
    await desk.flush({
      sync: async (request) => {
        const answer = { ...restored.sync(request), gen: 'restored' }
        // the real server's answer to a cursor ahead of it
        if ((request.cursors[scope] ?? 0) > 0) answer.reset = [scope]
        return answered(answer)
      },
    })
    expect(textIn(await desk.cells('kit', kit), 'name')).toBe('only copy')
  })

  test('of a server that lost what it had acknowledged gets it again, and only that', async () => {
    const desk = await new World().open()
    const [kept, lost, line] = [newId(), newId(), newId()]
    await desk.set('kit', kept, kept, { name: 'kept' }, { buildId: 'BBBBBB' })
    await desk.flush()
    const restored = new MemoryServer(() => now)
    for (const [key, entry] of desk.server.rows) restored.rows.set(key, entry)
    for (const [scope, version] of desk.server.counters) restored.counters.set(scope, version)
    await desk.set('kit', lost, lost, { name: 'lost' }, { buildId: 'AAAAAA' })
    await desk.set('line', line, lost, { ord: 'a0', name: 'Filter' })
    await desk.flush()
    const sent: string[] = []
    await desk.flush({
      sync: async (request) => {
        sent.push(...request.ops.map((op) => op.id))
        return answered({ ...restored.sync(request), gen: 'restored' })
      },
    })
    expect(sent.toSorted()).toEqual([lost, line].toSorted())
    expect(textIn(restored.rows.get(`line:${line}`)?.row.cells ?? {}, 'name')).toBe('Filter')
    expect(desk.store.tables.pending.size).toBe(0)
    expect(desk.store.tables.problems.size).toBe(0)
    expect(textIn(await desk.cells('kit', kept), 'name')).toBe('kept')
  })

  test('of a server put back by a copy of its files, under the same name, heals it as well', async () => {
    const desk = await new World().open()
    const [kept, lost] = [newId(), newId()]
    await desk.set('kit', kept, kept, { name: 'kept' }, { buildId: 'BBBBBB' })
    await desk.flush()
    const copy = new MemoryServer(() => now)
    for (const [key, entry] of desk.server.rows) copy.rows.set(key, entry)
    for (const [scope, version] of desk.server.counters) copy.counters.set(scope, version)
    await desk.set('kit', lost, lost, { name: 'lost' }, { buildId: 'AAAAAA' })
    await desk.flush()
    await desk.flush({ sync: async (request) => answered(copy.sync(request)) })
    expect(textIn(copy.rows.get(`kit:${lost}`)?.row.cells ?? {}, 'name')).toBe('lost')
    expect(desk.store.tables.pending.size).toBe(0)
    expect(textIn(await desk.cells('kit', kept), 'name')).toBe('kept')
  })

  test('that beats a value of the other device offers it back', async () => {
    const world = new World()
    const first = await world.open()
    const second = await first.twin()
    const [kit, line] = [newId(), newId()]
    await first.set('line', line, kit, { ord: 'a0', name: 'oil', qty: 1 }, { buildId: 'AAAAAA' })
    await first.flush()
    await second.flush()
    world.now += SECOND_MS
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += SECOND_MS
    await second.set('line', line, kit, { qty: 4 })
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
          { ...row, cells: { buildId: ['AAAAAA', stamp], vin: ['WAUZZZ', stamp] } },
          { ...row, cells: { buildId: ['AAAAAA', stamp] } },
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
