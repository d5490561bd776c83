/**
 * Two server processes on one PostgreSQL under a steady load with many live connections; then the
 * same while one process is killed and PostgreSQL restarts. At the end every value that was
 * acknowledged is compared with what is stored.
 */
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

import type { Row } from '../report.ts'
import type { ServerProcess, Witnessed } from '../serverProcess.ts'
import type { Figures } from '../steadyPushes.ts'

import { processTree } from '../../../e2e/processes.ts'
import { startCareful } from '../../../sync-server/testCluster.ts'
import { listenLive } from './liveClients.ts'
import { report } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'
import { figures, pushSteadily, SteadyDevice } from '../steadyPushes.ts'

const asked = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const SECONDS = asked('SECONDS', 300)
const FAULT_SECONDS = asked('FAULT_SECONDS', Math.min(SECONDS, 60))
const RATE = asked('RATE', 200)
const LIVE = asked('LIVE', 1_000)
const PROCESSES = asked('PROCESSES', 2)
const IDLE_PUSHES = 100
const SAMPLES = 10
/** A process, after a collection, at the end beside after the first fifth. */
const MOST_GROWTH_MB = 15
const DOWN_MS = 2_000

type Postgres = Awaited<ReturnType<typeof startCareful>>

const ms = (value: number) => Math.round(value * 10) / 10
const mb = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10
function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * share)] ?? 0
}
const spread = (times: readonly number[]) =>
  `p50 ${ms(percentile(times, 0.5))} ms, p99 ${ms(percentile(times, 0.99))} ms, longest ${ms(percentile(times, 1 - 1e-9))} ms`

async function watch(server: ServerProcess, into: Witnessed[][]): Promise<void> {
  for (let n = 0; n < SAMPLES; n++) {
    await wait((SECONDS * 1_000) / SAMPLES)
    into.push(await server.witnessAll())
  }
}

/** Kills a process after a quarter, and restarts PostgreSQL after the half. */
async function disturb(server: ServerProcess, postgres: Postgres): Promise<string> {
  await wait((FAULT_SECONDS * 1_000) / 4)
  const victim = processTree(server.pid).at(-1) ?? 0
  process.kill(victim, 'SIGKILL')
  await wait((FAULT_SECONDS * 1_000) / 4)
  postgres.halt()
  await wait(DOWN_MS)
  postgres.goOn()
  return `process ${victim} killed, PostgreSQL away for ${DOWN_MS / 1_000} s`
}

/** Compares every acknowledged value with what is stored. */
async function compared(url: string, devices: readonly SteadyDevice[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ kit_id: string; id: string; qty: number; price: number }>(
    `select kit_id, id, (cells->'qty'->>0)::int as qty, (cells->'price'->>0)::int as price
     from lines where kit_id = any($1)`,
    [devices.map(({ kit }) => kit.id)],
  )
  await client.end()
  const stored = new Map(rows.map((row) => [`${row.kit_id} ${row.id}`, row]))
  let [values, lost] = [0, 0]
  for (const { kit, acknowledged } of devices) {
    for (const [id, { qty, price }] of acknowledged) {
      const row = stored.get(`${kit.id} ${id}`)
      values += 2
      if (row?.qty !== qty) lost++
      if (row?.price !== price) lost++
    }
  }
  const lines = devices.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0)
  return { values, lost, doubled: rows.length - lines, lines }
}

function pushRows(title: string, seen: Figures, pushed: { due: number; late: number }): Row[] {
  return [
    {
      what: `${title}: pushes`,
      figure: Math.round(seen.ms.length),
      unit: '',
      note: `${spread(seen.ms)}; ${pushed.late} of ${pushed.due} left out because their device still waited`,
    },
    {
      what: `${title}: answers that are neither good nor 503`,
      figure: seen.wrong.length,
      unit: '',
      budget: 0,
      note: `${[...new Set(seen.wrong)].slice(0, 3).join('; ')} (503: ${seen.unavailable}, refused or cut connections: ${seen.cut})`,
    },
  ]
}

function memoryRows(samples: readonly Witnessed[][]): Row[] {
  const warm = samples[Math.floor(samples.length / 5)] ?? []
  const last = samples.at(-1) ?? []
  const total = (all: readonly Witnessed[], of: 'heap' | 'rss') =>
    all.reduce((sum, each) => sum + each[of], 0)
  return [
    {
      what: 'memory in use a process, more than after the first fifth',
      figure: mb((total(last, 'heap') - total(warm, 'heap')) / PROCESSES),
      unit: 'MB',
      budget: MOST_GROWTH_MB,
      note: `heap ${mb(total(warm, 'heap'))} to ${mb(total(last, 'heap'))} MB, processes ${mb(total(warm, 'rss'))} to ${mb(total(last, 'rss'))} MB, all ${PROCESSES} together`,
    },
  ]
}

async function measured(server: ServerProcess, postgres: Postgres): Promise<Row[]> {
  const devices = Array.from({ length: Math.max(1, Math.min(RATE, 250)) }, () => {
    return new SteadyDevice(server.url)
  })
  for (const device of devices) await device.begin()
  const idle = figures()
  for (let n = 0; n < IDLE_PUSHES; n++) {
    await devices[n % devices.length]?.push(performance.now(), idle)
  }
  const kits = devices.map((device) => ({ id: device.kit.id, pushedAt: () => device.pushedAt }))
  const live = listenLive(server.url, LIVE, kits)
  while (live.open() < LIVE) await wait(100)
  const lostBefore = live.lost()

  const steady = figures()
  const samples: Witnessed[][] = []
  live.takeTimes()
  const [pushed] = await Promise.all([
    pushSteadily(devices, RATE, SECONDS, steady),
    watch(server, samples),
  ])
  await wait(500)
  const pokes = live.takeTimes()
  const lostSteady = live.lost() - lostBefore

  const faults = figures()
  const [disturbed, what] = await Promise.all([
    pushSteadily(devices, RATE, FAULT_SECONDS, faults),
    disturb(server, postgres),
  ])
  for (let n = 0; n < 300 && live.open() < LIVE; n++) await wait(100)
  const { values, lost, doubled, lines } = await compared(postgres.url, devices)
  const rows: Row[] = [
    {
      what: 'idle: pushes, one after another',
      figure: idle.ms.length,
      unit: '',
      note: spread(idle.ms),
    },
    ...pushRows('steady', steady, pushed),
    {
      what: 'steady: pushes left out, so that the rate was not reached',
      figure: pushed.late,
      unit: '',
      budget: Math.round(pushed.due / 100),
      note: `${Math.round(steady.ms.length / SECONDS)} a second`,
    },
    {
      what: 'steady: 503, refused or cut',
      figure: steady.unavailable + steady.cut,
      unit: '',
      budget: 0,
    },
    {
      what: `steady: pokes on ${LIVE} live connections`,
      figure: pokes.length,
      unit: '',
      note: `${spread(pokes)}, from the push`,
    },
    { what: 'steady: live connections that ended', figure: lostSteady, unit: '', budget: 0 },
    ...memoryRows(samples),
    ...pushRows('faults', faults, disturbed),
    {
      what: 'faults: live connections missing at the end',
      figure: LIVE - live.open(),
      unit: '',
      budget: 0,
      note: what,
    },
    {
      what: 'acknowledged values that are lost',
      figure: lost,
      unit: '',
      budget: 0,
      note: `of ${values} compared, after ${idle.ms.length + steady.ms.length + faults.ms.length} pushes`,
    },
    {
      what: 'lines that are there twice',
      figure: Math.abs(doubled),
      unit: '',
      budget: 0,
      note: `${lines} lines`,
    },
  ]
  live.close()
  return rows
}

const postgres = await startCareful()
const server = await startServerProcess(postgres.url, { PROCESSES: String(PROCESSES) })
try {
  const title = `${PROCESSES} processes, ${RATE} pushes/s and ${LIVE} live connections for ${SECONDS} s, then ${FAULT_SECONDS} s of faults`
  report(title, await measured(server, postgres))
} finally {
  await server.stop()
  postgres.stop()
}
