// Started by a test as a process of its own: the real server on the database of a folder.
import { once } from 'node:events'
import { migrate } from '../../sync-server/db/migrate.ts'
import { connect } from '../../sync-server/db/connect.ts'
import { reachDatabase } from '../../sync-server/db/reachDatabase.ts'
import { readEnv } from '../../sync-server/env/env.ts'
import { startTestServer } from '../../sync-server/testServer.ts'

const [DATA_DIR = ''] = process.argv.slice(2)
const log = { warn: () => undefined, fatal: () => undefined }
const reached = await reachDatabase(readEnv({ DATA_DIR }), { log })
const owner = await connect({ databaseUrl: reached.env.DATABASE_OWNER_URL, pool: 1, log })
await migrate(owner)
await owner.close()
const database = await connect({ databaseUrl: reached.env.DATABASE_URL, log })
const server = await startTestServer({ database })
process.send?.({ url: server.url, gen: await database.gen() })
await once(process, 'message')
await server.close()
await database.close()
await reached.close()
process.exit(0)
