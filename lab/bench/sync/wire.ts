/**
 * Bytes and round trips of sync, against a real server over HTTP. Exact on every machine.
 * "Bare" is gzip of the same content as JSON without stamps. See README.md of this folder.
 */
import '../cluster.ts'

import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'

import { flush } from '../../../app/data/sync/send/flush.ts'
import { startTestServer } from '../../../sync-server/testServer.ts'
import { counting } from './countingNet.ts'
import { Device } from './workload.ts'
import { report, type Row } from '../report.ts'

/** Pending rows as bare content. */
function bareOf(
  rows: Iterable<{
    kind: string
    id: string
    kit: string
    cells: Record<string, readonly [unknown, string]>
  }>,
  withKit: boolean,
): number {
  const list = [...rows].map(({ kind, id, kit, cells }) => ({
    k: kind,
    id,
    ...(withKit && kind !== 'kit' ? { d: kit } : {}),
    c: Object.fromEntries(Object.entries(cells).map(([name, [value]]) => [name, value])),
  }))
  return gzipSync(JSON.stringify(list)).length
}

/** The same content nested, which is how a fresh device would be given it without stamps. */
function bareNested(device: Device): number {
  const rows = [...device.store.tables.rows.values()]
  const cellsOf = (cells: Record<string, readonly [unknown, string]>) =>
    Object.fromEntries(Object.entries(cells).map(([name, [value]]) => [name, value]))
  const kits = rows
    .filter((row) => row.kind === 'kit')
    .map((kit) => ({
      id: kit.id,
      ...cellsOf(kit.cells),
      lines: rows
        .filter((row) => row.kind === 'line' && row.kit === kit.id)
        .map((line) => ({ id: line.id, ...cellsOf(line.cells) })),
    }))
  return gzipSync(JSON.stringify(kits)).length
}

async function scattered(url: string): Promise<Row[]> {
  const device = (newest = await Device.start(7))
  for (let count = 0; count < 200; count++) await device.addKit(10)
  await flush(device.env, counting(url))
  for (let count = 0; count < 1_000; count++) await device.scatteredEdit()
  const pending = [...device.store.tables.pending.values()]
  const cells = pending.reduce((sum, row) => sum + Object.keys(row.cells).length, 0)
  const bare = bareOf(pending, false)
  const push = counting(url)
  await flush(device.env, push)

  const idle = counting(url)
  await flush(device.env, idle)

  const fresh = await Device.start(8)
  fresh.now = device.now
  fresh.store.tables.meta.set('device', device.store.tables.meta.get('device') ?? null)
  const pull = counting(url)
  await flush(fresh.env, pull)
  if (!isDeepStrictEqual(fresh.store.tables.rows, device.store.tables.rows)) {
    throw new Error('the fresh device differs from the one that wrote')
  }
  const bareDown = bareNested(device)
  return [
    {
      what: `1,000 scattered edits (${cells} distinct cells), up`,
      figure: push.up,
      unit: 'B',
      budget: Math.floor(bare * 1.2),
      note: `bare ${bare} B, ratio ${(push.up / bare).toFixed(2)}`,
    },
    { what: '1,000 scattered edits, requests', figure: push.requests, unit: '', budget: 1 },
    { what: 'nothing to do, both ways', figure: idle.up + idle.down, unit: 'B', budget: 400 },
    { what: 'nothing to do, requests', figure: idle.requests, unit: '', budget: 1 },
    {
      what: 'fresh device pulls 200 kits x 10 lines',
      figure: pull.down,
      unit: 'B',
      budget: Math.floor(bareDown * 1.35),
      note: `bare ${bareDown} B, ratio ${(pull.down / bareDown).toFixed(2)}, ${pull.requests} requests`,
    },
  ]
}

async function typing(url: string): Promise<Row[]> {
  const device = (newest = await Device.start(9))
  await device.addKit(0)
  const kit = device.kits[0]
  if (!kit) throw new Error('a kit is needed')
  const lines = Array.from({ length: 12 }, (_, at) => ({
    id: `${at.toString(36)}`.padEnd(22, 'L'),
    at,
  }))
  let edits = 0
  let at = 0
  while (edits < 1_000) {
    const line = lines[at % 12]
    const cell =
      (['name', 'manufacturer', 'partNumber', 'price', 'qty'] as const)[Math.floor(at / 12) % 5] ??
      'name'
    const text = device.sentence(3)
    for (let key = 1; key <= 17 && edits < 1_000 && line; key++, edits++) {
      device.now += 120
      const value = cell === 'price' || cell === 'qty' ? key * 7 : text.slice(0, key)
      await device.edit({
        kind: 'line',
        id: line.id,
        kit: kit.id,
        cells: { ord: `a${line.at.toString(36)}`, [cell]: value },
      })
    }
    at++
  }
  const records = device.store.tables.pending.size
  const push = counting(url)
  await flush(device.env, push)
  return [
    { what: 'typing session of 1,000 edits, up', figure: push.up, unit: 'B', budget: 2_000 },
    { what: 'typing session, requests', figure: push.requests, unit: '', budget: 1 },
    { what: 'typing session, records in the queue', figure: records, unit: '', budget: 13 },
  ]
}

let newest: Device | null = null
const server = await startTestServer({ now: () => newest?.now ?? 0 })
try {
  report('Sync on the wire', [...(await scattered(server.url)), ...(await typing(server.url))])
} finally {
  await server.close()
}
