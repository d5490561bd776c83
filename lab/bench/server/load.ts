/**
 * One server process under load: pushes and pulls a second, their latency, the event loop delay,
 * and memory growth. 10 minutes; `SECONDS=60` for less.
 */
import { setTimeout as wait } from 'node:timers/promises'

import { kitScope } from '#shared/cells/limits.ts'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { summary } from '../lab.ts'
import { report, type Row } from '../report.ts'
import { startServerProcess, type Witnessed } from '../serverProcess.ts'

const SECONDS = Number(process.env['SECONDS'] ?? 600)
/** Phones that edit nonstop, each one request at a time. */
const DEVICES = 16
const SAMPLES = 20
/** Heap growth allowed from the first fifth, when all is warm, to the end. */
const MOST_GROWTH_MB = 15

async function measure(): Promise<void> {
  const server = await startServerProcess()
  const until = performance.now() + SECONDS * 1_000
  const pushes: number[] = []
  const pulls: number[] = []
  let failed = 0
  const timed = async (into: number[], work: () => Promise<unknown>) => {
    const started = performance.now()
    try {
      await work()
      into.push(performance.now() - started)
    } catch {
      // A device would retry; here every failure is over budget.
      failed++
    }
  }
  const edits = async (index: number) => {
    const device = new TestDevice(server.url)
    const kit = device.kit({ name: `Load ${index}` })
    const lines = Array.from({ length: 10 }, (_, at) => device.line(kit.id, { name: `P${at}` }))
    await device.push(kit, ...lines)
    for (let n = 0; performance.now() < until; n++) {
      const line = lines[n % 10]
      if (!line) return
      await timed(pushes, () =>
        device.push({ ...line, kit: null, cells: device.cells({ qty: n % 90, price: n }) }),
      )
      await timed(pulls, () =>
        device.sync([], { cursors: { [kitScope(kit.id)]: 0 }, isAnswerLost: true }),
      )
    }
  }
  const seen: Witnessed[] = []
  const watch = async () => {
    for (let at = 0; at < SAMPLES; at++) {
      await wait((SECONDS * 1_000) / SAMPLES)
      seen.push(await server.witness())
    }
  }
  const cpuBefore = server.cpuSeconds()
  await Promise.all([watch(), ...Array.from({ length: DEVICES }, (_, index) => edits(index))])
  const cpu = server.cpuSeconds() - cpuBefore
  await server.stop()
  report(`One process under load for ${SECONDS} s, ${DEVICES} devices`, [
    ...rows(pushes, pulls, seen, cpu),
    { what: 'requests that failed', figure: failed, unit: '', budget: 0 },
  ])
}

function rows(pushes: number[], pulls: number[], seen: Witnessed[], cpu: number): Row[] {
  const ms = (value: number) => Math.round(value * 10) / 10
  const mb = (bytes: number) => Math.round((bytes / 2 ** 20) * 10) / 10
  const timesOf = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return `p50 ${ms(summary(times).median)} ms, p99 ${ms(sorted[Math.floor(sorted.length * 0.99)] ?? 0)} ms`
  }
  const rate = (times: number[]) => Math.round(times.length / SECONDS)
  const warm = seen[Math.floor(seen.length / 5)]
  const last = seen.at(-1)
  return [
    { what: 'pushes of two values', figure: rate(pushes), unit: '/s', note: timesOf(pushes) },
    { what: 'pulls of a kit of 10 lines', figure: rate(pulls), unit: '/s', note: timesOf(pulls) },
    {
      what: 'processor of the server a request',
      figure: ms((cpu * 1_000) / (pushes.length + pulls.length)),
      unit: 'ms',
    },
    {
      what: 'event loop delay, p99 of the worst sample',
      figure: ms(Math.max(...seen.map((sample) => sample.loopP99))),
      unit: 'ms',
      note: `median of p50 ${ms(summary(seen.map((sample) => sample.loopP50)).median)} ms, longest ${ms(Math.max(...seen.map((sample) => sample.loopMax)))} ms`,
    },
    {
      what: 'memory in use, more than after the first fifth',
      figure: mb((last?.heap ?? 0) - (warm?.heap ?? 0)),
      unit: 'MB',
      budget: MOST_GROWTH_MB,
      note: `heap ${mb(warm?.heap ?? 0)} to ${mb(last?.heap ?? 0)} MB, process ${mb(warm?.rss ?? 0)} to ${mb(last?.rss ?? 0)} MB`,
    },
  ]
}

await measure()
