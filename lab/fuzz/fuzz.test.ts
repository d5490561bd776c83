/**
 * Hostile calls over every route of the API, seeded: `FUZZ=10000 FUZZ_SEED=7` for more and others.
 * No client call makes the server fail, hang or lose data; none touches other people's data.
 */
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../../sync-server/testServer.ts'
import type { HostileCall } from './hostile.ts'
import type { Known, Route } from './goodCalls.ts'

import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { Lots } from '#shared/testSeeded.ts'
import { call, newAddress } from '../../sync-server/testClient.ts'
import { proofOf } from '../../sync-server/testProof.ts'
import { registerAccount, startTestServer, TestDevice } from '../../sync-server/testServer.ts'
import { goodBody, goodPath, isOperators, isProven, routesOf } from './goodCalls.ts'
import { hostileCall, PARAMS } from './hostile.ts'
import { plantFor, plantGood, type Ground } from './plantGood.ts'

const CALLS = Number(process.env['FUZZ'] ?? 600)
const SEED = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 1e9))
const AT_ONCE = 8
/** Longer than any honest answer on a busy machine. */
const PATIENCE_MS = 30_000
const ADMIN = 'admin@example.com'

let server: TestServer
let owner: TestAccount
let admin: TestAccount
let known: Known
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [ADMIN] } })
  admin = await registerAccount(server, 'overseer', ADMIN)
  owner = await registerAccount(server, 'holder')
  known = await plantGood({ server, db: server.database.knex, admin, owner })
})
afterAll(async () => server.close())

/** Status and text; of a stream that stays open, its first chunk. */
function send({ method, path, headers, body }: HostileCall): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const asked = request(server.url + path, { method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        if (response.headers['content-type']?.includes('ndjson')) response.destroy()
      })
      response.on('close', () => resolve([response.statusCode ?? 0, text]))
    })
    asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no answer')))
    asked.on('error', reject)
    asked.end(body ?? undefined)
  })
}

/** The owner's data, as the public and as the owner's devices see it. */
async function ofTheOwner(): Promise<unknown> {
  const from = newAddress()
  const { token } = owner
  const kit = await call(server, 'GET', `/api/kits/${known.kitId}`, { from })
  const { body } = await call<{ user: { username: string } }[]>(
    server,
    'GET',
    `/api/comments/${known.kitId}`,
    { from },
  )
  // Anybody with an account may comment.
  const comments = body.filter(({ user }) => user.username === owner.user.username)
  const its = async (path: string) => (await call(server, 'GET', path, { from, token })).body
  const user = await its('/api/auth/user')
  const sessions = (await its('/api/auth/sessions')) as unknown as { id: string }[]
  const told = [await its('/api/calendar'), await its('/api/notifications')]
  const { rows } = await new TestDevice(server.url, owner).sync()
  return { kit: kit.body, comments, user, sessions: sessions.map(({ id }) => id), told, rows }
}

const NOTHING: Route = { method: 'GET', path: '/api/health' }
/** Wrong secrets and codes for strangers: real ones are only told to their owners. */
const SECRETS = {
  secret: 'A'.repeat(43),
  ticket: 'A'.repeat(43),
  code: '000000',
  resetToken: 'x'.repeat(43),
  verifyToken: 'x'.repeat(43),
  unsubscribeToken: 'x'.repeat(44),
}
/** Calls until a used-up account is replaced. */
const CALLS_OF_ONE = 50

/** Accounts whose data a hostile caller may destroy: its own, or any for an administrator. */
class Victims {
  #name: string
  #calls = 0
  #count = 0
  #now: Promise<{ ground: Ground; known: Known }> | undefined

  constructor(name: string) {
    this.#name = name
  }

  /** The current account; a new one if `isOver`. */
  now(isOver = false): Promise<{ ground: Ground; known: Known }> {
    if (isOver || ++this.#calls % CALLS_OF_ONE === 0) this.#now = undefined
    this.#now ??= this.#begin()
    return this.#now
  }

  async #begin() {
    const one = await registerAccount(server, `${this.#name}${++this.#count}`)
    const ground = { server, db: server.database.knex, admin, owner: one }
    const { username, email, id: userId } = one.user
    return { ground, known: { ...known, ...SECRETS, username, email, userId } }
  }

  /** Account with the rows a route names freshly planted. */
  async ready(route: Route): Promise<{ account: TestAccount; known: Known }> {
    for (let tries = 1; ; tries++) {
      const { ground, known: before } = await this.now(tries > 1)
      try {
        return { account: ground.owner, known: await plantFor(route, ground, before) }
      } catch (error) {
        // A concurrent call suspended it or signed it out.
        if (tries === 3) throw error
      }
    }
  }
}

// T45
test(`no hostile call makes the server fail, or reaches what is another's (seed ${SEED})`, async () => {
  const before = await ofTheOwner()
  const routes = routesOf(server.deps)
  const counts = new Map<number, number>()
  const reached = new Set<string>()
  const strangers = new Victims('stranger')
  const victims = new Victims('victim')

  async function one(at: number): Promise<void> {
    const lots = new Lots(SEED)
    lots.begin(at)
    const route = routes[at % routes.length] ?? NOTHING
    const who = lots.pick(['nobody', 'device', 'junk', 'user', 'user', 'admin'])
    const isOwn = who === 'admin' || (who === 'user' && lots.isLucky(0.5))
    const { account, known: own } = await (who === 'admin' ? victims : strangers).ready(
      isOwn ? route : NOTHING,
    )
    const stranger = who === 'user' ? account : undefined
    const sender = new TestDevice(server.url, stranger)
    const names = isOwn ? own : { ...known, ...SECRETS }
    const spoilt = hostileCall(route, { lots, known: names, sender })
    // Skipped: an administrator may end their own session, or the service for everybody.
    if (who === 'admin' && /\/auth\/|request-account|maintenance/.test(route.path)) return
    const headers: Record<string, string> = {
      ...spoilt.headers,
      'X-Forwarded-For': lots.isLucky(0.8) ? newAddress() : lots.pick(['', 'x', '10.0.0.1']),
      ...(stranger ? { Authorization: `Bearer ${stranger.token}` } : {}),
      ...(who === 'admin' ? { Authorization: `Bearer ${admin.token}` } : {}),
      ...(who === 'junk'
        ? {
            Authorization: lots.pick([
              'Bearer x',
              'Basic eDp4',
              'Bearer',
              `Bearer ${'a'.repeat(3_000)}`,
            ]),
          }
        : {}),
      ...(who === 'device' ? { 'X-Device-Key': sender.secret } : {}),
    }
    const shown = `call ${at} of seed ${SEED}, ${who}: ${spoilt.method} ${spoilt.path.slice(0, 300)} ${(spoilt.body?.toString('utf8') ?? '').slice(0, 300)}`
    const [status, text] = await send({ ...spoilt, headers }).catch((error: unknown) => {
      throw new Error(`${shown}: ${String(error)}`)
    })
    counts.set(status, (counts.get(status) ?? 0) + 1)
    if (status < 400) reached.add(`${route.method} ${route.path}`)
    expect(status === 500 || status === 503, `${status} to ${shown}: ${text.slice(0, 300)}`).toBe(
      false,
    )
    if (who !== 'admin') expect(text.includes(owner.user.email), shown).toBe(false)
    // Signed out or deleted by a call of its own.
    if (status === 401 && stranger) await strangers.now(true)
  }

  for (let at = 0; at < CALLS; at += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => one(at + index)))

  const figures = [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
  process.stdout.write(
    `seed ${SEED}: ${figures.join(', ')}; ${reached.size} of ${routes.length} routes were got through to\n`,
  )
  expect(server.errors).toEqual([])
  expect(await ofTheOwner()).toEqual(before)
  expect((await call(server, 'GET', '/api/health')).status).toBe(200)
}, 1_800_000)

/** Proof header, without which a call would end before its spoilt part is read. */
async function proofFor(route: Route, { authorization }: TestDevice) {
  const token = authorization['Authorization']
  return isProven(route) && token ? { [PROOF_HEADER]: await proofOf(server.url, token) } : {}
}

/** Characters no database stores, in the place of each text of each good body. */
// T46
test('no text of any body makes the server fail by the characters it holds', async () => {
  const victims = new Victims('spoilt')
  const places = (tree: unknown): { at: object; key: string }[] =>
    typeof tree !== 'object' || tree === null
      ? []
      : Object.entries(tree).flatMap(([key, value]) =>
          typeof value === 'string' ? [{ at: tree, key }] : places(value),
        )
  let count = 0
  for (const route of routesOf(server.deps)) {
    const { account, known: own } = await victims.ready(route)
    const sender = new TestDevice(server.url, isOperators(route) ? admin : account)
    const whole = () => goodBody(route, own, sender)
    for (const [index] of places(whole()).entries()) {
      for (const text of ['nul \u0000 inside', '\uD800', `${'x'.repeat(299)}👩`]) {
        const body = whole()
        const place = places(body)[index]
        if (place) Reflect.set(place.at, place.key, text)
        const headers = {
          'Content-Type': 'application/json',
          'X-Forwarded-For': newAddress(),
          'X-Device-Key': sender.secret,
          ...sender.authorization,
          ...(await proofFor(route, sender)),
        }
        const path = goodPath(route, own)
        const sent = {
          method: route.method,
          path,
          headers,
          body: Buffer.from(JSON.stringify(body)),
        }
        const [status, answer] = await send(sent)
        expect([route.path, place?.key, status >= 500, answer]).toEqual([
          route.path,
          place?.key,
          false,
          answer,
        ])
        count++
      }
    }
  }
  expect(count).toBeGreaterThan(100)
  expect(server.errors).toEqual([])
})

/** Each bad parameter in the place of each parameter of otherwise good calls. */
test('no parameter of any path makes the server fail by the characters it holds', async () => {
  const victims = new Victims('named')
  for (const route of routesOf(server.deps).filter(({ path }) => path.includes(':'))) {
    const { account, known: own } = await victims.ready(NOTHING)
    const sender = new TestDevice(server.url, isOperators(route) ? admin : account)
    const body = goodBody(route, own, sender)
    for (const spoilt of PARAMS) {
      const headers = {
        ...(body === null ? {} : { 'Content-Type': 'application/json' }),
        'X-Forwarded-For': newAddress(),
        ...sender.authorization,
        ...(await proofFor(route, sender)),
      }
      const path = goodPath(route, own, () => spoilt)
      const bytes = body === null ? null : Buffer.from(JSON.stringify(body))
      const [status, text] = await send({ method: route.method, path, headers, body: bytes })
      expect
        .soft([path.slice(0, 99), status >= 500, text])
        .toEqual([path.slice(0, 99), false, text])
    }
  }
  expect(server.errors).toEqual([])
})

const NINES = '9'.repeat(18)
/** Cursors in the format of some list, with the largest numbers it allows. */
const FORGED_PLACES = [
  NINES,
  `${'9'.repeat(15)}-${'a'.repeat(22)}`,
  `${'9'.repeat(15)}.${'a'.repeat(22)}`,
  `${NINES}.${'.'.repeat(60)}`,
  `0-9-9-9999999999-${NINES}`,
  `${NINES}-9-9-9999999999-${NINES}`,
  '2147483648',
  '9999999-',
  '2026-99-99T99',
]

test('no forged place in a list makes the server fail', async () => {
  for (const route of routesOf(server.deps)) {
    if (route.method !== 'GET' || /live|data$/.test(route.path)) continue
    const path = goodPath(route, known)
    for (const after of FORGED_PLACES) {
      const headers = { Authorization: `Bearer ${admin.token}`, 'X-Forwarded-For': newAddress() }
      const sent = { method: 'GET', path: `${path}?after=${after}`, headers, body: null }
      const [status, text] = await send(sent)
      expect([path, after, status >= 500, text]).toEqual([path, after, false, text])
    }
  }
  expect(server.errors).toEqual([])
})

/** Seed 203302053: comparing such a value threw inside zod's length checks. */
// T45
test('a length that cannot be compared is refused as unreadable', async () => {
  const headers = { 'Content-Type': 'application/json' }
  for (const path of ['/api/shop/product', '/api/auth/login', '/api/contact']) {
    const body = Buffer.from('{"url": {"toString": 1, "length": {"toString": 1}}}')
    const [status, text] = await send({ method: 'POST', path, headers, body })
    expect([path, status, text]).toEqual([path, 400, expect.stringContaining('not_json')])
  }
  expect(server.errors).toEqual([])
})

test.each([
  ['no method', 'GARBAGE\r\n\r\n'],
  [
    'two lengths',
    'POST /api/sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  ],
  [
    'a length and chunks',
    'POST /api/sync HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
  ],
  ['a negative length', 'POST /api/sync HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  [
    'a bad chunk',
    'POST /api/sync HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n',
  ],
  [
    'a header of 40 kB',
    `GET /api/health HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(40_000)}\r\n\r\n`,
  ],
  [
    // T59
    'a body that nothing announces',
    'OPTIONS /api/kits HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer of-somebody\r\n\r\n{"a":1}',
  ],
  ['no host', 'GET /api/health HTTP/1.1\r\n\r\n'],
  ['NUL in the path', 'GET /api/kits/\u0000 HTTP/1.1\r\nHost: a\r\n\r\n'],
  [
    'a whole address',
    'GET http://elsewhere.example/api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ],
  [
    'an address of two slashes',
    'GET //elsewhere.example/api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  ],
  // T45
])('a request with %s is answered or cut, and the next one is served', async (_, bytes) => {
  const { hostname, port } = new URL(server.url)
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes))
    let text = ''
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer')))
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
  expect(answer).not.toMatch(/^HTTP\/1\.1 5/)
  // Node attaches the bytes to its error: a token in them would end up in the log.
  expect(server.errors).toEqual([])
  expect((await call(server, 'GET', '/api/health')).status).toBe(200)
})
