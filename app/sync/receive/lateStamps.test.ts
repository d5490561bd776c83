/** A stamp that was refused, told of or let in late: what was typed or taken away since stays so. */
import { expect, test } from 'vitest'

import { isRowAlive, textIn } from '#shared/sync/cells.ts'
import { World, type Desk } from '../model/testDesk.ts'

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
      // Another window sends the same, and what it was refused for is over.
      await desk.flush()
      desk.skew = 0
      await desk.set('line', line, kit, { qty: 2 })
      typed = (await desk.cells('line', line))['qty']
      // By now somebody has a later clock than that of the typed value.
      world.now += 5_000
      return desk.net.sync(request, sender)
    },
  })
  await desk.flush()
  expect(world.stored(`line:${line}`)['qty']).toEqual(typed)
})

/** A copy of the request with the number A, which was refused, arrives when its time has come. */
function letInLate(world: World, desk: Desk, line: string): void {
  world.now += 45_000
  const refused = desk.sent.find(({ request }) => request.ops[0]?.cells['partNumber']?.[0] === 'A')
  if (refused) world.server.sync(refused.request)
  expect(textIn(world.stored(`line:${line}`), 'partNumber')).toBe('A')
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
}

/** A line whose number A was refused for the clock, and that has been taken away since. */
async function takenAway(since: Record<string, string> = {}) {
  const world = new World()
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  // Once more: its cells stand in another order than that of typing.
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
])(
  'a line that was taken away %s stays so when a refused number is let in late',
  async (_, since) => {
    const { world, desk, line } = await takenAway(since)
    letInLate(world, desk, line)
    await desk.flush()
    await desk.flush()
    expect(isRowAlive(await desk.cells('line', line))).toBe(false)
    expect(isRowAlive(world.stored(`line:${line}`))).toBe(false)
  },
)

test('a line that another device has typed into since is back, whatever is let in late', async () => {
  const { world, desk, kit, line } = await takenAway()
  const other = await desk.twin()
  await other.flush()
  world.now += 1_000
  await other.set('line', line, kit, { qty: 3 })
  await other.flush()
  letInLate(world, desk, line)
  await desk.flush()
  await desk.flush()
  expect(isRowAlive(world.stored(`line:${line}`))).toBe(true)
  expect(isRowAlive(await desk.cells('line', line))).toBe(true)
})
