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
const lettersTo = async (email: string) => {
  await server.deps.mailer.idle()
  return server.letters.filter((letter) => letter.to === email)
}

describe('a forgotten password', () => {
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
    const { body } = await login('forgetful', 'Another 40 Nm!')
    expect(body['user']).toMatchObject({ emailVerified: true })
    expect((await lettersTo(email)).at(-1)?.subject).toBe('Your password was changed')
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
  test('a link verifies it, however often it is opened while it is valid', async () => {
    const email = 'twice@example.com'
    await post('/api/auth/register', { username: 'twice', email, password })
    await server.deps.mailer.idle()
    const link = `/api/verify-email?token=${mailedToken(server, email, 'verify-email')}`
    for (let n = 0; n < 3; n++) {
      const { status, body } = await call(server, 'GET', link)
      expect([status, body['message']]).toEqual([200, 'Email verified!'])
    }
    for (const bad of [
      '',
      '?token=',
      '?token=x',
      `?token=${newDeviceSecret()}`,
      '?token=a&token=b',
    ]) {
      const { status, body } = await call(server, 'GET', `/api/verify-email${bad}`)
      expect([status, body]).toEqual([
        400,
        { code: 'bad_token', error: 'This verification link is invalid or has expired.' },
      ])
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
    expect((await call(server, 'GET', `/api/verify-email?token=${first}`)).status).toBe(400)
    const newest = mailedToken(server, email, 'verify-email')
    expect((await call(server, 'GET', `/api/verify-email?token=${newest}`)).status).toBe(200)
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
    expect((await call(server, 'GET', `/api/verify-email?token=${link}`)).status).toBe(200)
    expect((await call(server, 'GET', `/api/verify-email?token=${link}`)).status).toBe(200)
    expect((await userOf(token)).body).toMatchObject({ email: form.email, emailVerified: true })
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
    expect((await call(server, 'GET', `/api/verify-email?token=${link}`)).status).toBe(400)
    expect((await userOf(token)).body.email).toBe('hijacked@example.com')
  })
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
    await call(strict, 'GET', `/api/verify-email?token=${link}`)
    expect((await ask('/api/auth/login', { username: 'strict', password })).status).toBe(200)
  } finally {
    await strict.close()
  }
})
