/** A new version whose migration fails half-way: the old shape stays, and a restart tries again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'

import type { Database } from './db/connect.ts'

import { connect } from './db/connect.ts'
import { migrate, migrations } from './db/migrate.ts'
import { addressOf, openEmptyDatabase, quiet } from './testDatabase.ts'
import { killAll, startProcess, type TestProcess } from './testProcess.ts'

/** The version before the one with jobs: three migrations run before the one that fails. */
const OLD = migrations.findIndex(({ name }) => name === '009_jobs')
const isPostgres = Boolean(process.env['TEST_DATABASE_URL'])
const dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
const running: TestProcess[] = []
afterEach(() => killAll(running))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function start(settings: Record<string, string>): TestProcess {
  const started = startProcess({ DATA_DIR: dataDir, ...settings })
  running.push(started)
  return started
}

/** Every column of every table, and which migrations ran. */
async function shapeOf({ knex }: Database): Promise<unknown> {
  const columns = knex('information_schema.columns').where({ table_schema: 'public' })
  return {
    columns: await columns
      .orderBy(['table_name', 'column_name'])
      .select('table_name', 'column_name', 'data_type'),
    indexes: await knex('pg_indexes')
      .where({ schemaname: 'public' })
      .orderBy('indexname')
      .pluck('indexdef'),
    migrations: await knex('knex_migrations').orderBy('id').pluck('name'),
  }
}

test('a migration that fails half-way leaves the old shape and ends the process', async () => {
  const home = isPostgres ? await openEmptyDatabase() : null
  const databaseUrl = home ? await addressOf(home) : undefined
  /** The embedded database has one process at a time: it is closed before the server starts. */
  const within = async <T>(act: (database: Database) => Promise<T>): Promise<T> => {
    const database = await connect({ databaseUrl, dataDir, log: quiet })
    try {
      return await act(database)
    } finally {
      await database.close()
    }
  }
  const before = await within(async (database) => {
    await migrate(database, migrations.slice(0, OLD))
    // In the way of 012_log.
    await database.knex.raw('create table log_entries (id int)')
    return shapeOf(database)
  })
  const more = databaseUrl ? { DATABASE_URL: databaseUrl, PROCESSES: '2' } : {}

  const failed = start(more)
  expect(await failed.ended).toBe(1)
  expect(failed.heard.stderr.match(/"log_entries" already exists/g)).toHaveLength(1)
  expect(failed.heard.stdout).not.toContain('ready')
  const after = await within(async (database) => {
    const shape = await shapeOf(database)
    await database.knex.raw('drop table log_entries')
    return shape
  })
  expect(after).toEqual(before)

  const again = start(more)
  const url = await again.ready
  expect((await fetch(`${url}/api/ready`)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  await home?.close()
}, 120_000)
