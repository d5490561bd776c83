// The embedded database: PostgreSQL compiled to WebAssembly, one connection, in this process.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import knex, { type Knex } from 'knex'
import pg from 'pg'
import { GuardedClient } from './guardedClient.ts'

export const extensions = { pg_trgm }

type RawConnection = {
  connection: NodeJS.EventEmitter & { end(): void }
  _ending?: boolean
}

/** The statements a closed connection had already sent still run; 'end' comes after the last. */
const drained = ({ connection }: RawConnection): Promise<void> =>
  new Promise((resolve) => {
    connection.end()
    connection.once('end', resolve)
  })

/**
 * knex over an open PGlite, through the same driver as a real server, so types and errors are equal.
 * Nobody else may open a client on the same PGlite: its one session is shared.
 */
export function liteKnex(lite: PGlite, log: Knex.Logger): Knex {
  // A real server rolls back when a client vanishes in mid-transaction. Here the transaction would
  // stay open, later writes would join it, and all of them would be lost at the end.
  const rollBackLeftovers = async () => {
    if (!lite.closed && lite.isInTransaction()) await lite.exec('ROLLBACK')
  }
  let goodbye: Promise<void> = Promise.resolve()

  class LiteClient extends GuardedClient {
    override _driver() {
      const Client = class extends pg.Client {
        constructor() {
          super(createPgConfig(lite) as unknown as pg.ClientConfig)
        }
      }
      return { ...pg, Client }
    }

    override async acquireRawConnection(): Promise<unknown> {
      await goodbye.catch(() => undefined)
      await rollBackLeftovers()
      return super.acquireRawConnection()
    }

    // The adapter tells nobody that a connection was closed, so the pool has to look.
    override async validateConnection(connection: RawConnection): Promise<boolean> {
      return connection._ending !== true
    }

    override destroyRawConnection(connection: RawConnection): Promise<void> {
      goodbye = (async () => {
        await drained(connection)
        await rollBackLeftovers()
        await super.destroyRawConnection(connection)
      })()
      return goodbye
    }
  }

  return knex({
    client: LiteClient,
    connection: {},
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: 5_000,
    log,
  })
}

/** Whether `openLite` would have to create the store first. */
export function isNewStore(dataDir: string): boolean {
  return !existsSync(join(dataDir, 'db'))
}

/**
 * Opens the store in `dataDir`/db, creating it when it is absent. A creation that was cut short
 * leaves nothing that could be taken for a store: it is renamed into place when it is whole.
 */
export async function openLite(dataDir: string): Promise<PGlite> {
  if (isNewStore(dataDir)) {
    const draft = join(dataDir, 'db.creating')
    rmSync(draft, { recursive: true, force: true })
    const created = await PGlite.create({ dataDir: draft, extensions })
    await created.close()
    renameSync(draft, join(dataDir, 'db'))
  }
  return PGlite.create({ dataDir: join(dataDir, 'db'), extensions })
}
