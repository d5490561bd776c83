// The only composition root: settings, database, server, signals.
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { systemRandom } from '#shared/ids.ts'
import { connect, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'
import { localUrl, readEnv, type Env } from './env.ts'
import { loadAssets } from './http/assets.ts'
import { createServer } from './server.ts'
import { readServerNode } from './sync/serverNode.ts'
import { onStopSignal } from './stopSignal.ts'

const FINISH_REQUESTS_MS = 7_000

const say = (line: string): void => void process.stdout.write(`${line}\n`)

function giveUp(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

async function main(): Promise<void> {
  const env = readEnv(process.env)
  // A signal during the start lets the start finish, so that the store is closed whole.
  const stopped = new Promise<void>((resolve) => onStopSignal(resolve))

  // Logs go to stderr: stdout has the few lines that people and scripts wait for.
  const log = pino({ level: env.LOG_LEVEL }, pino.destination({ fd: 2, sync: true }))
  const database = await connect({
    databaseUrl: env.DATABASE_URL,
    dataDir: env.DATA_DIR,
    onCreate: () =>
      say(`Creating the database in ${env.DATA_DIR}. This takes some seconds the first time.`),
    log: {
      warn: (message) => log.warn(message),
      // Going on could lose rows that were acknowledged, ours or the other process's.
      fatal: (message) => giveUp(new Error(message)),
    },
  })
  try {
    await migrate(database)
    const gen = await database.gen()
    const server = await listen(env)
    const { port } = server.address() as AddressInfo
    const app = createServer({
      db: database.knex,
      dbKind: database.kind,
      dbVersion: database.version,
      gen,
      env: withPort(env, port),
      log,
      now: Date.now,
      random: systemRandom,
      serverNode: await readServerNode(database.knex),
      assets: loadAssets(fileURLToPath(new URL('./app', import.meta.url))),
    })
    const answer = app.callback()
    server.on('request', (request, response) => void answer(request, response))
    say(`Wrenchlist is ready at ${localUrl(env.HOST, port)}`)
    await stopped
    await finish(server)
  } finally {
    await close(database)
  }
  process.exit(0)
}

/** PORT=0 asks the system for a free port: the default address is known only now. */
function withPort(env: Env, port: number): Env {
  const isDefault = env.PUBLIC_URL === localUrl(env.HOST, env.PORT)
  return { ...env, PORT: port, PUBLIC_URL: isDefault ? localUrl(env.HOST, port) : env.PUBLIC_URL }
}

function listen({ HOST, PORT }: Env): Promise<Server> {
  // Slow senders are cut off, so that they cannot hold connections for ever.
  const server = createHttpServer({ headersTimeout: 15_000, requestTimeout: 60_000 })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentences: Record<string, string> = {
        EADDRINUSE: `Port ${PORT} on ${HOST} is in use by another program. Stop that, or choose another port: PORT=${PORT + 1} npm start`,
        EACCES: `This user may not listen on port ${PORT}. Choose a port above 1023: PORT=3000 npm start`,
        EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine.`,
      }
      reject(new Error(sentences[error.code ?? ''] ?? error.message, { cause: error }))
    })
    server.listen(PORT, HOST, () => resolve(server))
  })
}

/** Takes no new connections, lets running requests end, then cuts what is left. */
async function finish(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  const idle = setInterval(() => server.closeIdleConnections(), 100)
  const cut = setTimeout(() => server.closeAllConnections(), FINISH_REQUESTS_MS)
  await closed
  clearInterval(idle)
  clearTimeout(cut)
}

async function close(database: Database): Promise<void> {
  try {
    await database.close()
  } catch (error) {
    giveUp(error)
  }
}

main().catch(giveUp)
