// Once per run: a Chromium, a temporary folder, a PostgreSQL, and in it a template database as the
// server's first start makes it, of which every test gets a copy.
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/machine/chromium.mjs'
import { startPostgres } from '../sync-server/testCluster.ts'
import { createDatabase, nameOf } from './postgres.ts'
import { createServer, serverFile } from './server.ts'

async function prepareRun() {
  if (!existsSync(serverFile)) throw new Error(`${serverFile} is missing: npm run build`)
  const chromium = await findChromium({ install: false })
  if (!chromium) throw new Error('The browser tests need a Chromium: npm test -- e2e installs one')
  const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-e2e-'))
  // Under root PostgreSQL runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
  // At the exit event, because an interrupted run gets no teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const postgres = await startPostgres()
  // The environment is how Playwright hands values from here to its workers.
  process.env.E2E_POSTGRES_URL = postgres.url
  const template = await createDatabase()
  const server = await createServer(join(folder, 'template'), { DATABASE_URL: template.url })
  await server.start()
  await server.stop()
  process.env.E2E_TEMPLATE = nameOf(template)
  process.env.CHROMIUM_PATH = chromium
  process.env.E2E_FOLDER = folder
  return postgres.stop
}

// oxlint-disable-next-line import/no-default-export -- Playwright calls a set-up file's default
export default prepareRun
