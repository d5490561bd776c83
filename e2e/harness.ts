// What every browser test gets: a server, people's browsers, and a watch on errors nobody expected.
/* oxlint-disable no-empty-pattern -- Playwright reads a fixture's needs off its first parameter */
import { test as base, type Page } from '@playwright/test'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { openDevice, type Device, type ScreenName } from './device.ts'
import { expect } from './expect.ts'
import { createDatabase } from './postgres.ts'
import { createServer, type TestServer } from './server.ts'
import { locale } from './translated/speaking.ts'

export { expect }
export { said, saidIn, typedNumber, typedPrice, units, wordOf } from './translated/speaking.ts'

/**
 * What is logged for requests that find no server or no network, for allowErrors(): also by the
 * worker, which rejects its sync event to be woken again, or cannot install or update just then.
 */
export const networkFailure =
  /net::ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|^service worker: .*(Failed to fetch|no answer yet|failed to install)|error occurred when fetching the script/

/** Puts a picture of the page as it stands into the report of this test, with E2E_PICTURES=1. */
export async function attachPicture(page: Page, name: string): Promise<void> {
  if (process.env['E2E_PICTURES']) await takePicture(page, name)
}

async function takePicture(page: Page, name: string): Promise<void> {
  await base.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' })
}

type Fixtures = {
  /** A folder of this test's own, removed with all it holds when the test is over. */
  readonly ownFolder: string
  /** Configuration the server starts with, for tests that need some. */
  readonly serverEnv: Record<string, string>
  /** Whether the server has the PostgreSQL that comes with it, as after README's first command. */
  readonly hasOwnPostgres: boolean
  /** The built server on a database of this test's own, running. */
  readonly server: TestServer
  /** The address people's browsers use: the server's own, unless something is put in between. */
  readonly origin: string
  /** A new person's browser, with nothing stored in it; any number per test. Default: desk. */
  readonly openBrowser: (screen?: ScreenName) => Promise<Device>
  /** Whether people are still asked about cookies; otherwise they have said no on an earlier visit. */
  readonly isUndecided: boolean
  /** Says that this test provokes errors that match; all others fail it. */
  readonly allowErrors: (pattern: RegExp) => void
  readonly problems: string[]
}

export const test = base.extend<Fixtures>({
  ownFolder: async ({}, provide) => {
    const folder = await mkdtemp(join(runFolder(), 'test-'))
    await chmod(folder, 0o755)
    await provide(folder)
    // A killed browser's last helpers may still be writing for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },

  serverEnv: async ({}, provide) => provide({}),

  isUndecided: [false, { option: true }],

  hasOwnPostgres: [false, { option: true }],

  server: async ({ ownFolder, serverEnv, hasOwnPostgres }, provide, testInfo) => {
    const database = hasOwnPostgres ? null : await createDatabase(process.env['E2E_TEMPLATE'])
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
    const server = await createServer(join(ownFolder, 'data'), env)
    await server.start(serverEnv)
    try {
      await provide(server)
    } finally {
      // The data is thrown away, so nothing is gained by a slow goodbye, but that its PostgreSQL goes
      // too. A server that is gone although no test stopped it fails here, and with it the test.
      if (server.pid() !== undefined) await (database ? server.kill() : server.stop())
      await database?.drop()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', { body: server.output() || '(nothing)' })
      }
    }
  },

  origin: async ({ server }, provide) => provide(server.url),

  // Not through the option `baseURL`: Playwright reads that in every test, with or without a server.
  request: async ({ playwright, server }, provide) => {
    const request = await playwright.request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { 'Accept-Language': locale },
    })
    await provide(request)
    await request.dispose()
  },

  // Playwright's own page would be an unwatched browser: hand out a desk of ours instead.
  page: async ({ openBrowser }, provide) => provide((await openBrowser()).page),

  problems: async ({}, provide) => provide([]),

  allowErrors: async ({ problems }, provide) => {
    const patterns: RegExp[] = []
    await provide((pattern) => void patterns.push(pattern))
    const unexpected = problems.filter((text) => !patterns.some((pattern) => pattern.test(text)))
    expect(unexpected, 'errors that the test did not allow').toEqual([])
  },

  // allowErrors is a dependency so that it judges after the browsers are closed.
  openBrowser: async (
    { origin, ownFolder, problems, isUndecided, allowErrors: _judge },
    provide,
    testInfo,
  ) => {
    const devices: Device[] = []
    await provide(async (screen = 'desk') => {
      const profile = join(ownFolder, `browser-${devices.length + 1}`)
      const onProblem = (problem: string) => void problems.push(problem)
      const device = await openDevice({ origin, profile, screen, onProblem, isUndecided })
      devices.push(device)
      return device
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    for (const { page, context } of devices) {
      if (hasFailed && !page.isClosed()) {
        await takePicture(page, 'screenshot').catch(() => undefined) // it may have been killed
      }
      await context.close()
    }
  },
})

function runFolder() {
  const folder = process.env.E2E_FOLDER
  if (!folder) throw new Error('E2E_FOLDER is not set: globalSetup.ts does it')
  return folder
}
