// Started by a test as a process of its own: writes a row, says so, and waits to be killed.
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { reachDatabase } from '../db/reachDatabase.ts'
import { readEnv } from '../env.ts'

const [DATA_DIR = ''] = process.argv.slice(2)
const log = { warn: () => undefined, fatal: () => undefined }
const { env } = await reachDatabase(readEnv({ DATA_DIR }), { log })
const database = await connect({ databaseUrl: env.DATABASE_URL, log })
await migrate(database)
await database.knex.raw('create table kept (id int)')
await database.knex('kept').insert({ id: 1 })
process.send?.(await database.gen())
setInterval(() => undefined, 1_000)
