// Once a run of the tests: a PostgreSQL, and in it the database that each test file gets a copy of.
import { startPostgres } from './testCluster.ts'
import { makeTemplate } from './testDatabase.ts'

export async function setup(): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  // The environment is how vitest hands values from here to its workers.
  process.env['TEST_DATABASE_URL'] = postgres.url
  const dropTemplate = await makeTemplate()
  return async () => {
    await dropTemplate()
    postgres.stop()
  }
}
