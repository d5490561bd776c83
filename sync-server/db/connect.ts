// Opens this process's one database, from its URL.
import knex, { type Knex } from 'knex'
import { readGen } from './gen.ts'
import { GuardedClient } from './guardedClient.ts'
import { limitedPool } from './postgresLimits.ts'

export type DatabaseLog = {
  warn(message: string): void
}

export type Database = {
  knex: Knex
  /** Database URL, with the password. */
  url: string
  /** For example "15.18". */
  version: string
  /** Epoch of the data: changes after a restore or a swap of files, and voids cursors. */
  gen(): Promise<string>
  close(): Promise<void>
}

type Options = {
  databaseUrl: string
  /** Pool size. */
  pool?: number
  log: DatabaseLog
}

export const USUAL_POOL = 10
/** Pool size of the process that reads feed files. */
export const FILE_POOL = 3

/** @throws a sentence for people when the database does not answer */
export async function connect({ databaseUrl, pool = USUAL_POOL, log }: Options): Promise<Database> {
  const db = knex({
    // knex already listens for errors of idle connections and drops those.
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
      url: databaseUrl,
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

/** Routes knex's warnings to the log: it would print them on stdout. */
function knexLog(log: DatabaseLog): Knex.Logger {
  return {
    warn: (message: unknown) => log.warn(String(message)),
    error: (message) => log.warn(String(message)),
  }
}

/** Node's connection errors are an AggregateError with an empty message. */
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
  // Debian appends its package version.
  return (await show(db, 'server_version')).split(' ')[0] ?? ''
}
