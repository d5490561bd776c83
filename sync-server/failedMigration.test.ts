/** A migration fails half-way: the old schema stays, and a restart tries again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'

import type { Database } from './db/connect.ts'

import { migrate, migrations } from './db/migrate.ts'
import { openEmptyDatabase } from './testDatabase.ts'
import { killAll, startProcess, type TestProcess } from './testProcess.ts'

/** The version before jobs: three migrations run before the failing one. */
const OLD = migrations.findIndex(({ name }) => name === '009_jobs')
const dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
const running: TestProcess[] = []
afterEach(() => killAll(running))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function start(settings: Record<string, string>): TestProcess {
  const started = startProcess({ DATA_DIR: dataDir, ...settings })
  running.push(started)
  return started
}

/** Every column of every table, and the migrations that ran. */
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
  const database = await openEmptyDatabase()
  await migrate(database, migrations.slice(0, OLD))
  // Makes 012_log fail.
  await database.knex.raw('create table log_entries (id int)')
  const before = await shapeOf(database)
  const settings = { DATABASE_URL: database.url, PROCESSES: '2' }

  const failed = start(settings)
  expect(await failed.ended).toBe(1)
  expect(failed.heard.stderr.match(/"log_entries" already exists/g)).toHaveLength(1)
  expect(failed.heard.stdout).not.toContain('ready')
  expect(await shapeOf(database)).toEqual(before)
  await database.knex.raw('drop table log_entries')

  const again = start(settings)
  const url = await again.ready
  expect((await fetch(`${url}/api/ready`)).status).toBe(200)
  again.child.kill('SIGTERM')
  expect(await again.ended).toBe(0)
  await database.close()
})
