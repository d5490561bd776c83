/**
 * Two devices that were both offline, and clocks that are a year off: round trips until all have
 * the same rows, and values refused or lost on the way. Exact on every machine.
 */
import '../cluster.ts'

import { isDeepStrictEqual } from 'node:util'

import { flush } from '../../../app/data/sync/send/flush.ts'
import { startTestServer } from '../../../sync-server/testServer.ts'
import { canonicalJson } from '#shared/cells/cells.ts'
import { counting } from './countingNet.ts'
import { report, type Row } from '../report.ts'
import { Device } from './workload.ts'

const YEAR_MS = 365 * 86_400_000
const EDITS = 100

/** The server's clock; right until a case moves it. */
let serverNow = 1_790_000_000_000
const server = await startTestServer({ now: () => serverNow })

/** Second device of one owner without an account: it shares the first one's key. */
async function twinOf(device: Device, seed: number): Promise<Device> {
  const twin = await Device.start(seed)
  twin.now = device.now
  twin.store.tables.meta.set('device', device.store.tables.meta.get('device') ?? null)
  twin.kits.push(...device.kits)
  return twin
}

async function synced(device: Device): Promise<number> {
  const net = counting(server.url)
  await flush(device.env, net)
  return net.requests
}

const rowsOf = (device: Device) => device.store.tables.rows

async function bothWays(): Promise<Row[]> {
  const here = await Device.start(21)
  for (let count = 0; count < 50; count++) await here.addKit(10)
  serverNow = here.now
  await synced(here)
  const there = await twinOf(here, 22)
  await synced(there)
  for (let count = 0; count < EDITS; count++) await here.scatteredEdit()
  there.now = here.now
  for (let count = 0; count < EDITS; count++) await there.scatteredEdit()
  serverNow = there.now
  await synced(here)
  const trips = await synced(there)
  await synced(here)
  return [
    {
      what: `${EDITS} edits each on two devices: round trips of the second`,
      figure: trips,
      unit: '',
      budget: 1,
    },
    {
      what: 'rows in which the two differ then',
      figure: isDeepStrictEqual(rowsOf(here), rowsOf(there)) ? 0 : 1,
      unit: '',
      budget: 0,
    },
  ]
}

/** Edits on a device with a wrong clock, or to a server with one; a second device reads them. */
async function offBy(
  what: string,
  deviceMs: number,
  serverMs: number,
  seed: number,
): Promise<Row[]> {
  const device = await Device.start(seed)
  serverNow = device.now
  // A device's clock is wrong from the first key; a server's becomes wrong later.
  device.now += deviceMs
  const began = device.now
  for (let count = 0; count < 5; count++) await device.addKit(10)
  serverNow += device.now - began
  await synced(device)
  serverNow += serverMs
  const before = device.now
  for (let count = 0; count < EDITS; count++) await device.scatteredEdit()
  // The server's clock advances by the time the edits took.
  serverNow += device.now - before
  const typed = wantedOf(device)
  const trips = await synced(device)
  const reader = await twinOf(device, seed + 1)
  await synced(reader)
  const arrived = wantedOf(reader)
  const lost = [...typed].filter(([cell, value]) => arrived.get(cell) !== value).length
  const { pending, problems } = device.store.tables
  return [
    { what: `${what}: round trips more than one`, figure: trips - 1, unit: '', budget: 1 },
    {
      what: `${what}: values refused, waiting or lost, of ${typed.size}`,
      figure: pending.size + problems.size + lost,
      unit: '',
      budget: 0,
    },
  ]
}

/** Visible value of each cell of this device: pending over confirmed. */
function wantedOf({ store }: Device): Map<string, string> {
  const { rows, pending } = store.tables
  return new Map(
    [...rows.values(), ...pending.values()].flatMap((row) =>
      Object.entries(row.cells).map(([name, [value]]): [string, string] => [
        `${row.id} ${name}`,
        canonicalJson(value),
      ]),
    ),
  )
}

try {
  report('Converging', [
    ...(await bothWays()),
    ...(await offBy('device a year ahead', YEAR_MS, 0, 31)),
    ...(await offBy('device a year behind', -YEAR_MS, 0, 33)),
    ...(await offBy('server a year ahead', 0, YEAR_MS, 35)),
    ...(await offBy('server a year behind', 0, -YEAR_MS, 37)),
  ])
} finally {
  await server.close()
}
