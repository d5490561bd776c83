// Once per run: a Chromium, and a data folder whose database exists already. Creating one costs
// seconds of processor time, copying it does not.
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../scripts/chromium.mjs'
import { createServer, serverFile } from './server.ts'

async function prepareRun() {
  if (!existsSync(serverFile)) throw new Error(`${serverFile} is missing: npm run build`)
  const chromium = await findChromium({ install: false })
  if (!chromium) throw new Error('The browser tests need a Chromium: npm test -- e2e installs one')
  const template = await mkdtemp(join(tmpdir(), 'wrenchlist-template-'))
  try {
    const server = await createServer(template)
    await server.start()
    await server.stop()
  } catch (error) {
    await rm(template, { recursive: true, force: true })
    throw error
  }
  // The environment is how Playwright hands values from here to its workers.
  process.env.CHROMIUM_PATH = chromium
  process.env.E2E_TEMPLATE = template
  return () => rm(template, { recursive: true, force: true })
}

// oxlint-disable-next-line import/no-default-export -- Playwright calls a set-up file's default
export default prepareRun
