// Attacks by mailed links, bodies and logs, one test each.
import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AccountUser } from '#shared/account.ts'
import type { Hasher } from '../accounts/passwords.ts'
import type { TestServer } from '../testServer.ts'

import { createPasswords } from '../accounts/passwords.ts'
import { createLog } from '../log/log.ts'
import { call, newAddress } from '../testClient.ts'
import { mailedToken, registerAccount, startTestServer } from '../testServer.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const password = 'Torque 30 Nm, dry!'

/** The real Argon2, with counters. */
const work = { begun: 0, running: 0, peak: 0 }
async function counted<T>(act: () => Promise<T>): Promise<T> {
  work.begun++
  work.running++
  work.peak = Math.max(work.peak, work.running)
  try {
    return await act()
  } finally {
    work.running--
  }
}
const countedArgon2: Hasher = {
  hash: (secret, cost) => counted(() => hash(secret, cost)),
  verify: (stored, secret) => counted(() => verify(stored, secret)),
}
const hashesOf = async (act: () => Promise<unknown>): Promise<number> => {
  const before = work.begun
  await act()
  return work.begun - before
}

let server: TestServer
let aheadMs = 0
const now = () => Date.now() + aheadMs
const lines: string[] = []
beforeAll(async () => {
  server = await startTestServer({
    now,
    passwords: createPasswords(countedArgon2),
    log: createLog('trace', { write: (line) => void lines.push(line) }),
  })
})
afterAll(async () => {
  await server.close()
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

const post = (path: string, body?: unknown, more = {}) =>
  call(server, 'POST', path, { body, from: newAddress(), ...more })
const login = (username: string, secret = password, more = {}) =>
  post('/api/auth/login', { username, password: secret }, more)
const userOf = (token: string) => call<AccountUser>(server, 'GET', '/api/auth/user', { token })

const confirm = (token: string) => post('/api/auth/verify-email', { token, password })

describe('mail tokens', () => {
  // T25
  test('work once: of ten resets at once with one link, one wins', async () => {
    const { user } = await registerAccount(server, 'once')
    await post('/api/auth/forgot-password', { email: user.email })
    await server.deps.mailer.idle()
    const token = mailedToken(server, user.email, 'reset-password')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post('/api/auth/reset-password', { token, password: `Winner ${n} of ten!` }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 400),
    ])
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect((await login('once', `Winner ${winner} of ten!`)).status).toBe(200)
    const late = await post('/api/auth/reset-password', { token, password: 'Another 40 Nm!' })
    expect(late.body).toEqual({
      code: 'bad_token',
      error: 'This reset link is invalid or has expired.',
    })
  })

  test('end: a reset after 30 minutes, a verification after 72 hours', async () => {
    const email = 'expiring@example.com'
    await post('/api/auth/register', { username: 'expiring', email, password })
    await post('/api/auth/forgot-password', { email })
    await server.deps.mailer.idle()
    const reset = mailedToken(server, email, 'reset-password')
    const link = mailedToken(server, email, 'verify-email')
    try {
      aheadMs = 30 * MINUTE_MS
      const late = await post('/api/auth/reset-password', { token: reset, password: 'New 40 Nm!' })
      expect(late.status).toBe(400)
      aheadMs = 72 * HOUR_MS
      expect((await confirm(link)).status).toBe(400)
      aheadMs -= MINUTE_MS
      expect((await confirm(link)).status).toBe(200)
      aheadMs += 2 * MINUTE_MS
      expect((await confirm(link)).status).toBe(400)
    } finally {
      aheadMs = 0
    }
  })

  test('a login that is being checked while the password is reset signs nobody in', async () => {
    let release = () => undefined as void
    const gate = new Promise<void>((resolve) => (release = resolve))
    let isChecking = false
    const slow: Hasher = {
      hash,
      async verify(...args) {
        isChecking = true
        await gate
        return verify(...args)
      },
    }
    const slower = await startTestServer({
      database: server.database,
      passwords: createPasswords(slow),
    })
    try {
      const { user } = await registerAccount(server, 'racing')
      await post('/api/auth/forgot-password', { email: user.email })
      await server.deps.mailer.idle()
      const token = mailedToken(server, user.email, 'reset-password')
      const body = { username: 'racing', password }
      const late = call(slower, 'POST', '/api/auth/login', { body, from: newAddress() })
      await expect.poll(() => isChecking).toBe(true)
      const fresh = { token, password: 'Another 40 Nm!' }
      expect((await post('/api/auth/reset-password', fresh)).status).toBe(200)
      release()
      expect((await late).status).toBe(401)
      expect(
        await server.deps.db('sessions').where({ user_id: user.id }).whereNull('revoked_at'),
      ).toEqual([])
    } finally {
      release()
      await slower.close()
    }
  })

  // T30
  test('of a registration set no password once the address is confirmed', async () => {
    const email = 'leftover@example.com'
    await post('/api/auth/register', { username: 'leftover', email, password })
    await post('/api/auth/forgot-password', { email })
    await server.deps.mailer.idle()
    const link = mailedToken(server, email, 'verify-email')
    const reset = { token: mailedToken(server, email, 'reset-password'), password: 'New 40 Nm!!' }
    expect((await post('/api/auth/reset-password', reset)).status).toBe(200)
    const stale = { token: link, newPassword: 'Another 40 Nm!' }
    expect((await post('/api/auth/verify-email', stale)).status).toBe(400)
    expect((await login('leftover', 'New 40 Nm!!')).status).toBe(200)
  })

  test('of ten new passwords at once by the link of a registration, one wins', async () => {
    const email = 'tenfold@example.com'
    await post('/api/auth/register', { username: 'tenfold', email, password })
    await server.deps.mailer.idle()
    const token = mailedToken(server, email, 'verify-email')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post('/api/auth/verify-email', { token, newPassword: `Winner ${n} of ten!` }),
      ),
    )
    const winner = answers.findIndex((answer) => answer.status === 200)
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect((await login('tenfold', `Winner ${winner} of ten!`)).status).toBe(200)
  })

  // T25
  test('serve one purpose, only the newest works, and none is a session', async () => {
    const email = 'purposes@example.com'
    await post('/api/auth/register', { username: 'purposes', email, password })
    await post('/api/auth/forgot-password', { email })
    await server.deps.mailer.idle()
    const verifying = mailedToken(server, email, 'verify-email')
    const older = mailedToken(server, email, 'reset-password')
    const reset = (token: string) =>
      post('/api/auth/reset-password', { token, password: 'Another 40 Nm!' })
    expect((await reset(verifying)).status).toBe(400)
    expect((await confirm(older)).status).toBe(400)
    expect((await userOf(older)).status).toBe(401)
    const session = String((await login('purposes')).body['token'])
    expect((await reset(session)).status).toBe(400)
    await post('/api/auth/forgot-password', { email })
    await server.deps.mailer.idle()
    expect((await reset(older)).status).toBe(400)
    expect((await reset(mailedToken(server, email, 'reset-password'))).status).toBe(200)
  })

  test('a reset link sent to an address the account has left is worth nothing', async () => {
    const { user, token } = await registerAccount(server, 'leftit')
    const form = { email: 'leftit@new.example.com', currentPassword: password }
    await post('/api/auth/change-email', form, { token })
    await post('/api/auth/forgot-password', { email: user.email })
    await server.deps.mailer.idle()
    const stale = mailedToken(server, user.email, 'reset-password')
    const link = mailedToken(server, form.email, 'verify-email')
    expect((await confirm(link)).status).toBe(200)
    const body = { token: stale, password: 'Another 40 Nm!' }
    expect((await post('/api/auth/reset-password', body)).status).toBe(400)
  })

  test('are stored as hashes only, like those of sessions', async () => {
    const { token } = await registerAccount(server, 'hashed')
    const tables = await Promise.all(
      ['users', 'sessions', 'mail_tokens', 'rate_limits', 'login_failures'].map((table) =>
        server.deps.db(table).select('*'),
      ),
    )
    const stored = JSON.stringify(tables, (_, value: unknown) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
    )
    const mailed = server.letters.flatMap((l) => /token=([\w-]{43})/.exec(l.text)?.[1] ?? [])
    for (const secret of [token, password, ...mailed]) {
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret, 'base64url').toString('latin1'))
    }
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('what bodies may say', () => {
  // T4
  test('role, id, times and "verified" are ignored, wherever they are sent', async () => {
    const extra = {
      role: 'admin',
      isAdmin: true,
      is_admin: true,
      emailVerified: true,
      email_verified_at: '2020-01-01',
      verified: true,
      id: 'A'.repeat(22),
      userId: 'A'.repeat(22),
      createdAt: '2001-01-01',
      created_at: '2001-01-01',
      ['__proto__']: { isAdmin: true },
    }
    const email = 'mass@example.com'
    await post('/api/auth/register', { ...extra, username: 'mass', email, password })
    const { body } = await login('mass')
    const token = String(body['token'])
    await post(
      '/api/auth/change-password',
      { ...extra, password: 'Another 40 Nm!', username: 'x' },
      { token },
    )
    await post(
      '/api/auth/change-email',
      { ...extra, email: 'mass@new.example.com', currentPassword: 'Another 40 Nm!' },
      { token },
    )
    const account = (await userOf(token)).body
    expect(account).toMatchObject({ username: 'mass', email, emailVerified: false, isAdmin: false })
    expect(account.id).not.toBe(extra.id)
    const row = await server.deps
      .db('users')
      .where({ id: account.id })
      .first<{ created_at: Date }>()
    expect(row.created_at.getFullYear()).toBeGreaterThan(2020)
  })

  // T32
  test('no line break reaches a header of a mail', async () => {
    const crlf = 'a@example.com\r\nBcc: victim@example.com'
    const forms: [string, unknown][] = [
      ['/api/auth/register', { username: 'crlf', email: crlf, password }],
      ['/api/auth/register', { username: 'cr\r\nlf', email: 'crlf@example.com', password }],
      ['/api/auth/forgot-password', { email: crlf }],
      ['/api/auth/forgot-password', { email: 'a@example.com,victim@example.com' }],
      ['/api/auth/forgot-password', { email: 'a@example.com\0' }],
      ['/api/auth/forgot-password', { email: '"x" <a@example.com>' }],
    ]
    for (const [path, body] of forms) expect((await post(path, body)).status).toBe(422)
    const { token } = await registerAccount(server, 'crlf1')
    const body = { email: crlf, currentPassword: password }
    expect((await post('/api/auth/change-email', body, { token })).status).toBe(422)
  })

  test('a password of 10,000 characters is refused unhashed, passphrases of 64 and more are taken whole', async () => {
    const long = `aA1!${'x'.repeat(9_996)}`
    const email = 'long@example.com'
    const hashes = await hashesOf(async () => {
      const body = { username: 'long', email, password: long }
      expect((await post('/api/auth/register', body)).body).toMatchObject({ field: 'password' })
      expect((await login('long', long)).status).toBe(422)
    })
    expect(hashes).toBe(0)
    const phrase = `${'correct horse battery staple '.repeat(8)}Aa1!`.slice(0, 230) + 'Aa1!'
    expect(
      (await post('/api/auth/register', { username: 'long', email, password: phrase })).status,
    ).toBe(201)
    expect((await login('long', phrase.slice(0, -1))).status).toBe(401)
    expect((await login('long', phrase)).status).toBe(200)
    const composed = {
      username: 'accents',
      email: 'accents@example.com',
      password: 'Clé à molette 13',
    }
    await post('/api/auth/register', composed)
    expect((await login('accents', composed.password.normalize('NFD'))).status).toBe(200)
  })
})

test('no line of the log, at its most talkative, holds a password, a token or an address', async () => {
  const email = 'logged.person@example.com'
  await registerAccount(server, 'known1')
  lines.length = 0
  await post('/api/auth/register', { username: 'logged', email, password })
  await post('/api/auth/register', { username: 'logged2', email, password })
  const { body } = await login('logged')
  await login(email, 'Guessed 12 Nm!')
  const token = String(body['token'])
  await server.deps.mailer.idle()
  const link = mailedToken(server, email, 'verify-email')
  await confirm(link)
  await fetch(`${server.url}/verify-email?token=${link}`)
  await call(server, 'GET', `/api/auth/check-username/${encodeURIComponent(email)}`)
  await call(server, 'GET', `/api/auth/check-username/${email}`)
  await post('/api/auth/forgot-password', { email })
  await server.deps.mailer.idle()
  const reset = mailedToken(server, email, 'reset-password')
  await fetch(`${server.url}/reset-password?token=${reset}`)
  await post('/api/auth/reset-password', { token: reset, password: 'Another 40 Nm!' })
  const second = String((await login('logged', 'Another 40 Nm!')).body['token'])
  await post(
    '/api/auth/change-password',
    { password: 'Third 60 Nm!', currentPassword: 'Another 40 Nm!' },
    { token: second },
  )
  await post(
    '/api/auth/change-email',
    { email: 'logged@new.example.com', currentPassword: 'Third 60 Nm!' },
    { token: second },
  )
  await server.deps.mailer.idle()
  // PostgreSQL's error detail quotes the row.
  await server.deps
    .db('users')
    .insert({ id: 'x', username: 'x' })
    .catch((error: unknown) => {
      server.deps.log.warn({ err: error }, 'a row was refused')
    })
  await server.deps
    .db('users')
    .where({ username_key: 'logged' })
    .update({ email_key: 'known1@example.com' })
    .catch((error: unknown) => server.deps.log.warn({ err: error }, 'a row was refused'))
  const said = lines.join('')
  expect(lines.length).toBeGreaterThan(15)
  expect(said).toContain('a row was refused')
  const secrets = [token, second, link, reset, password, 'Guessed', 'Another', 'Third 60']
  for (const secret of [...secrets, email, 'logged.person', 'logged@new', 'known1@example']) {
    expect(said).not.toContain(secret)
  }
  expect(said).toContain('l…@example.com')
})
