/** How long the two exchanges of `wire` take on the line of a cheap phone. */
import '../cluster.ts'

import { flush } from '../../../app/data/sync/send/flush.ts'
import { startTestServer } from '../../../sync-server/testServer.ts'
import { counting } from './countingNet.ts'
import { report } from '../report.ts'
import { openSlowLine } from './slowLine.ts'
import { summary } from '../lab.ts'
import { Device } from './workload.ts'

const RUNS = 5

const pushed: number[] = []
const pulled: number[] = []
let requests = 0
for (let run = 0; run < RUNS; run++) {
  const device = await Device.start(7 + 2 * run)
  // Each has the time of the device, which begins anew.
  const server = await startTestServer({ now: () => device.now })
  try {
    for (let count = 0; count < 200; count++) await device.addKit(10)
    await flush(device.env, counting(server.url))
    for (let count = 0; count < 1_000; count++) await device.scatteredEdit()
    pushed.push((await flushSlowly(server.url, device)).ms)

    const fresh = await Device.start(8 + 2 * run)
    fresh.now = device.now
    fresh.store.tables.meta.set('device', device.store.tables.meta.get('device') ?? null)
    const pull = await flushSlowly(server.url, fresh)
    pulled.push(pull.ms)
    requests = pull.requests
  } finally {
    await server.close()
  }
}
report('Sync on a slow line (1.6 Mbit/s down, 0.75 up, 150 ms there and back)', [
  {
    what: '1,000 scattered edits pushed',
    figure: summary(pushed).median,
    unit: 'ms',
    budget: 800,
  },
  {
    what: 'fresh device pulls 200 kits x 10 lines',
    figure: summary(pulled).median,
    unit: 'ms',
    budget: 1_200,
    note: `${requests} requests`,
  },
])

async function flushSlowly(url: string, device: Device): Promise<{ ms: number; requests: number }> {
  const line = await openSlowLine(url)
  const net = counting(line.url, { isKept: true })
  const from = performance.now()
  await flush(device.env, net)
  const ms = Math.round(performance.now() - from)
  line.close()
  return { ms, requests: net.requests }
}
