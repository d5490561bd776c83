// Connects to the configured database: DATABASE_URL's, else Wrenchlist's own PostgreSQL, which is
// started if it does not run.
import type { Env } from '../env/env.ts'

import { setTimeout as sleep } from 'node:timers/promises'
import { openOwnPostgres, type OwnPostgresLog, reachOwnPostgres } from '../postgres/ownPostgres.ts'
import { connect, FILE_POOL } from './connect.ts'
import { renewEpoch } from './gen.ts'

/** Settings that name a database. */
export type EnvWithDatabase = Env & {
  DATABASE_URL: string
  DATABASE_DIRECT_URL: string
  DATABASE_OWNER_URL: string
}

export interface Reached {
  env: EnvWithDatabase
  /** Stops what was started. The caller closes its connections first. */
  close(): Promise<void>
}

/** Besides the pools: migrations and commands. */
const MORE_CONNECTIONS = 12
/** Start-up time of a server. */
const STARTING_MS = 15_000
const POLL_MS = 100

/** For a server. @throws a sentence when Wrenchlist's own folder is unusable */
export async function reachDatabase(
  env: Env,
  { log, onCreate }: { log: OwnPostgresLog; onCreate?: () => void },
): Promise<Reached> {
  if (env.DATABASE_URL !== undefined) return named(env, { url: env.DATABASE_URL })
  const own = await openOwnPostgres({
    dataDir: env.DATA_DIR,
    // Each process adds one connection for live updates, and some for feed files.
    connections: env.PROCESSES * (env.DATABASE_POOL + 1 + FILE_POOL) + MORE_CONNECTIONS,
    log,
    ...(onCreate ? { onCreate } : {}),
  })
  try {
    if (!own.isAsLeft) await beginAnotherHistory(own.url, log)
    own.noteOpen()
    return { env: withUrls(env, own), close: own.close }
  } catch (error) {
    await own.close()
    throw error
  }
}

/** For a command: the database of a running server, or a start just for the command. */
export async function reachDatabaseBeside(env: Env, log: OwnPostgresLog): Promise<Reached> {
  if (env.DATABASE_URL !== undefined) return named(env, { url: env.DATABASE_URL })
  for (const end = performance.now() + STARTING_MS; ; await sleep(POLL_MS)) {
    const own = reachOwnPostgres(env.DATA_DIR)
    if (own) return named(env, own)
    try {
      return await reachDatabase(env, { log })
    } catch (error) {
      const isInUse = error instanceof Error && error.message.includes('is in use by Wrenchlist')
      if (!isInUse || performance.now() > end) throw error
    }
  }
}

function named(env: Env, addresses: { url: string; ownerUrl?: string }): Reached {
  return { env: withUrls(env, addresses), close: () => Promise.resolve() }
}

function withUrls(env: Env, { url, ownerUrl }: { url: string; ownerUrl?: string }) {
  const direct = env.DATABASE_DIRECT_URL ?? url
  return {
    ...env,
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_OWNER_URL: ownerUrl ?? env.DATABASE_OWNER_URL ?? direct,
  }
}

/** Starts a new epoch: rows that devices have seen may be gone. */
async function beginAnotherHistory(databaseUrl: string, log: OwnPostgresLog): Promise<void> {
  const database = await connect({ databaseUrl, pool: 1, log })
  try {
    await renewEpoch(database.knex)
  } finally {
    await database.close()
  }
}
