/** For benches that start the server in their own process: imported first, its PostgreSQL is there. */
import { startPostgres } from '../../sync-server/testCluster.ts'

// It ends with the process.
process.env['TEST_DATABASE_URL'] = (await startPostgres()).url
