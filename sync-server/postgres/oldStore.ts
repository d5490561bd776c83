/**
 * The database of a Wrenchlist before November 2026: PGlite, which is PostgreSQL compiled for
 * JavaScript. Opened once, on a copy, to be converted.
 */
import type { Database } from '../db/connect.ts'

import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import knex from 'knex'
import pg from 'pg'
import { readGen } from '../db/gen.ts'
import { GuardedClient } from '../db/guardedClient.ts'

/** Opens everything that any release of ours has written. */
export const OLD_ENGINE = '@electric-sql/pglite@0.5.16'

interface OldEngine {
  PGlite: { create(options: object): Promise<{ close(): Promise<void> }> }
  createPgConfig(lite: object): pg.ClientConfig
  pg_trgm: object
}

/** @param packages the folder that holds `node_modules` with the engine */
async function loadEngine(packages: string): Promise<OldEngine> {
  const require = createRequire(join(packages, 'package.json'))
  const parts = ['', '/node-postgres', '/contrib/pg_trgm'].map(async (part) => {
    const file = require.resolve(`@electric-sql/pglite${part}`)
    return (await import(pathToFileURL(file).href)) as Partial<OldEngine>
  })
  return Object.assign({}, ...(await Promise.all(parts))) as OldEngine
}

/** Nobody else may have the folder open: it has no lock of its own. */
export async function openOldStore(folder: string, packages: string): Promise<Database> {
  const { PGlite, createPgConfig, pg_trgm } = await loadEngine(packages)
  const lite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm } })
  class OldClient extends GuardedClient {
    override _driver() {
      const Client = class extends pg.Client {
        constructor() {
          super(createPgConfig(lite))
        }
      }
      return { ...pg, Client }
    }
  }
  // Its one session is shared by all connections.
  const db = knex({ client: OldClient, connection: {}, pool: { min: 1, max: 1 } })
  return {
    knex: db,
    url: '',
    version: 'PGlite',
    gen: () => readGen(db),
    async close() {
      await db.destroy()
      await lite.close()
    },
  }
}
