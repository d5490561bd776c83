/** The client's side of a sync over a slow but working link. */
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

import { newId } from '#shared/ids.ts'
import { httpNet } from '../app/data/api/net.ts'

const CHUNK_BYTES = 5_000
const CHUNK_MS = 100

async function sendSlowly(response: ServerResponse, body: string): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  for (let at = 0; at < body.length && !response.destroyed; at += CHUNK_BYTES) {
    response.write(body.slice(at, at + CHUNK_BYTES))
    await sleep(CHUNK_MS)
  }
  response.end()
}

afterEach(() => {
  vi.unstubAllGlobals()
})

// 460 kB at 50 kB/s: longer than the timeout of a link on which nothing arrives.
test('a pull that arrives slowly but steadily is received', async () => {
  const cells = { buildId: ['AAAAAA', 1, 0, 0], notes: 'x'.repeat(19_000) }
  const rows = Array.from({ length: 24 }, () => ({ id: newId(), m: 1, c: cells }))
  const body = JSON.stringify({ now: 1, gen: 'g', nodes: ['nodenode1'], rows, cur: {} })
  const server = createServer((_request, response) => void sendSlowly(response, body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${path}`, init),
  )
  const device = { principal: 'd:x', node: 'nodenode1' }
  const result = await httpNet().sync(
    { ...device, ops: [], cursors: {} },
    { ...device, epoch: 0, credential: { deviceKey: 's' } },
  )
  server.closeAllConnections()
  server.close()
  expect(result.kind).toBe('answer')
})
