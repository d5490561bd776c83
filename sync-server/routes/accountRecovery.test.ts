import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AccountUser } from '#shared/account.ts'
import type { TestServer } from '../testServer.ts'

import { newDeviceSecret } from '#shared/ids.ts'
import { call, newAddress } from '../testClient.ts'
import { mailedToken, registerAccount, startTestServer } from '../testServer.ts'

const MINUTE_MS = 60_000

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
const verify = (body: object, more = {}) => post('/api/auth/verify-email', body, more)
/** Registers with a mailbox, unconfirmed. */
async function registerUnconfirmed(username: string) {
  const email = `${username}@example.com`
  await post('/api/auth/register', { username, email, password })
  await server.deps.mailer.idle()
  return { email, link: mailedToken(server, email, 'verify-email') }
}
const lettersTo = async (email: string) => {
  await server.deps.mailer.idle()
  return server.letters.filter((letter) => letter.to === email)
}

describe('a forgotten password', () => {
  // T24
  test('is reset by the mailed link: all devices out, address verified, owner told', async () => {
    const email = 'forgetful@example.com'
    await post('/api/auth/register', { username: 'forgetful', email, password })
    const old = await tokenOf('forgetful')
    const asked = await post('/api/auth/forgot-password', { email: 'FORGETFUL@example.com' })
    expect(asked.status).toBe(200)
    await server.deps.mailer.idle()
    const token = mailedToken(server, email, 'reset-password')
    const weak = await post('/api/auth/reset-password', { token, password: 'Forgetful 30!' })
    expect([weak.status, weak.body.field]).toEqual([422, 'password'])
    const changed = await post('/api/auth/reset-password', { token, password: 'Another 40 Nm!' })
    expect(changed.status).toBe(200)
    expect((await userOf(old)).status).toBe(401)
    expect((await login('forgetful')).status).toBe(401)
    expect((await lettersTo(email)).at(-1)?.subject).toBe('Your password was changed')
    const { body } = await login('forgetful', 'Another 40 Nm!')
    expect(body['user']).toMatchObject({ emailVerified: true })
  })

  test('a link tells who holds it what it is good for, and is none the worse for it', async () => {
    const { user } = await registerAccount(server, 'asksfirst')
    const facts = async (token: string) => (await post('/api/auth/mailed-link', { token })).body
    const owner = { username: 'asksfirst', email: user.email }
    await post('/api/auth/forgot-password', { email: user.email })
    await server.deps.mailer.idle()
    const token = mailedToken(server, user.email, 'reset-password')
    try {
      expect(await facts(token)).toEqual({ state: 'open', owner })
      aheadMs = 31 * MINUTE_MS
      expect(await facts(token)).toEqual({ state: 'over', owner })
    } finally {
      aheadMs = 0
    }
    const changed = await post('/api/auth/reset-password', { token, password: 'Another 40 Nm!' })
    expect(changed.status).toBe(200)
    expect(await facts(token)).toEqual({ state: 'used', owner })
    for (const none of ['x'.repeat(43), String((await login('asksfirst')).body['token'])]) {
      expect(await facts(none)).toEqual({ state: 'over', owner: null })
    }
    expect((await post('/api/auth/mailed-link', { token: '' })).status).toBe(422)
  })

  test('gets 3 links an hour, and the answer never changes', async () => {
    const { user } = await registerAccount(server, 'oftenforgets')
    const answers = []
    for (let n = 0; n < 5; n++) {
      answers.push((await post('/api/auth/forgot-password', { email: user.email })).body)
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    const links = (await lettersTo(user.email)).filter((l) => l.subject === 'Reset your password')
    expect(links).toHaveLength(3)
    const from = newAddress()
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const body = { email: `nobody${n}@example.com` }
      statuses.push((await post('/api/auth/forgot-password', body, { from })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})

describe('changing the password', () => {
  const change = (token: string, body: unknown) =>
    post('/api/auth/change-password', body, { token })

  test('right after the login it needs no other; later it needs the present one', async () => {
    const { token } = await registerAccount(server, 'changer')
    const other = await tokenOf('changer')
    expect((await change(token, { password: 'Second 50 Nm!' })).status).toBe(200)
    expect((await userOf(token)).status).toBe(200)
    expect((await userOf(other)).status).toBe(401)
    try {
      aheadMs = 11 * MINUTE_MS
      for (const empty of [{}, { currentPassword: '' }]) {
        const { status, body } = await change(token, { password: 'Third 60 Nm!', ...empty })
        expect([status, body.code, body.field]).toEqual([
          403,
          'current_password_required',
          'currentPassword',
        ])
      }
      const wrong = await change(token, { password: 'Third 60 Nm!', currentPassword: password })
      expect([wrong.status, wrong.body.code, wrong.body.field]).toEqual([
        403,
        'wrong_password',
        'currentPassword',
      ])
      const right = { password: 'Third 60 Nm!', currentPassword: 'Second 50 Nm!' }
      expect((await change(token, right)).status).toBe(200)
      expect((await change(token, { password: 'Changer 70 Nm!' })).status).toBe(422)
      expect((await login('changer', 'Third 60 Nm!')).status).toBe(200)
    } finally {
      aheadMs = 0
    }
    const notices = (await lettersTo('changer@example.com')).filter((l) =>
      /changed/.test(l.subject),
    )
    expect(notices).toHaveLength(2)
  })

  test('guesses at the present one are stopped, for change-email too', async () => {
    const { token } = await registerAccount(server, 'guessed')
    const statuses = []
    for (let n = 0; n < 8; n++) {
      const body = { password: 'Third 60 Nm!', currentPassword: `wrong${n}` }
      statuses.push((await change(token, body)).status)
    }
    expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403])
    expect(statuses.at(-1)).toBe(429)
    const body = { email: 'elsewhere@example.com', currentPassword: password }
    expect((await post('/api/auth/change-email', body, { token })).status).toBe(429)
  })

  test('nobody without a session can', async () => {
    expect((await post('/api/auth/change-password', { password: 'Third 60 Nm!' })).status).toBe(401)
  })
})

describe('the address', () => {
  // T27
  test('is not verified by opening the link: only a page that is too old would ask for that', async () => {
    const { email, link } = await registerUnconfirmed('opened')
    const token = await tokenOf('opened')
    for (const path of [`/api/verify-email?token=${link}`, '/api/verify-email']) {
      const { status, body } = await call(server, 'GET', path)
      expect([status, body.code]).toEqual([410, 'outdated'])
      expect(body.error).toContain('open the link in your mail again')
    }
    expect((await userOf(token)).body).toMatchObject({ email, emailVerified: false })
    expect((await verify({ token: link, password })).status).toBe(200)
  })

  test('is verified by the link with the password, however often, which signs this device in', async () => {
    const { email, link } = await registerUnconfirmed('twice')
    const earlier = await tokenOf('twice')
    const device = newDeviceSecret()
    const before = await post('/api/auth/login', { username: 'twice', password }, { device })
    const { status, body } = await verify({ token: link, password }, { device })
    expect([status, body['message']]).toEqual([200, 'Email verified!'])
    expect(body['user']).toMatchObject({ username: 'twice', email, emailVerified: true })
    const fresh = String(body['token'])
    expect((await userOf(fresh)).body).toMatchObject({ emailVerified: true })
    // The registering device stays signed in; this device's session was replaced.
    expect((await userOf(earlier)).body).toMatchObject({ emailVerified: true })
    expect((await userOf(String(before.body['token']))).status).toBe(401)
    // A retry after a lost answer ends no session begun since.
    const again = await verify({ token: link, password }, { device })
    expect(again.status).toBe(200)
    for (const token of [fresh, String(again.body['token'])]) {
      expect((await userOf(token)).status).toBe(200)
    }
    expect((await verify({ token: link, password: 'Wrong 12 Nm, wet!' })).status).toBe(403)
    expect((await verify({ token: link, newPassword: 'Wrong 12 Nm, wet!' })).status).toBe(400)
    expect((await login('twice')).status).toBe(200)
  })

  test('is not verified by a link that is none, nor without one of the two passwords', async () => {
    const bad = { code: 'bad_token', error: 'This verification link is invalid or has expired.' }
    for (const token of ['x', newDeviceSecret()]) {
      for (const form of [{ password }, { newPassword: 'Another 40 Nm!' }]) {
        const { status, body } = await verify({ token, ...form })
        expect([status, body]).toEqual([400, bad])
      }
    }
    const { link } = await registerUnconfirmed('neither')
    for (const form of [{}, { password: '' }, { password, newPassword: 'Another 40 Nm!' }]) {
      const { status, body } = await verify({ token: link, ...form })
      expect([status, body.field]).toEqual([422, 'password'])
    }
    expect((await verify({ password })).body.field).toBe('token')
  })

  // T29
  test('guesses at the password are stopped like all others, and cost the link nothing', async () => {
    const { link } = await registerUnconfirmed('guessedat')
    const answers = []
    for (let n = 0; n < 8; n++) answers.push(await verify({ token: link, password: `wrong${n}` }))
    expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(answers[0]?.body).toEqual({
      code: 'wrong_password',
      error: 'This is not the password of this account.',
      field: 'password',
    })
    expect(answers.at(-1)?.status).toBe(429)
    expect((await verify({ token: link, password })).status).toBe(429)
    // A new password needs no guess, so the limit does not apply.
    const weak = await verify({ token: link, newPassword: 'Guessedat 30!' })
    expect([weak.status, weak.body.field]).toEqual([422, 'newPassword'])
    expect((await verify({ token: link, newPassword: 'Another 40 Nm!' })).status).toBe(200)
    expect((await login('guessedat', 'Another 40 Nm!')).status).toBe(200)
  })

  test('of a suspended account is not confirmed, and its owner told why', async () => {
    const { email, link } = await registerUnconfirmed('shutout')
    await server.deps.db('users').where({ email_key: email }).update({ suspended_at: new Date() })
    for (const form of [{ password }, { newPassword: 'Another 40 Nm!' }]) {
      expect((await verify({ token: link, ...form })).body.code).toBe('suspended')
    }
  })

  test('the link is sent again 3 times an hour, and ends the older one', async () => {
    const email = 'again@example.com'
    await post('/api/auth/register', { username: 'again', email, password })
    const token = await tokenOf('again')
    await server.deps.mailer.idle()
    const first = mailedToken(server, email, 'verify-email')
    for (const status of [200, 200, 200, 429]) {
      expect((await post('/api/auth/resend-verification', undefined, { token })).status).toBe(
        status,
      )
      await server.deps.mailer.idle()
    }
    expect((await verify({ token: first, password })).status).toBe(400)
    const newest = mailedToken(server, email, 'verify-email')
    expect((await verify({ token: newest, password })).status).toBe(200)
  })

  test('changes once the new one confirmed, and the old one is told before', async () => {
    const { token } = await registerAccount(server, 'mover')
    const form = { email: 'Mover@new.example.com', currentPassword: password }
    const wrong = await post('/api/auth/change-email', { ...form, currentPassword: 'x' }, { token })
    expect([wrong.status, wrong.body.field]).toEqual([403, 'currentPassword'])
    expect((await post('/api/auth/change-email', form, { token })).status).toBe(200)
    expect((await userOf(token)).body.email).toBe('mover@example.com')
    const [notice] = (await lettersTo('mover@example.com')).slice(-1)
    expect(notice?.text).toContain('M…@new.example.com')
    expect(notice?.text).not.toContain('token=')
    const link = mailedToken(server, form.email, 'verify-email')
    const confirmed = await verify({ token: link, password })
    expect(confirmed.status).toBe(200)
    expect((await verify({ token: link, password })).status).toBe(200)
    const fresh = String(confirmed.body['token'])
    expect((await userOf(fresh)).body).toMatchObject({ email: form.email, emailVerified: true })
    expect((await userOf(token)).status).toBe(401)
    expect((await login('mover@example.com')).status).toBe(401)
    expect((await login('mover@new.example.com')).status).toBe(200)
  })

  test('to one that is in use answers the same, and tells its owner', async () => {
    const { user } = await registerAccount(server, 'owner-of-it')
    const { token } = await registerAccount(server, 'wants-it')
    const answers = []
    for (const email of [user.email, 'unused@example.com']) {
      const { status, body } = await post(
        '/api/auth/change-email',
        { email, currentPassword: password },
        { token },
      )
      answers.push({ status, body })
    }
    expect(answers[0]).toEqual(answers[1])
    expect((await lettersTo(user.email)).at(-1)?.subject).toBe('You already have an account')
  })

  test('a new password ends a change of address somebody else began', async () => {
    const { token } = await registerAccount(server, 'hijacked')
    const form = { email: 'thief@example.com', currentPassword: password }
    await post('/api/auth/change-email', form, { token })
    await server.deps.mailer.idle()
    const link = mailedToken(server, form.email, 'verify-email')
    await post('/api/auth/change-password', { password: 'Second 50 Nm!' }, { token })
    expect((await verify({ token: link, password: 'Second 50 Nm!' })).status).toBe(400)
    expect((await userOf(token)).body.email).toBe('hijacked@example.com')
  })

  // T28
  test('mistyped for the new one: its mailbox gets neither the account nor its password', async () => {
    const { token } = await registerAccount(server, 'mistyper')
    const form = { email: 'somebody@else.example.com', currentPassword: password }
    await post('/api/auth/change-email', form, { token })
    await server.deps.mailer.idle()
    const link = mailedToken(server, form.email, 'verify-email')
    const { status, body } = await verify({ token: link, newPassword: 'Another 40 Nm!' })
    expect([status, body.code]).toEqual([403, 'new_address'])
    expect((await userOf(token)).body.email).toBe('mistyper@example.com')
    expect((await login('mistyper')).status).toBe(200)
  })
})

// T26
test('a stranger who registers the address of an administrator never becomes one', async () => {
  const email = 'boss@example.com'
  await post('/api/auth/register', { username: 'stranger', email, password })
  const strangers = await tokenOf('stranger')
  await server.deps.mailer.idle()
  const link = mailedToken(server, email, 'verify-email')
  const isAdminNow = async (token: string) => (await userOf(token)).body.isAdmin
  const administers = (token: string) => call(server, 'GET', '/api/admin/audit', { token })
  // A mail scanner opens the link.
  await fetch(`${server.url}/verify-email?token=${link}`)
  await call(server, 'GET', `/api/verify-email?token=${link}`)
  expect(await isAdminNow(strangers)).toBe(false)
  expect((await administers(strangers)).status).toBe(403)

  const owner = await verify({ token: link, newPassword: 'Owners 40 Nm!' })
  expect(owner.body['user']).toMatchObject({ isAdmin: true, emailVerified: true })
  expect((await administers(String(owner.body['token']))).status).toBe(200)
  expect((await userOf(strangers)).status).toBe(401)
  expect((await administers(strangers)).status).toBe(401)
  expect((await login('stranger')).status).toBe(401)
  expect((await login(email)).status).toBe(401)
  expect((await post('/api/auth/resend-verification', {}, { token: strangers })).status).toBe(401)
  expect((await lettersTo(email)).at(-1)?.subject).toBe('Your password was changed')
  const later = await login(email, 'Owners 40 Nm!')
  expect(later.body['user']).toMatchObject({ isAdmin: true })
})

// T28
test('a change to the address of an administrator makes none without the password', async () => {
  const { token } = await registerAccount(server, 'climber')
  await server.deps.db('users').where({ email_key: 'boss@example.com' }).delete()
  const form = { email: 'Boss@example.com', currentPassword: password }
  await post('/api/auth/change-email', form, { token })
  await server.deps.mailer.idle()
  const link = mailedToken(server, form.email, 'verify-email')
  await call(server, 'GET', `/api/verify-email?token=${link}`)
  for (const guess of [{ newPassword: 'Owners 40 Nm!' }, { password: 'Owners 40 Nm!' }]) {
    expect((await verify({ token: link, ...guess })).status).toBe(403)
  }
  expect((await userOf(token)).body).toMatchObject({ email: 'climber@example.com', isAdmin: false })
})

test('REQUIRE_VERIFIED_EMAIL=1 lets nobody in before, and says so only with the right password', async () => {
  const strict = await startTestServer({ env: { REQUIRE_VERIFIED_EMAIL: true } })
  try {
    const email = 'strict@example.com'
    const ask = (path: string, body: unknown) => call(strict, 'POST', path, { body })
    await ask('/api/auth/register', { username: 'strict', email, password })
    const right = await ask('/api/auth/login', { username: 'strict', password })
    expect([right.status, right.body.code]).toEqual([403, 'not_verified'])
    const wrong = await ask('/api/auth/login', { username: 'strict', password: 'x' })
    expect([wrong.status, wrong.body.code]).toEqual([401, 'bad_login'])
    await strict.deps.mailer.idle()
    const link = mailedToken(strict, email, 'verify-email')
    await ask('/api/auth/verify-email', { token: link, password })
    expect((await ask('/api/auth/login', { username: 'strict', password })).status).toBe(200)
  } finally {
    await strict.close()
  }
})
