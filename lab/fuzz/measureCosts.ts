/** Costs of calls: the largest legal and the smallest illegal input, alone and 50 at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Database } from '../../sync-server/db/connect.ts'
import type { TestAccount } from '../../sync-server/testServer.ts'
import type { Known, Route } from './goodCalls.ts'
import type { ServerApart } from './startApart.ts'

import { newDeviceSecret } from '#shared/ids.ts'
import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { MAX_SHARED_BYTES } from '#shared/text/sharedInPage.ts'
import { newAddress } from '../../sync-server/testClient.ts'
import { openTestDatabase } from '../../sync-server/testDatabase.ts'
import { proofOf } from '../../sync-server/testProof.ts'
import { registerAccount, TestDevice } from '../../sync-server/testServer.ts'
import { COSTS_OF_ROUTES, MOST_TURN_UNITS, type Cost } from './costs.ts'
import { goodPath, isOperators, isProven, typeOf } from './goodCalls.ts'
import { largestBody, largestQuery, nameOf, widestFeed } from './largest.ts'
import { plantFor, plantGood, type Ground } from './plantGood.ts'
import { plantLargest } from './plantLargest.ts'
import { startApart } from './startApart.ts'

export const AT_ONCE = 50
/** Rows of a feed that is planted, not measured. */
const PLANTED_ROWS = 100
/** Routes called by the owner of the rows they name. */
const OF_OWNERS = /^(GET .*\/(versions|data)|DELETE .*\/:\w+|POST .*\/(hide|restore))$/
/** Routes whose legal calls must store rows: else the call was not legal, and proves nothing. */
const STORING = new Set([
  'POST /api/auth/register',
  'POST /api/auto-save',
  'POST /api/comments',
  'POST /api/contact',
  'POST /api/errors/frontend',
  'POST /api/kits',
  'POST /api/sync',
  'POST /api/calendar',
  'POST /api/notifications',
  'POST /api/push',
  'POST /api/tasks',
  'POST /api/watches',
])
const ADMIN = 'admin@example.com'
const LONG_TURN = ' units of work in one turn of the event loop'

export let database: Database
export let server: ServerApart
export let admin: TestAccount
export let owner: TestDevice
let ground: Ground
let known: Known
/** Keys of rows larger than a call could make them; they are not planted again. */
let kept: (keyof Known)[]

/** Opens the server with the largest of everything, for the tests of the file that calls it. */
export function openGround(): void {
  beforeAll(async () => {
    database = await openTestDatabase()
    const env = { ADMIN_EMAILS: [ADMIN], STORE_MB_PER_DAY: 0 }
    server = await startApart({ databaseUrl: database.url, env })
    admin = await registerAccount(server, 'overseer', ADMIN)
    const holder = await registerAccount(server, 'holder')
    owner = new TestDevice(server.url, holder)
    const largest = await plantLargest(database.knex, owner)
    kept = Object.keys(largest) as (keyof Known)[]
    ground = { server, db: database.knex, admin, owner: holder, bodyOf: bodyToPlant }
    known = { ...(await plantGood(ground)), ...largest }
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })
}

/** Largest body of a planting call. */
function bodyToPlant(route: Route, of: Known, sender: TestDevice): unknown {
  if (route.path === '/api/admin/feeds') return widestFeed(PLANTED_ROWS)
  return largestBody(route, sender, of)
}

interface Sent {
  status: number
  bytes: number
}

export async function send(
  { method, path }: Route,
  { body, headers }: { body?: unknown; headers: Record<string, string> },
): Promise<Sent> {
  const end = new AbortController()
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === undefined || body === null ? {} : { 'Content-Type': typeOf(body) }),
      ...headers,
    },
    ...(body === undefined || body === null
      ? {}
      : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: end.signal,
  })
  if (response.headers.get('Content-Type')?.startsWith('application/x-ndjson')) {
    // The stream stays open, and is silent until something changes.
    end.abort()
    return { status: response.status, bytes: 0 }
  }
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

interface Stored {
  rows: number
  bytes: number
}

/** Rows and bytes of each table but rate limits, which expire within a day. */
async function stored(): Promise<Map<string, Stored>> {
  const { knex } = database
  const tables: string[] = await knex('pg_tables').where('schemaname', 'public').pluck('tablename')
  const each = tables
    .filter((table) => table !== 'rate_limits')
    .map(
      (t) =>
        `select '${t}' as name, count(*)::float8 as rows, coalesce(sum(pg_column_size(t.*)), 0)::float8 as bytes from ${t} as t`,
    )
  const { rows } = await knex.raw<{ rows: (Stored & { name: string })[] }>(each.join(' union all '))
  return new Map(rows.map(({ name, ...counts }) => [name, counts]))
}

/** Growth of all tables: rows that another table loses meanwhile are not subtracted. */
async function grownSince(before: ReadonlyMap<string, Stored>): Promise<Stored> {
  const grown = { rows: 0, bytes: 0 }
  for (const [name, { rows, bytes }] of await stored()) {
    grown.rows += Math.max(0, rows - (before.get(name)?.rows ?? 0))
    grown.bytes += Math.max(0, bytes - (before.get(name)?.bytes ?? 0))
  }
  return grown
}

/**
 * Sends the calls, and lists the costs that exceed their limits.
 * @param isMeeting the rows that the calls name must exist: else their cost is not measured
 */
export async function tooDear(
  cost: Cost,
  calls: (() => Promise<Sent>)[],
  { isStoring = false, isMeeting = false } = {},
): Promise<string[]> {
  const before = await stored()
  await server.turnUnits()
  const sent = await Promise.all(calls.map((call) => call()))
  const turnUnits = await server.turnUnits()
  await server.deps.mailer.idle()
  const grown = await grownSince(before)
  const answer = Math.max(...sent.map(({ bytes }) => bytes))
  const rows = grown.rows / calls.length
  const bytes = grown.bytes / calls.length
  // 501: not set up by the operator; 503: retry later.
  const failed = sent.find(({ status }) => status === 500 || status === 502 || status > 503)
  return [
    ...(isStoring && rows <= 0 ? ['nothing was stored, so nothing was measured'] : []),
    ...(isMeeting && sent.some(({ status }) => status === 404)
      ? ['what it names is not there']
      : []),
    ...(failed ? [`status ${failed.status}`] : []),
    ...(answer > cost.answerKB * 1_024 ? [`an answer of ${answer} bytes`] : []),
    ...(rows > cost.rows ? [`${rows} rows a call`] : []),
    ...(bytes > cost.kB * 1_024 ? [`${bytes} bytes stored a call`] : []),
    ...(turnUnits > cost.turnUnits ? [`${turnUnits}${LONG_TURN}`] : []),
  ]
}

/**
 * Least of three measurements: a turn's own cost is constant, and the noise of a busy machine (a
 * cold cache, the other thread of its core) comes and goes.
 * @param isMore whether only a turn was too long, so that another measurement may clear it
 */
async function leastOf<Found>(
  measure: (tries: number) => Promise<Found>,
  isMore: (found: Found) => boolean,
): Promise<Found> {
  let found = await measure(0)
  for (let tries = 1; tries < 3 && isMore(found); tries++) found = await measure(tries)
  return found
}
const isLongTurn = (dear: string[]) => dear.length === 1 && dear[0]?.endsWith(LONG_TURN) === true
export const leastDear = (measure: (tries: number) => Promise<string[]>) =>
  leastOf(measure, isLongTurn)
export const leastTurn = (measure: () => Promise<number>) =>
  leastOf(measure, (units) => units >= MOST_TURN_UNITS)

export const times = <Value>(count: number, make: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** The largest legal and the smallest illegal call of a route, alternating. */
async function callsOf(route: Route, count: number): Promise<(() => Promise<Sent>)[]> {
  const account = isOperators(route) ? admin : await registerAccount(server)
  const sender = OF_OWNERS.test(nameOf(route)) ? owner : new TestDevice(server.url, account)
  const headers = { 'X-Device-Key': newDeviceSecret(), ...sender.authorization }
  if (nameOf(route) === 'POST /share') return sharesOf(count)
  const things = await plantFor(route, ground, known, kept)
  const good = goodPath(route, things)
  const bad = route.path.replaceAll(/:\w+/g, '-')
  const token = sender.authorization['Authorization'] ?? ''
  const proofs: string[] = []
  // One at a time: in parallel they would count as guesses.
  while (isProven(route) && proofs.length < count) proofs.push(await proofOf(server.url, token))
  return times(count, (n) => () => {
    if (n % 2 === 1) {
      const body = route.method === 'POST' ? {} : undefined
      return send({ ...route, path: `${bad}?limit=x` }, { body, headers })
    }
    const body = route.method === 'POST' ? largestBody(route, sender, things) : undefined
    const proof = proofs[n]
    const path = good + largestQuery(route, things)
    const shown = proof ? { ...headers, [PROOF_HEADER]: proof } : headers
    return send({ ...route, path }, { body, headers: shown })
  })
}

/** The largest file that may be shared, and one that is too large, alternating. */
const sharesOf = (count: number): (() => Promise<Sent>)[] =>
  times(count, (n) => async () => {
    const data = new FormData()
    const bytes = n % 2 === 1 ? MAX_SHARED_BYTES + 1 : MAX_SHARED_BYTES - 1_024
    data.append('files', new Blob([new Uint8Array(bytes).fill(60)]), 'parts.csv')
    const headers = { 'X-Forwarded-For': newAddress() }
    const answer = await fetch(`${server.url}/share`, { method: 'POST', body: data, headers })
    return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  })

/** A test for each of these routes or pages. */
export const testRoutes = (costs: Readonly<Record<string, Cost>>): void =>
  test.each(Object.entries(costs))(
    '%s costs no more than its row says, alone and 50 at once',
    async (name, cost) => {
      const [method = '', path = ''] = name.split(' ')
      const route = { method, path }
      let calls = await callsOf(route, 2)
      for (const n of [0, 1]) {
        const isMeeting = n === 0 && name in COSTS_OF_ROUTES
        const isStoring = n === 0 && STORING.has(name)
        const dear = await leastDear(async (tries) => {
          if (tries > 0) calls = await callsOf(route, 2)
          return tooDear(cost, calls.slice(n, n + 1), { isStoring, isMeeting })
        })
        expect(dear, name).toEqual([])
      }
      const dear = await leastDear(async () => tooDear(cost, await callsOf(route, AT_ONCE)))
      expect(dear, name).toEqual([])
      // A backup ends later, and must not count as a cost of the next route.
      const making = () => database.knex('backups').where({ state: 'making' })
      await expect.poll(making).toEqual([])
    },
  )

/** Costs of routes that only read, or of all others. */
export const costsOf = (isReading: boolean): Record<string, Cost> =>
  Object.fromEntries(
    Object.entries(COSTS_OF_ROUTES).filter(([name]) => name.startsWith('GET ') === isReading),
  )
