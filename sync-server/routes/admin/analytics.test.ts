import type { IncomingHttpHeaders } from 'node:http'

import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestServer } from '../../testServer.ts'

import { MAX_EVENTS } from '#shared/analytics.ts'
import { startTestServer } from '../../testServer.ts'

const arrived: { headers: IncomingHttpHeaders; body: unknown }[] = []
let status = 200
const collector = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    arrived.push({ headers: request.headers, body: JSON.parse(text) as unknown })
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('thanks')
  })
})
let server: TestServer

beforeAll(async () => {
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const address = collector.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server = await startTestServer({ env: { ANALYTICS_URL: `http://127.0.0.1:${port}/events` } })
})
afterAll(async () => {
  await server.close()
  collector.close()
})
beforeEach(() => {
  arrived.length = 0
  status = 200
})

let visitors = 0
async function send(body: unknown, to = server, from?: string) {
  const response = await fetch(`${to.url}/api/analytics`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'a very telling browser',
      'X-Forwarded-For': from ?? `10.7.0.${visitors++}`,
    },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  const answer = (text === '' ? {} : JSON.parse(text)) as { code?: string; field?: string }
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), ...answer }
}

const copied = { name: 'build_link_copy', at: 1_700_000_000_000, place: 'builder' }

describe('whether anything is counted', () => {
  test('stands in the answer, so that nobody is asked for nothing', async () => {
    const without = await startTestServer()
    for (const [to, isCounted] of [
      [server, true],
      [without, false],
    ] as const) {
      const answer = await fetch(`${to.url}/api/consent`)
      expect(await answer.json()).toEqual({ isCounted })
    }
    await without.close()
  })
})

describe('events that people let be counted', () => {
  // T58
  test('reach the collector as they are, without who sent them', async () => {
    const view = { name: 'kit_view', at: 1_700_000_000_001, place: 'list', isOwn: false }
    expect(await send({ events: [copied, view] })).toMatchObject({ status: 204 })
    expect(arrived.map(({ body }) => body)).toEqual([{ events: [copied, view] }])
    const told = JSON.stringify(arrived[0]?.headers)
    expect(told).not.toContain('10.7.0.')
    expect(told).not.toContain('telling')
  })

  test.each([500, 302])('wait when the collector answers %i', async (answer) => {
    status = answer
    expect(await send({ events: [copied] })).toMatchObject({
      status: 503,
      code: 'collector_away',
      retryAfter: '60',
    })
  })

  test('are thrown away where nobody collects', async () => {
    const quiet = await startTestServer()
    expect(await send({ events: [copied] }, quiet)).toMatchObject({ status: 204 })
    expect(arrived).toEqual([])
    await quiet.close()
  })

  test.each([
    ['an unknown event', [{ ...copied, name: 'keys_pressed' }]],
    ['more than it may carry', [{ ...copied, email: 'maria@example.com' }]],
    ['something of another type', [{ ...copied, at: 'now' }]],
    ['none', []],
    ['too many', Array.from({ length: MAX_EVENTS + 1 }, () => copied)],
  ])('are refused with %s', async (_what, events) => {
    expect((await send({ events })).status).toBe(422)
    expect(arrived).toEqual([])
  })

  test('are not taken without end from one address', async () => {
    const answers = []
    for (let at = 0; at < 62; at++)
      answers.push(await send({ events: [copied] }, server, '10.8.0.1'))
    expect(answers.at(-1)).toMatchObject({ status: 429 })
  })
})
