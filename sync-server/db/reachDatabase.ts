// The database that the settings mean: the one DATABASE_URL names, else the one that comes with
// Wrenchlist, which is started where nobody has.
import type { Env } from '../env.ts'
import type { OwnPostgresLog } from '../postgres/ownPostgres.ts'

import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnPostgres, reachOwnPostgres } from '../postgres/ownPostgres.ts'
import { connect, FILE_POOL } from './connect.ts'
import { renewEpoch } from './gen.ts'

/** Settings that name a database. */
export type EnvWithDatabase = Env & { DATABASE_URL: string; DATABASE_DIRECT_URL: string }

export interface Reached {
  env: EnvWithDatabase
  /** Ends what was started for it. The caller's connections are closed by then. */
  close(): Promise<void>
}

/** For migrations and commands, beside the pools. */
const MORE_CONNECTIONS = 12
/** As long as a server takes that is just starting. */
const STARTING_MS = 15_000
const POLL_MS = 100

/**
 * For a server.
 * @throws a sentence when the folder of our own cannot be used
 */
export async function reachDatabase(
  env: Env,
  { log, onCreate }: { log: OwnPostgresLog; onCreate?: () => void },
): Promise<Reached> {
  if (env.DATABASE_URL !== undefined) return named(env, env.DATABASE_URL)
  const own = await openOwnPostgres({
    dataDir: env.DATA_DIR,
    // Each process has one more for live updates, and some for files of parts.
    connections: env.PROCESSES * (env.DATABASE_POOL + 1 + FILE_POOL) + MORE_CONNECTIONS,
    log,
    ...(onCreate ? { onCreate } : {}),
  })
  try {
    if (!own.isAsLeft) await beginAnotherHistory(own.url, log)
    own.noteOpen()
    return { env: withUrl(env, own.url), close: own.close }
  } catch (error) {
    await own.close()
    throw error
  }
}

/** For a command beside a server that may be running: its database, or the same started for once. */
export async function reachDatabaseBeside(env: Env, log: OwnPostgresLog): Promise<Reached> {
  if (env.DATABASE_URL !== undefined) return named(env, env.DATABASE_URL)
  for (const end = performance.now() + STARTING_MS; ; await sleep(POLL_MS)) {
    const url = reachOwnPostgres(env.DATA_DIR)
    if (url) return named(env, url)
    try {
      return await reachDatabase(env, { log })
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes('is in use by Wrenchlist')
      if (!isInUse || performance.now() > end) throw error
    }
  }
}

function named(env: Env, url: string): Reached {
  return { env: withUrl(env, url), close: () => Promise.resolve() }
}

const withUrl = (env: Env, url: string): EnvWithDatabase => ({
  ...env,
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: env.DATABASE_DIRECT_URL ?? url,
})

/** Devices are told that what they have seen may be gone. */
async function beginAnotherHistory(databaseUrl: string, log: OwnPostgresLog): Promise<void> {
  const database = await connect({ databaseUrl, pool: 1, log })
  try {
    await renewEpoch(database.knex)
  } finally {
    await database.close()
  }
}
