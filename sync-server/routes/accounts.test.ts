import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AccountUser, SignedInDevice } from '#shared/account.ts'
import type { TestServer } from '../testServer.ts'

import { call, newAddress } from '../testClient.ts'
import { mailedToken, registerAccount, startTestServer, TestDevice } from '../testServer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let aheadMs = 0
beforeAll(async () => {
  server = await startTestServer({
    now: () => Date.now() + aheadMs,
    env: { PUBLIC_URL: 'https://wrenchlist.example', ADMIN_EMAILS: ['boss@example.com'] },
  })
})
afterAll(async () => {
  await server.close()
  expect(server.errors).toEqual([])
})

const password = 'Torque 30 Nm, dry!'
const post = (path: string, body?: unknown, more = {}) =>
  call(server, 'POST', path, { body, from: newAddress(), ...more })
const userOf = (token: string) => call<AccountUser>(server, 'GET', '/api/auth/user', { token })
const login = (username: string, secret = password, more = {}) =>
  post('/api/auth/login', { username, password: secret }, more)
const tokenOf = async (username: string, more = {}) =>
  String((await login(username, password, more)).body['token'])
const lettersTo = async (email: string) => {
  await server.deps.mailer.idle()
  return server.letters.filter((letter) => letter.to === email)
}

describe('registering', () => {
  test('answers 201, mails a link of this site, and the account may sign in at once', async () => {
    const email = 'Rosa@Example.com'
    const { status, body } = await post('/api/auth/register', { username: 'Rosa', email, password })
    expect([status, Object.keys(body)]).toEqual([201, ['message']])
    const [letter] = await lettersTo(email)
    expect(letter?.text).toContain('https://wrenchlist.example/verify-email#token=')
    const { token, user } = (await login('rosa')).body as { token: string; user: AccountUser }
    expect(user).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      username: 'Rosa',
      email,
      emailVerified: false,
      isAdmin: false,
      role: null,
      deletionRequestedAt: null,
    })
    expect((await userOf(token)).body).toEqual(user)
    expect((await login(' rosa@EXAMPLE.com ')).status).toBe(200)
  })

  test('refuses each wrong field with its own sentence', async () => {
    const good = { username: 'sentences', email: 'sentences@example.com', password }
    const cases: [Record<string, unknown>, string, string][] = [
      [{ username: 'ab' }, 'username', 'Username must be at least 3 characters'],
      [{ username: 'root' }, 'username', 'This username is reserved'],
      [{ username: 'Wrench-List' }, 'username', 'This username is reserved'],
      [{ username: undefined }, 'username', 'Username is required'],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ email: ['a@example.com'] }, 'email', 'Please enter a valid email address'],
      [{ password: 'Short1!' }, 'password', 'Password must be at least 8 characters'],
      [
        { password: 'SHOUTING1!' },
        'password',
        'Password must contain at least one lowercase letter',
      ],
      [
        { password: 'whisper1!' },
        'password',
        'Password must contain at least one uppercase letter',
      ],
      [{ password: 'NoNumber!' }, 'password', 'Password must contain at least one number'],
      [
        { password: 'NoSpecial1' },
        'password',
        'Password must contain at least one special character',
      ],
    ]
    for (const [wrong, field, error] of cases) {
      const { status, body } = await post('/api/auth/register', { ...good, ...wrong })
      expect({ status, field: body.field, error: body.error }).toEqual({
        status: 422,
        field,
        error,
      })
    }
    for (const weak of ['P@ssw0rd', 'pASSWORD1!', 'My Sentences 1!', 'Wrenchlist 30!']) {
      const { status, body } = await post('/api/auth/register', { ...good, password: weak })
      expect([status, body.field, body.code]).toEqual([422, 'password', 'weak_password'])
    }
  })

  test('a taken name is 409 whatever its case, also for two at once', async () => {
    const form = (n: number) => ({ username: 'Twin', email: `twin${n}@example.com`, password })
    const answers = await Promise.all([1, 2, 3].map((n) => post('/api/auth/register', form(n))))
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409])
    const again = await post('/api/auth/register', { ...form(4), username: 'tWIN' })
    expect(again.body).toEqual({
      error: 'Username already exists',
      code: 'username_taken',
      field: 'username',
    })
  })

  test('two at once with one address: both 201, one account', async () => {
    const email = 'pair@example.com'
    const form = (n: number) => ({ username: `pair-${n}`, email, password: `${password}${n}` })
    const answers = await Promise.all([1, 2].map((n) => post('/api/auth/register', form(n))))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201])
    const rows = await server.deps.db('users').where({ email_key: email }).select('id')
    expect(rows).toHaveLength(1)
    const subjects = (await lettersTo(email)).map((letter) => letter.subject)
    expect(subjects.sort()).toEqual(['Verify your email address', 'You already have an account'])
  })

  test('5 an hour from one address', async () => {
    const from = newAddress()
    const form = (n: number) => ({ username: `many${n}`, email: `many${n}@example.com`, password })
    for (let n = 0; n < 5; n++) {
      expect((await post('/api/auth/register', form(n), { from })).status).toBe(201)
    }
    const sixth = await post('/api/auth/register', form(6), { from })
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many'])
    expect(Number(sixth.headers.get('Retry-After'))).toBeGreaterThan(60)
    expect(sixth.body.error).toMatch(/^Too many attempts\. Please try again in \d+ minutes\.$/)
  })
})

describe('the check of a username', () => {
  const check = (path: string, from = newAddress()) =>
    call(server, 'GET', `/api/auth/check-username${path}`, { from })

  test('says why a name cannot be had, in both ways of asking', async () => {
    await registerAccount(server, 'checked')
    for (const way of ['/', '?username=']) {
      expect((await check(`${way}freename`)).body).toEqual({ available: true, reason: '' })
      const reasons: [string, string][] = [
        ['CHECKED', 'Username already exists'],
        ['ab', 'Username must be at least 3 characters'],
        ['de.leted-user', 'This username is reserved'],
      ]
      for (const [name, reason] of reasons) {
        expect((await check(way + name)).body).toEqual({ available: false, reason })
      }
    }
    expect((await check('')).body).toEqual({ available: false, reason: 'Username is required' })
    expect((await check('/%F0%9F%94%A7%F0%9F%94%A7')).body['available']).toBe(false)
    expect((await check('/%00ab')).status).toBeLessThan(500)
  })

  test('is decoded once', async () => {
    // %2572 decodes to %72, and twice to an r.
    for (const way of ['/', '?username=']) {
      expect((await check(`${way}f%2572eename`)).body['available']).toBe(false)
    }
  })

  test('is limited', async () => {
    const from = newAddress()
    // Frozen clock: a slow machine earns no request back meanwhile.
    const at = Date.now()
    const still = await startTestServer({ database: server.database, now: () => at })
    const path = '/api/auth/check-username/freename'
    const statuses = await Promise.all(
      Array.from({ length: 70 }, async () => (await call(still, 'GET', path, { from })).status),
    )
    await still.close()
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60)
    expect(statuses).toContain(429)
  })
})

describe('signing in and out', () => {
  test('wrong passwords, wrong names and bodies of other shapes', async () => {
    await registerAccount(server, 'greta')
    for (const answer of [await login('greta', 'x'), await login('grate')]) {
      expect(answer.status).toBe(401)
      expect(answer.body).toEqual({ error: 'Invalid username or password', code: 'bad_login' })
    }
    const bodies: [unknown, number][] = [
      [{ username: '', password }, 422],
      [{ username: 'greta', password: '' }, 422],
      [{ username: { a: 1 }, password: ['x'] }, 422],
      [[], 422],
      ['{"username"', 400],
    ]
    for (const [body, status] of bodies) {
      expect((await post('/api/auth/login', body)).status).toBe(status)
    }
  })

  test('a token opens the account on every route, and the device key beside it changes nothing', async () => {
    const account = await registerAccount(server, 'sync1')
    const device = new TestDevice(server.url, account)
    const kit = device.kit({ notes: 'of the account' })
    expect(await device.push(kit)).toEqual([{ ok: 1 }])
    expect((await userOf('A'.repeat(43))).body).toMatchObject({ code: 'signed_out' })
    expect((await call(server, 'GET', '/api/auth/user')).status).toBe(401)
    const basic = await fetch(`${server.url}/api/auth/user`, {
      headers: { Authorization: 'Basic x' },
    })
    expect(basic.status).toBe(401)
  })

  test('signing out ends the token, and may be repeated', async () => {
    const { token } = await registerAccount(server, 'leaving')
    for (let n = 0; n < 2; n++)
      expect((await post('/api/auth/logout', undefined, { token })).status).toBe(204)
    expect((await post('/api/auth/logout')).status).toBe(204)
    expect((await userOf(token)).status).toBe(401)
  })

  // T24
  test('a session idles out after 60 days and ends after a year in use', async () => {
    const { token } = await registerAccount(server, 'longlived')
    try {
      for (aheadMs = 0; aheadMs < 364 * DAY_MS; aheadMs += 59 * DAY_MS) {
        expect((await userOf(token)).status).toBe(200)
      }
      aheadMs = 364 * DAY_MS
      expect((await userOf(token)).status).toBe(200)
      aheadMs = 366 * DAY_MS
      expect((await userOf(token)).status).toBe(401)
      const other = await tokenOf('longlived')
      aheadMs += 61 * DAY_MS
      expect((await userOf(other)).status).toBe(401)
    } finally {
      aheadMs = 0
    }
  })

  test('devices are listed in words, and ended one by one or all others', async () => {
    const { token } = await registerAccount(server, 'devices')
    const agent =
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36'
    const phone = await tokenOf('devices', { agent })
    const list = await call<SignedInDevice[]>(server, 'GET', '/api/auth/sessions', { token: phone })
    expect(list.body.map(({ label, isCurrent }) => ({ label, isCurrent }))).toContainEqual({
      label: 'Chrome on Android',
      isCurrent: true,
    })
    expect(list.body).toHaveLength(2)
    const first = list.body.find((device) => !device.isCurrent)
    const end = (id: string, by: string) =>
      call(server, 'DELETE', `/api/auth/sessions/${id}`, { token: by })
    const stranger = await registerAccount(server, 'stranger1')
    expect((await end(String(first?.id), stranger.token)).status).toBe(404)
    expect((await userOf(token)).status).toBe(200)
    expect((await end(String(first?.id), phone)).status).toBe(204)
    expect((await end(String(first?.id), phone)).status).toBe(204)
    expect((await userOf(token)).status).toBe(401)
    await tokenOf('devices')
    await tokenOf('devices')
    const ended = await post('/api/auth/sessions/revoke-others', undefined, { token: phone })
    expect(ended.body).toEqual({ revoked: 2 })
    expect((await userOf(phone)).status).toBe(200)
  })

  test('a suspended account is signed out at once and told why only with its password', async () => {
    const { token, user } = await registerAccount(server, 'suspended1')
    await server.deps.db('users').where({ id: user.id }).update({ suspended_at: new Date() })
    expect((await userOf(token)).status).toBe(401)
    expect((await login('suspended1')).body).toMatchObject({ code: 'suspended' })
    expect((await login('suspended1', 'wrong')).body).toMatchObject({ code: 'bad_login' })
    await server.deps.db('users').where({ id: user.id }).update({ deleted_at: new Date() })
    expect((await login('suspended1')).body).toMatchObject({ code: 'bad_login' })
  })
})

describe('administrators', () => {
  // T26
  test('an address of ADMIN_EMAILS counts only in sessions begun after it was confirmed', async () => {
    await post('/api/auth/register', { username: 'chief', email: 'Boss@example.com', password })
    const token = await tokenOf('chief')
    expect((await userOf(token)).body.isAdmin).toBe(false)
    expect((await call(server, 'GET', '/api/admin/audit', { token })).body).toMatchObject({
      code: 'not_admin',
    })
    await server.deps.mailer.idle()
    const link = mailedToken(server, 'Boss@example.com', 'verify-email')
    const confirmed = await post('/api/auth/verify-email', { token: link, password })
    expect(confirmed.body['user']).toMatchObject({ isAdmin: true, emailVerified: true })
    const fresh = String(confirmed.body['token'])
    expect((await userOf(fresh)).body).toMatchObject({ isAdmin: true, emailVerified: true })
    expect((await call(server, 'GET', '/api/admin/audit', { token: fresh })).status).toBe(200)
    expect((await userOf(token)).body).toMatchObject({ isAdmin: false, emailVerified: true })
    expect((await call(server, 'GET', '/api/admin/audit', { token })).status).toBe(403)
    expect((await userOf(await tokenOf('chief'))).body.isAdmin).toBe(true)
  })

  test('their sessions idle out after 12 hours and end after 7 days', async () => {
    const { token, user } = await registerAccount(server, 'byhand')
    try {
      aheadMs = 13 * HOUR_MS
      expect((await userOf(token)).status).toBe(200)
      await server.deps.db('users').where({ id: user.id }).update({ is_admin: true })
      expect((await userOf(token)).body.isAdmin).toBe(true)
      aheadMs += 13 * HOUR_MS
      expect((await userOf(token)).status).toBe(401)
      const busy = await tokenOf('byhand')
      const start = aheadMs
      for (; aheadMs < start + 7 * DAY_MS; aheadMs += 11 * HOUR_MS) {
        expect((await userOf(busy)).status).toBe(200)
      }
      expect((await userOf(busy)).status).toBe(401)
    } finally {
      aheadMs = 0
    }
  })
})
