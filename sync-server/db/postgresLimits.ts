/**
 * How long anything may take on PostgreSQL. Without limits one stuck statement holds its connection
 * for ever, and ten of them the whole server.
 */
import type { Knex } from 'knex'

/** Until there is a connection: to open one, and to wait for one of the pool. */
export const ACQUIRE_MS = 5_000
const STATEMENT_MS = 10_000
const LOCK_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 30_000
/** For a server that says nothing any more, and so cannot end a statement itself. */
const SILENT_MS = 12_000

/** Tells in pg_stat_activity whose connections they are. */
const PROCESS = `wrenchlist ${process.pid}`

interface RawConnection {
  query(sql: string, done: (error: Error | null) => void): void
}

/** Set when a connection is opened: poolers refuse them as parameters of the start. */
const SETTINGS = `set statement_timeout = ${STATEMENT_MS}; set lock_timeout = ${LOCK_MS};
  set idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`

/** What every pool of connections to a PostgreSQL is opened with. @param max its connections */
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
