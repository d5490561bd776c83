/** The server's metrics. Labels are codes and route patterns, never user input. */
import type { OpResult } from '#shared/sync/protocol.ts'

import { createRegistry, type Registry } from './registry.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
const OPS = [0, 1, 2, 5, 10, 50, 100, 500, 1_000]
const BYTES = [256, 1_024, 4_096, 16_384, 65_536, 262_144, 524_288]
const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S
const AGES = [10, MINUTE_S, 10 * MINUTE_S, HOUR_S, 6 * HOUR_S, DAY_S, 7 * DAY_S, 30 * DAY_S]
/** Bucket of later ones. */
const MAX_AGE = 365 * DAY_S

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

interface Push {
  ops: number
  /** Inflated body. */
  bytes: number
  /** Seconds the oldest op waited on the device; absent while negligible. */
  age?: number | undefined
  results: readonly OpResult[]
}

export interface Metrics {
  registry: Registry
  request(of: { route: string; method: string; status: number; seconds: number }): void
  /** Counts a call refused with this Problem code. */
  refused(code: string): void
  push(of: Push): void
  /** Pushes by their wait, as upper bounds in seconds (0: negligible), since the last call. */
  takeDelays(): Map<number, number>
  liveOpened(): void
  liveClosed(): void
}

export function createMetrics(): Metrics {
  const registry = createRegistry()
  const requests = registry.counter('wrenchlist_requests_total', 'Requests that were answered.')
  const seconds = registry.histogram(
    'wrenchlist_request_seconds',
    'Time until the answer began, by route.',
    SECONDS,
  )
  const refusals = registry.counter('wrenchlist_refusals_total', 'Refused calls, by code.')
  const refusedItems = registry.counter(
    'wrenchlist_refused_items_total',
    'Rows and values of pushes that were not taken, by code.',
  )
  const pushOps = registry.histogram('wrenchlist_push_ops', 'Rows in a sync call.', OPS)
  const pushBytes = registry.histogram('wrenchlist_push_bytes', 'Size of a sync call.', BYTES)
  const queueAge = registry.histogram(
    'wrenchlist_queue_age_seconds',
    'How long the oldest of a push had waited, of pushes that waited for 10 s or longer.',
    AGES,
  )
  const live = registry.gauge('wrenchlist_live_connections', 'Devices that are told at once.')
  let liveCount = 0
  let delays = new Map<number, number>()
  live.set(liveCount)

  return {
    registry,
    request({ route, method, status, seconds: taken }) {
      const known = METHODS.has(method) ? method : 'other'
      requests.add({ route, method: known, status: String(status) })
      seconds.observe(taken, { route })
    },
    refused: (code) => refusals.add({ code }),
    push({ ops, bytes, age, results }) {
      pushOps.observe(ops)
      pushBytes.observe(bytes)
      if (age !== undefined) queueAge.observe(age)
      // An empty push only pulls.
      const upTo = age === undefined ? 0 : (AGES.find((bound) => age <= bound) ?? MAX_AGE)
      if (ops > 0) delays.set(upTo, (delays.get(upTo) ?? 0) + 1)
      for (const { err, rej } of results) {
        if (err) refusedItems.add({ code: err })
        if (rej) for (const code of Object.values(rej)) refusedItems.add({ code })
      }
    },
    takeDelays() {
      const taken = delays
      delays = new Map()
      return taken
    },
    liveOpened: () => live.set(++liveCount),
    liveClosed: () => live.set(--liveCount),
  }
}
