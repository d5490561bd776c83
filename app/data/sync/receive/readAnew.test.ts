/** A scope re-read from its start, where the server has fewer cells than this device. */
import type { Net } from '../../api/net.ts'
import { describe, expect, test } from 'vitest'

import type { Cells } from '#shared/cells/cells.ts'

import { newId } from '#shared/ids.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { backUp, restore } from '../../../../lab/simulation/memoryCollect.ts'
import { World } from '../../../../lab/simulation/testDesk.ts'
import { getMeta, putMeta } from '../../device/store.ts'

const valuesOf = (cells: Cells = {}, ...names: string[]) => names.map((name) => cells[name]?.[0])

/**
 * Rolls the server back, then past this device's cursor.
 * @param gen history name: a restored copy of its files keeps the old one
 */
async function putBack(gen = 'memory') {
  const world = new World()
  const { server } = world
  const desk = await world.open()
  const kit = await desk.draft('AAAAAA', 'first')
  await desk.flush()
  const backup = backUp(server)
  await desk.set('kit', kit, kit, { name: 'second', notes: 'typed since' })
  await desk.flush()
  const { principal } = await desk.device()
  restore(server, backup, gen)
  const other = await desk.twin()
  await other.flush()
  world.now += 1_000
  await other.set('line', newId(), kit, { ord: 'a0', name: 'Oil filter' })
  await other.flush()
  for (const task of ['Oil Change', 'Brakes']) {
    await other.set('kit', kit, kit, { task })
    await other.flush()
  }
  // The scope was collected meanwhile, so this device has to re-read it.
  const scope = ownerScope(principal)
  server.startedOver.set(scope, server.counters.get(scope) ?? 0)
  const stored = () => valuesOf(world.stored(`kit:${kit}`), 'name', 'notes', 'task')
  return { desk, kit, principal, stored, world }
}

describe.each([
  ['under its old name', 'memory'],
  ['under another name', 'restored'],
])('from a server that was put back %s', (_how, gen) => {
  test('what it has in an older state, or not at all, is given to it again', async () => {
    const { desk, kit, principal, stored } = await putBack(gen)
    expect(stored()).toEqual(['first', undefined, 'Brakes'])
    await desk.flush()
    expect(stored()).toEqual(['second', 'typed since', 'Brakes'])
    expect(valuesOf(await desk.cells('kit', kit), 'name', 'notes', 'task')).toEqual(stored())
    expect(desk.pendingOf(principal)).toEqual([])
  })

  test('what was typed since and waits stands over what is given to it again', async () => {
    const { desk, kit, principal, stored, world } = await putBack(gen)
    await desk.set('kit', kit, kit, { name: 'third' })
    const puttingOff: Net = {
      sync: async (request) => {
        const answer = world.server.sync({ ...request, ops: [] })
        const results = request.ops.map(() => ({ err: 'retry', after: 60 }))
        return { kind: 'answer', answer: { ...answer, results } }
      },
    }
    await desk.flush(puttingOff)
    const [waiting] = desk.pendingOf(principal)
    expect(valuesOf(waiting?.cells, 'name', 'notes')).toEqual(['third', 'typed since'])
    desk.makeDue()
    await desk.flush()
    expect(stored()).toEqual(['third', 'typed since', 'Brakes'])
  })
})

test('what is begun in the middle of a reading in several answers stays here', async () => {
  const { desk, kit, principal, world } = await putBack()
  world.server.pageRows = 0
  const line = newId()
  let requests = 0
  await desk.flush({
    sync: async (request, sender) => {
      // Sent with the last page's request, which does not echo it.
      if (++requests === 1) await desk.set('line', line, kit, { ord: 'a1', name: 'Pads' })
      return desk.net.sync(request, sender)
    },
  })
  expect(requests).toBeGreaterThan(1)
  expect(desk.pendingOf(principal)).toEqual([])
  expect(desk.rowsOf(principal).map(({ id }) => id)).toContain(line)
})

test('of an own kit that is followed what others have written goes, and nothing of one’s own', async () => {
  const world = new World()
  const { server } = world
  const desk = await world.open()
  const [kit, line] = await desk.kitWithLine()
  await desk.set('line', line, kit, { status: 'have' })
  await desk.flush()
  const { principal } = await desk.device()
  const [comment, scope] = [newId(), kitScope(kit)]
  await desk.store.transact(async (tx) => {
    const cells = { text: ['Which one?', ''] as const }
    await tx.put('rows', [{ p: principal, kind: 'comment', id: comment, kit, mine: false, cells }])
    const cursors = (await getMeta(tx, `cursors:${principal}`)) as Record<string, number>
    await putMeta(tx, `cursors:${principal}`, { ...cursors, [scope]: 1 })
  })
  // The kit was collected, so its scope starts over.
  server.startedOver.set(scope, server.counters.get(scope) ?? 0)
  await desk.flush()
  expect(desk.sent.at(-1)?.request.cursors[scope]).toBe(1)
  expect(valuesOf(await desk.cells('line', line), 'name', 'status')).toEqual(['Oil filter', 'have'])
  expect(desk.rowsOf(principal).map(({ id }) => id)).not.toContain(comment)
})

test('a row that was collected elsewhere comes back whole with what waits here, and no other', async () => {
  const world = new World()
  const { server } = world
  const desk = await world.open()
  const [kit, typed] = await desk.kitWithLine()
  const moved = newId()
  await desk.set('line', moved, kit, { ord: 'a1', name: 'Gasket' })
  await desk.flush()
  const { principal } = await desk.device()
  await desk.set('line', typed, kit, { qty: 3 })
  await desk.set('line', moved, kit, { status: 'have' })
  for (const id of [typed, moved]) server.rows.delete(`line:${id}`)
  server.startedOver.set(ownerScope(principal), 9)
  // Deferred, so the re-read ends before they are sent.
  await desk.flush({
    sync: async (request) => {
      const answer = server.sync({ ...request, ops: [] })
      const results = request.ops.map(() => ({ err: 'retry', after: 60 }))
      return { kind: 'answer', answer: { ...answer, results } }
    },
  })
  const [line] = desk.pendingOf(principal).filter(({ id }) => id === typed)
  expect(valuesOf(line?.cells, 'name', 'qty', 'ord')).toEqual(['Oil filter', 3, 'a0'])
  const [other] = desk.pendingOf(principal).filter(({ id }) => id === moved)
  expect(valuesOf(other?.cells, 'name', 'status')).toEqual([undefined, 'have'])
  desk.makeDue()
  await desk.flush()
  expect(valuesOf(world.stored(`line:${typed}`), 'name', 'qty')).toEqual(['Oil filter', 3])
})
