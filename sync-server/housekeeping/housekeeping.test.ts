import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { newId } from '#shared/ids.ts'
import { SESSION_IDLE_MS } from '../accounts/sessions.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { CHUNK, runHousekeeping, startHousekeeping } from './housekeeping.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
afterAll(async () => server.close())

const count = async (table: string) =>
  Number((await server.database.knex(table).count('* as count').first<{ count: string }>()).count)

test('what is still needed stays: nobody is signed out and nothing is erased', async () => {
  const account = await registerAccount(server, 'anna')
  const device = new TestDevice(server.url, account)
  const kit = device.kit({ name: 'Mine' })
  await device.push(kit)
  await runHousekeeping(server.deps)
  now += 20 * DAY_MS
  await runHousekeeping(server.deps)
  expect((await device.call('GET', '/api/auth/user')).status).toBe(200)
  // The account lives on, however long it was not used.
  now += 3 * SESSION_IDLE_MS
  await runHousekeeping(server.deps)
  expect(
    await server.database.knex('users').where({ username: 'anna' }).pluck('deleted_at'),
  ).toEqual([null])
  expect(await server.database.knex('kits').pluck('kit_id')).toEqual([kit.id])
})

test('sessions go a week after they ended', async () => {
  const account = await registerAccount(server, 'ben')
  const sessions = () => server.database.knex('sessions').where({ user_id: account.user.id })
  await new TestDevice(server.url, account).post('/api/auth/logout', {})
  now += 6 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await sessions()).toHaveLength(1)
  now += 2 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await sessions()).toEqual([])

  await new TestDevice(server.url).post('/api/auth/login', {
    username: 'ben',
    password: account.password,
  })
  now += SESSION_IDLE_MS + 6 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await sessions()).toHaveLength(1)
  now += 2 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await sessions()).toEqual([])
})

test('expired links, counters, reservations and keys go, however many there are', async () => {
  const db = server.database.knex
  await runHousekeeping(server.deps)
  const at = new Date(now)
  const many = Array.from({ length: 2 * CHUNK + 7 }, (_, i) => ({ key: `k${i}`, tat: at }))
  for (let i = 0; i < many.length; i += CHUNK) {
    await db('rate_limits').insert(many.slice(i, i + CHUNK))
  }
  await db('login_failures').insert({ key: 'k', failures: 9, next_at: at, last_at: at })
  await db('username_reservations').insert({ username_key: 'carl', until: at })
  await db('idempotency_keys').insert({ key: newId(), created_at: at })
  await registerAccount(server, 'dora')
  await new TestDevice(server.url).post('/api/auth/forgot-password', { email: 'dora@example.com' })
  await server.deps.mailer.idle()
  expect(await count('mail_tokens')).toBeGreaterThan(0)

  now -= HOUR_MS
  await runHousekeeping(server.deps)
  expect(await count('rate_limits')).toBeGreaterThanOrEqual(many.length)
  expect(await count('username_reservations')).toBe(1)
  now += 29 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await count('idempotency_keys')).toBe(1)
  now += 3 * DAY_MS
  await runHousekeeping(server.deps)
  const tables = ['rate_limits', 'login_failures', 'username_reservations', 'mail_tokens']
  for (const table of [...tables, 'idempotency_keys']) {
    expect([table, await count(table)]).toEqual([table, 0])
  }
  expect(server.errors).toEqual([])
})

test('several processes at once do not disturb each other', async () => {
  const at = new Date(now - HOUR_MS)
  const rows = Array.from({ length: 2 * CHUNK }, (_, i) => ({ key: `k${i}`, tat: at }))
  await server.database.knex('rate_limits').insert(rows.slice(0, CHUNK))
  await server.database.knex('rate_limits').insert(rows.slice(CHUNK))
  await Promise.all([1, 2, 3].map(() => runHousekeeping(server.deps)))
  await runHousekeeping(server.deps)
  expect(await count('rate_limits')).toBe(0)
  expect(server.errors).toEqual([])
})

test('a step that fails is logged, keeps nothing else back, and is tried again', async () => {
  const db = server.database.knex
  const at = new Date(now - HOUR_MS)
  await db('rate_limits').insert({ key: 'k', tat: at })
  await db('username_reservations').insert({ username_key: 'emma', until: at })
  await db.raw('alter table rate_limits rename to away')
  await runHousekeeping(server.deps)
  expect(await count('username_reservations')).toBe(0)
  expect(server.errors.splice(0)).toEqual([expect.stringContaining('clearing rate_limits')])
  await db.raw('alter table away rename to rate_limits')
  await runHousekeeping(server.deps)
  expect(await count('rate_limits')).toBe(0)
  expect(server.errors).toEqual([])
})

test('it runs by itself, again and again, until it is stopped', async () => {
  const db = server.database.knex
  const job = startHousekeeping(server.deps, { firstAfterMs: 1, everyMs: 1 })
  const seesItGo = async () => {
    await db('rate_limits').insert({ key: 'k', tat: new Date(now - HOUR_MS) })
    await expect.poll(() => count('rate_limits'), { interval: 10 }).toBe(0)
  }
  await seesItGo()
  await seesItGo()
  await job.stop()
  await db('rate_limits').insert({ key: 'k', tat: new Date(now - HOUR_MS) })
  await sleep(100)
  expect(await count('rate_limits')).toBe(1)
  expect(server.errors).toEqual([])
})

test('a stop before the first run lets nothing happen', async () => {
  const job = startHousekeeping(server.deps, { firstAfterMs: 20 })
  await job.stop()
  await sleep(50)
  expect(await count('rate_limits')).toBe(1)
})

test('what administrators did is known for two years', async () => {
  const acts = () => server.database.knex('audit_log').where({ actor: 'desk' }).pluck('subject')
  for (const [subject, days] of [
    ['old', 731],
    ['new', 729],
  ] as const) {
    const at = new Date(now - days * DAY_MS)
    await server.database
      .knex('audit_log')
      .insert({ at, actor: 'desk', action: 'suspend', subject })
  }
  await runHousekeeping(server.deps)
  expect(await acts()).toEqual(['new'])
})

test('letters that became files go after 30 days, other files never', async () => {
  const MAIL_DIR = mkdtempSync(join(tmpdir(), 'wrenchlist-mail-'))
  const named = (days: number) =>
    `${new Date(now - days * DAY_MS).toISOString().replaceAll(/[:.]/g, '-')}-0a1b2c3d.eml`
  for (const name of [named(31), named(29), 'notes.txt', '2001-01-01.eml']) {
    writeFileSync(join(MAIL_DIR, name), 'text')
  }
  await runHousekeeping({ ...server.deps, env: { ...server.deps.env, MAIL_DIR } })
  expect(readdirSync(MAIL_DIR).sort()).toEqual([named(29), '2001-01-01.eml', 'notes.txt'].sort())
  rmSync(MAIL_DIR, { recursive: true })
})
