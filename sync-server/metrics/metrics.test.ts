import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { encodeRequest } from '#shared/sync/protocol.ts'
import { call } from '../testClient.ts'
import { startTestServer, TestDevice } from '../testServer.ts'
import { createReadings } from './readings.ts'
import { createRegistry } from './registry.ts'
import { serveMetrics } from './serveMetrics.ts'

let server: TestServer
let readings: ReturnType<typeof createReadings>
beforeAll(async () => {
  server = await startTestServer()
  readings = createReadings(server.deps.metrics, { db: server.database.knex, version: '1.2.3' })
})
afterAll(async () => {
  readings.stop()
  await server.close()
})

test('requests are counted by pattern, whatever was in the address', async () => {
  for (const id of ['AAAAAA', 'BBBBBB', 'CCCCCC']) await call(server, 'GET', `/api/kits/${id}`)
  for (const path of ['/api/nowhere', '/api/else/where']) await call(server, 'GET', path)
  const text = await readings.text()
  expect(text).toMatch(
    /^wrenchlist_requests_total\{route="\/api\/kits\/:\w+",method="GET",status="404"\} 3$/m,
  )
  expect(text).toContain('wrenchlist_requests_total{route="no route",method="GET",status="404"} 2')
  expect(text).toContain('wrenchlist_request_seconds_count{route="no route"} 2')
  expect(text).toContain('wrenchlist_refusals_total{code="not_found"} 5')
  expect(text).not.toContain('AAAAAA')
  expect(text).not.toContain('nowhere')
})

test('a push says how much it was, what was not taken and how long it waited', async () => {
  const device = new TestDevice(server.url)
  const good = device.kit({ name: 'Brakes' })
  const bad = device.line(good.id, { qty: -4 })
  const { principal, node, cursors } = device
  const request = { principal, node, ops: [good, bad], cursors, age: 3_700 }
  expect((await device.post('/api/sync', encodeRequest(request))).status).toBe(200)
  const text = await readings.text()
  expect(text).toContain('wrenchlist_push_ops_sum 2')
  expect(text).toMatch(/^wrenchlist_push_bytes_sum [1-9]\d\d$/m)
  expect(text).toContain('wrenchlist_refused_items_total{code="invalid_quantity"} 1')
  expect(text).toContain('wrenchlist_queue_age_seconds_bucket{le="3600"} 0')
  expect(text).toContain('wrenchlist_queue_age_seconds_bucket{le="21600"} 1')
})

test('an age beyond ten years, or that is none, is refused by name', async () => {
  const device = new TestDevice(server.url)
  const { principal, node, cursors } = device
  const request = encodeRequest({ principal, node, cursors, ops: [device.kit()] })
  for (const age of [-1, 315_360_001, 1.5, 'old']) {
    const response = await device.post('/api/sync', { ...request, age })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ field: 'age' })
  }
})

test('the state of the database, the jobs and the process is read when it is asked for', async () => {
  // The process's own queries may still run.
  await expect.poll(readings.text).toContain('\nwrenchlist_database_pool{state="used"} 0')
  const text = await readings.text()
  for (const start of [
    'wrenchlist_database_up 1',
    'wrenchlist_database_pool{state="waiting"} 0',
    'wrenchlist_jobs{state="queued"} 0',
    'wrenchlist_live_connections 0',
    'wrenchlist_event_loop_delay_seconds{quantile="0.99"} ',
    'wrenchlist_memory_bytes{kind="rss"} ',
    'wrenchlist_info{version="1.2.3"} 1',
  ]) {
    expect(text).toContain(`\n${start}`)
  }
  // Prometheus's text format, line by line.
  for (const line of text.trimEnd().split('\n')) {
    expect(line).toMatch(/^(# (HELP|TYPE) wrenchlist_\w+ .+|wrenchlist_\w+(\{.*\})? [\d.e+-]+)$/)
  }
})

test('an open live connection counts for as long as it is open', async () => {
  const device = new TestDevice(server.url)
  const leaving = new AbortController()
  const response = await fetch(`${server.url}/api/sync/live`, {
    headers: { 'X-Device-Key': device.secret },
    signal: leaving.signal,
  })
  expect(response.status).toBe(200)
  expect(await readings.text()).toContain('\nwrenchlist_live_connections 1')
  leaving.abort()
  await expect.poll(readings.text).toContain('\nwrenchlist_live_connections 0')
})

test('figures stand on a port of their own and nowhere else', async () => {
  const own = await serveMetrics('127.0.0.1', 0, readings.text)
  const url = `http://127.0.0.1:${own.port}`
  const answer = await fetch(`${url}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await answer.text()).toContain('wrenchlist_uptime_seconds')
  expect((await fetch(`${url}/api/health`)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404)
  own.close()
  expect((await fetch(`${server.url}/api/metrics`)).status).toBe(404)
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404)
})

test('series without end are counted together', () => {
  const registry = createRegistry()
  const counter = registry.counter('things_total', 'Things.')
  for (let n = 0; n < 600; n++) counter.add({ code: `c${n}"\n` })
  const lines = registry.text().trimEnd().split('\n')
  expect(lines).toContain('things_total{code="other"} 100')
  expect(lines).toContain('things_total{code="c0\\"\\n"} 1')
  expect(lines).toHaveLength(2 + 501)
})
