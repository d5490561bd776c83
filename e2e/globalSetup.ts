// Once per run: a Chromium, a folder for all that is thrown away, and in it a data folder whose
// database exists already. Creating one costs seconds of processor time, copying it does not.
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/chromium.mjs'
import { COMPILED_QUICKLY, createServer, serverFile } from './server.ts'

async function prepareRun() {
  if (!existsSync(serverFile)) throw new Error(`${serverFile} is missing: npm run build`)
  const chromium = await findChromium({ install: false })
  if (!chromium) throw new Error('The browser tests need a Chromium: npm test -- e2e installs one')
  const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-e2e-'))
  // At the exit event, because an interrupted run gets no teardown.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const server = await createServer(join(folder, 'template'), COMPILED_QUICKLY)
  await server.start()
  await server.stop()
  // The environment is how Playwright hands values from here to its workers.
  process.env.CHROMIUM_PATH = chromium
  process.env.E2E_FOLDER = folder
}

// oxlint-disable-next-line import/no-default-export -- Playwright calls a set-up file's default
export default prepareRun
