// A test's child process: writes a row, reports it, and waits to be killed.
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { reachDatabase } from './reachDatabase.ts'
import { readEnv } from '../env/env.ts'

const [DATA_DIR = ''] = process.argv.slice(2)
const log = { warn: () => undefined, fatal: () => undefined }
const { env } = await reachDatabase(readEnv({ DATA_DIR }), { log })
const database = await connect({ databaseUrl: env.DATABASE_OWNER_URL, log })
await migrate(database)
await database.knex.raw('create table kept (id int)')
await database.knex('kept').insert({ id: 1 })
process.send?.(await database.gen())
setInterval(() => undefined, 1_000)
