import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../../testServer.ts'

import { newDeviceSecret, newId } from '#shared/ids.ts'
import { runHousekeeping } from '../../housekeeping/housekeeping.ts'
import { call, newAddress } from '../../testClient.ts'
import { registerAccount, startTestServer } from '../../testServer.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: TestServer
let boss: TestAccount
let now = Date.now()
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: ['boss@example.com'] }, now: () => now })
  boss = await registerAccount(server, 'boss', 'boss@example.com')
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
})

/** Advances the clock; administrators' sessions expire. */
async function later(ms: number): Promise<void> {
  now += ms
  const { username } = boss.user
  const body = { username, password: boss.password }
  const answer = await call<{ token: string }>(server, 'POST', '/api/auth/login', { body })
  boss.token = answer.body.token
}

interface Entry {
  id: string
  class: string
  message: string
  level: string
  timestamp: string
  count: number
  stack: string | null
  userId: string | null
  username: string | null
  claimedUserId: string | null
  resolvedAt: string | null
  isTest: boolean
  url: string | null
  context: unknown
}
interface Logs {
  logs: Entry[]
  next: string | null
  stats: {
    totalErrors: number
    last24Hours: number
    errorsByLevel: Record<string, number>
    hours: { hour: string; error: number; warning: number; info: number }[]
  }
}

const send = (errors: unknown, more: Parameters<typeof call>[3] = {}) =>
  call(server, 'POST', '/api/errors/frontend', { from: newAddress(), body: { errors }, ...more })

async function logs(query = ''): Promise<Logs> {
  const answer = await call<Logs>(server, 'GET', `/api/errors/logs${query}`, { token: boss.token })
  expect(answer.status).toBe(200)
  return answer.body
}

async function found(word: string): Promise<Entry> {
  const [entry] = (await logs(`?q=${word}`)).logs
  if (!entry) throw new Error(`no entry has ${word}`)
  return entry
}

const at = (ms = now) => new Date(ms).toISOString()

describe('a report', () => {
  test('is listed with every field', async () => {
    const report = {
      message: 'Cannot read alpha',
      stack: 'TypeError: Cannot read alpha\n    at save (https://w.example/assets/a.js:1:2)',
      componentStack: '\n    at Kit',
      url: 'https://w.example/kit/abc?token=hush&build=hT4kQ9',
      userAgent: 'Firefox 140',
      timestamp: at(),
      level: 'warning',
      userId: 'someone',
      build: 'abc123def456',
      context: { endpoint: '/api/kits', status: 500, password: 'hush' },
    }
    expect(await send([report])).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(await found('alpha')).toEqual({
      ...report,
      url: 'https://w.example/kit/abc?token=…&build=hT4kQ9',
      context: { endpoint: '/api/kits', status: 500, password: '…' },
      id: expect.any(String) as string,
      class: 'stranger',
      userId: null,
      username: null,
      claimedUserId: 'someone',
      device: 'Unknown device',
      count: 1,
      firstAt: report.timestamp,
      resolvedAt: null,
      isTest: false,
    })
  })

  test('needs a message alone', async () => {
    expect((await send([{ message: 'beta alone' }])).status).toBe(200)
    expect(await found('beta')).toMatchObject({ level: 'error', timestamp: at(), stack: null })
  })

  // T54
  test('says who was signed in by the session, not by what it claims', async () => {
    const anna = await registerAccount(server, 'anna')
    const report = { message: 'gamma fault', userId: boss.user.id }
    await send([report], { token: anna.token })
    expect(await found('gamma')).toMatchObject({
      class: 'account',
      userId: anna.user.id,
      username: 'anna',
      claimedUserId: null,
    })
    await send([{ message: 'gamma without a session', userId: boss.user.id }])
    expect(await found('gamma%20without')).toMatchObject({
      userId: null,
      username: null,
      claimedUserId: boss.user.id,
    })
    // An expired session does not keep a report back.
    expect((await send([{ message: 'delta fault' }], { token: 'ended' })).status).toBe(200)
    expect(await found('delta')).toMatchObject({ userId: null, username: null })
  })

  test('that happens again is counted, by the hour, as one fault', async () => {
    const stack = (build: string) =>
      `Error: x\n    at run (https://w.example/assets/core-${build}.js:1:2)`
    await send([
      { message: 'epsilon 1', stack: stack('ByFIQeg'), timestamp: at(now - 2 * HOUR_MS), count: 5 },
      { message: 'epsilon 2', stack: stack('ByFIQeg'), timestamp: at(now - 60_000) },
    ])
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        send([
          { message: `epsilon ${i}`, stack: stack('x1y2z3a') },
          { message: `zeta ${i}`, stack: stack('x1y2z3a') },
        ]),
      ),
    )
    const all = await logs('?q=epsilon')
    expect(all.logs).toHaveLength(1)
    expect(all.logs[0]).toMatchObject({ count: 14, timestamp: at() })
    const hour = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS
    const shown = all.stats.hours.find((one) => Date.parse(one.hour) === hour(now - 2 * HOUR_MS))
    expect(shown?.error).toBe(5)
    expect(all.stats.hours).toHaveLength(24)
    expect(Date.parse(all.stats.hours.at(-1)?.hour ?? '')).toBe(hour(now))
  })

  test('whose answer was lost comes again and counts once, for a month', async () => {
    const id = newId()
    const lost = { id, message: 'lost answer', count: 3 }
    await Promise.all([send([lost]), send([lost, { id: newId(), message: 'lost answer' }])])
    expect((await send([lost, lost])).body).toEqual({ accepted: 2 })
    expect((await found('lost')).count).toBe(4)
    // An invalid id is ignored, so nothing is deduplicated.
    await send([{ id: 'x', message: 'lost answer' }])
    await send([{ id: 'x', message: 'lost answer' }])
    expect((await found('lost')).count).toBe(6)
    const kept = () => server.database.knex('error_report_ids').where({ id }).pluck('id')
    expect(await kept()).toEqual([id])
    await later(31 * DAY_MS)
    await runHousekeeping(server.deps)
    expect(await kept()).toEqual([])
  })

  test('of a clock that is wrong counts as of now', async () => {
    for (const [word, time] of [
      ['eta', at(now + DAY_MS)],
      ['theta', at(now - 30 * DAY_MS)],
      ['iota', 'yesterday'],
    ] as const) {
      expect((await send([{ message: `${word} fault`, timestamp: time }])).status).toBe(200)
      expect(await found(word)).toMatchObject({ timestamp: at() })
    }
  })
})

describe('a hostile report', () => {
  test.each([
    ['no list', { message: 'x' }],
    ['an empty list', []],
    ['too many', Array.from({ length: 21 }, () => ({ message: 'x' }))],
    ['no object', ['x']],
    ['null', [null]],
    ['no message', [{ stack: 'x' }]],
    ['a message that is none', [{ message: { toString: 'x' } }]],
    ['a stack that is none', [{ message: 'x', stack: ['x'] }]],
    ['another level', [{ message: 'x', level: 'fatal' }]],
    ['a context that is none', [{ message: 'x', context: 'x' }]],
    ['a count of a million', [{ message: 'x', count: 1_000_000 }]],
    ['half a count', [{ message: 'x', count: 1.5 }]],
  ])('with %s is refused whole', async (_what, errors) => {
    expect((await send(errors)).status).toBe(422)
  })

  test('that is too large or too deep is not read', async () => {
    expect((await send([{ message: 'x'.repeat(300_000) }])).status).toBe(413)
    const deep = `{"errors":[{"message":"x","context":${'{"a":'.repeat(20)}1${'}'.repeat(20)}}]}`
    expect((await send([], { body: deep })).status).toBe(400)
    expect((await send([], { body: '[' })).status).toBe(400)
  })

  test('of 100 kB is kept short, and as text', async () => {
    const bomb = '<img src=x onerror=alert(1)>'
    const long = `kappa ${bomb}`.repeat(1_500)
    const report = {
      message: long,
      stack: long,
      url: 'javascript:alert(1)',
      context: { [bomb]: long, ['__proto__']: { polluted: true }, nul: 'a\0b\ud800' },
    }
    expect((await send([report])).status).toBe(200)
    const entry = await found('kappa')
    expect(JSON.stringify(entry).length).toBeLessThan(20_000)
    expect(entry.message.startsWith(`kappa ${bomb}`)).toBe(true)
    expect(entry.url).toBe('javascript:alert(1)')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('loses its tokens and addresses, wherever they are', async () => {
    const token = newDeviceSecret()
    const text = `lambda ${token} Bearer abc123def dana@example.com {"password":"hush"} ?token=hush`
    await send([{ message: text, stack: text, componentStack: text, url: text, context: { text } }])
    const stored = JSON.stringify(await found('lambda'))
    for (const secret of [token, 'abc123def', 'dana@', 'hush']) expect(stored).not.toContain(secret)
    const { rows } = await server.database.knex.raw(
      `select count(*) as count from error_groups g where g::text like '%hush%' or g::text like ?`,
      [`%${token}%`],
    )
    expect(Number(rows[0].count)).toBe(0)
  })

  // T54
  test('comes no more than so often from one address, or one device', async () => {
    const many = Array.from({ length: 20 }, (_, i) => ({
      message: `flood ${'abcdefghij'[i % 10]}`,
    }))
    const from = newAddress()
    const statuses: number[] = []
    for (let i = 0; i < 17; i++) statuses.push((await send(many, { from })).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(15)
    const refused = await send(many, { from })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)

    const device = newDeviceSecret()
    const ofDevice: number[] = []
    for (let i = 0; i < 7; i++) ofDevice.push((await send(many, { device })).status)
    expect(ofDevice.filter((status) => status === 200)).toHaveLength(5)
  })
})

describe('what is for administrators', () => {
  test.each([
    ['GET', '/api/errors/logs'],
    ['GET', '/API/Errors/Logs'],
    ['GET', `/api/errors/logs/${newId()}`],
    ['POST', `/api/errors/logs/${newId()}`],
  ] as const)('%s %s is refused to everybody else', async (method, path) => {
    const { token } = await registerAccount(server)
    const body = method === 'POST' ? { resolved: true } : undefined
    const ask = (more: object) => call(server, method, path, { ...more, ...(body && { body }) })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ token })).status).toBe(403)
    const status = path.includes('logs/') ? 404 : 200
    expect((await ask({ token: boss.token })).status).toBe(status)
  })

  test('the list is filtered, searched by every word, and comes in pages', async () => {
    await later(2 * DAY_MS)
    for (const letter of 'abcdefg') {
      now += 1_000
      await send([{ message: `50% mu_${letter} x`, level: letter < 'c' ? 'info' : 'error' }])
    }
    await send([{ message: '50 percent mu-z', context: { test: true } }])
    const names = ({ logs: list }: Logs) => list.map(({ message }) => message)
    const first = await logs('?q=50%25%20MU_&limit=4')
    expect(names(first).map((name) => name.slice(7, 8))).toEqual(['g', 'f', 'e', 'd'])
    const rest = await logs(`?q=50%25%20mu_&limit=4&after=${first.next}`)
    expect(names(rest).map((name) => name.slice(7, 8))).toEqual(['c', 'b', 'a'])
    expect(rest.next).toBeNull()
    expect((await logs('?q=mu_&level=info')).logs).toHaveLength(2)
    expect((await logs('?q=mu-z&test=0')).logs).toEqual([])
    expect((await logs('?q=mu-z')).logs[0]).toMatchObject({ isTest: true })
    const { stats } = first
    expect(stats.last24Hours).toBe(8)
    expect(stats.errorsByLevel).toEqual({ error: 6, warning: 0, info: 2 })
    expect(stats.totalErrors).toBeGreaterThan(stats.last24Hours)
    for (const bad of ['level=fatal', 'after=x', 'limit=0', 'state=x', 'q=a&q=b', 'q=%00']) {
      const answer = await call(server, 'GET', `/api/errors/logs?${bad}`, { token: boss.token })
      expect([bad, answer.status]).toEqual([bad, 422])
    }
  })

  test('what the server reports is listed alone, whoever imitates it', async () => {
    const faked = { userAgent: 'Wrenchlist server', context: { source: 'server' } }
    for (let page = 0; page < 3; page++)
      await send(
        Array.from({ length: 20 }, (_, n) => ({ message: `fault ${page} x${n}`, ...faked })),
      )
    const [{ id }] = (await logs('?q=fault&by=stranger')).logs as [Entry]
    // As if it had come from the server.
    await server.database.knex('error_groups').where({ id }).update({ class: 'server' })
    expect((await logs('?by=server')).logs.map((entry) => entry.id)).toEqual([id])
    expect((await logs('?by=stranger')).logs.length).toBeGreaterThan(0)
  })

  test('a fault is resolved, opened again, and both are written down', async () => {
    const report = { message: 'nu fault', timestamp: at() }
    await send([report])
    const { id } = await found('nu')
    const set = (resolved: boolean) =>
      call(server, 'POST', `/api/errors/logs/${id}`, { token: boss.token, body: { resolved } })
    now += 1_000
    expect(await set(true)).toMatchObject({ status: 200, body: { id, resolvedAt: at() } })
    now += 1_000
    expect(await set(true)).toMatchObject({ body: { resolvedAt: at(now - 1_000) } })
    expect((await logs('?q=nu%20fault&state=open')).logs).toEqual([])
    expect((await logs('?q=nu%20fault&state=resolved')).logs).toHaveLength(1)

    // A report from before the resolution does not reopen the group.
    await send([report])
    expect(await found('nu')).toMatchObject({ count: 2, resolvedAt: at(now - 1_000) })
    await send([{ ...report, timestamp: at() }])
    expect(await found('nu')).toMatchObject({ count: 3, resolvedAt: null })

    await set(true)
    await set(false)
    const audit = await call<{ entries: { action: string; subject: string; actor: string }[] }>(
      server,
      'GET',
      '/api/admin/audit',
      { token: boss.token },
    )
    const acts = audit.body.entries.filter(({ subject }) => subject === id)
    expect(acts.map(({ actor, action }) => [actor, action])).toEqual([
      ['boss', 'reopen_error'],
      ['boss', 'resolve_error'],
      ['boss', 'resolve_error'],
    ])
    expect(
      (
        await call(server, 'POST', `/api/errors/logs/${id}`, {
          token: boss.token,
          body: { resolved: 1 },
        })
      ).status,
    ).toBe(422)
  })
})

test("the server's own failures are recorded, once a second, without words for the client", async () => {
  const db = server.database.knex
  await db.raw('alter table contact_messages rename to away')
  const body = { name: 'Ann', email: 'ann@example.com', message: 'xi' }
  for (let i = 0; i < 3; i++) {
    const answer = await call(server, 'POST', '/api/contact', { body, from: newAddress() })
    expect(answer).toMatchObject({ status: 500, body: { code: 'unexpected' } })
    expect(JSON.stringify(answer.body)).not.toContain('contact_messages')
  }
  await db.raw('alter table away rename to contact_messages')
  expect(server.errors.splice(0)).toHaveLength(3)
  // On a slow machine they span more than one second.
  await expect.poll(async () => (await logs('?q=contact_messages')).logs[0]?.count).toBe(3)
  const entry = await found('contact_messages')
  expect(entry).toMatchObject({
    class: 'server',
    count: 3,
    url: '/api/contact',
    level: 'error',
    userId: null,
  })
  expect(entry.stack).toContain('at ')
  expect(JSON.stringify(entry)).not.toContain('ann@')
})

describe('made-up reports', () => {
  /** A word of letters only: grouping ignores digits. */
  const word = (n: number) =>
    `${n}`.replaceAll(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
  const madeUp = async (from: string, first: number, count: number, token?: string) => {
    for (let n = first; n < first + count; n += 20) {
      const errors = Array.from({ length: 20 }, (_, at) => ({ message: `made up ${word(n + at)}` }))
      const answer = await send(errors, { from, ...(token && { token }) })
      if (answer.status !== 200) return answer.status
    }
    return 200
  }
  const cleared = async () => {
    expect(await runHousekeeping(server.deps)).toEqual([])
    const { rows } = await server.database.knex.raw(
      `select count(*)::int as count from error_groups where message like 'made up %'`,
    )
    return rows[0].count as number
  }

  // T54
  test('push out no error of the server, of an account or of another network', async () => {
    const db = server.database.knex
    await db('error_groups').delete()
    await db.raw('alter table contact_messages rename to away')
    const body = { name: 'Ann', email: 'ann@example.com', message: 'xi' }
    await call(server, 'POST', '/api/contact', { body, from: newAddress() })
    await db.raw('alter table away rename to contact_messages')
    expect(server.errors.splice(0)).toHaveLength(1)
    await expect.poll(async () => (await logs('?q=contact_messages')).logs.length).toBe(1)
    const honest = await registerAccount(server)
    await send([{ message: 'of an account' }], { token: honest.token })
    await send([{ message: 'of another network' }], { from: '2001:db8:77:1::1' })
    await send([{ message: 'made up of both' }], { from: '2001:db8:77:1::1' })
    now += 1_000

    let sent = 0
    for (let net = 0; sent < 4_200; net++, sent += 300) {
      expect(await madeUp(`198.51.${net >> 2}.${net & 3}`, sent, 300)).toBe(200)
    }
    for (let net = 0; sent < 5_400; net++, sent += 300) {
      expect(await madeUp(`2001:db8:66:${net}::1`, sent, 300)).toBe(200)
    }
    // A group an honest network reported too survives eviction of the others.
    await send([{ message: 'made up of both' }], { from: '198.51.0.0' })
    const kept = await cleared()
    const still = ['contact_messages', 'of%20an%20account', 'of%20another%20network']
    for (const q of still) expect([q, (await logs(`?q=${q}`)).logs.length]).toEqual([q, 1])
    expect((await logs('?q=made%20up%20of%20both')).logs).toHaveLength(1)
    // Limits: 100 for each of four /24 networks, 300 for the /48.
    expect(kept).toBeLessThanOrEqual(4 * 100 + 300 + 1)
    expect(kept).toBeGreaterThan(600)
  })

  // T54
  test('of one account, or of one /48 behind many lines, end at a limit', async () => {
    const { token } = await registerAccount(server)
    await server.database.knex('error_groups').delete()
    for (let day = 0; day < 2; day++) await madeUp(newAddress(), day * 300, 300, token)
    expect(await cleared()).toBe(100)
    const statuses: number[] = []
    for (let net = 0; net < 8; net++) {
      statuses.push(await madeUp(`2001:db8:55:${net}::1`, 1_000 + net * 300, 300))
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429, 429, 429])
  })
})

test('an operator can take the test page out, and what claims to come from it', async () => {
  const path = '/api/errors/test-page'
  expect((await call(server, 'GET', path)).status).toBe(200)
  const other = await startTestServer({ database: server.database, env: { TEST_ERRORS: false } })
  expect((await call(other, 'GET', path)).status).toBe(404)
  const errors = [{ message: 'omicron', context: { test: true } }, { message: 'omicron real' }]
  const answer = await call(other, 'POST', '/api/errors/frontend', { body: { errors } })
  expect(answer.body).toEqual({ accepted: 1 })
  expect((await logs('?q=omicron')).logs.map(({ message }) => message)).toEqual(['omicron real'])
  await other.close()
})

test('what nobody has seen for a quarter of a year is erased', async () => {
  await send([{ message: 'pi old' }])
  await later(60 * DAY_MS)
  await send([{ message: 'rho young' }])
  await runHousekeeping(server.deps)
  expect(await found('pi')).toBeTruthy()
  const counts = await server.database.knex('error_counts').pluck('times')
  expect(counts).toHaveLength(1)
  await later(31 * DAY_MS)
  await runHousekeeping(server.deps)
  expect((await logs('?q=pi')).logs).toEqual([])
  expect(await found('rho')).toMatchObject({ count: 1 })
})

describe('faults are found', () => {
  const messages = async (query: string) => (await logs(query)).logs.map(({ message }) => message)

  test('by the account, its time, its build and the address of the page', async () => {
    const nora = await registerAccount(server, 'nora')
    const report = (word: string, more: object) => ({ message: `theta ${word}`, ...more })
    await send([report('of nora', { build: 'aaa111' })], { token: nora.token })
    await send([report('of the past', { timestamp: at(now - 3 * HOUR_MS), build: 'bbb222' })])
    await send([report('of a kit', { url: 'https://w.example/kit/hT4kQ9', build: 'bbb333' })])
    expect(await messages('?q=theta&user=NORA')).toEqual(['theta of nora'])
    expect(await messages(`?q=theta&user=${nora.user.id}`)).toEqual(['theta of nora'])
    expect(await messages('?q=theta&user=nobody')).toEqual([])
    const to = encodeURIComponent(at(now - 2 * HOUR_MS))
    expect(await messages(`?q=theta&to=${to}`)).toEqual(['theta of the past'])
    expect(await messages(`?q=theta&from=${to}`)).toHaveLength(2)
    expect(await messages('?q=theta&build=bbb')).toHaveLength(2)
    expect(await messages('?q=theta&build=bbb3')).toEqual(['theta of a kit'])
    expect(await messages('?q=theta&page=/KIT/ht4')).toEqual(['theta of a kit'])
    expect(await messages('?q=theta&page=%25')).toEqual([])
    const bad = await call(server, 'GET', '/api/errors/logs?from=noon', { token: boss.token })
    expect(bad.status).toBe(422)
  })

  test('and exported, all pages of what is asked for', async () => {
    const many = Array.from({ length: 220 }, (_, n) => ({ message: `iota ${'x'.repeat(n)}` }))
    for (let n = 0; n < many.length; n += 20) await send(many.slice(n, n + 20))
    const file = await fetch(`${server.url}/api/errors/logs?q=iota&format=csv`, {
      headers: { Authorization: `Bearer ${boss.token}` },
    })
    expect(file.headers.get('Content-Type')).toMatch(/^text\/csv/)
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines).toHaveLength(221)
    expect(lines[0]).toBe(
      'timestamp,level,message,count,firstAt,resolvedAt,username,url,build,userAgent',
    )
  })
})
