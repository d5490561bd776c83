/** A file of prices over HTTP into the catalogue, and the same file through COPY. */
import type { Row } from './report.ts'

import {
  chmodSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  rmSync,
  statSync,
} from 'node:fs'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished, pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'

import type { Feed } from '#shared/feed.ts'
import type { Job } from '#shared/job.ts'

import { isOver } from '#shared/job.ts'
import { connect } from '../sync-server/db/connect.ts'
import { migrate } from '../sync-server/db/migrate.ts'
import { quiet } from '../sync-server/testDatabase.ts'
import { BOSS_EMAIL } from '../sync-server/testDesk.ts'
import { registerAccount, startTestServer } from '../sync-server/testServer.ts'

const MB = 1024 * 1024
const HEAD = 'part_number,brand,name,category,merchant,price,shipping,link\n'
/** Memory in use may not grow with the file; some batches of rows are under way at a time. */
const MOST_MEMORY_MB = 40

/** Reads a tenth of the rows first, then all of them: the memory of both is compared. */
export async function feedSpeed(cluster: string, rows: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'wrenchlist-feed-bench-'))
  // PostgreSQL reads it under its own name.
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
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'text/csv' }
    const call = async <T>(method: string, path: string): Promise<T> => {
      const answer = await fetch(server.url + path, { method, headers })
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
      return (await answer.json()) as T
    }
    const load = async (count: number, from: number) => {
      const path = join(folder, `${count}.csv`)
      await write(path, from, count)
      const memory = watchMemory()
      const read = performance.now()
      let feed = await upload(path, `${server.url}/api/admin/feeds`, headers)
      while (feed.state === 'reading') {
        await new Promise((resolve) => setTimeout(resolve, 100))
        feed = await call<Feed>('GET', `/api/admin/feeds/${feed.id}`)
      }
      if (feed.accepted !== count) throw new Error(`${feed.accepted} of ${count}: ${feed.error}`)
      const importing = performance.now()
      let job = await call<Job>('POST', `/api/admin/feeds/${feed.id}/import`)
      let lagMs = 0
      let changedAt = performance.now()
      let done = 0
      while (!job.state || !isOver(job)) {
        await new Promise((resolve) => setTimeout(resolve, 50))
        job = await call<Job>('GET', `/api/admin/jobs/${job.id}`)
        if (job.done !== done) {
          lagMs = Math.max(lagMs, performance.now() - changedAt)
          changedAt = performance.now()
          done = job.done
        }
      }
      if (job.saved !== count) throw new Error(`${job.saved} of ${count}: ${job.error}`)
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

/** No faster than it is taken: fetch would hold all of the file, and the memory would be the client's. */
async function upload(path: string, url: string, headers: Record<string, string>): Promise<Feed> {
  const asked = request(url, { method: 'POST', headers })
  const answered = once(asked, 'response') as Promise<[IncomingMessage]>
  await pipeline(createReadStream(path), asked)
  const [answer] = await answered
  const said = await text(answer)
  if ((answer.statusCode ?? 500) >= 300) throw new Error(`${answer.statusCode} ${said}`)
  return JSON.parse(said) as Feed
}

const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} % of COPY`

async function write(path: string, from: number, count: number): Promise<void> {
  const file = createWriteStream(path, { mode: 0o644 })
  file.write(HEAD)
  for (let i = from; i < from + count; i++) {
    const line = `FS ${i}/${i % 7},Brand ${i % 50},"Part, no ${i}",Brakes,Feed Shop,${(5 + (i % 900) / 10).toFixed(2)},free,https://shop.example/p/${i}\n`
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
}

/** What is still in use after tidying up, at its most; and what the process took of the machine. */
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

/** The collector of garbage, which Node keeps behind a switch. */
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
