/** Who may call what, for every route the server has: one that is new has to be named here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from './testServer.ts'
import type { Known, Route } from './fuzz/goodCalls.ts'

import { newId } from '#shared/ids.ts'
import { goodBody, goodParam, routesOf } from './fuzz/goodCalls.ts'
import { newAddress } from './testClient.ts'
import { registerAccount, startTestServer, TestDevice } from './testServer.ts'

/** Everybody, or with rules of its own that its tests tell. */
const OPEN = [
  /^GET \/api\/consent$/,
  /^GET \/api\/(health|ready)$/,
  /^POST \/api\/auth\/(register|login|logout|forgot-password|mailed-link|reset-password|verify-email)$/,
  /^GET \/api\/(auth\/check-username(\/:username)?|verify-email)$/,
  /^GET \/api\/(kits|lists)(\/|$)(?!:kitId\/versions)/,
  /^POST \/api\/auto-save$/,
  /^GET \/api\/(comments\/:kitId|tasks|contact|shops|models\/:make\/:year)$/,
  /^POST \/api\/(tasks|contact|analytics|amazon\/product|shop\/product|parts\/offers)$/,
  /^GET \/api\/parts/,
  /^POST \/api\/errors\/frontend$/,
  /^GET \/api\/errors\/test-page$/,
  /^(GET|POST) \/api\/unsubscribe$/,
  // With what stands in it.
  /^GET \/api\/calendar\/:secret$/,
  // With a ticket that an administrator was given.
  /^GET \/api\/backups\/:id$/,
]
/** A device's key is enough. */
const OF_DEVICES = [
  /^POST \/api\/sync$/,
  /^GET \/api\/sync\/live$/,
  /\/api\/kits\/:kitId(\/restore)?$/,
]
const OF_ACCOUNTS = [
  /^GET \/api\/(auth\/(user|sessions)|account\/data)$/,
  /^POST \/api\/auth\/(change-password|change-email|resend-verification|sessions\/revoke-others)$/,
  /^DELETE \/api\/auth\/sessions\/:id$/,
  /^GET \/api\/kits\/:kitId\/versions$/,
  /^POST \/api\/(kits|comments)$/,
  /^DELETE \/api\/comments\/:id$/,
  /^POST \/api\/comments\/:id\/(hide|report)$/,
  /^POST \/api\/kits\/:kitId\/report$/,
  /^(POST|DELETE) \/api\/request-account-deletion$/,
  /^(GET|POST) \/api\/notifications$/,
  /^(GET|POST|DELETE) \/api\/calendar$/,
  /^POST \/api\/(push(\/end)?|watches)$/,
]
const OF_ADMINISTRATORS = [
  / \/api\/admin\//,
  / \/api\/errors\/logs/,
  /^POST \/api\/(scrape\/fcpeuro|parts\/additional)$/,
]

let server: TestServer
let known: Known
let user: TestDevice
beforeAll(async () => {
  server = await startTestServer()
  const account = await registerAccount(server)
  user = new TestDevice(server.url, account)
  const id = newId()
  known = {
    kitId: id,
    buildId: 'Nobody',
    commentId: id,
    username: account.user.username,
    email: account.user.email,
    userId: account.user.id,
    taskId: id,
    partNumber: '06E-115-562',
    versionId: id,
    secret: 'A'.repeat(43),
  }
})
afterAll(async () => server.close())

const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const isOneOf = (route: Route, names: readonly RegExp[]): boolean =>
  names.some((name) => name.test(nameOf(route)))

/** @param headers what the caller shows of itself */
async function statusOf(route: Route, headers: Record<string, string>, isShouted = false) {
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(goodParam(name, known)),
  )
  const body = goodBody(route, known, user)
  const address = isShouted ? path.replace('/api/', '/API/') : path
  const response = await fetch(server.url + address, {
    method: route.method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === null ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === null ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, text }
}

describe('every route', () => {
  test('is for somebody that this file names', () => {
    const all = [...OPEN, ...OF_DEVICES, ...OF_ACCOUNTS, ...OF_ADMINISTRATORS]
    const unnamed = routesOf(server.deps).filter((route) => !isOneOf(route, all))
    expect(unnamed.map(nameOf)).toEqual([])
  })

  test('of administrators is refused to everybody else, however its address is written', async () => {
    const routes = routesOf(server.deps).filter((route) => isOneOf(route, OF_ADMINISTRATORS))
    expect(routes.length).toBeGreaterThan(25)
    const token = user.authorization
    for (const route of routes) {
      for (const isShouted of [false, true]) {
        const name = nameOf(route)
        expect(await statusOf(route, {}, isShouted), name).toMatchObject({ status: 401 })
        const { status, text } = await statusOf(route, token, isShouted)
        expect(status, name).toBe(403)
        expect(JSON.parse(text), name).toEqual({ code: 'not_admin', error: 'Access Denied' })
      }
    }
  })

  test('of accounts is refused to a device and to a token that is none', async () => {
    const key = { 'X-Device-Key': user.secret }
    for (const route of routesOf(server.deps).filter((one) => isOneOf(one, OF_ACCOUNTS))) {
      const name = nameOf(route)
      expect((await statusOf(route, {})).status, name).toBe(401)
      expect((await statusOf(route, key)).status, name).toBe(401)
      expect((await statusOf(route, { Authorization: 'Bearer x' })).status, name).toBe(401)
    }
  })

  test('of devices is refused without a key', async () => {
    for (const route of routesOf(server.deps).filter((one) => isOneOf(one, OF_DEVICES))) {
      if (nameOf(route) === 'GET /api/kits/:kitId') continue
      expect((await statusOf(route, {})).status, nameOf(route)).toBe(401)
    }
  })

  test('of accounts is refused to a session whose account was suspended or deleted meanwhile', async () => {
    for (const column of ['suspended_at', 'deleted_at']) {
      const account = await registerAccount(server)
      const { authorization } = new TestDevice(server.url, account)
      const route = { method: 'GET', path: '/api/auth/user' }
      expect((await statusOf(route, authorization)).status).toBe(200)
      await server.database
        .knex('users')
        .where({ id: account.user.id })
        .update({ [column]: new Date() })
      expect((await statusOf(route, authorization)).status, column).toBe(401)
    }
  })
})
