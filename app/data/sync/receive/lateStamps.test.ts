/** A cell refused for its stamp arrives late: newer edits and deletions must survive it. */
import { expect, test } from 'vitest'

import { isRowAlive, textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { backUp, restore } from '../../../../lab/simulation/memoryCollect.ts'
import { World, type Desk } from '../../../../lab/simulation/testDesk.ts'

test('a second refusal of one stamp leaves the stamp of what was typed since', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 600_000
  await desk.set('line', line, kit, { qty: 1 })
  let typed: unknown
  await desk.flush({
    sync: async (request, sender) => {
      if (typed !== undefined) return desk.net.sync(request, sender)
      // Another window sends the same row once its stamp is acceptable.
      await desk.flush()
      desk.skew = 0
      await desk.set('line', line, kit, { qty: 2 })
      typed = (await desk.cells('line', line))['qty']
      // Somebody has a later clock by now than the edited cell's stamp.
      world.now += 5_000
      return desk.net.sync(request, sender)
    },
  })
  await desk.flush()
  expect(world.stored(`line:${line}`)['qty']).toEqual(typed)
})

test('a stamp given anew names no second value, however long another answer is on its way', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 3_600_000
  await desk.set('line', line, kit, { qty: 1 })
  const given: unknown[] = []
  await desk.flush({
    sync: async (request, sender) => {
      const answer = await desk.net.sync(request, sender)
      if (given.length > 0) return { kind: 'failed' }
      // Another window sent the same at the same moment, and gets its answer first.
      let asked = 0
      await desk.flush({
        sync: async (...same) => (asked++ > 0 ? { kind: 'failed' } : desk.net.sync(...same)),
      })
      given.push((await desk.cells('line', line))['qty']?.[1])
      world.now += 3_600_000
      await desk.set('line', line, kit, { qty: 2 })
      return answer
    },
  })
  given.push((await desk.cells('line', line))['qty']?.[1])
  expect(new Set(given).size).toBe(2)
})

/** Delivers a copy of every request again after 45 s, when refused stamps are acceptable. */
function letInLate(world: World, desk: Desk): void {
  world.now += 45_000
  for (const { request } of desk.sent) world.server.sync(request)
}

test('of 60 lines that were refused for the clock none changes what was typed since', async () => {
  const world = new World()
  const desk = await world.open()
  desk.skew = 90_000
  const [kit, lines] = [newId(), Array.from({ length: 60 }, newId)]
  for (const [at, line] of lines.entries()) {
    const cells = { ord: `a${at}`, name: 'pasted', partNumber: 'P', manufacturer: 'M', qty: 1 }
    await desk.set('line', line, kit, cells, { buildId: 'AAAAAA' })
  }
  await desk.flush()
  world.now += 1_000
  for (const line of lines) await desk.set('line', line, kit, { name: 'typed', qty: 2 })
  await desk.flush()
  const before = new Map([...world.server.rows].map(([key, { row }]) => [key, row.cells]))
  letInLate(world, desk)
  letInLate(world, desk)
  expect(new Map([...world.server.rows].map(([key, { row }]) => [key, row.cells]))).toEqual(before)
  const names = lines.map((line) => textIn(world.stored(`line:${line}`), 'name'))
  expect(new Set(names)).toEqual(new Set(['typed']))
})

test('a request that comes for the first time after one typed later was refused is as late', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 61_000
  await desk.set('line', line, kit, { qty: 1 })
  const early: Desk['sent'] = []
  await desk.flush({
    sync: async (request, sender) => {
      early.push({ request: structuredClone(request), sender })
      return { kind: 'failed' }
    },
  })
  world.now += 5_000
  await desk.set('line', line, kit, { qty: 2 })
  await desk.flush()
  world.now += 1_000
  for (const { request } of early) world.server.sync(request)
  expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(2)
})

test('an answer that was lost is given again, and no stamp of its request taken', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush(desk.lossy)
  const refused = (await desk.cells('line', line))['qty']?.[1] ?? ''
  world.now += 45_000
  await desk.flush()
  const [value, stamp] = world.stored(`line:${line}`)['qty'] ?? []
  expect(value).toBe(1)
  expect(stamp).not.toBe(refused)
})

test('what follows a refused value in its row stays after it', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush(desk.lossy)
  await desk.set('line', line, kit, { del: true })
  // By now the deletion alone would be accepted.
  world.now += 45_000
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(false)
})

test('what was typed after a refused value was sent stays after it', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush(desk.lossy)
  // By now its stamp would be accepted, and the next edit gets the next one.
  desk.skew = 0
  world.now += 45_000
  let isTyped = false
  await desk.flush({
    sync: async (request, sender) => {
      const result = await desk.net.sync(request, sender)
      if (!isTyped) await desk.set('line', line, kit, { del: true })
      isTyped = true
      return result
    },
  })
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(false)
})

test('a server that went back learns of its refusals from the device that has heard of them', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const backup = backUp(world.server)
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush()
  await desk.set('line', line, kit, { qty: 2 })
  await desk.flush()
  restore(world.server, backup, 'restored')
  for (let calls = 0; calls < 2; calls++) await desk.flush()
  const before = world.stored(`line:${line}`)
  expect(before['qty']?.[0]).toBe(2)
  letInLate(world, desk)
  expect(world.stored(`line:${line}`)).toEqual(before)
})

test('where a late copy is there before its device, what was typed since is offered back', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  const backup = backUp(world.server)
  desk.skew = 90_000
  await desk.set('line', line, kit, { qty: 1 })
  await desk.flush()
  await desk.set('line', line, kit, { qty: 2 })
  restore(world.server, backup, 'restored')
  letInLate(world, desk)
  for (let calls = 0; calls < 3; calls++) await desk.flush()
  expect([...desk.store.tables.problems.values()]).toMatchObject([
    { row: line, cell: 'qty', value: 2, code: 'overwritten' },
  ])
  expect(desk.store.tables.pending.size).toBe(0)
})

/** The previous app version counts no refusals. */
const uncounted = (desk: Desk): Desk['net'] => ({
  sync: async (request, sender) => {
    const { refusals: _, ...others } = request
    return desk.net.sync(others, sender)
  },
})

test('with a server that counts no refusals, and from a device that does not, all arrives', async () => {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  desk.skew = 90_000
  for (const qty of [1, 2]) {
    await desk.set('line', line, kit, { qty })
    await desk.flush(uncounted(desk))
    expect(world.stored(`line:${line}`)['qty']?.[0]).toBe(qty)
    await desk.set('line', line, kit, { partNumber: `for ${qty}` })
    await desk.flush()
    expect(textIn(world.stored(`line:${line}`), 'partNumber')).toBe(`for ${qty}`)
  }
  expect(desk.store.tables.pending.size).toBe(0)
})

/** A line whose number A was refused for its stamp, and which was deleted since. */
async function takenAway(since: Record<string, string> = {}) {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  // Repeated: its cells are no longer in the order they were typed.
  for (const del of [true, false]) await desk.set('line', line, kit, { del })
  await desk.flush()
  desk.skew = 90_000
  await desk.set('line', line, kit, { partNumber: 'A' })
  await desk.flush()
  desk.skew = 0
  world.now += 1_000
  if (Object.keys(since).length > 0) await desk.set('line', line, kit, since)
  await desk.set('line', line, kit, { del: true })
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(false)
  return { world, desk, kit, line }
}

test.each([
  ['as it is', {}],
  ['with another number', { partNumber: 'B' }],
])('a line that was taken away %s stays so when a refused number comes late', async (_, since) => {
  const { world, desk, line } = await takenAway(since)
  letInLate(world, desk)
  await desk.flush()
  await desk.flush()
  expect(isRowAlive(await desk.cells('line', line))).toBe(false)
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(false)
})

test('a line that another device has typed into since is back, whatever comes late', async () => {
  const { world, desk, kit, line } = await takenAway()
  const other = await desk.twin()
  await other.flush()
  world.now += 1_000
  await other.set('line', line, kit, { qty: 3 })
  await other.flush()
  letInLate(world, desk)
  await desk.flush()
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
  expect(isRowAlive(await desk.cells('line', line))).toBe(true)
})
