import type { Op } from '#shared/sync/protocol.ts'
import type { Party } from './party.ts'

import { gzipSync } from 'node:zlib'

import { newId } from '#shared/ids.ts'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { shown, sync } from './party.ts'

const MB = 1024 * 1024
const DEEP = '['.repeat(250_000) + ']'.repeat(250_000)
const BOMB = gzipSync(Buffer.alloc(200 * MB, 32))
const JSON_BOMB = gzipSync(Buffer.from(JSON.stringify({ v: 1, ops: ['0'.repeat(100 * MB)] })))
const WIDE = `{${Array.from({ length: 40_000 }, (_, n) => `"${n}":1`).join(',')}}`

/** Reports, batches and bodies that are meant to stop whatever reads them. */
export async function queues(party: Party): Promise<void> {
  let turn = 0
  party.start()
  await party.crew(6, async (client) => {
    const nth = turn++
    const device = new TestDevice(party.plan.url)
    const headers = shown(device)
    const packed = { ...headers, 'Content-Encoding': 'gzip', 'Content-Type': 'application/json' }
    switch (nth % 8) {
      case 0: {
        const errors = Array.from({ length: 20 }, (_, at) => ({
          id: newId(),
          message: `${nth} ${at} ${'m'.repeat(900)}`,
          stack: `at f (x.js:${nth}:${at})\n`.repeat(300),
          componentStack: 'at C\n'.repeat(700),
          context: { deep: { text: 'c'.repeat(2_000) } },
          timestamp: new Date().toISOString(),
        }))
        return client.call('POST', '/api/errors/frontend', { headers, body: { errors } })
      }
      case 1:
        return sync(client, device, badRows(device))
      case 2: {
        const kit = device.kit({ name: 'x'.repeat(200_000), notes: 'y'.repeat(200_000) })
        return sync(client, device, [kit])
      }
      case 3:
        return client.call('POST', '/api/sync', { headers, body: DEEP })
      case 4:
        return client.call('POST', '/api/sync', { headers: packed, body: BOMB })
      case 5:
        return client.call('POST', '/api/auto-save', { headers: packed, body: JSON_BOMB })
      case 6:
        return client.call('POST', '/api/errors/frontend', { headers, body: WIDE })
      default:
        return client.call('GET', `/api/kits?q=${'%25'.repeat(200)}${nth}`)
    }
  })
}

/** A good kit among rows nobody can store. */
function badRows(device: TestDevice): Op[] {
  const kit = device.kit({ name: 'Poison' })
  const strange: Record<string, unknown>[] = [
    { name: '\u0000\ud800', price: -1 },
    { name: { deep: [[[[[[1]]]]]] }, qty: 'many' },
    { ord: 7, link: 'javascript:alert(1)' },
    { __proto__: null, constructor: 'x', nobody: 'y'.repeat(2_000) },
    { name: 'x'.repeat(5_000), qty: 1e308 },
  ]
  const rows = Array.from({ length: 200 }, (_, nth) => ({
    ...device.line(kit.id, strange[nth % strange.length]),
    ...(nth % 11 === 0 ? { id: kit.id } : {}),
    ...(nth % 13 === 0 ? { kit: newId() } : {}),
  }))
  const future = device.line(kit.id, { name: 'Later' }, Date.now() + 400 * 24 * 3_600_000)
  return [...rows, future, kit]
}
