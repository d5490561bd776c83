/**
 * The server of costs.test.ts in a process of its own, so that its event loop is not that of who
 * asks. Told to rest, it answers when its letters are out, with them; told to work, what that took.
 */
import { unitMs } from '#shared/testProcessor.ts'
import { connect } from '../../sync-server/db/connect.ts'
import { quiet } from '../../sync-server/testDatabase.ts'
import { startTestServer } from '../../sync-server/testServer.ts'
import { SHELL, shellAssets } from '../../sync-server/testShell.ts'
import { routesOf } from './goodCalls.ts'
import type { FromServer, Settings } from './startApart.ts'

const { databaseUrl, env } = JSON.parse(process.argv[2] ?? '') as Settings
const database = await connect({ databaseUrl, log: quiet })
const server = await startTestServer({ database, env, assets: shellAssets(SHELL) })
const tell = (message: FromServer) => process.send?.(message)

process.on('message', (asked) => {
  if (asked === 'work') void unitMs().then((ms) => tell({ unitMs: ms }))
  if (asked !== 'rest') return
  void server.deps.mailer.idle().then(() => tell({ letters: server.letters.splice(0) }))
})
process.once('disconnect', () => process.exit())
tell({ url: server.url, routes: routesOf(server.deps) })
