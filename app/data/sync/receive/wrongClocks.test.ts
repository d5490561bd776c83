/** Stamps of values under wrong device and server clocks. */
import { expect, test } from 'vitest'

import { isRowAlive, textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { counterOf, isStamp, msOf, packStamp } from '#shared/cells/stamp.ts'
import { OpenClock, readDevice } from '../../device/clock.ts'
import type { Net } from '../../api/net.ts'
import { answered, World, type Desk } from '../../../../lab/simulation/testDesk.ts'

const YEAR_MS = 365 * 86_400_000

// T97
test('what is typed after a pull is later than everything pulled, in other rows too', async () => {
  const world = new World()
  const first = await world.open()
  const second = await first.twin()
  first.skew = 40_000
  const [kit, line] = await first.kitWithLine()
  await second.flush()
  const pulled = (await second.cells('line', line))['name']?.[1] ?? ''
  await second.set('line', newId(), kit, { ord: 'a1' })
  const [typed] = [...second.store.tables.pending.values()]
  expect(typed?.cells['ord']?.[1]).toSatisfy((stamp: string) => isStamp(stamp) && stamp > pulled)
})

test('what was typed since is not undone when a refused value passes by another window', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 600_000
  await desk.set('line', line, kit, { qty: 1 })
  let arrive = () => {}
  const arrival = new Promise<void>((resolve) => (arrive = resolve))
  const other = desk.flush({
    sync: async (request) => {
      await arrival
      world.serverSkew = 600_000
      const answer = world.server.sync(request)
      world.serverSkew = 0
      return answered(answer)
    },
  })
  await desk.flush()
  desk.skew = 0
  await desk.set('line', line, kit, { qty: 2 })
  arrive()
  await other
  expect((await desk.cells('line', line))['qty']?.[0]).toBe(2)
  await desk.flush()
  expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(2)
})

test('a refused value does not lose to the same device’s older one whose answer was lost', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 50_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush(desk.lossy)
  desk.skew = YEAR_MS
  await desk.set('line', line, kit, { qty: 2 })
  await desk.flush()
  expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(2)
  expect(desk.store.tables.problems.size).toBe(0)
})

test('a removal whose answer was lost is accepted again after the server’s clock went back', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  world.now += 3_600_000
  await desk.set('line', line, kit, { del: true })
  await desk.flush(desk.lossy)
  world.serverSkew = -3_000_000
  const before = world.stored(`line:${line}`)['del']?.[1]
  await desk.flush()
  expect(desk.sent.at(-1)?.request.ops).toHaveLength(1)
  expect(world.stored(`line:${line}`)['del']?.[1]).toBe(before)
  expect(desk.store.tables.pending.size).toBe(0)
})

/** A server with rules this app version does not know. */
const refusingAll = (world: World): Net => ({
  sync: async (request) => {
    const results = request.ops.map(() => ({ rej: { name: 'too_long' } }))
    return answered({ ...world.server.sync({ ...request, ops: [] }), results })
  },
})

test('of two refused values the one typed last is offered, also after a clock was put right', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const refusing = refusingAll(world)
  desk.skew = YEAR_MS
  await desk.set('line', line, kit, { name: 'first' })
  await desk.flush(refusing)
  desk.skew = 0
  await desk.set('line', line, kit, { name: 'second' })
  await desk.flush(refusing)
  expect([...desk.store.tables.problems.values()]).toMatchObject([{ value: 'second' }])
  expect(desk.store.tables.pending.size).toBe(0)
})

test('of two refused values the one typed last is offered, whichever answer comes first', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const refusing = refusingAll(world)
  await desk.set('line', line, kit, { name: 'first' })
  await desk.flush({
    sync: async (request, sender) => {
      // Another window makes another edit meanwhile, sends it, and gets its answer.
      await desk.set('line', line, kit, { name: 'second' })
      await desk.flush(refusing)
      return refusing.sync(request, sender)
    },
  })
  expect([...desk.store.tables.problems.values()]).toMatchObject([{ value: 'second' }])
  expect(desk.store.tables.pending.size).toBe(0)
})

/** Delivers the refused request that named a line A again, once its stamp is acceptable. */
function letInLate(world: World, desk: Desk, line: string, afterMs = 45_000): void {
  world.now += afterMs
  const before = world.stored(`line:${line}`)
  const refused = desk.sent.find(({ request }) => request.ops[0]?.cells['name']?.[0] === 'A')
  if (refused) world.server.sync(refused.request)
  expect(refused).toBeDefined()
  expect(world.stored(`line:${line}`)).toEqual(before)
}

test('a refused request delivered late, and pulled, does not undo what was typed since', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { name: 'A' })
  await desk.flush()
  desk.skew = 0
  await desk.set('line', line, kit, { name: 'B' })
  await desk.flush()
  letInLate(world, desk, line)
  await desk.flush()
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('B')
})

test('nor does one that comes when its kit has just gone into an account', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { name: 'A' })
  await desk.flush()
  desk.skew = 0
  await desk.set('line', line, kit, { name: 'B' })
  await desk.flush()
  await desk.signIn('alice', [kit])
  letInLate(world, desk, line)
  await desk.flush()
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('B')
})

test('the earlier of two refused values of a cell, delivered late, does not undo what was typed since', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 200_000
  await desk.set('line', line, kit, { name: 'A' })
  await desk.flush()
  world.now += 1_000
  // The first answer corrected the clock: skew it again by as much.
  desk.skew += 70_000
  await desk.set('line', line, kit, { name: 'B' })
  await desk.flush()
  desk.skew = 0
  await desk.set('line', line, kit, { name: 'C' })
  await desk.flush()
  letInLate(world, desk, line, 150_000)
  await desk.flush()
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('C')
})

test('a deletion that was refused, and is delivered late, leaves what was typed into the line since', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { del: true })
  await desk.flush()
  desk.skew = 0
  world.now += 1_000
  await desk.set('line', line, kit, { name: 'needed after all' })
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
  world.now += 100_000
  const [refused] = desk.sent.filter(({ request }) => request.ops.some(({ cells }) => cells['del']))
  if (refused) world.server.sync(refused.request)
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
  await desk.flush()
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
  expect(textIn(await desk.cells('line', line), 'name')).toBe('needed after all')
})

test('a line deleted here, and typed into elsewhere since, is not deleted again for a late copy', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const other = await desk.twin()
  desk.skew = 90_000
  await desk.set('line', line, kit, { name: 'A' })
  await desk.flush()
  desk.skew = 0
  await desk.set('line', line, kit, { del: true })
  await desk.flush()
  await other.flush()
  world.now += 5_000
  await other.set('line', line, kit, { qty: 3 })
  await other.flush()
  letInLate(world, desk, line)
  for (let calls = 0; calls < 2; calls++) await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
})

test('a line that is typed into while its deletion is refused for the clock stays', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { del: true })
  await desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      await desk.set('line', line, kit, { name: 'needed after all' })
      return result
    },
  })
  for (let calls = 0; calls < 2; calls++) await desk.flush()
  expect(textIn(world.stored(`line:${line}`), 'name')).toBe('needed after all')
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
})

test('a refused value that was typed over before anybody knew does not come back late either', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { name: 'A' })
  await desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      await desk.set('line', line, kit, { name: 'B' })
      return result
    },
  })
  desk.skew = 0
  await desk.flush()
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('B')
  letInLate(world, desk, line)
  await desk.flush()
  expect(world.stored(`line:${line}`)['name']?.[0]).toBe('B')
})

test('a slow answer sets no right clock back: what is typed last stands', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const other = await desk.twin()
  await other.flush()
  await desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      world.now += 5_000
      return result
    },
  })
  await other.set('line', line, kit, { name: 'first' })
  world.now += 1_000
  await desk.set('line', line, kit, { name: 'last' })
  for (const device of [desk, other, desk]) await device.flush()
  for (const device of [desk, other])
    expect(textIn(await device.cells('line', line), 'name')).toBe('last')
})

test('an edit right after what the kit holds passes though the server’s clock went back', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  world.serverSkew = -3_600_000
  desk.sent.length = 0
  await desk.set('line', line, kit, { qty: 3 })
  await desk.flush()
  expect(desk.sent).toHaveLength(1)
  expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(3)
})

test('an edit shows although the row carries a stamp of an hour from now', async () => {
  const world = new World()
  const first = await world.open()
  world.now += 3_600_000
  const [kit, line] = await first.kitWithLine()
  world.now -= 3_600_000
  const second = await first.twin()
  await second.flush()
  await second.set('line', line, kit, { name: 'typed' })
  expect((await second.cells('line', line))['name']?.[0]).toBe('typed')
})

test('the deletion of a kit is later than every cell of its lines', async () => {
  const world = new World()
  const first = await world.open()
  world.now += 3_600_000
  const [kit, line] = await first.kitWithLine()
  world.now -= 3_600_000
  const second = await first.twin()
  await second.flush()
  await second.set('kit', kit, kit, { del: true })
  const deleted = (await second.cells('kit', kit))['del']?.[1] ?? ''
  expect(deleted > ((await second.cells('line', line))['name']?.[1] ?? '')).toBe(true)
})

test('of a new row whose required cell is too far ahead nothing is stored', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit] = await desk.kitWithLine()
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

test('a value given anew is later than every stamp its cell was sent with', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 50_000
  await desk.set('line', line, kit, { partNumber: 'P', qty: 9 })
  const [lost] = [...desk.store.tables.pending.values()]
  desk.skew = YEAR_MS
  await desk.set('line', line, kit, { qty: 10 })
  await desk.flush()
  const stored = world.stored(`line:${line}`)['qty']
  expect(stored?.[0]).toBe(10)
  expect((stored?.[1] ?? '') > (lost?.cells['qty']?.[1] ?? '')).toBe(true)
})

test('a stamp that was refused is given to no other value of its cell', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = YEAR_MS
  await desk.set('line', line, kit, { name: 'typed by a clock that is a year ahead' })
  const [held] = [...desk.store.tables.pending.values()]
  // It waits, and raises the stamps of edits in its kit.
  await desk.store.transact(async (tx) => {
    if (held)
      await tx.put('pending', [{ ...held, tries: 8, next: world.now + YEAR_MS + 3_600_000 }])
  })
  const stampOf = async () => (await desk.cells('kit', kit))['del']?.[1]
  await desk.set('kit', kit, kit, { del: true })
  const first = await stampOf()
  await desk.flush()
  expect(await stampOf()).not.toBe(first)
  await desk.set('kit', kit, kit, { del: false })
  expect(await stampOf()).not.toBe(first)
})

test('nor once the clock has come to where it had been ahead', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.set('line', line, kit, { name: 'given a stamp of in a minute and a half' })
  const stampOf = async () => (await desk.cells('line', line))['name']?.[1] ?? ''
  const first = await stampOf()
  await desk.flush()
  expect(await stampOf()).not.toBe(first)
  desk.skew = 0
  world.now += 90_000
  await desk.flush()
  // Observing a stamp moves the clock back among the stamps it issued then.
  await desk.store.transact(async (tx) => {
    const { node } = await readDevice(tx)
    const clock = await OpenClock.open(tx, node, desk.env.now())
    clock.observe(packStamp(msOf(first), counterOf(first) - 1, 'somebodys'))
    await clock.close()
  })
  await desk.set('line', line, kit, { name: 'typed since' })
  expect((await stampOf()) > first).toBe(true)
})

test('the deletion of a kit that was refused for the clock is later than all of its lines', async () => {
  const world = new World()
  const first = await world.open()
  const [kit, line] = await first.kitWithLine()
  const second = await first.twin()
  await second.flush()
  // As far ahead as the server allows: unread by the other device.
  first.skew = 55_000
  await first.set('line', line, kit, { qty: 3 })
  await first.flush()
  second.skew = 600_000
  await second.set('kit', kit, kit, { del: true })
  for (let round = 0; round < 4; round++) await second.flush()
  const deleted = world.stored(`kit:${kit}`)['del']
  expect(deleted?.[0]).toBe(true)
  const typed = world.stored(`line:${line}`)['qty']?.[1] ?? ''
  expect(deleted?.[1]).toSatisfy((stamp: string) => stamp > typed)
})
