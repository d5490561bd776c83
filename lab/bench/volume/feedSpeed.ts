/** Import of a price file into the catalogue over HTTP, and of the same file through COPY. */
import type { Row } from '../report.ts'

import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'

import { connect } from '../../../sync-server/db/connect.ts'
import { migrate } from '../../../sync-server/db/migrate.ts'
import { quiet } from '../../../sync-server/testDatabase.ts'
import { BOSS_EMAIL } from '../../../sync-server/testDesk.ts'
import { registerAccount, startTestServer } from '../../../sync-server/testServer.ts'
import { importFeed, uploadFeed, writeFeed } from '../feedFile.ts'

const MB = 1024 * 1024
/** Live memory must not grow with the file; a few batches of rows are in flight at a time. */
const MOST_MEMORY_MB = 40

/** Imports a tenth of the rows first, then all of them: the memory of both is compared. */
export async function feedSpeed(cluster: string, rows: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-feed-bench-'))
  // PostgreSQL reads the file as a user of its own.
  chmodSync(folder, 0o755)
  const admin = new pg.Client({ connectionString: cluster })
  await admin.connect()
  await admin.query('create database feeds')
  const url = new URL(cluster)
  url.pathname = '/feeds'
  const database = await connect({ databaseUrl: url.href, log: quiet })
  try {
    await migrate(database)
    const server = await startTestServer({ database, env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
    const { token } = await registerAccount(server, 'boss', BOSS_EMAIL)
    const load = async (count: number, from: number) => {
      const path = join(folder, `${count}.csv`)
      await writeFeed(path, from, count)
      const memory = watchMemory()
      const read = performance.now()
      const feed = await uploadFeed(server.url, token, { path, rows: count })
      const importing = performance.now()
      const lagMs = await importFeed(server.url, token, feed)
      const ended = performance.now()
      return {
        path,
        lagMs,
        memory: memory.stop(),
        read: count / ((importing - read) / 1_000),
        stored: count / ((ended - importing) / 1_000),
      }
    }
    const tenth = await load(Math.ceil(rows / 10), 0)
    const whole = await load(rows, rows)
    const copy = await copySpeed(database.knex, whole.path, rows)
    await server.close()
    const speed = (figure: number) => ({ figure: Math.round(figure), unit: 'rows/s' })
    return [
      { what: 'COPY of the same file into a plain table', ...speed(copy) },
      { what: 'looked at and laid aside', ...speed(whole.read), note: share(whole.read, copy) },
      {
        what: 'imported: parts, offers, prices over time',
        ...speed(whole.stored),
        note: share(whole.stored, copy),
      },
      {
        what: 'memory in use beyond the beginning',
        figure: Math.round(whole.memory.liveMb),
        unit: 'MB',
        budget: MOST_MEMORY_MB,
        note: `${Math.round(tenth.memory.liveMb)} MB with a tenth of it; file of ${Math.round(statSync(whole.path).size / MB)} MB; taken of the machine ${Math.round(whole.memory.takenMb)} MB`,
      },
      {
        what: 'longest time without news of the progress',
        figure: Math.round(whole.lagMs),
        unit: 'ms',
        budget: 1_000,
      },
    ]
  } finally {
    await database.close()
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} % of COPY`

/** Growth of the peak of live memory after garbage collection, and of the peak RSS. */
function watchMemory(): { stop(): { liveMb: number; takenMb: number } } {
  const tidy = tidier()
  const live = () => {
    tidy()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = { live: live(), taken: process.memoryUsage().rss }
  const most = { ...before }
  const timer = setInterval(() => {
    most.taken = Math.max(most.taken, process.memoryUsage().rss)
    most.live = Math.max(most.live, live())
  }, 1_000)
  return {
    stop() {
      clearInterval(timer)
      return { liveMb: (most.live - before.live) / MB, takenMb: (most.taken - before.taken) / MB }
    },
  }
}

/** The garbage collector, which Node keeps behind a flag. */
function tidier(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}

async function copySpeed(
  db: { raw(sql: string): PromiseLike<unknown> },
  path: string,
  rows: number,
): Promise<number> {
  await db.raw(
    `create table copied (part_number text, brand text, name text, category text, merchant text, price numeric, shipping text, link text)`,
  )
  const started = performance.now()
  await db.raw(`copy copied from '${path}' with (format csv, header true)`)
  return rows / ((performance.now() - started) / 1_000)
}
