// Composition root: settings, database, server, signals.
import cluster from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino, type Logger } from 'pino'
import { version } from '../package.json'
import { systemRandom } from '#shared/ids.ts'
import { createPasswords } from './accounts/passwords.ts'
import { systemOutside } from './outside/outside.ts'
import { connect } from './db/connect.ts'
import { followGen } from './db/gen.ts'
import { migrate } from './db/migrate.ts'
import { reachDatabase, type EnvWithDatabase } from './db/reachDatabase.ts'
import { plantDemo, removeDemo } from './demo/plantDemo.ts'
import { localUrl, readEnv, type Env } from './env/env.ts'
import type { Deps } from './routes/guards/deps.ts'
import { createSourceMaps } from './errors/sourceMaps.ts'
import { startDueSources } from './feeds/dueSources.ts'
import { createFiles } from './feeds/files.ts'
import { giveUp } from './giveUp.ts'
import { loadAssets } from './http/assets.ts'
import { listen, patienceOf } from './http/listen.ts'
import { createRateLimits } from './http/rateLimit.ts'
import { createLog } from './log/log.ts'
import { startJobs } from './jobs/jobRunner.ts'
import { workersOf } from './workerProcess/workers.ts'
import { startHousekeeping } from './housekeeping/housekeeping.ts'
import { createDelivery } from './mail/deliver.ts'
import { mailBook } from './mail/mailBook.ts'
import { createMailer, type Mailer } from './mail/mailer.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createReadings } from './metrics/readings.ts'
import { serveMetrics } from './metrics/serveMetrics.ts'
import { startNotifier } from './notify/notifier.ts'
import { readNoticeKeys } from './notify/noticeKeys.ts'
import { createServer } from './server.ts'
import { startMinute } from './status/minute.ts'
import { followAnnouncement } from './announcement/announcement.ts'
import { sourceOf } from './sources/sourceOf.ts'
import { createLive } from './sync/live.ts'
import { readAliases } from './sync/aliases.ts'
import { readServerNode } from './sync/serverNode.ts'
import { onStopSignal } from './stopSignal.ts'
import { placeAmongProcesses, sayReady, supervise } from './supervisor.ts'

const MAX_MAILING_MS = 5_000
const MAX_STOPPING_MS = 9_000

/** Next to this file, bundled or as source. */
const filesProcess = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? 'workerProcess/fileProcess.ts' : 'files.mjs',
    import.meta.url,
  ),
)

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const settings = readEnv(process.env)
  // A signal during the start takes effect after it, so that the database is closed cleanly.
  let isStopping = false
  const stopped = new Promise<void>((resolve) =>
    onStopSignal(() => {
      isStopping = true
      resolve()
    }),
  )

  // Logs go to stderr: stdout has the few lines that people and scripts wait for.
  const log = createLog(settings.LOG_LEVEL, pino.destination({ fd: 2, sync: true }))
  const { env, close } = await reachDatabase(settings, {
    onCreate: () =>
      say(`Creating the database in ${settings.DATA_DIR}. This takes some seconds the first time.`),
    log: {
      warn: (message) => log.warn(message),
      // Going on could lose acknowledged rows, ours or the other process's.
      fatal: (message) => giveUp(new Error(message)),
    },
  })
  let code = 0
  try {
    if (cluster.isPrimary) await migrateAsOwner(env, log)
    if (env.PROCESSES > 1 && cluster.isPrimary) code = await superviseOn(env, log, stopped)
    else await serve(env, log, stopped, () => isStopping)
  } finally {
    await close()
  }
  process.exit(code)
}

function superviseOn(env: EnvWithDatabase, log: Logger, stopped: Promise<void>): Promise<number> {
  return supervise({
    count: env.PROCESSES,
    exec: fileURLToPath(import.meta.url),
    // Our own database has a URL only now.
    env: { DATABASE_URL: env.DATABASE_URL, DATA_DIR: env.DATA_DIR },
    drainMs: env.DRAIN_SECONDS * 1_000,
    log,
    say,
    stopped,
  })
}

async function serve(
  env: EnvWithDatabase,
  log: Logger,
  stopped: Promise<void>,
  isStopping: () => boolean,
): Promise<void> {
  const database = await connect({
    databaseUrl: env.DATABASE_URL,
    pool: env.DATABASE_POOL,
    log,
  })
  try {
    await (env.DEMO_CATALOGUE ? plantDemo(database.knex, Date.now()) : removeDemo(database.knex))
    const metrics = createMetrics()
    const readings = createReadings(metrics, { db: database.knex, version })
    const figures = env.METRICS_PORT
      ? await serveMetrics(
          env.METRICS_HOST,
          env.METRICS_PORT + placeAmongProcesses(),
          readings.text,
        )
      : null
    const gen = await followGen(database, { log })
    const serverNode = await readServerNode(database.knex)
    const alias = await readAliases(database.knex)
    const noticeKeys = await readNoticeKeys(database.knex)
    const word = await followAnnouncement(database.knex, { now: Date.now })
    // No await from here to the handler: a request in between would never be answered.
    const { serve: answerBy, port, finish } = await listen(env.HOST, env.PORT, patienceOf(env))
    const withAddress = withPort(env, port)
    const { deliver } = createDelivery(withAddress)
    const mailer = createMailer(deliver, log, { note: mailBook(database.knex, Date.now) })
    const live = createLive(env.DATABASE_DIRECT_URL, database.knex, log)
    const base = {
      db: database.knex,
      now: Date.now,
      random: systemRandom,
      outside: systemOutside,
      env: withAddress,
      log,
    }
    const source = sourceOf({ ...base, fetch })
    const files = createFiles(filesProcess, env.DATABASE_URL)
    const jobs = startJobs(base, workersOf({ ...base, source, files }))
    const deps: Deps = {
      ...base,
      dbVersion: database.version,
      gen: gen.current,
      source,
      jobs,
      files,
      mailer,
      limits: createRateLimits(database.knex, Date.now),
      passwords: createPasswords(),
      metrics,
      isStopping,
      live,
      fetch,
      serverNode,
      alias,
      noticeKeys,
      word,
      assets: loadAssets(builtFolder('./app')),
      sourceMaps: createSourceMaps(['./maps', './maps/assets', '.'].map(builtFolder)),
    }
    const app = createServer(deps)
    const answer = app.callback()
    answerBy((request, response) => void answer(request, response))
    const housekeeping = startHousekeeping(deps)
    const due = startDueSources(deps)
    const notifier = startNotifier(deps)
    const minute = startMinute(deps)
    sayReady(`Wrenchlist is ready at ${localUrl(env.HOST, port)}`, say)
    await stopped
    // Balancers poll: requests come until they notice.
    await sleep(env.DRAIN_SECONDS * 1_000)
    const stoppedAt = Date.now()
    const ending = [live.close(), jobs.stop(), finish()]
    await Promise.all([...ending, housekeeping.stop(), due.stop(), notifier.stop(), minute.stop()])
    files.close()
    await sendTheLast(mailer, stoppedAt)
    readings.stop()
    gen.stop()
    word.stop()
    figures?.close()
  } finally {
    await database.close()
  }
}

/** Migrates before serving; child processes do not inherit the owner's URL. */
async function migrateAsOwner({ DATABASE_OWNER_URL }: EnvWithDatabase, log: Logger): Promise<void> {
  delete process.env['DATABASE_OWNER_URL']
  const database = await connect({ databaseUrl: DATABASE_OWNER_URL, pool: 1, log })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
}

const builtFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Flushes queued letters, within the 10 s that a service manager waits. */
async function sendTheLast(mailer: Mailer, stoppedAt: number): Promise<void> {
  const leftMs = stoppedAt + MAX_STOPPING_MS - Date.now()
  const waitMs = Math.max(0, Math.min(MAX_MAILING_MS, leftMs))
  await Promise.race([mailer.idle(), new Promise((resolve) => setTimeout(resolve, waitMs))])
}

/** PORT=0 picks a free port: the default URL is known only now. */
function withPort(env: Env, port: number): Env {
  const isDefault = env.PUBLIC_URL === localUrl(env.HOST, env.PORT)
  return { ...env, PORT: port, PUBLIC_URL: isDefault ? localUrl(env.HOST, port) : env.PUBLIC_URL }
}

main().catch(giveUp)
