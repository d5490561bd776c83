/**
 * That good calls are good: each is sent by who may, and meets what it names. What the fuzzer, the
 * table of costs and the test of access spoil would else end at the first look for an id.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'
import type { Known, Route } from './goodCalls.ts'

import { newAddress } from '../testClient.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { goodBody, goodPath, isOperators, neededQuery, routesOf, typeOf } from './goodCalls.ts'
import { plantFor, plantGood, type Ground } from './plantGood.ts'

/** Calls that are answered otherwise than with what was asked for, however good they are. */
const REFUSED: Record<string, [status: number, why: string]> = {
  'POST /api/auth/login': [401, 'with the right password the fuzzer would be somebody else'],
  'GET /api/verify-email': [410, 'older pages are told so'],
  'POST /api/amazon/product': [501, 'the operator has not set it up'],
  'POST /api/shop/product': [422, 'no shop on the list is reached by tests'],
}
const ADMIN = 'admin@example.com'

let server: TestServer
let admin: TestAccount
let ground: Ground
let known: Known
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [ADMIN] } })
  admin = await registerAccount(server, 'overseer', ADMIN)
  ground = { server, db: server.database.knex, admin, owner: await registerAccount(server) }
  known = await plantGood(ground)
})
afterAll(async () => server.close())

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

async function statusOf(route: Route): Promise<[status: number, text: string]> {
  const sender = new TestDevice(server.url, isOperators(route) ? admin : ground.owner)
  const body = goodBody(route, known, sender)
  const end = new AbortController()
  const answer = await fetch(server.url + goodPath(route, known) + neededQuery(route, known), {
    method: route.method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === null ? {} : { 'Content-Type': typeOf(body) }),
      ...sender.authorization,
    },
    ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    redirect: 'manual',
    signal: end.signal,
  })
  const isOpen = answer.headers.get('Content-Type')?.startsWith('application/x-ndjson')
  const text = isOpen ? '' : await answer.text()
  end.abort()
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
    // It may have signed its caller out, and more.
    ground = { ...ground, owner: await registerAccount(server) }
    const { username, email, id: userId } = ground.owner.user
    known = { ...known, username, email, userId }
  }
  expect(failed).toEqual([])
  expect(server.errors).toEqual([])
})
