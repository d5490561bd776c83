// Opens the one database of this process: PostgreSQL when its address is given, else the embedded one.
import type { PGlite } from '@electric-sql/pglite'
import knex, { type Knex } from 'knex'
import { readGen, renewEpoch } from './gen.ts'
import { GuardedClient } from './guardedClient.ts'
import { isNewStore, liteKnex, openLite } from './lite.ts'
import { noteLeft, takeLeft } from './left.ts'
import { lockDirectory } from './lock.ts'
import { limitedPool } from './postgresLimits.ts'

export type DatabaseLog = {
  warn(message: string): void
  fatal(message: string): void
}

export type Database = {
  knex: Knex
  kind: 'embedded' | 'postgres'
  /** Of PostgreSQL, for example "15.18". */
  version: string
  /**
   * Names this history of the data: it changes when a backup was restored or the embedded store was
   * not closed, and tells devices that their cursors mean nothing any more.
   */
  gen(): Promise<string>
  close(): Promise<void>
}

type Options = {
  databaseUrl: string | undefined
  /** Connections to PostgreSQL; the embedded database has one. */
  pool?: number
  dataDir: string
  log: DatabaseLog
  /** Called before a new embedded store is created, which takes seconds. */
  onCreate?: () => void
}

export const USUAL_POOL = 10

/** @throws a sentence for people when DATA_DIR is in use or the database does not answer */
export function connect(options: Options): Promise<Database> {
  const { databaseUrl, pool = USUAL_POOL } = options
  return databaseUrl ? connectPostgres(databaseUrl, pool, options.log) : connectEmbedded(options)
}

async function connectPostgres(
  databaseUrl: string,
  pool: number,
  log: DatabaseLog,
): Promise<Database> {
  const db = knex({
    // knex listens for errors of idle connections and drops those; nobody else has to.
    client: GuardedClient,
    ...limitedPool(databaseUrl, pool),
    log: knexLog(log),
  })
  try {
    const version = await readVersion(db)
    for (const setting of ['fsync', 'synchronous_commit']) {
      const value = await show(db, setting)
      if (value === 'off') {
        log.warn(`PostgreSQL runs with ${setting} off: a power cut can lose what was acknowledged.`)
      }
    }
    return {
      knex: db,
      kind: 'postgres',
      version,
      gen: () => readGen(db),
      close: () => db.destroy(),
    }
  } catch (error) {
    await db.destroy()
    const { host } = new URL(databaseUrl)
    throw new Error(`The database at ${host} does not answer: ${reason(error)}`, { cause: error })
  }
}

async function connectEmbedded({ dataDir, log, onCreate }: Options): Promise<Database> {
  const lock = await lockDirectory(dataDir, () =>
    log.fatal(`The lock in ${dataDir} was removed by somebody else. Stop one of the processes.`),
  )
  try {
    if (isNewStore(dataDir)) onCreate?.()
    const isAsLeft = takeLeft(dataDir) && !lock.unclean
    const lite = await openLite(dataDir)
    try {
      const database = await embeddedDatabase(lite, log, () => {
        noteLeft(dataDir)
        lock.release()
      })
      if (!isAsLeft) await renewEpoch(database.knex)
      return database
    } catch (error) {
      await lite.close()
      throw error
    }
  } catch (error) {
    // Until the epoch is new, the lock stays behind to say so to the next start.
    if (!lock.unclean) lock.release()
    throw error
  }
}

/** The Database of an open PGlite; closing it closes the PGlite, then calls `afterClose`. */
export async function embeddedDatabase(
  lite: PGlite,
  log: DatabaseLog,
  afterClose?: () => void,
): Promise<Database> {
  const db = liteKnex(lite, knexLog(log))
  return {
    knex: db,
    kind: 'embedded',
    version: await readVersion(db),
    gen: () => readGen(db),
    async close() {
      await db.destroy()
      await lite.close()
      afterClose?.()
    },
  }
}

/** knex would print its warnings on stdout. */
function knexLog({ warn }: DatabaseLog): Knex.Logger {
  return {
    warn: (message: unknown) => warn(String(message)),
    error: (message) => warn(String(message)),
  }
}

/** Connection errors of Node come as an AggregateError with an empty message. */
function reason(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

async function show(db: Knex, setting: string): Promise<string> {
  const { rows } = await db.raw<{ rows: { value: string }[] }>(
    'select current_setting(?) as value',
    [setting],
  )
  return rows[0]?.value ?? ''
}

async function readVersion(db: Knex): Promise<string> {
  // Debian adds its own package version behind a space.
  return (await show(db, 'server_version')).split(' ')[0] ?? ''
}
