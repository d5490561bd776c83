/**
 * What calls cost, for every route and kind there is: one that is new has no row, and fails. Each gets
 * the largest input that is legal and the smallest that is not, alone and 50 at once.
 */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Op } from '#shared/protocol.ts'
import type { TestAccount, TestServer } from '../testServer.ts'
import type { Known, Route } from './goodCalls.ts'

import { textIn } from '#shared/cells.ts'
import { newBuildId, newDeviceSecret, newId } from '#shared/ids.ts'
import { MAX_LINES, MAX_NAME, MAX_NOTES, MAX_TASK } from '#shared/kit.ts'
import { encodeRequest } from '#shared/protocol.ts'
import { ALL_KINDS } from '../sync/tables.ts'
import { newAddress } from '../testClient.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { costRows, COSTS_OF_KINDS, COSTS_OF_ROUTES, type Cost } from './costs.ts'
import { goodBody, goodParam, routesOf } from './goodCalls.ts'

const AT_ONCE = 50
/** A legal call of these has to leave something: else it was not legal, and says nothing. */
const STORING = new Set([
  'POST /api/auth/register',
  'POST /api/auto-save',
  'POST /api/comments',
  'POST /api/contact',
  'POST /api/errors/frontend',
  'POST /api/kits',
  'POST /api/sync',
  'POST /api/tasks',
])
const ADMIN = 'admin@example.com'
/** Two bytes a letter, and the longest texts that are allowed. */
const wide = (letters: number) => 'ä'.repeat(letters)

let server: TestServer
let admin: TestAccount
let known: Known
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [ADMIN], STORE_MB_PER_DAY: 0 } })
  admin = await registerAccount(server, 'overseer', ADMIN)
  const owner = new TestDevice(server.url, await registerAccount(server, 'holder'))
  const kit = owner.kit({ name: 'Known', notes: wide(MAX_NOTES) })
  const version = owner.version(kit.id, { name: 'Known', notes: wide(MAX_NOTES) })
  const comment = owner.comment(kit.id, wide(5_000))
  await owner.push(kit, version, comment)
  known = {
    kitId: kit.id,
    buildId: textIn(kit.cells, 'buildId'),
    commentId: comment.id,
    username: 'holder',
    email: 'holder@example.com',
    userId: owner.principal.slice(2),
    taskId: comment.id,
    partNumber: '06E-115-562',
    versionId: version.id,
  }
})
afterAll(() => server.close())

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

/** The most that a call of a route may bring, where a good call is not that already. */
function largestBody(route: Route, sender: TestDevice): unknown {
  const part = { name: wide(100), manufacturer: wide(50), partNumber: 'A'.repeat(40), quantity: 9 }
  const kit = () => ({
    ...(goodBody(route, known, sender) as object),
    buildId: newBuildId(),
    notes: wide(MAX_NOTES),
    parts: Array.from({ length: MAX_LINES }, () => part),
  })
  const report = () => ({
    id: newId(),
    message: `${newId()} ${wide(900)}`,
    stack: wide(4_000),
    url: '/builder',
    userAgent: wide(200),
    timestamp: new Date().toISOString(),
    level: 'error',
  })
  const largest: Record<string, () => unknown> = {
    'POST /api/auto-save': kit,
    'POST /api/kits': kit,
    'POST /api/comments': () => ({ kitId: known.kitId, content: wide(5_000) }),
    'POST /api/contact': () => ({ name: 'M', email: 'm@example.com', message: wide(5_000) }),
    'POST /api/tasks': () => ({ name: newId(), description: wide(2_000) }),
    'POST /api/errors/frontend': () => ({ errors: Array.from({ length: 20 }, report) }),
    'POST /api/auth/register': () => {
      const name = `new${newId().replaceAll(/[-_]/g, '').slice(0, 12)}`
      return { username: name, email: `${name}@example.com`, password: 'Torque 30 Nm, dry!' }
    },
    'POST /api/sync': () => {
      const own = sender.kit({ name: 'Mine' })
      const lines = Array.from({ length: MAX_LINES }, () =>
        sender.line(own.id, { name: wide(60), partNumber: 'A'.repeat(40), price: 1, qty: 2 }),
      )
      return requestOf(sender, [own, ...lines])
    },
  }
  return (largest[nameOf(route)] ?? (() => goodBody(route, known, sender)))()
}

const requestOf = (sender: TestDevice, ops: Op[]) => {
  const { principal, node } = sender
  return encodeRequest({ principal, node, ops, cursors: { [`o:${principal}`]: 0 } })
}

interface Sent {
  status: number
  bytes: number
}

async function send(
  { method, path }: Route,
  { body, headers }: { body?: unknown; headers: Record<string, string> },
): Promise<Sent> {
  const end = new AbortController()
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === undefined || body === null ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined || body === null
      ? {}
      : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    signal: end.signal,
  })
  if (response.headers.get('Content-Type')?.startsWith('application/x-ndjson')) {
    // It stays open, and is silent until something changes.
    end.abort()
    return { status: response.status, bytes: 0 }
  }
  return { status: response.status, bytes: (await response.arrayBuffer()).byteLength }
}

/** Rows and bytes of all tables but what is erased by itself within a day. */
async function stored(): Promise<{ rows: number; bytes: number }> {
  const { knex } = server.database
  const tables: string[] = await knex('pg_tables').where('schemaname', 'public').pluck('tablename')
  const each = tables
    .filter((table) => table !== 'rate_limits')
    .map((t) => `select count(*) as rows, sum(pg_column_size(t.*)) as bytes from ${t} as t`)
  const { rows } = await knex.raw<{ rows: { rows: string; bytes: string | null }[] }>(
    `select sum(rows) as rows, sum(bytes) as bytes from (${each.join(' union all ')}) as tables`,
  )
  return { rows: Number(rows[0]?.rows), bytes: Number(rows[0]?.bytes) }
}

/** Sends, and says what the calls cost together that were more than they may. */
async function tooDear(
  cost: Cost,
  calls: (() => Promise<Sent>)[],
  isStoring = false,
): Promise<string[]> {
  const before = await stored()
  const sent = await Promise.all(calls.map((call) => call()))
  await server.deps.mailer.idle()
  const after = await stored()
  const answer = Math.max(...sent.map(({ bytes }) => bytes))
  const rows = (after.rows - before.rows) / calls.length
  const bytes = (after.bytes - before.bytes) / calls.length
  // 501: the operator has not set up what was asked for; 503: later.
  const failed = sent.find(({ status }) => status === 500 || status === 502 || status > 503)
  return [
    ...(isStoring && rows <= 0 ? ['nothing was stored, so nothing was measured'] : []),
    ...(failed ? [`status ${failed.status}`] : []),
    ...(answer > cost.answerKB * 1_024 ? [`an answer of ${answer} bytes`] : []),
    ...(rows > cost.rows ? [`${rows} rows a call`] : []),
    ...(bytes > cost.kB * 1_024 ? [`${bytes} bytes stored a call`] : []),
  ]
}

const times = <Value>(count: number, make: (n: number) => Value): Value[] =>
  Array.from({ length: count }, (_, n) => make(n))

/** The largest legal and the smallest illegal call of a route, in turn. */
async function callsOf(route: Route, count: number): Promise<(() => Promise<Sent>)[]> {
  const isOperators = /\/api\/(admin|errors\/logs|scrape|parts\/additional)/.test(route.path)
  const account = isOperators ? admin : await registerAccount(server)
  const sender = new TestDevice(server.url, account)
  const headers = { 'X-Device-Key': newDeviceSecret(), ...sender.authorization }
  const good = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(goodParam(name, known)),
  )
  const bad = route.path.replaceAll(/:\w+/g, '-')
  return times(count, (n) => () => {
    if (n % 2 === 1) {
      const body = route.method === 'POST' ? {} : undefined
      return send({ ...route, path: `${bad}?limit=x` }, { body, headers })
    }
    const body = route.method === 'POST' ? largestBody(route, sender) : undefined
    return send({ ...route, path: good }, { body, headers })
  })
}

/** One operation of a kind, as large as it may be. */
function largestOp(kind: string, sender: TestDevice, kitId: string): Op {
  const alone = (cells: Record<string, unknown>): Op =>
    ({ kind, id: newId(), kit: null, cells: sender.cells(cells) }) as Op
  const vehicle = { year: 2008, make: 'Audi', model: 'S4' }
  const ops: Record<string, () => Op> = {
    kit: () =>
      sender.kit({ name: wide(MAX_NAME), notes: wide(MAX_NOTES), task: wide(MAX_TASK), vehicle }),
    line: () =>
      sender.line(kitId, { name: wide(MAX_NAME), partNumber: 'A'.repeat(60), price: 1, qty: 1 }),
    step: () => ({ ...alone({ ord: 'a0', what: 'torque', text: wide(2_000) }), kit: kitId }),
    version: () => sender.version(kitId, { name: wide(200), notes: wide(MAX_NOTES) }),
    comment: () => sender.comment(kitId, wide(5_000)),
    task: () => alone({ name: `${newId()}${wide(50)}` }),
    log: () =>
      alone({ task: wide(MAX_TASK), day: '2026-11-22', vehicle, notes: wide(2_000), kit: null }),
    beaten: () => ({ ...alone({ cell: 'name', value: wide(200) }), kit: kitId }),
  }
  const make = ops[kind]
  if (!make) throw new Error(`There is no largest ${kind}: add one here.`)
  return make()
}

describe('the table of costs', () => {
  test('has a row for every route and every kind, and none for others', () => {
    expect(Object.keys(COSTS_OF_ROUTES).toSorted()).toEqual(
      routesOf(server.deps).map(nameOf).toSorted(),
    )
    expect(Object.keys(COSTS_OF_KINDS).toSorted()).toEqual(ALL_KINDS.toSorted())
  })

  test('is what docs/threats.md shows', () => {
    const [, table = ''] = readFileSync('docs/threats.md', 'utf8').split('## What a call may cost')
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim()),
      )
    expect(rows.slice(2)).toEqual(costRows())
  })
})

test.each(Object.entries(COSTS_OF_ROUTES))(
  '%s costs no more than its row says, alone and 50 at once',
  async (name, cost) => {
    const [method = '', path = ''] = name.split(' ')
    const route = { method, path }
    for (const [n, call] of (await callsOf(route, 2)).entries()) {
      const dear = await tooDear(cost, [call], n === 0 && STORING.has(name))
      expect(dear, name).toEqual([])
    }
    expect(await tooDear(cost, await callsOf(route, AT_ONCE)), name).toEqual([])
  },
  60_000,
)

test.each(Object.entries(COSTS_OF_KINDS))(
  'a %s in a push costs no more than its row says, alone and 50 at once',
  async (kind, cost) => {
    const sender = new TestDevice(server.url, await registerAccount(server))
    const kit = sender.kit({ name: 'Of its own' })
    await sender.push(kit)
    const route = { method: 'POST', path: '/api/sync' }
    const { principal, node, authorization: headers } = sender
    const calls = times(AT_ONCE, (n) => () => {
      const op = largestOp(kind, sender, kit.id)
      const spoilt = { ...op, cells: sender.cells({ nonsense: 1 }) }
      const ops = [n % 2 === 1 ? spoilt : op]
      const cursors = { [`o:${principal}`]: 1_000_000 }
      return send(route, { body: encodeRequest({ principal, node, ops, cursors }), headers })
    })
    for (const [n, call] of calls.slice(0, 2).entries()) {
      expect(await tooDear(cost, [call], n === 0 && kind !== 'beaten')).toEqual([])
    }
    expect(await tooDear(cost, calls)).toEqual([])
  },
  60_000,
)
