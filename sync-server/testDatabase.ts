// A fresh, migrated database per test file, copied from a template in testGlobal.ts's cluster;
// dropped by close(). TEST_DATABASE_POOL=1 limits each to one connection, to prove that nobody
// waits for a second.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { connect, USUAL_POOL, type Database } from './db/connect.ts'
import { migrate } from './db/migrate.ts'

export const quiet = { warn: () => undefined, fatal: () => undefined }

const TEMPLATE = 'TEST_DATABASE_TEMPLATE'

/** A migrated database for the caller, who closes it. */
export async function openTestDatabase(): Promise<Database> {
  const template = process.env[TEMPLATE]
  const database = await openCopy(template ?? 'template1')
  if (!template) await migrate(database)
  return database
}

/** The same without tables. */
export const openEmptyDatabase = (): Promise<Database> => openCopy('template1')

async function openCopy(template: string): Promise<Database> {
  const name = `wrenchlist_test_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template ${template}`)
  const pool = Number(process.env['TEST_DATABASE_POOL'] ?? USUAL_POOL)
  const database = await connect({ databaseUrl: addressIn(name), pool, log: quiet })
  return {
    ...database,
    async close() {
      await database.close()
      await asAdmin(`drop database if exists ${name} with (force)`)
    },
  }
}

/** Creates the template. @returns its removal */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const name = `wrenchlist_template_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  const database = await connect({ databaseUrl: addressIn(name), pool: 1, log: quiet })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  process.env[TEMPLATE] = name
  return () => asAdmin(`drop database if exists ${name} with (force)`)
}

function clusterUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('TEST_DATABASE_URL is not set: testGlobal.ts does it')
  return url
}

function addressIn(name: string): string {
  const url = new URL(clusterUrl())
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl() })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
