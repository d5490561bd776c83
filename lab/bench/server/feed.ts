/**
 * Stalls that the long jobs of a built server cause on its bundled PostgreSQL while devices push: a
 * file of 1,000,000 prices uploaded and imported, the demonstration's scrape, a backup, a restore,
 * and housekeeping of a long backlog. `ROWS=150000 KITS=20000 SECONDS=20 RATE=20` for less.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { Row } from '../report.ts'
import type { ServerProcess, Witnessed } from '../serverProcess.ts'
import type { Figures } from '../steadyPushes.ts'

import { connect, type Database } from '../../../sync-server/db/connect.ts'
import { withPatience } from '../../../sync-server/db/guardedClient.ts'
import { reachOwnPostgres } from '../../../sync-server/postgres/ownPostgres.ts'
import { quiet } from '../../../sync-server/testDatabase.ts'
import { BOSS, call, signInBoss } from '../boss.ts'
import { addExpired, countExpired } from './expired.ts'
import { importFeed, uploadFeed, writeFeed } from '../feedFile.ts'
import { report } from '../report.ts'
import { startServerProcess } from '../serverProcess.ts'
import { figures, pushSteadily, SteadyDevice } from '../steadyPushes.ts'

const asked = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const ROWS = asked('ROWS', 1_000_000)
const KITS = asked('KITS', 100_000)
const SECONDS = asked('SECONDS', 60)
const RATE = asked('RATE', 40)
const DEVICES = 40
const MOST_DELAY_MS = 100

const backupFile = fileURLToPath(new URL('../../../dist/backup.mjs', import.meta.url))
const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-bench-'))
// Under root, PostgreSQL runs as another user, who must be able to reach the folder.
await chmod(folder, 0o755)
const dataDir = join(folder, 'data')

const round = (value: number) => Math.round(value * 10) / 10
const p99 = (ms: readonly number[]) =>
  Math.round(ms.toSorted((a, b) => a - b)[Math.floor(ms.length * 0.99)] ?? 0)

interface Measured {
  seconds: number
  loop: Witnessed
  pushes: Figures
  late: number
}

/** Runs `work` under pushes and measures the server's event loop meanwhile. */
async function beside(
  server: ServerProcess,
  devices: readonly SteadyDevice[],
  work: () => Promise<unknown>,
): Promise<Measured> {
  const pushes = figures()
  let isOver = false
  await server.witness()
  const at = performance.now()
  const pushing = pushSteadily(devices, RATE, Infinity, pushes, () => isOver)
  await work().finally(() => (isOver = true))
  const seconds = (performance.now() - at) / 1_000
  const { late } = await pushing
  return { seconds, loop: await server.witness(), pushes, late }
}

function rowsOf(what: string, { seconds, loop, pushes, late }: Measured): Row[] {
  const wrong = [...new Set(pushes.wrong)].slice(0, 3).join('; ')
  const times = `p99 of ${pushes.ms.length} pushes ${p99(pushes.ms)} ms`
  return [
    {
      what: `${what}: longest delay of the event loop`,
      figure: round(loop.loopMax),
      unit: 'ms',
      budget: MOST_DELAY_MS,
      note: `p99 ${round(loop.loopP99)} ms; of processor at most ${round(loop.turnMax)} ms, longest collection ${round(loop.pauseMax)} ms; ${round(seconds)} s`,
    },
    {
      what: `${what}: pushes that were refused`,
      figure: pushes.wrong.length + pushes.unavailable + pushes.cut,
      unit: '',
      budget: 0,
      note: pushes.ms.length === 0 ? '' : `${times}; ${late} left out; ${wrong}`,
    },
  ]
}

/** Peak resident memory, bytes. */
const peak = ({ pid }: ServerProcess) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024

async function backup(...words: string[]): Promise<void> {
  const child = spawn(process.execPath, [backupFile, ...words], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
}

async function inDatabase<T>(work: (knex: Database['knex']) => Promise<T>): Promise<T> {
  const databaseUrl = reachOwnPostgres(dataDir)?.ownerUrl
  if (!databaseUrl) throw new Error('There is no database.')
  const database = await connect({ databaseUrl, pool: 1, log: quiet })
  try {
    return await withPatience(() => work(database.knex))
  } finally {
    await database.close()
  }
}

const start = () => startServerProcess(undefined, { DATA_DIR: dataDir, ADMIN_EMAILS: BOSS.email })

async function devicesOf(server: ServerProcess): Promise<SteadyDevice[]> {
  const devices = Array.from({ length: DEVICES }, () => new SteadyDevice(server.url))
  for (const device of devices) await device.begin()
  return devices
}

async function jobs(): Promise<void> {
  const server = await start()
  try {
    const path = join(folder, 'feed.csv')
    await writeFeed(path, 0, ROWS)
    const token = await signInBoss(server.url, dataDir)
    const devices = await devicesOf(server)
    const alone = await beside(server, devices, () => wait(SECONDS * 1_000))
    report(`${RATE} pushes a second and nothing else`, rowsOf('alone', alone))
    const before = peak(server)

    let feed: Awaited<ReturnType<typeof uploadFeed>> | undefined
    const uploading = await beside(server, devices, async () => {
      feed = await uploadFeed(server.url, token, { path, rows: ROWS })
    })
    let lagMs = 0
    const importing = await beside(server, devices, async () => {
      if (feed) lagMs = await importFeed(server.url, token, feed)
    })
    report(`A file of ${ROWS.toLocaleString('en-US')} rows beside them`, [
      ...rowsOf('uploaded and looked at', uploading),
      ...rowsOf('imported', importing),
      {
        what: 'longest time without news of the import',
        figure: Math.round(lagMs),
        unit: 'ms',
        budget: 1_000,
      },
      {
        what: 'most memory of the server, more than before',
        figure: Math.round((peak(server) - before) / 2 ** 20),
        unit: 'MB',
        note: `${Math.round(peak(server) / 2 ** 20)} MB at most; in use at the end ${Math.round(importing.loop.heap / 2 ** 20)} MB, ${Math.round(alone.loop.heap / 2 ** 20)} MB before`,
      },
    ])

    const scraping = await beside(server, devices, () =>
      call(server.url, '/api/scrape/fcpeuro', { method: 'POST', token }),
    )
    const copy = join(folder, 'copy.backup')
    const saving = await beside(server, devices, () => backup('backup', copy))
    // A restore turns pushes away with Retry-After, so only its stalls are reported.
    const restoring = await beside(server, [], () => backup('restore', copy, '--replace'))
    report('Jobs beside them', [
      ...rowsOf('scrape', scraping),
      ...rowsOf('backup', saving),
      ...rowsOf('restore', restoring).slice(0, 1),
    ])
    await inDatabase((db) => addExpired(db, KITS))
  } finally {
    await server.stop()
  }
}

/** Housekeeping begins half a minute after the start. */
async function housekeeping(): Promise<void> {
  const server = await start()
  try {
    const devices = await devicesOf(server)
    const before = await inDatabase(countExpired)
    const clearing = await beside(server, devices, async () => {
      while ((await inDatabase(countExpired)) > 0) await wait(1_000)
    })
    report(
      `Housekeeping of ${before.toLocaleString('en-US')} rows beside them`,
      rowsOf('cleared', clearing),
    )
  } finally {
    await server.stop()
  }
}

try {
  await jobs()
  await housekeeping()
} finally {
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}
