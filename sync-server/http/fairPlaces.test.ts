import { expect, test } from 'vitest'

import Koa from 'koa'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { until } from '#shared/testPatience.ts'
import { createLog } from '../log/log.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { aside, FairPlaces, RecentUse, shareFairly, waitForTurn } from './fairPlaces.ts'
import { problems } from '../routes/guards/problems.ts'
import { requestIds } from '../log/requestId.ts'

let now = 0
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Asks for a place. @returns whether it has one, and its release */
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

// T18, T82
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

test('who waited too long is told so, and takes no place of a later one', async () => {
  const places = new FairPlaces(1, () => now, 9, 20)
  const first = ask(places, 'shop')
  await expect(places.take('shop')).rejects.toMatchObject({ status: 503, code: 'busy' })
  const last = ask(places, 'shop')
  first.end()
  await settle()
  expect(last.has).toBe(true)
})

// T18, T84
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
  // Frozen clock: on a busy machine, too, the others count as asking just now.
  app.use(shareFairly(new FairPlaces(8, () => now)))
  app.use(async (ctx) => {
    if (ctx.method === 'POST') {
      asked++
      await waitForTurn(ctx, 100_000)
      // Timers may fire a millisecond early.
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
  const from = (address: string, body?: string) =>
    fetch(url, { headers: { 'X-Forwarded-For': address }, ...(body && { method: 'POST', body }) })
  for (const address of others) await from(address)
  const answers = await Promise.all([from('10.0.0.1', 'x'), from('10.0.0.1', 'x')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(afterTurn).toBe(begunInOneTurn)
  server.close()
})

// T83
test('calls of accounts wait for their turn, all of a /48 together, but not for passwords', async () => {
  const begun: { network: string; end: () => void }[] = []
  const app = new Koa({ proxy: true })
  app.use(requestIds(true))
  app.use(shareFairly(new FairPlaces(8, () => now)))
  app.use(async (ctx) => {
    const work = () => new Promise<void>((end) => begun.push({ network: ctx.ip.slice(0, 9), end }))
    await (ctx.path.endsWith('login') ? aside(work) : work())
    ctx.body = ''
  })
  const server: Server = createServer((request, response) => void app.callback()(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth/`
  const call = (path: string, address: string, method = 'GET') =>
    fetch(url + path, { method, headers: { 'X-Forwarded-For': address } })
  const flood = Array.from({ length: 40 }, (_, nth) =>
    call('sessions/1', `2001:db8:7:${nth.toString(16)}::1`, nth % 2 ? 'DELETE' : 'GET'),
  )
  await expect.poll(() => begun.length).toBe(8)
  const honest = call('user', '10.0.0.1')
  await wait(100)
  expect(begun).toHaveLength(8)
  begun[0]?.end()
  await expect.poll(() => begun.at(-1)?.network).toBe('10.0.0.1')
  const hashing = Array.from({ length: 20 }, () => call('login', '10.0.0.2'))
  begun.splice(0).forEach(({ end }) => end())
  await expect.poll(() => begun.filter(({ network }) => network === '10.0.0.2').length).toBe(20)
  const finish = setInterval(() => begun.splice(0).forEach(({ end }) => end()), 5)
  await Promise.all([...flood, honest, ...hashing])
  clearInterval(finish)
  server.close()
})
