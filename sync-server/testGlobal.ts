// Once per test run: a PostgreSQL, and the template database that each test file copies.
import { startPostgres } from './testCluster.ts'
import { makeTemplate } from './testDatabase.ts'

export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  // vitest passes values to its workers through the environment.
  process.env['TEST_DATABASE_URL'] = postgres.url
  const dropTemplate = await makeTemplate()
  return async () => {
    await dropTemplate()
    postgres.stop()
  }
}
