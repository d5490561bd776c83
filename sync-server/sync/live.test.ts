import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'

import { kitScope, ownerScope } from '#shared/sync/limits.ts'
import { createLive } from './live.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer()
  account = await registerAccount(server)
})
afterAll(() => server.close())

/** A live stream, its lines as they come. */
class Stream {
  readonly lines: unknown[] = []
  readonly #controller = new AbortController()
  status = 0
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

  test('says nothing of what was rolled back', async () => {
    const device = new TestDevice(server.url)
    const stream = await Stream.open('/api/sync/live', key(device))
    const refused = await device.post('/api/auto-save', {
      buildId: 'Refuse',
      parts: [{ name: 'x', link: 'javascript:alert(1)' }],
    })
    expect(refused.status).toBe(422)
    const kit = device.kit()
    await device.push(kit)
    await expect.poll(stream.pokes).toHaveLength(1)
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

describe('streams of one address', () => {
  /** Each with a key of its own: they cost nothing. */
  const openFrom = (address: string, at = server) => {
    const headers = { ...key(new TestDevice(at.url)), 'X-Forwarded-For': address }
    return Stream.open('/api/sync/live', headers, at)
  }
  const open100 = async (addresses: (nth: number) => string, at = server) => {
    const opening = Array.from({ length: 100 }, (_, nth) => openFrom(addresses(nth), at))
    return Promise.all(opening)
  }

  test('are a hundred at most, other addresses have theirs, and later there is room again', async () => {
    const streams = await open100(() => '203.0.113.9')
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await openFrom('203.0.113.9')
    expect([refused.status, refused.retryAfter]).toEqual([429, '60'])
    // What a client says of itself stands before the proxy's word, and does not count.
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

  test('are those of the connection, whatever address is claimed, while no proxy is trusted', async () => {
    const { database } = server
    const bare = await startTestServer({ database, env: { TRUST_PROXY: 0 } })
    const streams = await open100((nth) => `10.0.0.${nth}`, bare)
    expect((await openFrom('10.0.1.1', bare)).status).toBe(429)
    for (const stream of streams) stream.close()
    await bare.close()
  })
})

test('servers on one PostgreSQL tell each other', async () => {
  const { knex } = server.database
  const url = server.database.url
  const [one, other] = [
    createLive(url, knex, server.deps.log),
    createLive(url, knex, server.deps.log),
  ]
  const heard: unknown[] = []
  other.subscribe(new Set(['o:d:somebody']), (poke) => heard.push(poke))
  await expect
    .poll(
      () => {
        one.poke(new Map([['o:d:somebody', 7]]))
        return heard[0]
      },
      { interval: 100 },
    )
    .toEqual({ scope: 'o:d:somebody', version: 7 })
  await Promise.all([one.close(), other.close()])
})
