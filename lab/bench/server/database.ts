/**
 * The bundled PostgreSQL: start times, memory, auto-saves alone and during an import of 150,000
 * prices, and kills in the middle of pushes. DIST names another build to compare with; then only
 * the server is killed.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { newBuildId } from '#shared/ids.ts'
import { processTree } from '../../../e2e/processes.ts'
import { freePort, serverEnvironment, serverFile, waitForHealth } from '../../../e2e/server.ts'
import { connect } from '../../../sync-server/db/connect.ts'
import { reachOwnPostgres } from '../../../sync-server/postgres/ownPostgres.ts'
import { quiet } from '../../../sync-server/testDatabase.ts'
import { TestDevice } from '../../../sync-server/testServer.ts'
import { BOSS, call, signInBoss } from '../boss.ts'
import { importFeed, uploadFeed, writeFeed } from '../feedFile.ts'
import { summary } from '../lab.ts'
import { addKits } from '../manyKits.ts'
import { report, type Row } from '../report.ts'

const DIST = process.env['DIST']
const SECONDS = Number(process.env['SECONDS'] ?? 20)
const CLIENTS = 16
const ROWS = Number(process.env['ROWS'] ?? 150_000)
const KITS = DIST ? 0 : Number(process.env['KITS'] ?? 100_000)
const KILLS = Number(process.env['KILLS'] ?? 50)
const MB = 2 ** 20

const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-bench-'))
// Under root, PostgreSQL runs as another user, who must be able to reach the folder.
chmodSync(folder, 0o755)
const dataDir = join(folder, 'data')
const port = await freePort()
const url = `http://127.0.0.1:${port}`
let child: ChildProcess | undefined

/** @returns milliseconds until it answered */
async function start(): Promise<number> {
  const from = performance.now()
  const started = spawn(process.execPath, [DIST ? join(DIST, 'server.mjs') : serverFile], {
    env: serverEnvironment({
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAILS: BOSS.email,
      TRUST_PROXY: '1',
      STORE_MB_PER_DAY: '0',
      LOG_LEVEL: 'fatal',
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  child = started
  const hasEnded = () => started.exitCode !== null || started.signalCode !== null
  for (;;) {
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return performance.now() - from
    if (hasEnded()) throw new Error('The server ended.')
    await wait(5)
  }
}

async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number> {
  const from = performance.now()
  const gone = child && once(child, 'exit')
  child?.kill(signal)
  await gone
  return performance.now() - from
}

/** Proportional set size of the server's process tree, so shared pages count once. */
function memoryMb(): number {
  const bytes = processTree(child?.pid ?? 0).map((pid) => {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024
  })
  return Math.round(bytes.reduce((sum, each) => sum + each, 0) / MB)
}

/** Clients auto-save their own builds in a loop, a value changed each time, until `isDone`. */
async function saving(isDone: () => boolean): Promise<{ ms: number[]; seconds: number }> {
  const ms: number[] = []
  const from = performance.now()
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const device = new TestDevice(url)
      const buildId = newBuildId()
      for (let n = 0; !isDone(); n++) {
        const parts = Array.from({ length: 10 }, (__, line) => ({
          name: `Part ${line}`,
          quantity: line === n % 10 ? n % 900 : line,
        }))
        const at = performance.now()
        const answer = await fetch(`${url}/api/auto-save`, {
          method: 'POST',
          headers: {
            'Content-Type': 'application/json',
            'X-Device-Key': device.secret,
            'X-Forwarded-For': `10.1.${client}.${n % 250}`,
          },
          body: JSON.stringify({ buildId, kitName: 'Saved', parts }),
        })
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`auto-save: ${answer.status}`)
        ms.push(performance.now() - at)
      }
    }),
  )
  return { ms, seconds: (performance.now() - from) / 1_000 }
}

async function healthUntil(isDone: () => boolean): Promise<number[]> {
  const ms: number[] = []
  while (!isDone()) {
    const at = performance.now()
    await fetch(`${url}/api/health`).then((answer) => answer.arrayBuffer())
    ms.push(performance.now() - at)
    await wait(50)
  }
  return ms
}

async function load(token: string, path: string): Promise<void> {
  await importFeed(url, token, await uploadFeed(url, token, { path, rows: ROWS }))
}

const p99 = (ms: readonly number[]): number =>
  Math.round(ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0)

async function saved(): Promise<Row[]> {
  const token = await signInBoss(url, dataDir)
  await saving(untilPassed(3))
  const alone = await saving(untilPassed(SECONDS))
  // Written beforehand: writing it would slow down the measuring process.
  const path = join(folder, 'feed.csv')
  await writeFeed(path, 0, ROWS)
  let isLoaded = false
  const isDone = () => isLoaded
  const at = performance.now()
  const [beside, health] = await Promise.all([
    saving(isDone),
    healthUntil(isDone),
    load(token, path).finally(() => (isLoaded = true)),
  ])
  const seconds = Math.round((performance.now() - at) / 1_000)
  const rate = ({ ms, seconds: taken }: { ms: number[]; seconds: number }) =>
    Math.round(ms.length / taken)
  return [
    {
      what: `auto-saves of ${CLIENTS} clients`,
      figure: rate(alone),
      unit: '/s',
      note: `p50 ${Math.round(summary(alone.ms).median)} ms, p99 ${p99(alone.ms)} ms`,
    },
    {
      what: `the same while a file of ${ROWS.toLocaleString('en-US')} prices is stored`,
      figure: rate(beside),
      unit: '/s',
      note: `p50 ${Math.round(summary(beside.ms).median)} ms; the file took ${seconds} s`,
    },
    {
      what: 'their p99 then, in times of the p99 before',
      figure: Math.round((p99(beside.ms) / p99(alone.ms)) * 100) / 100,
      unit: 'times',
      budget: 3,
      note: `${p99(beside.ms)} ms`,
    },
    {
      what: 'the longest that health took then',
      figure: Math.round(Math.max(...health)),
      unit: 'ms',
      budget: 100,
      note: `median ${Math.round(summary(health).median)} ms of ${health.length}, p99 ${p99(health)} ms`,
    },
  ]
}

function untilPassed(seconds: number): () => boolean {
  const until = performance.now() + seconds * 1_000
  return () => performance.now() > until
}

/** Seeds kits, like a database long in use. */
async function fill(): Promise<void> {
  const databaseUrl = reachOwnPostgres(dataDir)?.ownerUrl
  if (!databaseUrl) throw new Error('There is no database to fill.')
  const database = await connect({ databaseUrl, pool: 1, log: quiet })
  await addKits(database.knex, 0, KITS)
  await database.close()
}

async function started(): Promise<Row[]> {
  const first = await start()
  await wait(5_000)
  const memory = memoryMb()
  const fillFrom = performance.now()
  if (KITS > 0) await fill()
  const filled = Math.round((performance.now() - fillFrom) / 1_000)
  const stopped = await end('SIGTERM')
  const later: number[] = []
  for (let n = 0; n < 5; n++) {
    later.push(await start())
    if (n < 4) await end('SIGTERM')
  }
  return [
    { what: 'first start, which makes the database', figure: Math.round(first), unit: 'ms' },
    { what: 'memory of the idle server and its database', figure: memory, unit: 'MB', budget: 300 },
    {
      what: `SIGTERM to the end, after ${KITS.toLocaleString('en-US')} kits`,
      figure: Math.round(stopped),
      unit: 'ms',
      budget: 2_000,
      note: `filled in ${filled} s`,
    },
    {
      what: 'later starts with them, median of 5',
      figure: Math.round(summary(later).median),
      unit: 'ms',
      budget: 1_000,
      note: `longest ${Math.round(Math.max(...later))} ms`,
    },
  ]
}

/** Two lines of one kit that every push changes together: unequal ones are a torn push. */
class Pair {
  readonly device = new TestDevice(url)
  readonly kit = this.device.kit({ name: 'Pair' })
  readonly lines = [1, 2].map(() => this.device.line(this.kit.id, { name: 'Half', qty: 0 }))
  acknowledged = 0
  sent = 0

  async push(): Promise<void> {
    const qty = this.sent + 1
    const cells = this.device.cells({ qty })
    const ops =
      this.sent === 0
        ? [this.kit, ...this.lines]
        : this.lines.map((line) => ({ ...line, kit: null, cells }))
    this.sent = qty
    const results = await this.device.push(...ops)
    if (this.sent > 1 && results.every(({ ok }) => ok === 1)) this.acknowledged = qty
  }

  /** Whether the pair is torn, and whether an acknowledged push is lost. */
  async look(): Promise<{ isTorn: boolean; isLost: boolean }> {
    const read = () =>
      call<{ parts: { id: string; quantity: number }[] }>(url, `/api/kits/${this.kit.id}`)
    // Pooled connections from before the kill may fail only now.
    const { parts } = await read().catch(() => wait(500).then(read))
    const [one = -1, other = -1] = parts.map(({ quantity }) => quantity)
    return { isTorn: one !== other, isLost: one < this.acknowledged }
  }
}

type Victim = 'the server' | 'PostgreSQL' | 'both'

function postgresPid(): number {
  const name = readdirSync(dataDir).find((each) => /^postgres-\d+$/.test(each)) ?? ''
  return Number(readFileSync(join(dataDir, name, 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function killed(victim: Victim): Promise<Row> {
  const pairs = Array.from({ length: 4 }, () => new Pair())
  for (const pair of pairs) for (let n = 0; n < 2; n++) await pair.push()
  let [lost, torn] = [0, 0]
  const back: number[] = []
  for (let round = 0; round < KILLS; round++) {
    let isDead = false
    const pushing = pairs.map(async (pair) => {
      while (!isDead) await pair.push().catch(() => wait(20))
    })
    await wait(20 + Math.random() * 150)
    if (victim !== 'the server') process.kill(postgresPid(), 'SIGKILL')
    if (victim !== 'PostgreSQL') await end('SIGKILL')
    isDead = true
    await Promise.all(pushing)
    const at = performance.now()
    if (victim === 'PostgreSQL') await waitForHealth(url, () => false, 30_000)
    else await start()
    back.push(performance.now() - at)
    for (const pair of pairs) {
      const { isTorn, isLost } = await pair.look()
      if (isTorn) torn++
      if (isLost) lost++
    }
  }
  const acknowledged = pairs.reduce((sum, pair) => sum + pair.acknowledged, 0)
  return {
    what: `kill -9 of ${victim}, ${KILLS} times: lost or torn`,
    figure: lost + torn,
    unit: '',
    budget: 0,
    note: `${acknowledged} acknowledged; back after ${Math.round(summary(back).median)} ms, at most ${Math.round(Math.max(...back))} ms`,
  }
}

try {
  report('Starts and memory', await started())
  report('Auto-saves and a large file', await saved())
  const victims: Victim[] = DIST ? ['the server'] : ['the server', 'PostgreSQL', 'both']
  const rows: Row[] = []
  for (const victim of victims) rows.push(await killed(victim))
  report('Kills in the middle of pushes', rows)
} finally {
  await end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}
