/** Cases the simulation depends on and meets too rarely, one by one. */
import type { Net } from '../../app/data/api/net.ts'
import { describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'

import { isRowAlive, textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { edit } from '../../app/data/sync/write/edit.ts'
import { Crash } from '../../app/data/device/testMemoryStore.ts'
import { answered, World } from './testDesk.ts'
import { putMeta } from '../../app/data/device/store.ts'

const YEAR_MS = 365 * 86_400_000

async function twoDesks() {
  const world = new World()
  const rowsOf = (principal: string) =>
    [...world.server.rows.values()].map(({ row }) => row).filter(({ owner }) => owner === principal)
  return { world, owner: await world.open(), other: await world.open(), rowsOf }
}

describe('directed', () => {
  test('a value typed while the same cell is under way stays in the outbox', async () => {
    const { world, owner: desk } = await twoDesks()
    const kit = await desk.draft('AAAAAA', 'one')
    const sent: Json[] = []
    const net: Net = {
      async sync(request) {
        sent.push(...request.ops.map((op) => op.cells['name']?.[0] ?? null))
        if (sent.length === 1) await desk.set('kit', kit, kit, { name: 'two' })
        return answered(world.server.sync(request))
      },
    }
    await desk.flush(net)
    expect([sent, desk.store.tables.pending.size]).toEqual([['one'], 1])
    await desk.flush(net)
    expect(sent).toEqual(['one', 'two'])
    expect(desk.store.tables.pending.size).toBe(0)
  })

  test('10,000 edits of one cell are one record', async () => {
    const { owner: desk } = await twoDesks()
    const kit = newId()
    for (let count = 0; count < 10_000; count++)
      await desk.set('kit', kit, kit, { notes: `${count}` }, { buildId: 'AAAAAA' })
    expect(desk.store.tables.pending.size).toBe(1)
  })

  test('a clock that is a year ahead costs no edit and one more round trip', async () => {
    for (const skew of [YEAR_MS, -YEAR_MS]) {
      const { world, owner: desk } = await twoDesks()
      desk.skew = skew
      const kit = await desk.draft('AAAAAA', 'oil')
      await desk.set('line', newId(), kit, { ord: 'a0', name: 'filter' })
      await desk.flush()
      expect(desk.store.tables.pending.size).toBe(0)
      expect(world.server.rows.size).toBe(2)
      expect(world.server.requests).toBeLessThanOrEqual(skew > 0 ? 3 : 1)
    }
  })

  test('the kit of somebody else becomes an own copy when it is edited; the original stays', async () => {
    const { world, owner, other: stranger, rowsOf } = await twoDesks()
    const line = newId()
    const kit = await owner.draft('AAAAAA', 'original')
    await owner.set('line', line, kit, { ord: 'a0', name: 'filter', qty: 2 })
    await owner.flush()
    const { principal: p } = await stranger.device()
    await stranger.store.transact((tx) => putMeta(tx, `cursors:${p}`, { [kitScope(kit)]: 0 }))
    await stranger.flush()
    const forks = new Map()
    for (const qty of [7, 8])
      await edit(stranger.env, [{ kind: 'line', id: line, kit, cells: { qty } }], { forks })
    await stranger.flush()
    expect(forks.size).toBe(1)
    const copies = rowsOf(p)
    expect(copies.map(({ cells }) => cells['qty']?.[0]).filter((qty) => qty !== undefined)).toEqual(
      [8],
    )
    expect(copies.find((row) => row.kind === 'kit')?.cells['fork']?.[0]).toEqual({ from: kit })
    expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(2)
  })

  test('edits sent for a kit that turns out to be somebody else’s end in an own copy, nothing lost', async () => {
    const { owner, other, rowsOf } = await twoDesks()
    const kit = await owner.draft('AAAAAA', 'original')
    await owner.flush()
    await other.set('kit', kit, kit, { name: 'typed offline' }, { buildId: 'BBBBBB' })
    await other.set('line', newId(), kit, { ord: 'a0', name: 'mine' })
    await other.flush()
    const { principal: p } = await other.device()
    const names = rowsOf(p).map(({ cells }) => textIn(cells, 'name'))
    expect(names.sort()).toEqual(['mine', 'typed offline'])
    expect(other.store.tables.pending.size).toBe(0)
    expect(other.store.tables.meta.get(`moved:${p}:${kit}`)).toMatchObject({
      buildId: expect.any(String) as string,
    })
  })

  test('a refused value goes to the problems with its text, the rest goes on', async () => {
    const { world, owner: desk } = await twoDesks()
    const { principal: p } = await desk.device()
    const kit = await desk.draft('AAAAAA', 'fine')
    await desk.store.transact(async (tx) => {
      const pending = await tx.get('pending', [p, 'kit', kit])
      if (!pending) throw new Error('the kit waits')
      const stamp = pending.cells['name']?.[1] ?? ''
      const cells = { ...pending.cells, task: ['x'.repeat(99), stamp] as const }
      await tx.put('pending', [{ ...pending, cells }])
    })
    await desk.flush()
    expect(desk.store.tables.pending.size).toBe(0)
    expect([...desk.store.tables.problems.values()]).toMatchObject([
      { cell: 'task', code: 'too_long', value: 'x'.repeat(99) },
    ])
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('fine')
  })

  test('a request the server cannot read is halved until one row is parked (I16)', async () => {
    const { world, owner: desk } = await twoDesks()
    const kits: string[] = []
    for (let at = 0; at < 16; at++) kits.push(await desk.draft(`AAAA${10 + at}`, `${at}`))
    const poison = kits[11]
    let requests = 0
    await desk.flush({
      async sync(request) {
        requests++
        if (request.ops.some((op) => op.id === poison)) return { kind: 'malformed' }
        return answered(world.server.sync(request))
      },
    })
    expect(world.server.rows.size).toBe(15)
    expect(desk.store.tables.pending.size).toBe(0)
    expect([...desk.store.tables.problems.values()].map(({ row }) => row)).toContain(poison)
    expect(requests).toBeLessThanOrEqual(1 + 2 * Math.log2(16) + 4)
  })

  test('the cursor and the rows it stands for are stored together or not at all', async () => {
    const { world, owner: desk } = await twoDesks()
    const { principal: p } = await desk.device()
    const kit = await desk.draft('AAAAAA', 'x')
    await desk.flush()
    const before = desk.store.tables.meta.get(`cursors:${p}`)
    await desk.set('kit', kit, kit, { name: 'y' })
    const dying: Net = {
      async sync(request) {
        desk.store.isCrashing = true
        return answered(world.server.sync(request))
      },
    }
    await expect(desk.flush(dying)).rejects.toThrow(Crash)
    desk.store.isCrashing = false
    expect(desk.store.tables.meta.get(`cursors:${p}`)).toEqual(before)
    expect(desk.store.tables.pending.size).toBe(1)
    await desk.flush()
    expect(desk.store.tables.pending.size).toBe(0)
    expect(ownerScope(p) in (desk.store.tables.meta.get(`cursors:${p}`) as object)).toBe(true)
  })

  test('an edit after a deletion brings the line back, on every device', async () => {
    const { world, owner: first } = await twoDesks()
    const second = await first.twin()
    const [kit, line] = await first.kitWithLine()
    await second.flush()
    await first.set('line', line, kit, { del: true })
    world.now += 5_000
    await second.set('line', line, kit, { qty: 3 })
    for (const desk of [second, first, second]) await desk.flush()
    for (const desk of [first, second]) {
      expect(desk.store.tables.pending.size).toBe(0)
      const cells = await desk.cells('line', line)
      expect(isRowAlive(cells)).toBe(true)
      expect(cells['qty']?.[0]).toBe(3)
    }
  })

  test('a value its own rules refuse is kept apart, and what is typed after it is stored', async () => {
    const { owner: desk } = await twoDesks()
    const kit = newId()
    const cells = { task: 'x'.repeat(99), name: 'fine' }
    await desk.set('kit', kit, kit, cells, { buildId: 'AAAAAA' })
    const pending = [...desk.store.tables.pending.values()]
    expect(pending.map((row) => Object.keys(row.cells))).toEqual([['buildId', 'name']])
    expect([...desk.store.tables.problems.values()]).toMatchObject([
      { cell: 'task', code: 'too_long' },
    ])
  })

  test('what is typed on after the server has split a kit off goes to the copy', async () => {
    const { owner, other, rowsOf } = await twoDesks()
    const [kit, line] = [await owner.draft('AAAAAA', 'original'), newId()]
    await owner.flush()
    const more = { buildId: 'BBBBBB' }
    await other.set('line', line, kit, { ord: 'a0', name: 'Oil fil' }, more)
    await other.flush()
    await other.set('line', line, kit, { name: 'Oil filter' }, more)
    await other.flush()
    const copies = rowsOf((await other.device()).principal)
    const lines = copies.filter((row) => row.kind === 'line')
    expect(lines.map(({ cells }) => textIn(cells, 'name'))).toEqual(['Oil filter'])
    expect(copies.filter((row) => row.kind === 'kit')).toHaveLength(1)
  })
})
