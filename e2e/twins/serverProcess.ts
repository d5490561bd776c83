// Started by a test as a process of its own: the real server on the embedded store of a folder.
import { once } from 'node:events'
import { migrate } from '../../sync-server/db/migrate.ts'
import { connect } from '../../sync-server/db/connect.ts'
import { startTestServer } from '../../sync-server/testServer.ts'

const [dataDir = ''] = process.argv.slice(2)
const log = { warn: () => undefined, fatal: () => undefined }
const database = await connect({ databaseUrl: undefined, dataDir, log })
await migrate(database)
const server = await startTestServer({ database })
process.send?.({ url: server.url, gen: await database.gen() })
await once(process, 'message')
await server.close()
await database.close()
process.exit(0)
