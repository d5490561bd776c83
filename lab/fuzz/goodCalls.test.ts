/**
 * Good calls are good: each is sent by a permitted caller and finds the rows it names. Otherwise
 * those that the fuzzer, the cost table and the access test spoil would end at the first id lookup.
 * The app's tests are checked against their answers.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { TestAccount, TestServer } from '../../sync-server/testServer.ts'
import type { Known, Route } from './goodCalls.ts'

import { call, newAddress } from '../../sync-server/testClient.ts'
import { fetchProven } from '../../sync-server/testProof.ts'
import { registerAccount, startTestServer, TestDevice } from '../../sync-server/testServer.ts'
import { goodBody, goodPath, isOperators, neededQuery, routesOf, typeOf } from './goodCalls.ts'
import { otherCalls, plantChoices, type OtherCall } from './otherCalls.ts'
import { noneOf, plantFor, plantGood, type Ground } from './plantGood.ts'
import { differences, type Answers } from './recordedAnswers.ts'

/** Good calls that the server refuses all the same. */
const REFUSED: Record<string, [status: number, why: string]> = {
  'POST /api/auth/login': [401, 'with the right password the fuzzer would be somebody else'],
  'GET /api/verify-email': [410, 'older pages are told so'],
  'POST /api/amazon/product': [501, 'the operator has not set it up'],
  'POST /api/shop/product': [422, 'no shop on the list is reached by tests'],
}
const ADMIN = 'admin@example.com'
/** Answers only the app's sync code reads, which the simulation and its twins cover. */
const NOT_RECORDED = new Set(['POST /api/sync'])

let server: TestServer
let admin: TestAccount
let ground: Ground
let known: Known
/** Answers of good calls by route. */
const answers: Answers = {}
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [ADMIN] } })
  admin = await registerAccount(server, 'overseer', ADMIN)
  ground = { server, db: server.database.knex, admin, owner: await registerAccount(server) }
  known = await plantGood(ground)
})
afterAll(async () => server.close())

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

async function statusOf(
  route: Route,
  other: Partial<OtherCall> = {},
): Promise<[status: number, text: string]> {
  const sender = new TestDevice(server.url, isOperators(route) ? admin : ground.owner)
  const body = 'body' in other ? other.body : goodBody(route, known, sender)
  const end = new AbortController()
  const path = other.path ?? goodPath(route, known) + neededQuery(route, known)
  const answer = await fetchProven(server.url + path, {
    method: route.method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === null ? {} : { 'Content-Type': typeOf(body) }),
      ...sender.authorization,
      ...other.headers,
    },
    ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
    signal: end.signal,
  })
  const isOpen = answer.headers.get('Content-Type')?.startsWith('application/x-ndjson')
  const text = isOpen ? '' : await answer.text()
  end.abort()
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json')
  const name = nameOf(route)
  if (answer.ok && isJson && !NOT_RECORDED.has(name)) (answers[name] ??= []).push(JSON.parse(text))
  return [answer.status, text]
}

test('a good call of every route meets what it names', async () => {
  const failed: unknown[] = []
  for (const route of routesOf(server.deps)) {
    known = await plantFor(route, ground, known)
    const [status, text] = await statusOf(route)
    const right = REFUSED[nameOf(route)]?.[0] ?? 'good'
    if ((status < 400 ? 'good' : status) !== right) failed.push([nameOf(route), status, text])
    if (route.method === 'GET' || isOperators(route)) continue
    // The call may have signed its caller out, and more.
    ground = { ...ground, owner: await registerAccount(server) }
    const { username, email, id: userId } = ground.owner.user
    known = { ...known, username, email, userId }
  }
  expect(failed).toEqual([])
  expect(server.errors).toEqual([])
})

test('so does one that is answered otherwise', async () => {
  const failed: unknown[] = []
  known = await plantGood(ground)
  await plantChoices(ground.db)
  const all = routesOf(server.deps)
  for (const other of otherCalls(known, new TestDevice(server.url, ground.owner))) {
    if (other.isAfterJobs) await noneOf(ground, 'jobs', ['queued', 'running'])
    const route = all.find((one) => nameOf(one) === other.route)
    const [status, text] = route ? await statusOf(route, other) : [404, 'no such route']
    if (status >= 400) failed.push([other.route, status, text])
  }
  const newest = async (table: string, at: string) =>
    String((await ground.db(table).orderBy(at, 'desc').first('id')).id)
  const [feedId, errorId] = [
    await newest('feeds', 'created_at'),
    await newest('error_groups', 'first_at'),
  ]
  known = { ...known, feedId, errorId }
  // Reads again: rows written by the calls above show in their answers.
  for (const route of all) if (route.method === 'GET') await statusOf(route)
  const { env } = server.deps
  const bare = await startTestServer({ database: server.database, env, source: null })
  const stats = await call<Json>(bare, 'GET', '/api/admin/stats', { token: admin.token })
  answers['GET /api/admin/stats']?.push(stats.body)
  await bare.close()
  expect(failed).toEqual([])
})

test('they are answered as the app’s tests believe', () => {
  expect(differences(answers)).toEqual([])
})
