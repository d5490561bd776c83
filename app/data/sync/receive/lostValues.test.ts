/** An overwritten or unstorable value is kept for whoever typed it. */
import { describe, expect, test } from 'vitest'

import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { Desk } from '../../../../lab/simulation/testDesk.ts'

import { newId } from '#shared/ids.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import { answered, World } from '../../../../lab/simulation/testDesk.ts'
import { settleOffer } from './offers.ts'

/** Two devices of one owner that show the same line. */
async function twoDesks() {
  const world = new World()
  const first = await world.open()
  const [kit, line] = await first.kitWithLine()
  const second = await first.twin()
  await second.flush()
  return { world, first, second, kit, line }
}

test('what lost against a later value of another device is kept as a problem', async () => {
  const { world, first, second, kit, line } = await twoDesks()
  await second.set('line', line, kit, { qty: 2 })
  world.now += 5_000
  await first.set('line', line, kit, { qty: 4 })
  await first.flush()
  await second.flush()
  expect([...second.store.tables.problems.values()]).toMatchObject([
    { cell: 'qty', value: 2, code: 'overwritten' },
  ])
})

test('a value nobody had seen comes back to the owner when it is replaced', async () => {
  const { world, first, second, kit, line } = await twoDesks()
  await first.set('line', line, kit, { qty: 2 })
  await first.flush()
  world.now += 5_000
  await second.set('line', line, kit, { qty: 4 })
  await second.flush()
  const beaten = [...second.store.tables.rows.values()].filter((row) => row.kind === 'beaten')
  expect(beaten.map((row) => row.cells['value']?.[0])).toEqual([2])
})

test('a value of the other device that is read under one that waits here is offered back', async () => {
  const { world, first, second, kit, line } = await twoDesks()
  await first.set('line', line, kit, { qty: 2 })
  await first.flush()
  world.now += 5_000
  await second.set('line', line, kit, { qty: 4 })
  // The server deferred the edit, but answered the pull.
  await second.flush({
    sync: async (request) => {
      const answer = world.server.sync({ ...request, ops: [] })
      answer.results = request.ops.map(() => ({ err: 'retry', after: 1 }))
      return answered(answer)
    },
  })
  world.now += 5_000
  await second.flush()
  expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(4)
  expect([...second.store.tables.problems.values()]).toMatchObject([
    { row: line, cell: 'qty', value: 2, code: 'overwritten' },
  ])
})

test('a new row whose required value is refused here is kept as problems, and does not wait', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit] = await desk.kitWithLine()
  const id = newId()
  await desk.set('version', id, kit, { savedAt: 1, lineCount: 0, total: 0, body: '{}' })
  expect(desk.store.tables.pending.size).toBe(0)
  expect([...desk.store.tables.problems.values()].map(({ cell }) => cell)).toContain('body')
})

describe('an account that is signed in to again, before anything of it was read', () => {
  /** A named kit of alice's on the server; the device has only its line's quantity. */
  async function backAgain(typedOut: Record<string, string> = {}) {
    const world = new World()
    const desk = await world.open()
    const alice = await desk.signIn('alice')
    const [kit, line] = await desk.kitWithLine()
    await desk.set('kit', kit, kit, { name: 'Brakes' })
    await desk.flush()
    world.now += 5_000
    await desk.set('line', line, kit, { qty: 2 })
    if (Object.keys(typedOut).length > 0) await desk.set('kit', kit, kit, typedOut)
    await desk.signOut()
    await desk.forget(alice)
    world.now += 5_000
    await desk.signIn('alice')
    const offered = () => [...desk.store.tables.problems.values()]
    return { world, desk, kit, line, offered, alice }
  }

  test('offers back what this device itself had typed where it shows nothing now', async () => {
    const { world, desk, kit, offered, alice } = await backAgain()
    await desk.set('kit', kit, kit, { name: 'Clutch' })
    await desk.flush()
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('Clutch')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Brakes', code: 'overwritten' }])
    expect(desk.pendingOf(alice)).toEqual([])
  })

  test('does so too where all that waited of a line was its place', async () => {
    const { world, desk, kit, line, offered, alice } = await backAgain()
    await desk.flush()
    await desk.set('line', line, kit, { ord: 'a5' })
    await desk.signOut()
    await desk.forget(alice)
    world.now += 5_000
    await desk.signIn('alice')
    await desk.set('line', line, kit, { name: 'Air filter' })
    await desk.flush()
    expect(world.stored(`line:${line}`)['name']?.[0]).toBe('Air filter')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Oil filter', code: 'overwritten' }])
  })

  test('does so too where the server is read in several answers', async () => {
    const { world, desk, kit, offered } = await backAgain()
    const laptop = await world.open()
    await laptop.signIn('alice')
    await laptop.flush()
    await laptop.set('line', newId(), kit, { ord: 'a1', name: 'Pads' })
    await laptop.flush()
    await laptop.set('kit', kit, kit, { notes: 'Front' })
    await laptop.flush()
    world.server.pageRows = 0 // the line in the first answer, the kit in the next
    await desk.set('kit', kit, kit, { name: 'Clutch' })
    await desk.flush()
    await desk.flush()
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('Clutch')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Brakes', code: 'overwritten' }])
  })

  test('does so too where it is typed while the first answer is on its way', async () => {
    const { world, desk, kit, offered } = await backAgain()
    await desk.flush({
      sync: async (request, sender) => {
        const result = await desk.net.sync(request, sender)
        await desk.set('kit', kit, kit, { name: 'Clutch' })
        return result
      },
    })
    await desk.flush()
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('Clutch')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Brakes' }])
  })

  test('does so too where it is typed beside what that answer is about', async () => {
    const { world, desk, kit, line, offered } = await backAgain()
    await desk.flush({
      sync: async (request, sender) => {
        const result = await desk.net.sync(request, sender)
        await desk.set('line', line, kit, { name: 'Air filter' })
        await desk.set('line', line, kit, { name: '' })
        return result
      },
    })
    await desk.flush()
    expect(world.stored(`line:${line}`)['name']?.[0]).toBe('')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Oil filter', code: 'overwritten' }])
  })

  test('does so too where that was answered, and the rest of the row comes in a later answer', async () => {
    const { world, desk, kit, offered } = await backAgain({ notes: 'Front' })
    const laptop = await world.open()
    await laptop.signIn('alice')
    await laptop.flush()
    await laptop.set('line', newId(), kit, { ord: 'a1', name: 'Pads' })
    await laptop.flush()
    world.server.pageRows = 0
    let requests = 0
    await desk.flush({
      sync: async (request, sender) => {
        if (++requests === 2) await desk.set('kit', kit, kit, { name: 'Clutch' })
        return desk.net.sync(request, sender)
      },
    })
    await desk.flush()
    expect(requests).toBeGreaterThan(1)
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('Clutch')
    expect(offered()).toMatchObject([{ cell: 'name', value: 'Brakes', code: 'overwritten' }])
  })

  test('offers nothing that was seen when it was typed over', async () => {
    const { world, desk, kit, offered } = await backAgain({ name: 'Clutch' })
    await desk.flush()
    await desk.set('kit', kit, kit, { name: 'Gearbox' })
    await desk.flush()
    expect(world.stored(`kit:${kit}`)['name']?.[0]).toBe('Gearbox')
    expect(offered()).toEqual([])
  })

  test('sends at once what waited there and what is begun there', async () => {
    const { world, desk, kit, line, alice } = await backAgain()
    const fresh = newId()
    await desk.set('line', fresh, kit, { ord: 'a1', name: 'Pads' })
    await desk.flush(desk.lossy)
    expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(2)
    expect(world.stored(`line:${fresh}`)['name']?.[0]).toBe('Pads')
    await desk.set('line', fresh, kit, { name: 'Discs' })
    await desk.flush()
    expect(desk.pendingOf(alice)).toEqual([])
    expect(desk.store.tables.problems.size).toBe(0)
  })
})

test('what was overwritten goes into the account with its kit', async () => {
  const { world, first, second, kit, line } = await twoDesks()
  await first.set('line', line, kit, { qty: 2 })
  await first.flush()
  world.now += 5_000
  await second.set('line', line, kit, { qty: 4 })
  await second.flush()
  const account = await first.signIn('alice', [kit])
  await first.flush()
  const rows = [...world.server.rows.values()].map(({ row }) => row)
  expect(rows.map(({ kind, owner }) => `${kind} ${owner}`).toSorted()).toEqual(
    ['beaten', 'kit', 'line'].map((kind) => `${kind} ${account}`),
  )
})

describe('a conflict that somebody has settled', () => {
  const offered = (desk: Desk) =>
    [...desk.store.tables.problems.values()].map(({ cell, value }) => [cell, value])
  const settle = (desk: Desk) =>
    desk.store.transact(async (tx) => {
      const { node, principal } = await readDevice(tx)
      const clock = await OpenClock.open(tx, node, desk.env.now())
      for (const problem of await tx.range('problems', principal)) {
        await settleOffer({ tx, env: desk.env, clock, p: '' }, problem)
      }
      await clock.close()
    })

  /** Two quantities of one line: the second stands, and both devices offer the first. */
  async function conflict() {
    const { world, first, second, kit, line } = await twoDesks()
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += 5_000
    await second.set('line', line, kit, { qty: 4 })
    await second.flush()
    await first.flush()
    expect([offered(first), offered(second)]).toEqual([[['qty', 2]], [['qty', 2]]])
    const expectSettled = async () => {
      await first.flush()
      await second.flush()
      await first.set('line', line, kit, { name: 'Renamed', qty: 7 })
      await first.flush()
      await second.flush()
      const third = await first.twin()
      await third.flush()
      for (const desk of [first, second, third]) {
        expect(offered(desk)).toEqual([])
        expect([...desk.store.tables.pending.values()]).toEqual([])
      }
    }
    return { world, first, second, kit, line, expectSettled }
  }

  test('by letting it go is asked about nowhere any more', async () => {
    const { first, second, expectSettled } = await conflict()
    await settle(first)
    await first.flush()
    await second.flush()
    expect(offered(second)).toEqual([])
    await expectSettled()
  })

  test('by typing the same is asked about nowhere any more', async () => {
    const { second, kit, line, expectSettled } = await conflict()
    await second.set('line', line, kit, { qty: 2 })
    await second.flush()
    await expectSettled()
  })

  test('is so too for a device that reads it again before that was sent', async () => {
    const { first, expectSettled } = await conflict()
    await settle(first)
    const { tables } = first.store
    const { principal } = await first.device()
    const meta = new Map(tables.meta)
    meta.delete(`cursors:${principal}`)
    first.store.tables = { ...tables, meta, rows: new Map() }
    await first.flush({
      sync: async (request) => answered(first.server.sync({ ...request, ops: [] })),
    })
    expect(offered(first)).toEqual([])
    await expectSettled()
  })

  test('before the server has told of it is asked about nowhere any more', async () => {
    const { world, first, second, kit, line } = await twoDesks()
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += 5_000
    await second.set('line', line, kit, { qty: 4 })
    const late: SyncRequest[] = []
    await second.flush({
      sync: async (request) => {
        late.push(structuredClone(request))
        return { kind: 'failed' }
      },
    })
    second.makeDue()
    await second.flush({
      sync: async (request) => {
        const answer = world.server.sync({ ...request, ops: [] })
        answer.results = request.ops.map(() => ({ err: 'retry', after: 1 }))
        return answered(answer)
      },
    })
    expect(offered(second)).toEqual([['qty', 2]])
    await settle(second)
    // By its cursor, the other value was not seen.
    for (const request of late) world.server.sync(request)
    await second.flush()
    await second.flush()
    await first.flush()
    const third = await first.twin()
    await third.flush()
    expect([first, second, third].map(offered)).toEqual([[], [], []])
  })

  test('typed again and lost once more is offered once more', async () => {
    const { first, second, world, kit, line } = await conflict()
    await settle(first)
    await first.set('line', line, kit, { qty: 2 })
    await first.flush()
    world.now += 5_000
    await second.set('line', line, kit, { qty: 9 })
    await second.flush()
    await first.flush()
    expect([first, second].map(offered)).toEqual([[['qty', 2]], [['qty', 2]]])
  })

  test('needs no word to a server that offers it no more', async () => {
    const { first, world } = await conflict()
    await settle(first)
    for (const key of world.server.rows.keys()) {
      if (key.startsWith('beaten:')) world.server.rows.delete(key)
    }
    await first.flush()
    expect([offered(first), first.store.tables.pending.size]).toEqual([[], 0])
  })
})
