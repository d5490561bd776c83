// Started by a test as a process of its own: writes a row, says so, and waits to be killed.
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { warn: () => undefined, fatal: () => undefined }
const database = await connect({ databaseUrl: undefined, dataDir, log })
await migrate(database)
await database.knex.raw('create table kept (id int)')
await database.knex('kept').insert({ id: 1 })
process.send?.(await database.gen())
setInterval(() => undefined, 1_000)
