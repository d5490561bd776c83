import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'

import { setTimeout as sleep } from 'node:timers/promises'

import { setSuspended } from '../accounts/administrators.ts'
import { processDeletion, requestDeletion } from '../erasure/deletion.ts'
import { kitScope, MAX_FOLLOWED_KITS, ownerScope } from '#shared/cells/limits.ts'
import { applyInTransaction, inWriteTransaction } from './applyOps.ts'
import { createLive, createLocalLive } from './live.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  account = await registerAccount(server)
})
afterAll(() => server.close())

/** A live stream and its lines. */
class Stream {
  readonly lines: unknown[] = []
  readonly #controller = new AbortController()
  status = 0
  hasEnded = false
  retryAfter: string | null = null

  static async open(
    path: string,
    headers: Record<string, string>,
    { url } = server,
  ): Promise<Stream> {
    const stream = new Stream()
    const { signal } = stream.#controller
    const response = await fetch(url + path, { headers, signal })
    stream.status = response.status
    stream.retryAfter = response.headers.get('Retry-After')
    if (response.ok && response.body) void stream.#read(response.body)
    return stream
  }
  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of body) {
        const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = parts.pop() ?? ''
        for (const part of parts) this.lines.push(JSON.parse(part))
      }
      this.hasEnded = true
    } catch {
      // Closed by the test.
    }
  }
  pokes = () => this.lines.filter((line) => Object.keys(line as object).length > 0)
  close = () => this.#controller.abort()
}

const key = (device: TestDevice) => ({ 'X-Device-Key': device.secret })

describe('a live stream', () => {
  test('says at once what another device of the same account has changed, and nothing of others', async () => {
    const phone = new TestDevice(server.url, account)
    const headers = { Authorization: `Bearer ${account.token}` }
    const stream = await Stream.open('/api/sync/live', headers)
    const stranger = new TestDevice(server.url)
    await stranger.push(stranger.kit())
    await phone.push(phone.kit())
    await expect
      .poll(stream.pokes)
      .toEqual([{ poke: [ownerScope(account.principal), expect.any(Number)] }])
    stream.close()
  })

  test('says what changed in the kits it follows, also by a comment', async () => {
    const owner = new TestDevice(server.url)
    const reader = new TestDevice(server.url)
    const kit = owner.kit()
    await owner.push(kit)
    const stream = await Stream.open(`/api/sync/live?kits=${kit.id}`, key(reader))
    const writer = new TestDevice(server.url, account)
    await writer.push(writer.comment(kit.id, 'hello'))
    await expect.poll(stream.pokes).toEqual([{ poke: [kitScope(kit.id), expect.any(Number)] }])
    stream.close()
  })

  test('tells a device that follows as many kits as it may of the last one too, as a pull does', async () => {
    const owner = new TestDevice(server.url)
    const reader = new TestDevice(server.url)
    const kits = Array.from({ length: MAX_FOLLOWED_KITS }, () => owner.kit())
    await owner.push(...kits)
    const scopes = kits.map(({ id }) => kitScope(id))
    Object.assign(reader.cursors, { t: 0 }, Object.fromEntries(scopes.map((scope) => [scope, 0])))
    const { rows } = await reader.sync()
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(kits.map(({ id }) => id)))
    const stream = await Stream.open(
      `/api/sync/live?kits=${kits.map(({ id }) => id).join()}`,
      key(reader),
    )
    const last = kits.at(-1) ?? owner.kit()
    await owner.push({ ...last, cells: owner.cells({ name: 'changed' }) })
    await expect.poll(stream.pokes).toEqual([{ poke: [kitScope(last.id), 2] }])
    stream.close()
  })

  test('needs credentials, and is open five times at most', async () => {
    expect((await Stream.open('/api/sync/live', {})).status).toBe(401)
    const device = new TestDevice(server.url)
    const streams = await Promise.all(
      Array.from({ length: 5 }, () => Stream.open('/api/sync/live', key(device))),
    )
    expect((await Stream.open('/api/sync/live', key(device))).status).toBe(429)
    for (const stream of streams) stream.close()
    await expect
      .poll(async () => {
        const stream = await Stream.open('/api/sync/live', key(device))
        stream.close()
        return stream.status
      })
      .toBe(200)
  })
})

describe('the streams of a session', () => {
  const open = ({ token }: TestAccount, at = server) =>
    Stream.open('/api/sync/live', { Authorization: `Bearer ${token}` }, at)
  const bearer = ({ token }: TestAccount) => ({
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  })
  const password = 'Another 40 Nm, dry!'

  test.each<[string, (account: TestAccount) => Promise<unknown>]>([
    ['it signs out', (one) => fetch(`${server.url}/api/auth/logout`, bearer(one))],
    [
      'its password is changed elsewhere',
      async (one) => {
        const form = { username: one.user.username, password: one.password }
        const login = await new TestDevice(server.url).post('/api/auth/login', form)
        const { token } = (await login.json()) as { token: string }
        const body = JSON.stringify({ currentPassword: one.password, password })
        await fetch(`${server.url}/api/auth/change-password`, {
          ...bearer({ ...one, token }),
          body,
        })
      },
    ],
    ['it is suspended', ({ user }) => setSuspended(server.deps, user.username, true, 'test')],
    [
      'it is deleted',
      async ({ user }) => {
        const { id } = await requestDeletion(server.deps, user.id)
        await processDeletion(server.deps, id, 'test')
      },
    ],
    // T8
  ])('end on every process when %s, and no others', async (_, end) => {
    const other = await startTestServer({ database: server.database })
    const [one, stranger] = [await registerAccount(server), await registerAccount(server)]
    const streams = [await open(one), await open(one, other)]
    const kept = await open(stranger, other)
    // Retried until each process is known to listen.
    const device = new TestDevice(server.url, one)
    const hears = async () => {
      await device.push(device.kit())
      return streams.every((stream) => stream.pokes().length > 0)
    }
    await expect.poll(hears, { interval: 100 }).toBe(true)
    await end(one)
    await expect.poll(() => streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true])
    expect(kept.hasEnded).toBe(false)
    expect((await open(one, other)).status).toBe(401)
    kept.close()
    await other.close()
  })

  // T8
  test('end when it ends while one is being opened', async () => {
    const one = await registerAccount(server)
    const { knex } = server.database
    const ofOne = () => knex('sessions').where({ user_id: one.user.id })
    for (let nth = 0; nth < 10; nth++) {
      // It is seen after an hour, which waits for whoever ends it.
      await ofOne().update({ revoked_at: null, last_seen_at: new Date(Date.now() - 3_600_000) })
      const ending = await knex.transaction()
      await ofOne().transacting(ending).update({ revoked_at: new Date() })
      const opening = open(one)
      await sleep(50)
      await ending.commit()
      const stream = await opening
      await expect.poll(() => stream.hasEnded || stream.status === 401).toBe(true)
    }
  })

  // T8
  test('end when it ended while the database told nobody', async () => {
    const one = await registerAccount(server)
    const stream = await open(one)
    const device = new TestDevice(server.url)
    const stranger = await Stream.open('/api/sync/live', key(device))
    await server.database.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'wrenchlist-live' and datname = current_database()`,
    )
    await fetch(`${server.url}/api/auth/logout`, bearer(one))
    await expect.poll(() => stream.hasEnded && stranger.hasEnded, { timeout: 10_000 }).toBe(true)
    expect((await Stream.open('/api/sync/live', key(device))).status).toBe(200)
  })
})

describe('streams of one address', () => {
  /** Each with its own key: keys are free. */
  const openFrom = (address: string, at = server) => {
    const headers = { ...key(new TestDevice(at.url)), 'X-Forwarded-For': address }
    return Stream.open('/api/sync/live', headers, at)
  }
  const open100 = async (addresses: (nth: number) => string, at = server) => {
    const opening = Array.from({ length: 100 }, (_, nth) => openFrom(addresses(nth), at))
    return Promise.all(opening)
  }

  // T52, T88
  test('are a hundred at most, other addresses have theirs, and later there is room again', async () => {
    const streams = await open100(() => '203.0.113.9')
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await openFrom('203.0.113.9')
    expect([refused.status, refused.retryAfter]).toEqual([429, '60'])
    // The client's own header precedes the proxy's, and does not count.
    expect((await openFrom('192.0.2.1, 203.0.113.9')).status).toBe(429)
    const other = await openFrom('203.0.113.10')
    expect(other.status).toBe(200)
    for (const stream of [...streams, other]) stream.close()
    const again = async () => {
      const stream = await openFrom('203.0.113.9')
      stream.close()
      return stream.status
    }
    await expect.poll(again).toBe(200)
  })

  // T53
  test('are those of the connection, whatever address is claimed, while no proxy is trusted', async () => {
    const { database } = server
    const bare = await startTestServer({ database, env: { TRUST_PROXY: 0 } })
    const streams = await open100((nth) => `10.0.0.${nth}`, bare)
    expect((await openFrom('10.0.1.1', bare)).status).toBe(429)
    for (const stream of streams) stream.close()
    await bare.close()
  })
})

test('who listens hears of a push once it is committed, and never of one that is rolled back', async () => {
  const device = new TestDevice(server.url)
  const { principal } = device
  const { knex } = server.database
  const live = createLocalLive()
  const heard: unknown[] = []
  live.subscribe(new Set([ownerScope(principal)]), (poke) => heard.push(poke))
  const push = (end: () => void) =>
    inWriteTransaction(knex, [principal], async (trx) => {
      const batch = { principal, name: null, ops: [device.kit()], ownerCursor: 0 }
      await applyInTransaction(trx, { ...server.deps, live }, batch)
      await sleep(50)
      expect(heard).toEqual([])
      end()
    })
  const fail = () => {
    throw new Error('not stored')
  }
  await expect(push(fail)).rejects.toThrow('not stored')
  await push(() => undefined)
  await expect.poll(() => heard).toEqual([{ scope: ownerScope(principal), version: 1 }])
})

// T109
test('servers on one PostgreSQL tell each other all that changes', async () => {
  const { url, knex } = server.database
  const [one, other] = [
    createLive(url, knex, server.deps.log),
    createLive(url, knex, server.deps.log),
  ]
  const heard: unknown[] = []
  const scopes = Array.from({ length: 200 }, (_, nth) => ownerScope(`d:${nth}`))
  other.subscribe(new Set(scopes), (poke) => heard.push(poke))
  const [first = 'o:d:0', later = 'o:d:1', ...many] = scopes
  const say = (...told: typeof scopes) => one.poke(new Map(told.map((scope) => [scope, 7])))
  const told = { interval: 100 }
  // LISTEN starts some time later.
  const hearFirst = () => {
    say(first)
    return heard[0]
  }
  await expect.poll(hearFirst, told).toEqual({ scope: first, version: 7 })
  // More than one notification holds; pokes during the NOTIFY go with the next.
  const interrupt = ({ sql }: { sql: string }) => {
    if (!sql.includes('pg_notify')) return
    knex.removeListener('query', interrupt)
    say(later)
  }
  knex.on('query', interrupt)
  say(...many)
  for (const scope of [...many, later]) {
    await expect.poll(() => heard, told).toContainEqual({ scope, version: 7 })
  }
  await Promise.all([one.close(), other.close()])
})
