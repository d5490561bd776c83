/** Notices after a sync that refused nothing. */
import { beforeEach, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { edit } from '../write/edit.ts'
import { MemoryServer } from '../../../../lab/simulation/memoryServer.ts'
import { Desk, now } from '../../../../lab/simulation/testDesk.ts'

let server: MemoryServer
let desk: Desk
beforeEach(async () => {
  server = new MemoryServer(() => now)
  desk = await Desk.open(server)
})
const told = (of: Desk) =>
  [...of.store.tables.problems.values()].map(({ code, value }) => [code, value])

test('a build id that was taken is told with the new one, once, also when an answer was lost', async () => {
  const other = await Desk.open(server)
  await other.draft('AAAAAA', 'was first')
  await other.flush()
  await desk.draft('AAAAAA', 'comes second')
  await desk.flush(desk.lossy)
  await desk.flush()
  await desk.flush()
  const [given] = desk.rowsOf((await desk.device()).principal)
  expect(told(desk)).toEqual([['renamed', given?.cells['buildId']?.[0]]])
  expect(given?.cells['buildId']?.[0]).not.toBe('AAAAAA')
  expect(told(other)).toEqual([])
})

test('a kit deleted on the other device, and typed into here after that, is offered back', async () => {
  const kit = await desk.draft('BBBBBB', 'Brake refresh')
  await desk.flush()
  const second = await desk.twin()
  await second.flush()
  await desk.set('kit', kit, kit, { del: true })
  const late = { ...second.env, now: () => now + 5_000 }
  await edit(late, [{ kind: 'line', id: newId(), kit, cells: { ord: 'a0', name: 'Rotor' } }])
  await desk.flush()
  await second.flush()
  expect(told(second)).toEqual([['deleted', false]])
  expect(told(desk)).toEqual([])
  // Restored: the offer goes, on every device.
  await second.set('kit', kit, kit, { del: false })
  await second.flush()
  await desk.set('kit', kit, kit, { notes: 'x' })
  await desk.flush()
  await second.flush()
  expect(told(second)).toEqual([])
})

test('a kit deleted on the other device, where nothing was typed here since, is just gone', async () => {
  const kit = await desk.draft('CCCCCC', 'Brake refresh')
  await desk.flush()
  const second = await desk.twin()
  await second.flush()
  await desk.set('kit', kit, kit, { del: true })
  await desk.flush()
  await second.flush()
  expect(told(second)).toEqual([])
})
