// For the knex command line only: `npx knex migrate:list`. The server migrates itself at start.
import type { Knex } from 'knex'
import { readEnv } from './sync-server/env/env.ts'
import { migrations, sourceOf } from './sync-server/db/migrate.ts'

const { DATABASE_URL, DATABASE_OWNER_URL } = readEnv(process.env)
if (!DATABASE_URL) {
  throw new Error(
    'The knex command line works on PostgreSQL: set DATABASE_URL. The embedded database is migrated by npm start.',
  )
}

const config: Knex.Config = {
  client: 'pg',
  connection: DATABASE_OWNER_URL ?? DATABASE_URL,
  // The command line prints `file`.
  migrations: {
    migrationSource: sourceOf(migrations.map((each) => ({ ...each, file: each.name }))),
  },
}

export default config
