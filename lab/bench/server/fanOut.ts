/**
 * 1,000 devices that listen to one kit on one process: from each push to the poke that each of them
 * hears, and what the process holds in memory. On a real PostgreSQL. `LIVE` for others.
 */
import { setTimeout as wait } from 'node:timers/promises'

import { startPostgres } from '../../../sync-server/testCluster.ts'
import { summary } from '../lab.ts'
import { listenLive } from './liveClients.ts'
import { report } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'
import { figures, SteadyDevice } from '../steadyPushes.ts'

const LIVE = Number(process.env['LIVE'] ?? 1_000)
const PUSHES = 60
const EVERY_MS = 500
const BUDGET_MS = 500
const MOST_MEMORY_MB = 200

const postgres = await startPostgres()
const server = await startServerProcess(postgres.url)
try {
  const writer = new SteadyDevice(server.url)
  await writer.begin()
  const kits = [{ id: writer.kit.id, pushedAt: () => writer.pushedAt }]
  const live = listenLive(server.url, LIVE, kits)
  while (live.open() < LIVE) await wait(100)
  live.takeTimes()
  const pushes = figures()
  for (let n = 0; n < PUSHES; n++) {
    await writer.push(performance.now(), pushes)
    await wait(EVERY_MS)
  }
  const times = live.takeTimes().toSorted((a, b) => a - b)
  const { rss, heap } = await server.witness()
  const mb = (bytes: number) => Math.round(bytes / 1e6)
  report(`One process, ${LIVE} live connections to one kit`, [
    {
      what: `pokes that did not come, of ${PUSHES} pushes`,
      figure: PUSHES * LIVE - times.length,
      unit: '',
      budget: 0,
      note: `${live.lost()} connections ended`,
    },
    {
      what: 'from the push to its poke, 99 of 100',
      figure: Math.round(times[Math.floor(times.length * 0.99)] ?? Infinity),
      unit: 'ms',
      budget: BUDGET_MS,
      note: `median ${Math.round(summary(times).median)} ms`,
    },
    {
      what: 'memory of the process',
      figure: mb(rss),
      unit: 'MB',
      budget: MOST_MEMORY_MB,
      note: `heap ${mb(heap)} MB`,
    },
  ])
  live.close()
} finally {
  await server.stop()
  postgres.stop()
}
