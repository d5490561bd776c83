import { afterAll, beforeAll, expect, test } from 'vitest'

import type { NoticeWorld } from './testNotices.ts'

import { newId } from '#shared/ids.ts'
import { addMonths } from '#shared/kinds/dueJobs.ts'
import { dayIn } from '#shared/notify/notifications.ts'
import { DAY_MS, later, person, startNoticeWorld } from './testNotices.ts'

let world: NoticeWorld
beforeAll(async () => {
  world = await startNoticeWorld()
})
afterAll(() => world.close())

/** "Dec 10, 2026" */
const shown = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

test('a service of the log is told as it comes near and once more when it is overdue', async () => {
  const maria = await person(world)
  // Due in about two weeks.
  const day = addMonths(dayIn(world.now + 14 * DAY_MS, 'UTC'), -6) ?? ''
  const due = addMonths(day, 6) ?? ''
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const entry = {
    kind: 'log' as const,
    id: newId(),
    kit: null,
    cells: maria.device.cells({
      task: 'Oil change',
      kit: null,
      day,
      vehicle,
      everyMonths: 6,
    }),
  }
  const later12 = { ...entry, id: newId() }
  later12.cells = maria.device.cells({
    task: 'Brake fluid',
    kit: null,
    day,
    vehicle,
    everyMonths: 24,
  })
  await maria.device.push(entry, later12)
  const noted = (): Promise<unknown[]> =>
    world.server.database
      .knex('notifications')
      .where({ user_id: maria.account.user.id, kind: 'service' })
      .orderBy('id')
      .select('title', 'body', 'path')
  await world.round()
  await world.round()
  const soon = {
    title: 'Oil change is due soon',
    body: `2008 Audi S4: ${shown(due)}.`,
    path: `/maintenance?at=${entry.id}`,
  }
  expect(await noted()).toEqual([soon])
  for (let day = 0; day < 25; day++) {
    later(world, DAY_MS)
    await world.round()
  }
  expect(await noted()).toEqual([soon, { ...soon, title: 'Oil change is overdue' }])
})

test('whoever switched services off, and a device without an account, are told nothing', async () => {
  const tom = await person(world)
  await tom.choose({}, 'off')
  const cells = { task: 'Oil change', kit: null, day: '2020-01-01', everyMonths: 6 }
  const entry = () => ({
    kind: 'log' as const,
    id: newId(),
    kit: null,
    cells: tom.device.cells(cells),
  })
  await tom.device.push(entry())
  later(world, DAY_MS)
  await world.round()
  const rows = await world.server.database
    .knex('notifications')
    .where({ user_id: tom.account.user.id })
  expect(rows).toEqual([])
})

test('of many logs each is looked at, some in a turn', async () => {
  const all = []
  for (let n = 0; n < 25; n++) all.push(await person(world))
  for (const { device } of all) {
    const cells = device.cells({ task: 'Belt', kit: null, day: '2019-01-01', everyMonths: 6 })
    await device.push({ kind: 'log', id: newId(), kit: null, cells })
  }
  later(world, DAY_MS)
  await world.round()
  const told: string[] = await world.server.database
    .knex('notifications')
    .where('title', 'Belt is overdue')
    .pluck('user_id')
  expect(told.toSorted()).toEqual(all.map(({ account }) => account.user.id).toSorted())
})
