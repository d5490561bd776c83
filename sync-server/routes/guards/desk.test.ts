/** Audit log of the desk: where callers were, and which data of people they read or exported. */
import type { AuditPage } from '#shared/admin/people.ts'
import type { TestAccount, TestServer } from '../../testServer.ts'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { runHousekeeping } from '../../housekeeping/housekeeping.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { fetchProven } from '../../testProof.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PHONE = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36'
const HOME = '2001:db8:5:6:a:b:c:d'

let now = Date.now()
let server: TestServer
let desk: TestDesk
let second: TestAccount
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] }, now: () => now })
  desk = await TestDesk.open(server)
})
afterAll(async () => server.close())
beforeEach(async () => {
  second = await registerAccount(server)
  await desk.post(`/api/admin/people/${second.user.id}`, { action: 'makeAdmin' })
  await server.deps.db('audit_log').delete()
})

async function from(address: string, token: string, path: string, body?: object) {
  const response = await fetchProven(server.url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Forwarded-For': address,
      'User-Agent': PHONE,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, text: await response.text() }
}
const acts = () =>
  server.deps
    .db('audit_log')
    .orderBy('id')
    .select<Record<string, unknown>[]>('actor', 'action', 'subject', 'address', 'device', 'details')
const listed = async () =>
  (JSON.parse((await from(HOME, desk.token, '/api/admin/audit')).text) as AuditPage).entries

describe('an act', () => {
  const where = { address: '2001:db8:5:6::/64', device: 'Chrome on Android' }

  // T9
  test('says from which network and device it came, in the list and its file', async () => {
    const { user } = await registerAccount(server)
    const path = `/api/admin/users/${user.username}`
    await from(HOME, desk.token, path, { suspended: true, reason: 'Spam' })
    await from(HOME, desk.token, '/api/scrape/fcpeuro', {})
    expect(await listed()).toMatchObject([
      { action: 'start_scrape', ...where },
      { action: 'suspend', ...where },
    ])
    const { text } = await from(HOME, desk.token, '/api/admin/audit?format=csv')
    expect(text.split('\r\n')[0]).toContain('reason,details,address,device')
    expect(text).toContain(`${where.address},${where.device}`)
  })

  test('of the server itself says nothing of whose call it was in', async () => {
    const { user, password } = await registerAccount(server)
    const path = `/api/admin/people/${user.id}`
    await from(HOME, desk.token, path, { action: 'suspend', reason: 'Spam', days: 1 })
    now += DAY_MS + 1
    const login = { username: user.username, password }
    expect((await new TestDevice(server.url).post('/api/auth/login', login)).status).toBe(200)
    expect(await acts()).toMatchObject([
      { action: 'suspend', ...where },
      { actor: 'system', action: 'unsuspend', address: null, device: null },
    ])
    await desk.signInAgain()
  })

  test('forgets where it came from after 90 days, and with the account of who did it', async () => {
    const [old, young, leaver] = [-91, -89, 0].map((days) => ({
      at: new Date(now + days * DAY_MS),
    }))
    const act = { action: 'hide_kit', subject: 'kit:x', address: '192.0.2.7', device: 'Firefox' }
    const account = await registerAccount(server)
    await server.deps.db('audit_log').insert([
      { ...act, ...old, actor: 'old' },
      { ...act, ...young, actor: 'young' },
      { ...act, ...leaver, actor: account.user.id },
    ])
    await runHousekeeping(server.deps)
    await desk.deleteAccount(account)
    const kept = (await acts()).filter(({ action }) => action === 'hide_kit')
    expect(kept).toMatchObject([
      { actor: 'old', address: null, device: null },
      { actor: 'young', address: '192.0.2.7', device: 'Firefox' },
      { actor: account.user.id, address: null, device: null },
    ])
  })
})

describe('what is read of people', () => {
  // T9
  test('stands in the list once an hour for each reader and list', async () => {
    const person = await registerAccount(server)
    const page = `/api/admin/people/${person.user.id}`
    const lists = ['users', 'deletion-requests', 'messages', 'mail', 'mails']
    const paths = [...lists.map((name) => `/api/admin/${name}`), page, `${page}/sessions`]
    const readAll = () =>
      Promise.all(
        [...paths, ...paths, '/API/ADMIN/USERS/'].map((path) => from(HOME, desk.token, path)),
      )
    for (const { status } of await readAll()) expect(status).toBe(200)
    const expected = [...lists.map((name) => `server:${name}`), `user:${person.user.id}`].toSorted()
    const read = async (actor: string) =>
      (await acts())
        .filter((act) => act['action'] === 'read_people' && act['actor'] === actor)
        .map(({ subject }) => String(subject))
        .toSorted()
    const boss = desk.boss.principal.slice(2)
    expect(await read(boss)).toEqual(expected)
    await from(HOME, second.token, '/api/admin/users')
    expect(await read(second.user.id)).toEqual(['server:users'])
    now += HOUR_MS
    await readAll()
    expect(await read(boss)).toHaveLength(2 * expected.length)
    // An unknown account, the status and the catalogue are no reads of people.
    await from(HOME, second.token, '/api/admin/people/x')
    await from(HOME, second.token, '/api/admin/status')
    await from(HOME, second.token, '/api/admin/sources')
    expect(await read(second.user.id)).toEqual(['server:users'])
  })

  // T9
  test('is written down each time it is taken as a file', async () => {
    const page = `/api/admin/people/${second.user.id}`
    const files = ['users', 'audit', 'messages', 'mails', 'readings', 'reports', 'kit-reports']
    const paths = [...files.map((name) => `/api/admin/${name}`), '/api/errors/logs', `${page}/kits`]
    for (const path of [...paths, ...paths]) {
      expect((await from(HOME, desk.token, `${path}?format=csv`)).status, path).toBe(200)
    }
    const taken = (await acts()).filter(({ action }) => action === 'export')
    expect(taken).toHaveLength(2 * paths.length)
    expect(taken.at(-1)).toMatchObject({
      subject: `user:${second.user.id}`,
      details: { list: 'kits' },
      address: '2001:db8:5:6::/64',
    })
    expect(taken.at(-2)).toMatchObject({ subject: 'server:logs' })
  })
})

// T7
test('an operator of ADMIN_EMAILS is kept out by no other, by whatever route', async () => {
  const boss = desk.boss.principal.slice(2)
  const page = `/api/admin/people/${boss}`
  for (const [path, body] of [
    ['/api/admin/users/boss', { suspended: true, reason: 'Coup' }],
    [page, { action: 'suspend', reason: 'Coup' }],
    [page, { action: 'signOut' }],
    [page, { action: 'reset' }],
    [page, { action: 'unmakeAdmin' }],
    [page, { action: 'makeModerator' }],
  ] as const) {
    const { status, text } = await from(HOME, second.token, path, body)
    expect([status, text], JSON.stringify(body)).toEqual([
      409,
      expect.stringContaining('ADMIN_EMAILS names this operator'),
    ])
  }
  expect((await acts()).filter(({ action }) => action !== 'read_people')).toEqual([])
  // An operator may end their own sessions, and those of operators ADMIN_EMAILS does not name.
  expect((await from(HOME, desk.token, page, { action: 'signOut' })).status).toBe(200)
  await desk.signInAgain()
  const other = `/api/admin/people/${second.user.id}`
  expect((await from(HOME, desk.token, other, { action: 'signOut' })).status).toBe(200)
})
