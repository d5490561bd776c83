// Account enumeration and password guessing, one test per attack.
import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Hasher } from '../accounts/passwords.ts'
import type { Called } from '../testClient.ts'
import type { TestServer } from '../testServer.ts'

import { newDeviceSecret } from '#shared/ids.ts'
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
// Frozen clock: a slow machine must not count as waiting.
const began = Date.now()
const now = () => began + aheadMs
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

/** An answer without headers that differ between any two. */
const shown = ({ status, headers, body }: Called<unknown>) => {
  const own = ['date', 'retry-after', 'x-request-id']
  const names = [...headers].filter(([name]) => !own.includes(name))
  return { status, headers: names, body }
}

describe('enumeration', () => {
  test('register: a used address answers, works and takes the name like a new one', async () => {
    const { user } = await registerAccount(server, 'known1')
    const answers: Record<string, unknown>[] = []
    for (const [username, email] of [
      ['prober1', user.email],
      ['prober2', 'unknown@example.com'],
    ] as const) {
      let answer: Called<unknown> | undefined
      const hashes = await hashesOf(async () => {
        answer = await post('/api/auth/register', { username, email, password })
      })
      const path = `/api/auth/check-username/${username}`
      const check = await call(server, 'GET', path, { from: newAddress() })
      const again = await post('/api/auth/register', { username, email, password })
      answers.push({ ...(answer && shown(answer)), hashes, check: check.body, again: shown(again) })
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({
      status: 201,
      hashes: 1,
      check: { available: false, reason: 'Username already exists' },
    })
    await server.deps.mailer.idle()
    const letter = server.letters.findLast((sent) => sent.to === user.email)
    expect(letter?.subject).toBe('You already have an account')
    try {
      aheadMs = 25 * HOUR_MS
      const path = '/api/auth/check-username/prober1'
      expect((await call(server, 'GET', path)).body['available']).toBe(true)
    } finally {
      aheadMs = 0
    }
  })

  // T22
  test('login: unknown names and addresses look, cost and are counted like known ones', async () => {
    const { user } = await registerAccount(server, 'known2')
    const seen = []
    for (const name of [user.username, 'unknown2', user.email, 'unknown2@example.com']) {
      const from = newAddress()
      const answers: ReturnType<typeof shown>[] = []
      const hashes = await hashesOf(async () => {
        for (let n = 0; n < 8; n++) {
          answers.push(shown(await login(name, 'Wrong 30 Nm, dry!', { from })))
        }
      })
      seen.push({ answers, hashes })
    }
    for (const other of seen.slice(1)) expect(other).toEqual(seen[0])
    expect(seen[0]?.answers.map((answer) => answer.status)).toContain(429)
  })

  // T22
  test('forgot: the same answer, no hashing, and no mail to strangers', async () => {
    const { user } = await registerAccount(server, 'known3')
    const before = server.letters.length
    const answers: unknown[] = []
    const hashes = await hashesOf(async () => {
      for (const email of [user.email, 'unknown3@example.com']) {
        answers.push(shown(await post('/api/auth/forgot-password', { email })))
      }
      await server.deps.mailer.idle()
    })
    expect(answers[0]).toEqual(answers[1])
    expect(hashes).toBe(0)
    expect(server.letters.slice(before).map((letter) => letter.to)).toEqual([user.email])
  })

  test('a refused name does not tell which address it belongs to', async () => {
    const { user } = await registerAccount(server, 'known4')
    for (let n = 0; n < 20; n++) await login(user.username, 'Wrong 30 Nm, dry!')
    expect((await login(user.username, 'Wrong 30 Nm, dry!')).status).toBe(429)
    expect((await login(user.email, 'Wrong 30 Nm, dry!')).status).toBe(401)
  })

  // T32
  test('registering others floods nobody: 3 mails a day to one mailbox', async () => {
    const email = 'flooded@example.com'
    for (let n = 0; n < 6; n++) {
      await post('/api/auth/register', { username: `flooder${n}`, email, password })
    }
    await server.deps.mailer.idle()
    expect(server.letters.filter((letter) => letter.to === email)).toHaveLength(3)
  })
})

describe('guessing', () => {
  // T23
  test('from many addresses stays under 100 an hour, by name and address together', async () => {
    const { user } = await registerAccount(server, 'target1')
    let guesses = 0
    try {
      for (aheadMs = 0; aheadMs < HOUR_MS; aheadMs += 30_000) {
        for (const name of [user.username, user.email, user.username.toUpperCase()]) {
          guesses += await hashesOf(() => login(name, 'Wrong 30 Nm, dry!'))
        }
      }
    } finally {
      aheadMs = 0
    }
    expect(guesses).toBeGreaterThan(20)
    expect(guesses).toBeLessThanOrEqual(100)
    process.stdout.write(`guesses at one account in an hour, from 360 addresses: ${guesses}\n`)
  })

  test('many at once do not slip through, and the wait is never longer than 15 minutes', async () => {
    await registerAccount(server, 'target2')
    const from = newAddress()
    const wrong = () => login('target2', 'Wrong 30 Nm, dry!', { from })
    const answers = await Promise.all(Array.from({ length: 30 }, wrong))
    expect(answers.filter((answer) => answer.status === 401).length).toBeLessThanOrEqual(6)
    let longest = 0
    try {
      for (let n = 0; n < 40; n++) {
        const seconds = Number((await wrong()).headers.get('Retry-After'))
        longest = Math.max(longest, seconds)
        aheadMs += seconds * 1_000
      }
    } finally {
      aheadMs = 0
    }
    expect(longest).toBeGreaterThan(500)
    expect(longest).toBeLessThanOrEqual(900)
  })

  test('does not lock the owner out: a known device passes, and a reset opens the rest', async () => {
    const { user, secret } = await registerAccount(server, 'target3')
    for (let n = 0; n < 25; n++) await login('target3', 'Wrong 30 Nm, dry!')
    expect((await login('target3')).status).toBe(429)
    expect((await login('target3', password, { device: newDeviceSecret() })).status).toBe(429)
    expect((await login('target3', password, { device: secret })).status).toBe(200)
    await post('/api/auth/forgot-password', { email: user.email })
    await server.deps.mailer.idle()
    const token = mailedToken(server, user.email, 'reset-password')
    const fresh = 'Another 40 Nm!'
    expect((await post('/api/auth/reset-password', { token, password: fresh })).status).toBe(200)
    expect((await login('target3', fresh)).status).toBe(200)
  })

  test('with a stolen device key has its own count', async () => {
    const { secret } = await registerAccount(server, 'target4')
    const statuses = []
    for (let n = 0; n < 8; n++) {
      statuses.push((await login('target4', 'Wrong 30 Nm, dry!', { device: secret })).status)
    }
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.at(-1)).toBe(429)
  })

  test('one password at many accounts is stopped by the address, and right ones cost nothing', async () => {
    const { username } = (await registerAccount(server, 'honest')).user
    const from = newAddress()
    for (let n = 0; n < 6; n++) expect((await login(username, password, { from })).status).toBe(200)
    const answers = await Promise.all(
      Array.from({ length: 104 }, (_, n) => login(`sprayed${n}`, 'Wrong 30 Nm!', { from })),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(3)
    expect(answers.filter((answer) => answer.status === 401).length).toBeGreaterThanOrEqual(99)
  })

  test('is remembered by a server started anew on the same database', async () => {
    await registerAccount(server, 'target5')
    const from = newAddress()
    for (let n = 0; n < 8; n++) await login('target5', 'Wrong 30 Nm, dry!', { from })
    const again = await startTestServer({ database: server.database, now })
    try {
      const body = { username: 'target5', password }
      expect((await call(again, 'POST', '/api/auth/login', { body, from })).status).toBe(429)
    } finally {
      await again.close()
    }
  })
})

test('50 logins at once are all answered, two hashed at a time', async () => {
  const names: string[] = []
  for (let n = 0; n < 50; n++) {
    const username = `crowd${n}`
    names.push(username)
    await post('/api/auth/register', { username, email: `${username}@example.com`, password })
  }
  await server.deps.mailer.idle()
  work.peak = 0
  const answers = await Promise.all(names.map((name) => login(name)))
  expect(answers.map((answer) => answer.status)).toEqual(names.map(() => 200))
  expect(work.peak).toBe(2)
})
