/** Gauges read on scrape: the database, its pool, and the process. */
import type { Knex } from 'knex'

import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Metrics } from './metrics.ts'

import { within } from '../db/within.ts'

const MAX_WAIT_MS = 2_000
const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled']
const NS_PER_S = 1e9
/** Sampling interval of the event loop delay, which Node includes in it. */
const RESOLUTION_MS = 20

const delaySeconds = (ns: number): number => Math.max(0, ns / NS_PER_S - RESOLUTION_MS / 1_000)

/** tarn's pool, which knex does not declare. */
interface Pool {
  numUsed(): number
  numFree(): number
  numPendingAcquires(): number
}

/** @returns renders all current metrics as text */
export function createReadings(
  { registry }: Metrics,
  { db, version }: { db: Knex; version: string },
): { text(): Promise<string>; stop(): void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const jobs = registry.gauge('wrenchlist_jobs', 'Long work, by state.')
  const up = registry.gauge('wrenchlist_database_up', '1 while the database answers.')
  const pool = registry.gauge('wrenchlist_database_pool', 'Connections, and who waits for one.')
  const loop = registry.gauge(
    'wrenchlist_event_loop_delay_seconds',
    'How late timers were since the figures were last read.',
  )
  const memory = registry.gauge('wrenchlist_memory_bytes', 'Memory of the process.')
  const cpu = registry.gauge('wrenchlist_cpu_seconds', 'Processor time of the process so far.')
  const uptime = registry.gauge('wrenchlist_uptime_seconds', 'Since the process began.')
  registry.gauge('wrenchlist_info', 'The version that runs.').set(1, { version })

  async function readJobs(): Promise<void> {
    const { rows } = await within(
      MAX_WAIT_MS,
      db.raw<{ rows: { state: string; count: string }[] }>(
        'select state, count(*) as count from jobs group by state',
      ),
    )
    const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]))
    for (const state of JOB_STATES) jobs.set(counts.get(state) ?? 0, { state })
  }

  return {
    async text() {
      const { numUsed, numFree, numPendingAcquires } = readPool(db)
      pool.set(numUsed, { state: 'used' })
      pool.set(numFree, { state: 'free' })
      pool.set(numPendingAcquires, { state: 'waiting' })
      await readJobs().then(
        () => up.set(1),
        () => up.set(0),
      )
      for (const part of [50, 99]) {
        loop.set(delaySeconds(delay.percentile(part)), { quantile: String(part / 100) })
      }
      loop.set(delaySeconds(delay.max), { quantile: '1' })
      delay.reset()
      const { rss, heapUsed, external } = process.memoryUsage()
      memory.set(rss, { kind: 'rss' })
      memory.set(heapUsed, { kind: 'heap' })
      memory.set(external, { kind: 'external' })
      const { user, system } = process.cpuUsage()
      cpu.set((user + system) / 1e6)
      uptime.set(Math.round(process.uptime()))
      return registry.text()
    },
    stop: () => void delay.disable(),
  }
}

function readPool(db: Knex): Record<'numUsed' | 'numFree' | 'numPendingAcquires', number> {
  const { pool } = db.client as { pool?: Pool }
  return {
    numUsed: pool?.numUsed() ?? 0,
    numFree: pool?.numFree() ?? 0,
    numPendingAcquires: pool?.numPendingAcquires() ?? 0,
  }
}
