/**
 * Timeouts of PostgreSQL. Without them a stuck statement keeps its connection for ever, and ten of
 * them stop the server.
 */
import type { Knex } from 'knex'

/** Time to get a connection, opened or from the pool. */
export const ACQUIRE_MS = 5_000
const STATEMENT_MS = 10_000
const LOCK_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** For a server that has gone silent, and cannot end a statement itself. */
const SILENT_MS = 12_000

/** Names this process in pg_stat_activity. */
const PROCESS = `wrenchlist ${process.pid}`

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void
}

/** Set after connecting: poolers refuse them as startup parameters. */
const SETTINGS = `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${LOCK_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** Options of every connection pool. @param max pool size */
export function limitedPool(databaseUrl: string, max: number): Knex.Config {
  return {
    connection: {
      connectionString: databaseUrl,
      application_name: PROCESS,
      connectionTimeoutMillis: ACQUIRE_MS,
      query_timeout: SILENT_MS,
      keepAlive: true,
    },
    pool: {
      min: 0,
      max,
      afterCreate(connection: RawConnection, done: (error: Error | null, raw: unknown) => void) {
        connection.query(SETTINGS, (error) => done(error, connection))
      },
    },
    acquireConnectionTimeout: ACQUIRE_MS,
  }
}
