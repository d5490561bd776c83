// A fresh, migrated database for one test file: on a real PostgreSQL when TEST_DATABASE_URL names a
// cluster, else an embedded one in memory. Both are gone at close(). TEST_DATABASE_POOL=1 gives each
// one connection, as the embedded one has, to see that nobody waits for a second.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { connect, embeddedDatabase, USUAL_POOL, type Database } from './db/connect.ts'
import { extensions } from './db/lite.ts'
import { migrate } from './db/migrate.ts'

export const quiet = { warn: () => undefined, fatal: () => undefined }

/** A migrated database of its own for the caller, who closes it. */
export async function openTestDatabase(): Promise<Database> {
  const database = await openEmptyDatabase()
  await migrate(database)
  return database
}

/** The same without any table. */
export function openEmptyDatabase(): Promise<Database> {
  const cluster = process.env['TEST_DATABASE_URL']
  return cluster ? onCluster(cluster) : inMemory()
}

async function onCluster(cluster: string): Promise<Database> {
  const name = `wrenchlist_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(cluster, `create database ${name}`)
  const url = new URL(cluster)
  url.pathname = `/${name}`
  const pool = Number(process.env['TEST_DATABASE_POOL'] ?? USUAL_POOL)
  const database = await connect({ databaseUrl: url.href, pool, dataDir: '', log: quiet })
  return {
    ...database,
    async close() {
      await database.close()
      await asAdmin(cluster, `drop database if exists ${name} with (force)`)
    },
  }
}

/** The address of an open database on the cluster of TEST_DATABASE_URL. */
export async function addressOf({ knex }: Pick<Database, 'knex'>): Promise<string> {
  const { rows } = await knex.raw<{ rows: { name: string }[] }>('select current_database() as name')
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  return url.href
}

async function asAdmin(cluster: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

async function inMemory(): Promise<Database> {
  const lite = await PGlite.create({ extensions, loadDataDir: await emptyStore() })
  return embeddedDatabase(lite, quiet)
}

let store: Promise<Blob> | undefined

/** Creating a store takes seconds, loading a copy of one a fraction: so one is kept in the cache. */
function emptyStore(): Promise<Blob> {
  store ??= readOrCreateStore()
  return store
}

async function readOrCreateStore(): Promise<Blob> {
  const require = createRequire(import.meta.url)
  const packageJson = new URL(
    '../package.json',
    `file://${require.resolve('@electric-sql/pglite')}`,
  )
  const { version } = JSON.parse(readFileSync(packageJson, 'utf8')) as { version: string }
  const folder = new URL('../node_modules/.cache/wrenchlist/', import.meta.url)
  const file = new URL(`pglite-${version}.tar`, folder)
  try {
    return new Blob([readFileSync(file)])
  } catch {
    const lite = await PGlite.create({ extensions })
    const dump = await lite.dumpDataDir('none')
    await lite.close()
    mkdirSync(folder, { recursive: true })
    // Written aside and renamed: other test processes may be doing the same.
    const draft = new URL(`${file.href}.${process.pid}`)
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, file)
    return dump
  }
}
