// Fixtures of every browser test: a server, users' browsers, and a watch on unexpected errors.
/* oxlint-disable no-empty-pattern -- Playwright reads a fixture's needs off its first parameter */
import { test as base, type Browser, type Page } from '@playwright/test'
import { randomInt } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { launchShared, openDevice, type Device, type ScreenName } from './device.ts'
import { expect } from './expect.ts'
import { openFaultProxy, type FaultProxy } from './faultProxy.ts'
import { createDatabase } from './postgres.ts'
import { createServer, type TestServer } from './server.ts'
import { locale } from './translated/speaking.ts'

export { expect }
export { said, saidIn, typedNumber, typedPrice, units, wordOf } from './translated/speaking.ts'

/**
 * Errors logged for requests without a server or network, for allowErrors(): also by the worker,
 * which rejects its sync event to be woken again, or cannot install or update just then.
 */
export const networkFailure =
  /net::ERR_(CONNECTION_\w+|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED|EMPTY_RESPONSE|FAILED|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH)|^service worker: .*(Failed to fetch|no answer yet|failed to install)|error occurred when fetching the script/

/** Attaches a screenshot of the page to this test's report, with E2E_PICTURES=1. */
export async function attachPicture(page: Page, name: string): Promise<void> {
  if (process.env['E2E_PICTURES']) await takePicture(page, name)
}

async function takePicture(page: Page, name: string): Promise<void> {
  await base.info().attach(name, { body: await page.screenshot(), contentType: 'image/png' })
}

type Fixtures = {
  /** A folder of this test's own, removed with its contents afterwards. */
  readonly ownFolder: string
  /**
   * Whether the server is this test's own process, on its own database: for tests that stop it,
   * configure it, or look at everything on it. Others share one, with usernames of their own.
   */
  readonly hasOwnServer: boolean
  /** Whether a test that shares the server stops and starts its own line to it. */
  readonly hasOwnLine: boolean
  /** Whether browsers are killed or reopened: each has a profile of its own then. */
  readonly hasOwnProfile: boolean
  /** Whether browsers install the service worker: for tests that depend on it. */
  readonly hasWorker: boolean
  /** Configuration of the test's own server, for tests that need some. */
  readonly serverEnv: Record<string, string>
  /** Whether the server runs its bundled PostgreSQL, as after README's first command. */
  readonly hasOwnPostgres: boolean
  /** The built server, running. */
  readonly server: TestServer
  /** Origin the browsers use: the server's own, unless a proxy sits in between. */
  readonly origin: string
  /** Opens another user's browser with empty storage; any number per test. Default: desk. */
  readonly openBrowser: (screen?: ScreenName) => Promise<Device>
  /** Whether the cookie prompt is still open; otherwise it was declined on an earlier visit. */
  readonly isUndecided: boolean
  /** Allows errors that match, which this test provokes; all others fail it. */
  readonly allowErrors: (pattern: RegExp) => void
  readonly problems: string[]
}

/** Fixtures all tests of one runner's worker share, started by the first test that needs them. */
interface Shared {
  readonly shared: { server(): Promise<TestServer>; browser(): Promise<Browser> }
}

export const test = base.extend<Fixtures, Shared>({
  shared: [
    async ({}, provide) => {
      let server: Promise<TestServer> | undefined
      let browser: Promise<Browser> | undefined
      await provide({
        server: () => (server ??= startShared()),
        browser: () => (browser ??= launchShared()),
      })
      await (await browser)?.close()
      await (await server)?.kill()
    },
    { scope: 'worker' },
  ],

  hasOwnServer: [false, { option: true }],

  hasOwnLine: [false, { option: true }],

  hasOwnProfile: [false, { option: true }],

  hasWorker: [false, { option: true }],

  ownFolder: async ({}, provide) => {
    const folder = await mkdtemp(join(runFolder(), 'test-'))
    await chmod(folder, 0o755)
    await provide(folder)
    // Helper processes of a killed browser may still be writing for a moment.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  },

  serverEnv: async ({}, provide) => provide({}),

  isUndecided: [false, { option: true }],

  hasOwnPostgres: [false, { option: true }],

  server: async (
    { ownFolder, serverEnv, hasOwnServer, hasOwnLine, hasOwnPostgres, shared },
    provide,
    testInfo,
  ) => {
    if (!hasOwnServer && !hasOwnPostgres && Object.keys(serverEnv).length === 0) {
      const server = apart(await shared.server())
      if (!hasOwnLine) return provide(server)
      // The worker's own requests carry the story's address too.
      const line = await openFaultProxy(server.url, server.headers)
      await provide(behind(line, server))
      await line.close()
      return
    }
    const database = hasOwnPostgres ? null : await createDatabase(process.env['E2E_TEMPLATE'])
    const env: Record<string, string> = database ? { DATABASE_URL: database.url } : {}
    const server = await createServer(join(ownFolder, 'data'), env)
    await server.start(serverEnv)
    try {
      await provide(server)
    } finally {
      // The data is thrown away, so a graceful stop is needed only where it stops a PostgreSQL too.
      // A server that is gone although no test stopped it fails here, and with it the test.
      if (server.pid() !== undefined) await (database ? server.kill() : server.stop())
      await database?.drop()
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server output', { body: server.output() || '(nothing)' })
      }
    }
  },

  origin: async ({ server }, provide) => provide(server.url),

  // No option `baseURL`: Playwright reads it in every test, with or without a server.
  request: async ({ playwright, server }, provide) => {
    const request = await playwright.request.newContext({
      baseURL: server.url,
      extraHTTPHeaders: { 'Accept-Language': locale, ...server.headers },
    })
    await provide(request)
    await request.dispose()
  },

  // Playwright's own page would be an unwatched browser: this is a desk of ours instead.
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
    {
      origin,
      ownFolder,
      problems,
      isUndecided,
      hasOwnProfile,
      hasWorker,
      shared,
      server: { headers },
      allowErrors: _judge,
    },
    provide,
    testInfo,
  ) => {
    const devices: Device[] = []
    await provide(async (screen = 'desk') => {
      const profile = hasOwnProfile
        ? join(ownFolder, `browser-${devices.length + 1}`)
        : await shared.browser()
      const onProblem = (problem: string) => void problems.push(problem)
      const asked = { origin, profile, screen, onProblem, isUndecided, hasWorker, headers }
      const device = await openDevice(asked)
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

/** A test that goes offline: the server is gone, and the worker serves the app. */
export const offlineTest = test.extend({ hasOwnLine: true, hasWorker: true })

/** A test that kills the browser, as a flat battery does, or reopens it. */
export const batteryTest = test.extend({ hasOwnProfile: true, hasWorker: true })

async function startShared(): Promise<TestServer> {
  const folder = await mkdtemp(join(runFolder(), 'shared-'))
  // Its database is deleted with the cluster, at the end of the run.
  const database = await createDatabase(process.env['E2E_TEMPLATE'])
  const env = { DATABASE_URL: database.url, TRUST_PROXY: '1' }
  const server = await createServer(join(folder, 'data'), env)
  await server.start()
  return server
}

/** A shared server as one test sees it: with its own usernames and IP address. */
function apart(server: TestServer): TestServer {
  const refuse = () => Promise.reject(new Error('Shared: test.use({ hasOwnServer: true })'))
  const story = randomInt(1, 2 ** 24)
  const address = [10, story >> 16, (story >> 8) & 255, story & 255].join('.')
  return {
    ...server,
    headers: { 'X-Forwarded-For': address },
    nameOf: (name) => `${name}_${story}`,
    start: refuse,
    stop: refuse,
    kill: refuse,
    restart: refuse,
  }
}

/** A server behind a line of its own: while it is stopped, every connection breaks. */
function behind(line: FaultProxy, server: TestServer): TestServer {
  const { href, port } = new URL(line.url)
  return {
    ...server,
    url: href.slice(0, -1),
    port: Number(port),
    stop: async () => line.setFault('gone'),
    start: async () => line.setFault('none'),
  }
}

function runFolder() {
  const folder = process.env.E2E_FOLDER
  if (!folder) throw new Error('E2E_FOLDER is not set: globalSetup.ts does it')
  return folder
}
