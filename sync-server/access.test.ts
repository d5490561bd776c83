/** Who may call each route of the server. A new route fails until it is listed here. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from './testServer.ts'
import type { Role } from '#shared/roles.ts'
import type { Known, Route } from '../lab/fuzz/goodCalls.ts'

import { setAdministrator } from './accounts/administrators.ts'
import { goodBody, goodPath, neededQuery, routesOf, typeOf } from '../lab/fuzz/goodCalls.ts'
import { plantGood } from '../lab/fuzz/plantGood.ts'
import { call, newAddress } from './testClient.ts'
import { registerAccount, startTestServer, TestDevice } from './testServer.ts'

const ADMIN = 'admin@example.com'

/** Open to everybody, or guarded by rules that the route's own tests cover. */
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
  // The secret in the address is the guard.
  /^GET \/api\/calendar\/:secret$/,
  // The ticket given to an administrator is the guard.
  /^POST \/api\/backups\/:id$/,
]
/** A device key is enough. */
const OF_DEVICES = [
  /^POST \/api\/sync$/,
  /^GET \/api\/sync\/live$/,
  /\/api\/kits\/:kitId(\/restore)?$/,
]
const OF_ACCOUNTS = [
  /^GET \/api\/(auth\/(user|sessions)|account\/data)$/,
  /^POST \/api\/auth\/(change-password|change-email|resend-verification|sessions\/revoke-others)$/,
  /^DELETE \/api\/auth\/(sessions|second-factors)\/:id$/,
  /^GET \/api\/auth\/second-factors$/,
  /^POST \/api\/auth\/(confirm|second-factors(\/complete)?|recovery-codes)$/,
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

const OF_MODERATORS = [
  /^GET \/api\/admin\/(todo|reports|kit-reports|hidden-kits|tasks|messages)$/,
  /^POST \/api\/admin\/(reports\/:commentId|(kit-reports|kits)\/:kitId|(tasks|messages)\/:id)$/,
]
const OF_CATALOGUE = [
  /^GET \/api\/admin\/(stats|sources|(jobs|feeds)(\/:id)?|feeds\/:id\/refused)$/,
  /^POST \/api\/admin\/(jobs\/:id\/cancel|merchants\/:id|feeds(\/:id\/(import|undo|discard))?)$/,
  /^POST \/api\/admin\/sources(\/:id(\/(run|remove))?)?$/,
  /^(GET|POST) \/api\/admin\/catalogue\/(parts\/:partId|removed)$/,
  /^GET \/api\/admin\/catalogue\/(parts|merchants)$/,
  /^POST \/api\/admin\/catalogue\/merchants\/:merchantId$/,
  /^POST \/api\/(scrape\/fcpeuro|parts\/additional)$/,
]
const SENTENCES: Record<Role, RegExp> = {
  operator: /^Only an operator/,
  moderator: /^Only a moderator/,
  catalogue: /^Only who looks after the catalogue/,
}

let server: TestServer
let known: Known
/** Owns every row in `known`. */
let owner: TestAccount
/** Owns none of it. */
let user: TestDevice
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [ADMIN] } })
  const admin = await registerAccount(server, 'overseer', ADMIN)
  owner = await registerAccount(server)
  known = await plantGood({ server, db: server.database.knex, admin, owner })
  user = new TestDevice(server.url, await registerAccount(server))
})
afterAll(async () => server.close())

const nameOf = ({ method, path }: Route): string => `${method} ${path}`
const isOneOf = (route: Route, names: readonly RegExp[]): boolean =>
  names.some((name) => name.test(nameOf(route)))

/** Routes for the row's owner or author only. */
const OF_OWNERS = [
  /^DELETE \/api\/(auth\/(sessions|second-factors)|comments)\/:id$/,
  /^POST \/api\/comments\/:id\/hide$/,
  /^GET \/api\/kits\/:kitId\/versions$/,
  /^DELETE \/api\/kits\/:kitId$/,
  /^POST \/api\/kits\/:kitId\/restore$/,
]

/** An account's data, read with its own token. */
async function seenBy({ token }: TestAccount): Promise<unknown> {
  const read = async (path: string) => (await call(server, 'GET', path, { token })).body
  const kit = await read(`/api/kits/${known.kitId}?live=1`)
  return { kit, said: await read(`/api/comments/${known.kitId}`) }
}

/** @param headers the caller's credentials */
async function statusOf(route: Route, headers: Record<string, string>, isShouted = false) {
  const path = goodPath(route, known) + neededQuery(route, known)
  const body = goodBody(route, known, user)
  const address = isShouted ? path.replace('/api/', '/API/') : path
  const response = await fetch(server.url + address, {
    method: route.method,
    headers: {
      'X-Forwarded-For': newAddress(),
      ...(body === null ? {} : { 'Content-Type': typeOf(body) }),
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

  // T5
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

  test('that names what is another’s is refused to an account and to a device', async () => {
    const before = await seenBy(owner)
    const routes = routesOf(server.deps).filter((route) => isOneOf(route, OF_OWNERS))
    expect(routes).toHaveLength(OF_OWNERS.length + 2)
    for (const route of routes) {
      const { status } = await statusOf(route, user.authorization)
      expect([403, 404], `${nameOf(route)}: ${status}`).toContain(status)
      const device = await statusOf(route, { 'X-Device-Key': user.secret })
      expect([401, 403], `${nameOf(route)}: ${device.status}`).toContain(device.status)
    }
    expect(await seenBy(owner)).toEqual(before)
    const session = server.database.knex('sessions').where({ id: known.sessionId })
    expect(await session.whereNull('revoked_at').pluck('id')).toEqual([known.sessionId])
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

  // T6
  test('of the desk is for the roles that this file names, and says which one it takes', async () => {
    const routes = routesOf(server.deps).filter((route) => isOneOf(route, OF_ADMINISTRATORS))
    const refused = new Map<Role, number>()
    const actors: string[] = []
    for (const role of ['moderator', 'catalogue', 'operator'] as const) {
      const account = await registerAccount(server)
      await setAdministrator(server.deps, account.user.username, role, 'test')
      actors.push(account.user.id)
      const { authorization } = new TestDevice(server.url, account)
      for (const route of routes) {
        const name = nameOf(route)
        const needed = isOneOf(route, OF_MODERATORS)
          ? 'moderator'
          : isOneOf(route, OF_CATALOGUE)
            ? 'catalogue'
            : 'operator'
        const isHis = role === 'operator' || role === needed
        for (const isShouted of [false, true]) {
          const { status, text } = await statusOf(route, authorization, isShouted)
          // Only a caller with the role is asked for a proof.
          const isAsked = text.includes('"code":"proof_needed"')
          if (isHis)
            expect(isAsked ? [] : [401, 403], `${role} ${name}: ${text}`).not.toContain(status)
          else {
            expect(status, `${role} ${name}`).toBe(403)
            const error = expect.stringMatching(SENTENCES[needed]) as string
            expect(JSON.parse(text), name).toEqual({ code: 'other_role', error })
          }
        }
        if (!isHis) refused.set(role, (refused.get(role) ?? 0) + 1)
      }
    }
    const acts = server.database.knex('audit_log').whereIn('actor', actors)
    expect(await acts.clone().whereNull('address')).toEqual([])
    expect((await acts.distinct('action')).length).toBeGreaterThan(15)
    const all = routes.length
    const of = (names: readonly RegExp[]) => routes.filter((one) => isOneOf(one, names)).length
    expect(Object.fromEntries(refused)).toEqual({
      moderator: all - of(OF_MODERATORS),
      catalogue: all - of(OF_CATALOGUE),
    })
  })

  // T6
  test('of comments takes a moderator for those of others, and nobody who looks after parts', async () => {
    const device = new TestDevice(server.url, owner)
    const comment = device.comment(known.kitId, 'Buy at my shop')
    await device.push(comment)
    const helper = await registerAccount(server)
    const tryAll = async (role: Role) => {
      await setAdministrator(server.deps, helper.user.username, role, 'test')
      const { token } = helper
      const path = `/api/comments/${comment.id}`
      const hidden = await call(server, 'POST', `${path}/hide`, { token, body: { hidden: true } })
      return [hidden.status, (await call(server, 'DELETE', path, { token })).status]
    }
    expect(await tryAll('catalogue')).toEqual([403, 403])
    expect(await tryAll('moderator')).toEqual([200, 204])
  })
})
