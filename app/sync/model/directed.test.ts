/** What the simulation relies on and meets too seldom, told one by one. */
import type { Net } from '../../api/net.ts'
import { describe, expect, test } from 'vitest'

import type { Json } from '#shared/sync/cells.ts'

import { isRowAlive, mergeCells, textIn } from '#shared/sync/cells.ts'
import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/sync/limits.ts'
import { edit } from '../write/edit.ts'
import { flush } from '../send/flush.ts'
import { Crash } from '../../device/memoryStore.ts'
import { principalOf, shareIdentity, Simulation, YEAR_MS } from './narrow.ts'

describe('directed', () => {
  test('a value typed while the same cell is under way stays in the outbox', async () => {
    const world = await Simulation.start(1)
    world.isFaulty = false
    const [device] = world.devices
    if (!device) throw new Error('a device is needed')
    const kit = newId(world.random)
    await device.change({ kind: 'kit', id: kit, kit, cells: { name: 'one' } }, 'AAAAAA')
    const sent: Json[] = []
    const net: Net = {
      async sync(request) {
        sent.push(...request.ops.map((op) => op.cells['name']?.[0] ?? null))
        if (sent.length === 1) {
          await edit(device.env, [{ kind: 'kit', id: kit, kit, cells: { name: 'two' } }])
        }
        return { kind: 'answer', answer: world.server.sync(request) }
      },
    }
    await flush(device.env, net)
    expect([sent, device.store.tables.pending.size]).toEqual([['one'], 1])
    await flush(device.env, net)
    expect(sent).toEqual(['one', 'two'])
    expect(device.store.tables.pending.size).toBe(0)
  })

  test('10,000 edits of one cell are one record', async () => {
    const world = await Simulation.start(2)
    world.isFaulty = false
    const [device] = world.devices
    const kit = newId(world.random)
    for (let count = 0; count < 10_000; count++) {
      await device?.change({ kind: 'kit', id: kit, kit, cells: { notes: `${count}` } }, 'AAAAAA')
    }
    expect(device?.store.tables.pending.size).toBe(1)
  })

  test('a clock that is a year ahead costs no edit and one more round trip', async () => {
    for (const skew of [YEAR_MS, -YEAR_MS]) {
      const world = await Simulation.start(3)
      world.isFaulty = false
      const [device] = world.devices
      if (!device) throw new Error('a device is needed')
      device.skew = skew
      const kit = newId(world.random)
      await device.change({ kind: 'kit', id: kit, kit, cells: { name: 'oil' } }, 'AAAAAA')
      await device.change({
        kind: 'line',
        id: newId(world.random),
        kit,
        cells: { ord: 'a0', name: 'filter' },
      })
      await device.flush()
      expect(device.store.tables.pending.size).toBe(0)
      expect(world.server.rows.size).toBe(2)
      expect(world.server.requests).toBeLessThanOrEqual(skew > 0 ? 3 : 1)
    }
  })

  test('the kit of somebody else becomes an own copy when it is edited; the original stays', async () => {
    const world = await Simulation.start(4)
    world.isFaulty = false
    const [owner, , stranger] = world.devices
    if (!owner || !stranger) throw new Error('two devices are needed')
    const kit = newId(world.random)
    const line = newId(world.random)
    await owner.change({ kind: 'kit', id: kit, kit, cells: { name: 'original' } }, 'AAAAAA')
    await owner.change({
      kind: 'line',
      id: line,
      kit,
      cells: { ord: 'a0', name: 'filter', qty: 2 },
    })
    await owner.flush()
    const p = await principalOf(stranger)
    await stranger.store.transact((tx) => tx.putMeta(`cursors:${p}`, { [kitScope(kit)]: 0 }))
    await stranger.flush()
    const forks = new Map()
    await edit(stranger.env, [{ kind: 'line', id: line, kit, cells: { qty: 7 } }], { forks })
    await edit(stranger.env, [{ kind: 'line', id: line, kit, cells: { qty: 8 } }], { forks })
    await stranger.flush()
    expect(forks.size).toBe(1)
    const rows = [...world.server.rows.values()].map(({ row }) => row)
    const copies = rows.filter((row) => row.owner === p)
    expect(copies.map((row) => row.cells['qty']?.[0]).filter((qty) => qty !== undefined)).toEqual([
      8,
    ])
    expect(copies.find((row) => row.kind === 'kit')?.cells['fork']?.[0]).toEqual({ from: kit })
    expect(world.server.rows.get(`line:${line}`)?.row.cells['qty']?.[0]).toBe(2)
  })

  test('edits sent for a kit that turns out to be somebody else’s end in an own copy, nothing lost', async () => {
    const world = await Simulation.start(5)
    world.isFaulty = false
    const [owner, , other] = world.devices
    if (!owner || !other) throw new Error('two devices are needed')
    const kit = newId(world.random)
    await owner.change({ kind: 'kit', id: kit, kit, cells: { name: 'original' } }, 'AAAAAA')
    await owner.flush()
    await other.change({ kind: 'kit', id: kit, kit, cells: { name: 'typed offline' } }, 'BBBBBB')
    await other.change({
      kind: 'line',
      id: newId(world.random),
      kit,
      cells: { ord: 'a0', name: 'mine' },
    })
    await other.flush()
    const p = await principalOf(other)
    const copies = [...world.server.rows.values()].filter(({ row }) => row.owner === p)
    expect(copies.map(({ row }) => textIn(row.cells, 'name')).sort()).toEqual([
      'mine',
      'typed offline',
    ])
    expect(other.store.tables.pending.size).toBe(0)
    expect(other.store.tables.meta.get(`moved:${p}:${kit}`)).toMatchObject({
      buildId: expect.any(String) as string,
    })
  })

  test('a refused value goes to the problems with its text, the rest goes on', async () => {
    const world = await Simulation.start(6)
    world.isFaulty = false
    const [device] = world.devices
    if (!device) throw new Error('a device is needed')
    const p = await principalOf(device)
    const kit = newId(world.random)
    await device.change({ kind: 'kit', id: kit, kit, cells: { name: 'fine' } }, 'AAAAAA')
    await device.store.transact(async (tx) => {
      const pending = await tx.getPending(p, 'kit', kit)
      const stamp = pending?.cells['name']?.[1] ?? ''
      if (pending)
        await tx.putPending([
          { ...pending, cells: { ...pending.cells, task: ['x'.repeat(99), stamp] } },
        ])
    })
    await device.flush()
    expect(device.store.tables.pending.size).toBe(0)
    expect([...device.store.tables.problems.values()]).toMatchObject([
      { cell: 'task', code: 'too_long', value: 'x'.repeat(99) },
    ])
    expect(world.server.rows.get(`kit:${kit}`)?.row.cells['name']?.[0]).toBe('fine')
  })

  test('a request the server cannot read is halved until one row is parked (I16)', async () => {
    const world = await Simulation.start(7)
    world.isFaulty = false
    const [device] = world.devices
    if (!device) throw new Error('a device is needed')
    const kits = Array.from({ length: 16 }, () => newId(world.random))
    for (const [index, kit] of kits.entries()) {
      await device.change(
        { kind: 'kit', id: kit, kit, cells: { name: `${index}` } },
        `AAAA${10 + index}`,
      )
    }
    const poison = kits[11]
    let requests = 0
    await flush(device.env, {
      async sync(request) {
        requests++
        if (request.ops.some((op) => op.id === poison)) return { kind: 'malformed' }
        return { kind: 'answer', answer: world.server.sync(request) }
      },
    })
    expect(world.server.rows.size).toBe(15)
    expect(device.store.tables.pending.size).toBe(0)
    expect([...device.store.tables.problems.values()].map((problem) => problem.row)).toContain(
      poison,
    )
    expect(requests).toBeLessThanOrEqual(1 + 2 * Math.log2(16) + 4)
  })

  test('the cursor and the rows it stands for are stored together or not at all', async () => {
    const world = await Simulation.start(8)
    world.isFaulty = false
    const [device] = world.devices
    if (!device) throw new Error('a device is needed')
    const p = await principalOf(device)
    const kit = newId(world.random)
    await device.change({ kind: 'kit', id: kit, kit, cells: { name: 'x' } }, 'AAAAAA')
    await flush(device.env, device)
    const before = device.store.tables.meta.get(`cursors:${p}`)
    await device.change({ kind: 'kit', id: kit, kit, cells: { name: 'y' } })
    const net: Net = {
      async sync(request) {
        device.store.isCrashing = true
        return { kind: 'answer', answer: world.server.sync(request) }
      },
    }
    await expect(flush(device.env, net)).rejects.toThrow(Crash)
    expect(device.store.tables.meta.get(`cursors:${p}`)).toEqual(before)
    expect(device.store.tables.pending.size).toBe(1)
    await device.flush()
    expect(device.store.tables.pending.size).toBe(0)
    expect(ownerScope(p) in (device.store.tables.meta.get(`cursors:${p}`) as object)).toBe(true)
  })

  test('an edit after a deletion brings the line back, on every device', async () => {
    const world = await Simulation.start(9)
    world.isFaulty = false
    const [first, second] = world.devices
    if (!first || !second) throw new Error('two devices are needed')
    await shareIdentity(first, second)
    const [kit, line] = [newId(world.random), newId(world.random)]
    await first.change({ kind: 'kit', id: kit, kit, cells: { name: 'x' } }, 'AAAAAA')
    await first.change({ kind: 'line', id: line, kit, cells: { ord: 'a0', name: 'filter' } })
    await first.flush()
    await second.flush()
    await first.change({ kind: 'line', id: line, kit, cells: { del: true } })
    world.now += 5_000
    await second.change({ kind: 'line', id: line, kit, cells: { qty: 3 } })
    for (const device of [second, first, second]) await device.flush()
    const p = await principalOf(first)
    for (const device of [first, second]) {
      const cells = mergeCells(device.store.tables.rows.get(`${p} line ${line}`)?.cells ?? {}, {})
      expect(isRowAlive(cells)).toBe(true)
      expect(cells['qty']?.[0]).toBe(3)
    }
  })

  test('a value its own rules refuse is kept apart, and what is typed after it is stored', async () => {
    const world = await Simulation.start(10)
    world.isFaulty = false
    const [device] = world.devices
    if (!device) throw new Error('a device is needed')
    const kit = newId(world.random)
    const cells = { task: 'x'.repeat(99), name: 'fine' }
    await device.change({ kind: 'kit', id: kit, kit, cells }, 'AAAAAA')
    const pending = [...device.store.tables.pending.values()]
    expect(pending.map((row) => Object.keys(row.cells))).toEqual([['buildId', 'name']])
    expect([...device.store.tables.problems.values()]).toMatchObject([
      { cell: 'task', code: 'too_long' },
    ])
  })

  test('what is typed on after the server has split a kit off goes to the copy', async () => {
    const world = await Simulation.start(11)
    world.isFaulty = false
    const [owner, , other] = world.devices
    if (!owner || !other) throw new Error('two devices are needed')
    const [kit, line] = [newId(world.random), newId(world.random)]
    await owner.change({ kind: 'kit', id: kit, kit, cells: { name: 'original' } }, 'AAAAAA')
    await owner.flush()
    const cells = { ord: 'a0', name: 'Oil fil' }
    await other.change({ kind: 'line', id: line, kit, cells }, 'BBBBBB')
    await other.flush()
    await other.change({ kind: 'line', id: line, kit, cells: { name: 'Oil filter' } }, 'BBBBBB')
    await other.flush()
    const p = await principalOf(other)
    const copies = [...world.server.rows.values()].filter(({ row }) => row.owner === p)
    const lines = copies.filter(({ row }) => row.kind === 'line')
    expect(lines.map(({ row }) => textIn(row.cells, 'name'))).toEqual(['Oil filter'])
    expect(copies.filter(({ row }) => row.kind === 'kit')).toHaveLength(1)
  })
})
