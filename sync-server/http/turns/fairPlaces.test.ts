import { expect, test } from 'vitest'

import Koa from 'koa'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { until } from '#shared/testPatience.ts'
import { createLog } from '../../log.ts'
import { createMetrics } from '../../metrics/metrics.ts'
import { FairPlaces, RecentUse, shareFairly, waitForTurn } from './fairPlaces.ts'
import { problems } from '../problems.ts'

let now = 0
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Somebody asks; what is returned says whether he has a place, and gives it back. */
function ask(places: FairPlaces, network: string) {
  const asked = { has: false, end: () => {} }
  void places.take(network).then((end) => Object.assign(asked, { has: true, end }))
  return asked
}
const having = (all: readonly { has: boolean }[]) => all.filter(({ has }) => has).length

test('one network alone has all places', async () => {
  const places = new FairPlaces(4, () => now)
  const all = Array.from({ length: 6 }, () => ask(places, 'shop'))
  await settle()
  expect(having(all)).toBe(4)
  all[0]?.end()
  await settle()
  expect(having(all)).toBe(5)
})

test('who comes while another waits a hundred times is the next', async () => {
  const places = new FairPlaces(4, () => now)
  const flood = Array.from({ length: 100 }, () => ask(places, 'flood'))
  await settle()
  const honest = ask(places, 'honest')
  flood[0]?.end()
  await settle()
  expect(honest.has).toBe(true)
  expect(having(flood)).toBe(4)
})

test('networks that ask have an even share, and a place they may not have waits for others', async () => {
  const places = new FairPlaces(4, () => now)
  const floods = ['a', 'b'].map((name) => Array.from({ length: 50 }, () => ask(places, name)))
  const third = ask(places, 'c')
  for (let round = 0; round < 8; round++) {
    for (const flood of floods) flood.find(({ has }) => has)?.end()
    for (const flood of floods)
      flood.splice(
        flood.findIndex(({ has }) => has),
        1,
      )
    await settle()
  }
  expect(floods.map(having)).toEqual([1, 1])
  expect(third.has).toBe(true)
  const fourth = ask(places, 'd')
  await settle()
  expect(fourth.has).toBe(true)
})

test('a share grows again a second after the others have asked', async () => {
  const places = new FairPlaces(4, () => now)
  ask(places, 'once').end()
  const shop = Array.from({ length: 4 }, () => ask(places, 'shop'))
  await settle()
  expect(having(shop)).toBe(2)
  now += 1_001
  shop.push(ask(places, 'shop'))
  await settle()
  expect(having(shop)).toBeGreaterThan(2)
})

test('more than one network can have connections is refused', async () => {
  const places = new FairPlaces(1, () => now)
  const all = Array.from({ length: 251 }, () => ask(places, 'flood'))
  await settle()
  expect(having(all)).toBe(1)
  await expect(places.take('flood')).rejects.toMatchObject({ code: 'busy', status: 503 })
  expect(ask(places, 'honest').has).toBe(false)
})

test('others are those who asked within a second', async () => {
  const places = new FairPlaces(4, () => now)
  ask(places, 'a')
  expect([places.hasOthers('a'), places.hasOthers('b')]).toEqual([false, true])
  now += 1_001
  expect(places.hasOthers('b')).toBe(false)
})

test('what was used counts half after four seconds, and is forgotten after a minute', () => {
  const use = new RecentUse(() => now)
  use.add('a', 800)
  now += 4_000
  use.add('a', 600)
  expect([use.of('a'), use.of('b')]).toEqual([1_000, 0])
  now += 60_001
  use.add('b', 1)
  expect(use.of('a')).toBe(0)
})

test.each([
  ['/api/kits', 'application/json', '"code":"busy"'],
  ['/list/AAAAAA', 'text/plain', 'Wrenchlist is busy.'],
])(
  'who has to wait too long at %s is told so, and when to come again',
  async (path, type, words) => {
    const errors: string[] = []
    const log = createLog('error', { write: (line) => void errors.push(line) })
    const app = new Koa()
    app.use(problems({ log, metrics: createMetrics() }, () => undefined))
    app.use(shareFairly(new FairPlaces(1, () => now, 0)))
    const server: Server = createServer(
      (request, response) => void app.callback()(request, response),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '5'])
    expect(answer.headers.get('Content-Type')).toContain(type)
    expect(await answer.text()).toContain(words)
    expect(errors).toEqual([])
    server.close()
  },
)

test.each([
  ['rests as long as it took while others ask', ['10.0.0.2'], 1],
  ['follows at once where nobody else does', [], 2],
])('what takes long %s', async (_, others, begunInOneTurn) => {
  let [asked, begun] = [0, 0]
  let hasRested = false
  let afterTurn: number | undefined
  const app = new Koa({ proxy: true })
  // However long a busy machine takes from one request to the next, the others have just asked.
  app.use(shareFairly(new FairPlaces(8, () => now)))
  app.use(async (ctx) => {
    if (ctx.method === 'POST') {
      asked++
      await waitForTurn(ctx, 100_000)
      // A timer may be a millisecond early.
      if (++begun === 2) expect(hasRested).toBe(others.length > 0)
      // The second one waits by then.
      await until(() => expect(asked).toBe(2))
      await wait(100)
      setTimeout(() => (hasRested = true), 95)
      setImmediate(() => (afterTurn ??= begun))
    }
    ctx.body = ''
  })
  const server: Server = createServer((request, response) => void app.callback()(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/kits`
  const from = (address: string, method = 'POST') =>
    fetch(url, { method, headers: { 'X-Forwarded-For': address } })
  for (const address of others) await from(address, 'GET')
  const answers = await Promise.all([from('10.0.0.1'), from('10.0.0.1')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(afterTurn).toBe(begunInOneTurn)
  server.close()
})
