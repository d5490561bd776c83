/**
 * twins.test.ts in a real Chromium: seeds of the simulation on its IndexedDB and its fetch, with
 * the real server and PostgreSQL behind. `BROWSER_SEEDS=2000 SEED=1` for more of them.
 */
import type { Browser, Page } from '@playwright/test'

import { chromium } from '@playwright/test'
import { buildSync } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Credential } from '../../app/data/device/session.ts'
import type { Held } from './inPage.ts'

import { USERS } from '../simulation/world.ts'
import { findChromium } from '../../scripts/machine/chromium.mjs'
import { readState } from '../../sync-server/sync/serverNode.ts'
import { RealServer } from './realServer.ts'

const SEEDS = Number(process.env['BROWSER_SEEDS'] ?? 4)
const FIRST = Number(process.env['SEED'] ?? 1)
/** Seeds that a page runs before a fresh one follows. */
const OF_A_PAGE = 50

let real: RealServer
let browser: Browser
let page: Page
let now = 0

const held: Held = {
  async facts() {
    const aliasSecret = await readState(real.test.database.knex, 'alias')
    return { gen: real.gen, serverNode: real.serverNode, aliasSecret }
  },
  async begin(seed) {
    await real.empty()
    real.begin(seed, () => now)
  },
  async expectSender(credential: Credential, tokens, at) {
    now = at
    await real.expectSender({ credential }, new Map(tokens))
  },
  drawn: async () => real.drawn.splice(0).map((bytes) => [...bytes]),
  read: async () => plain(await real.read()),
}

/** Plain objects for Maps, which cannot be passed to a page. */
function plain(value: unknown): unknown {
  if (value instanceof Map) return plain(Object.fromEntries(value))
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]))
}

async function openPage(script: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: real.test.url })
  const opened = await context.newPage()
  await opened.exposeFunction('askHeld', (name: keyof Held, ...args: unknown[]) =>
    (held[name] as (...all: unknown[]) => Promise<unknown>)(...args),
  )
  // An empty page of the server's own origin.
  const blank = '<!doctype html><title>Twins</title>'
  await opened.route('**/twins', (route) =>
    route.fulfill({ contentType: 'text/html', body: blank }),
  )
  await opened.goto('/twins')
  await opened.addScriptTag({ content: script })
  return opened
}

let script = ''
beforeAll(async () => {
  const executablePath = await findChromium({ install: true })
  if (!executablePath) throw new Error('There is no Chromium.')
  real = await RealServer.start(USERS)
  const { outputFiles } = buildSync({
    entryPoints: ['lab/twins/inPage.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    logLevel: 'silent',
  })
  script = outputFiles[0]?.text ?? ''
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  browser = await chromium.launch({ executablePath, args })
  page = await openPage(script)
})
afterAll(async () => {
  await browser.close()
  await real.close()
})

test.each(Array.from({ length: SEEDS }, (_, at) => FIRST + at))(
  'seed %i ends equal in a browser and on its twins',
  async (seed) => {
    if ((seed - FIRST) % OF_A_PAGE === OF_A_PAGE - 1) {
      await page.context().close()
      page = await openPage(script)
    }
    const { requests, transactions } = await page.evaluate((one) => globalThis.runSeed(one), seed)
    expect(requests).toBeGreaterThan(0)
    expect(transactions).toBeGreaterThan(0)
    expect(real.test.errors).toEqual([])
  },
)
