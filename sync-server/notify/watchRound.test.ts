import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { WatchesAnswer } from '#shared/notify/notifications.ts'
import type { NoticeWorld, Person } from './testNotices.ts'

import { editPart } from '../corrections/editing.ts'
import { mergeParts, setPartHidden } from '../corrections/wholeParts.ts'
import { basketKey, MAX_WATCHES } from '#shared/notify/notifications.ts'
import {
  DAY_MS,
  HOUR_MS,
  later,
  NOON,
  person,
  sell,
  startNoticeWorld,
  waitFor,
} from './testNotices.ts'

let world: NoticeWorld
let maria: Person
beforeAll(async () => {
  world = await startNoticeWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.now += DAY_MS
  maria = await person(world)
})

/** Maria's notices, latest last. */
const noted = (): Promise<{ kind: string; title: string; body: string; path: string }[]> =>
  world.server.database
    .knex('notifications')
    .where({ user_id: maria.account.user.id })
    .orderBy('id')
    .select('kind', 'title', 'body', 'path')
const set = (...watches: ReturnType<typeof waitFor>[]) =>
  maria.post<WatchesAnswer>('/api/watches', { set: watches, gone: [] })
/** Runs a round an hour after the last prices. */
const look = async () => {
  later(world, HOUR_MS + 1)
  await world.round()
}

test('a price that falls to the target is told once, and again only after it had gone above', async () => {
  await sell(world, 'F1', 1_500)
  await set(waitFor('F1', { targetCents: 1_200 }))
  await look()
  expect(await noted()).toEqual([])
  await sell(world, 'F1', 1_200)
  await look()
  expect(await noted()).toEqual([
    {
      kind: 'price',
      title: 'Part F1 is $12.00',
      body: 'At Shop east. You wait for $12.00 or less.',
      path: '/product/F1?brand=Corvane',
    },
  ])
  await sell(world, 'F1', 1_100)
  await look()
  expect(await noted()).toHaveLength(1)
  await sell(world, 'F1', 1_300)
  await look()
  await sell(world, 'F1', 1_150)
  await look()
  expect(await noted()).toHaveLength(2)
})

test('what is under the target as it is set is said by its screen, and not told', async () => {
  await sell(world, 'F2', 1_000)
  await set(waitFor('F2', { targetCents: 1_200 }))
  await look()
  expect(await noted()).toEqual([])
})

test('a price without its shipping, of what is sold out or of long ago tells nobody', async () => {
  await sell(world, 'F3', 1_500)
  await set(waitFor('F3', { targetCents: 1_200 }))
  await sell(world, 'F3', 900, { shipping: null })
  await look()
  await sell(world, 'F3', 900, { availability: 'Sold out' })
  await look()
  expect(await noted()).toEqual([])
  await sell(world, 'F3', 900)
  world.now += 2 * DAY_MS
  await world.round()
  expect(await noted()).toEqual([])
})

test('what comes back in stock is told once each time it was sold out', async () => {
  await sell(world, 'F4', 1_500, { availability: 'Out of stock' })
  await set(waitFor('F4', { isForStock: true }))
  await look()
  expect(await noted()).toEqual([])
  await sell(world, 'F4', 1_500, { shipping: null })
  await look()
  await look()
  expect(await noted()).toEqual([
    expect.objectContaining({
      kind: 'stock',
      title: 'Part F4 is back in stock',
      body: 'At Shop east, $15.00 + shipping.',
    }),
  ])
  await sell(world, 'F4', 1_500, { availability: 'sold out' })
  await look()
  await sell(world, 'F4', 1_500)
  await look()
  expect(await noted()).toHaveLength(2)
})

test('a part nobody had is told of when it comes to be known', async () => {
  await set(waitFor('F5', { targetCents: 2_000, isForStock: true }))
  await look()
  expect(await noted()).toEqual([])
  await sell(world, 'F5', 1_500)
  await look()
  expect((await noted()).map(({ kind }) => kind)).toEqual(['price', 'stock'])
})

test('after parts came in all are looked at, not only once an hour', async () => {
  await sell(world, 'F6', 1_500)
  await set(waitFor('F6', { targetCents: 1_200 }))
  await world.round()
  later(world, 60_000)
  await sell(world, 'F6', 1_000)
  await world.round()
  expect(await noted()).toEqual([])
  const knex = world.server.database.knex
  const at = new Date(world.now)
  await knex('jobs').insert({
    id: `job${world.now}`,
    kind: 'feed',
    source: 'feed',
    state: 'done',
    requested_by: 'test',
    created_at: at,
    finished_at: at,
  })
  later(world, 60_000)
  await world.round()
  expect(await noted()).toHaveLength(1)
  await knex('jobs').delete()
})

test('the basket of an own kit is told of, parcels and all, and of somebody else’s nothing', async () => {
  await sell(world, 'B1', 1_000, { shipping: 500 })
  await sell(world, 'B2', 2_000, { shipping: 500 })
  const kit = maria.device.kit({ name: 'Oil service' })
  const lines = ['B1', 'B2'].map((partNumber) =>
    maria.device.line(kit.id, { name: partNumber, partNumber, manufacturer: 'Corvane', qty: 1 }),
  )
  await maria.device.push(kit, ...lines)
  const basket = { key: basketKey(kit.id), partNumber: '', brand: '', name: 'Oil service' }
  await set({ ...waitFor(''), ...basket, targetCents: 3_200 })
  await look()
  expect(await noted()).toEqual([])
  await sell(world, 'B1', 700, { shipping: 500 })
  await sell(world, 'B2', 2_000, { shipping: 500 })
  const other = await person(world)
  await other.post('/api/watches', {
    set: [{ ...waitFor(''), ...basket, targetCents: 99_999 }],
    gone: [],
  })
  await look()
  expect(await noted()).toEqual([
    expect.objectContaining({
      kind: 'price',
      title: 'All parts of Oil service are $32.00',
      path: expect.stringMatching(/^\/basket\//) as string,
    }),
  ])
  const ofOthers = await world.server.database
    .knex('notifications')
    .where({ user_id: other.account.user.id })
  expect(ofOthers).toEqual([])
})

test('a basket that lacks one of its parts is not the price of the kit', async () => {
  await sell(world, 'B3', 1_000)
  const kit = maria.device.kit({ name: 'Brakes' })
  const lines = ['B3', 'NOBODY-HAS-IT'].map((partNumber) =>
    maria.device.line(kit.id, { name: partNumber, partNumber, qty: 1 }),
  )
  await maria.device.push(kit, ...lines)
  const watch = { ...waitFor(''), key: basketKey(kit.id), brand: '', name: 'Brakes' }
  await set({ ...watch, targetCents: 9_000 })
  await look()
  expect(await noted()).toEqual([])
  const owned = [lines[1]?.id ?? '']
  const options = { mostShops: null, locked: [], banned: [], owned }
  await set({ ...watch, targetCents: 9_000, at: NOON + 1, basket: options })
  await look()
  expect(await noted()).toHaveLength(1)
})

/** Counts reads of offers during a round. */
async function readingsIn(round: () => Promise<void>): Promise<number> {
  const { knex } = world.server.database
  let readings = 0
  const count = ({ sql }: { sql: string }) => {
    if (sql.includes('select * from offers where part_id')) readings++
  }
  knex.on('query', count)
  await round()
  knex.off('query', count)
  return readings
}

// T40
test('a basket is reckoned again once something of it has changed, and not each hour', async () => {
  const numbers = Array.from({ length: 120 }, (_, n) => `D${n}`)
  const offer = { shipping: 0 }
  for (const number of numbers) await sell(world, number, 1_000, offer)
  const kit = maria.device.kit({ name: 'Idle' })
  const lines = numbers.map((partNumber) =>
    maria.device.line(kit.id, { name: partNumber, partNumber, qty: 1 }),
  )
  await maria.device.push(kit, ...lines)
  const watch = { ...waitFor(''), key: basketKey(kit.id), brand: '', name: 'Idle' }
  await set({ ...watch, targetCents: 119_000 })
  const { knex } = world.server.database
  // Otherwise the round includes the earlier tests' watches.
  await knex('watches').whereNot({ user_id: maria.account.user.id }).delete()
  expect([await readingsIn(look), await readingsIn(look)]).toEqual([12, 0])
  for (const number of numbers) await sell(world, number, 1_000, offer)
  expect(await readingsIn(look)).toBe(0)
  expect(await noted()).toEqual([])

  await sell(world, 'D7', 0, offer)
  await look()
  expect(await noted()).toEqual([
    expect.objectContaining({ title: 'All parts of Idle are $1,190.00' }),
  ])
  // Each of these changes the fingerprint.
  const changes: [string, () => PromiseLike<unknown>][] = [
    ['terms', () => knex('merchants').update({ shipping_cents: 500 })],
    ['age', () => knex('merchants').update({ max_age_hours: 1 })],
    ['hidden', () => knex('merchants').update({ hidden_at: new Date() })],
    ['shown again', () => knex('merchants').update({ hidden_at: null, shipping_cents: null })],
    [
      'a line more',
      () => maria.device.push(maria.device.line(kit.id, { partNumber: 'D1', qty: 2 })),
    ],
  ]
  for (const [what, change] of changes) {
    await look()
    await change()
    expect([what, await readingsIn(look)]).toEqual([what, what === 'a line more' ? 13 : 12])
  }
})

// T40
test('who was not seen for weeks is looked after once a day, and told all the same', async () => {
  await sell(world, 'Z1', 1_500)
  await set(waitFor('Z1', { targetCents: 1_200 }))
  const { knex } = world.server.database
  const seen = (days: number) =>
    knex('sessions')
      .where({ user_id: maria.account.user.id })
      .update({ last_seen_at: new Date(world.now - days * DAY_MS) })
  await seen(27)
  await look()
  await sell(world, 'Z1', 1_300)
  await seen(29)
  await look()
  await sell(world, 'Z1', 1_000)
  for (let hour = 0; hour < 20; hour++) await look()
  expect(await noted()).toEqual([])
  await sell(world, 'Z1', 1_000)
  for (let hour = 0; hour < 5; hour++) await look()
  expect(await noted()).toHaveLength(1)
})

/** Context of an administrator's correction. */
const byHand = () => ({ db: world.server.deps.db, now: world.now, actor: 'boss' })
const idOf = async (number: string): Promise<string> => {
  const row: { id: string } = await world.server.deps.db('parts').where({ number }).first('id')
  return row.id
}

test('of a part that is hidden nobody is told, until it is shown again', async () => {
  await sell(world, 'H1', 1_500)
  await set(waitFor('H1', { targetCents: 1_200 }))
  const hide = async (isHidden: boolean) =>
    editPart(byHand(), await idOf('H1'), (hand, part) => setPartHidden(hand, part, isHidden))
  await hide(true)
  await look()
  await sell(world, 'H1', 1_000)
  await look()
  expect(await noted()).toEqual([])
  await hide(false)
  await look()
  expect(await noted()).toHaveLength(1)
})

test('who waits for a part that was merged is told of the one that remains', async () => {
  await sell(world, 'G1', 1_500)
  await sell(world, 'G2', 1_600)
  await set(waitFor('G1', { targetCents: 1_200 }))
  await mergeParts(byHand(), await idOf('G1'), await idOf('G2'))
  await look()
  await sell(world, 'G2', 1_100)
  await look()
  expect(await noted()).toMatchObject([{ title: 'Part G1 is $11.00' }])
})

test('devices of an account have the same watches, the later word stands, and repeating changes nothing', async () => {
  const first = waitFor('S1', { targetCents: 100, at: NOON + 1 })
  expect((await set(first)).answer.watches).toEqual([first])
  expect((await set({ ...first, targetCents: 50, at: NOON })).answer.watches).toEqual([first])
  const second = { ...first, targetCents: 200, at: NOON + 2 }
  expect((await set(second)).answer.watches).toEqual([second])
  const taken = await maria.post<WatchesAnswer>('/api/watches', { set: [], gone: [first.key] })
  expect(taken.answer.watches).toEqual([])
})

test('a 101st watch is refused by its key, and so is one that waits for nothing or is named wrong', async () => {
  const all = Array.from({ length: MAX_WATCHES }, (_, n) => waitFor(`M${n}`, { targetCents: 1 }))
  expect((await set(...all)).answer.refused).toEqual([])
  const more = waitFor('M100', { targetCents: 1 })
  const { answer } = await set(more)
  expect(answer.refused).toEqual([more.key])
  expect(answer.watches).toHaveLength(MAX_WATCHES)
  const wrong = [waitFor('M1', { at: NOON + 1 }), waitFor('X', { key: 'M1 OTHER', targetCents: 1 })]
  expect((await set(...wrong)).answer.refused).toEqual(['M1 OTHER'])
})
