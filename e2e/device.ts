// One user's browser: a context of the Chromium that a runner's worker shares, or a Chromium with a
// profile of its own that can be closed, killed and reopened.
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { existsSync } from 'node:fs'

import { killProfile } from './processes.ts'
import { isTranslated, locale, speakOn } from './translated/speaking.ts'
import { watchWorkers } from './workers.ts'

const flags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A workshop's own address over plain http, which is no secure context to browsers.
  '--host-resolver-rules=MAP workshop.test 127.0.0.1',
  '--disable-dev-shm-usage', // containers often have a /dev/shm too small for it
]

/** The two screen sizes the product is tested on. */
export const screens = {
  desk: { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const

export type ScreenName = keyof typeof screens

export type Device = {
  /** The page in front. A new one after reopen(). */
  readonly page: Page
  readonly context: BrowserContext
  /** Another tab of the same browser. */
  readonly newPage: () => Promise<Page>
  /** Closes the browser as a person does. */
  readonly close: () => Promise<void>
  /** SIGKILL to every process of its own profile: a flat battery. */
  readonly kill: () => Promise<void>
  /** Opens the browser again on its own profile, after close() or kill(). */
  readonly reopen: () => Promise<Page>
  /** Closes the app's pages; the browser itself stays open on about:blank. */
  readonly leaveApp: () => Promise<void>
  /**
   * No signal for the pages of this device, also after reopen(). The service worker's own requests
   * and Background Sync do not notice: stop the server as well.
   */
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  /** Ends the service worker's process, as the browser does when it has been idle. */
  readonly stopWorkers: () => Promise<void>
  /** Fires the worker's `sync` event, as on getting signal back. Does not wait for its end. */
  readonly dispatchSync: (tag: string) => Promise<void>
}

export type DeviceOptions = {
  readonly origin: string
  /** Profile folder of a Chromium of its own, or a running one to open a context in. */
  readonly profile: string | Browser
  /** Sent with every request. */
  readonly headers?: Record<string, string>
  /** Whether the app may install its service worker, as in a user's browser. */
  readonly hasWorker?: boolean
  readonly screen: ScreenName
  /** Called with every console error, uncaught error and CSP violation of pages and workers. */
  readonly onProblem: (problem: string) => void
  /** Whether the cookie and install prompts are still open; otherwise both were declined. */
  readonly isUndecided?: boolean
}

/**
 * A Chromium for devices without a profile of their own: headless-shell where Debian's is beside
 * CHROMIUM_PATH, because a window of its own costs each page a process.
 */
export function launchShared(): Promise<Browser> {
  const options = launchOptions()
  const shell = `${options.executablePath}-headless-shell`
  return chromium.launch({ ...options, ...(existsSync(shell) && { executablePath: shell }) })
}

/** Opens a user's browser on an empty page: a new context, or CHROMIUM_PATH on `profile`. */
export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { origin, profile } = options
  let isOffline = false
  let { context, page, workers } = await launch(options, isOffline)

  async function setOffline(value: boolean) {
    isOffline = value
    await context.setOffline(value)
  }

  async function leaveApp() {
    // The first page is the blank one that launch() keeps.
    await Promise.all(
      context
        .pages()
        .slice(1)
        .map((open) => open.close()),
    )
  }

  return {
    get page() {
      return page
    },
    get context() {
      return context
    },
    newPage: () => context.newPage(),
    close: async () => {
      // Closing a whole browser through the driver fires no pagehide; a user's close does.
      await leaveApp()
      await context.close()
    },
    kill: async () => {
      if (typeof profile !== 'string') throw new Error('It has no profile of its own to be killed')
      const closed = new Promise((resolve) => context.once('close', resolve))
      await killProfile(profile)
      await closed
    },
    reopen: async () => {
      ;({ context, page, workers } = await launch(options, isOffline))
      return page
    },
    leaveApp,
    goOffline: () => setOffline(true),
    goOnline: () => setOffline(false),
    stopWorkers: async () => (await workers()).stopAll(),
    dispatchSync: async (tag) => (await workers()).dispatchSync(origin, tag),
  }
}

async function launch(
  { origin, profile, screen, onProblem, isUndecided, headers, hasWorker = true }: DeviceOptions,
  offline: boolean,
) {
  const options: BrowserContextOptions = {
    ...screens[screen],
    baseURL: origin,
    offline,
    locale,
    serviceWorkers: hasWorker ? 'allow' : 'block',
    ...(headers ? { extraHTTPHeaders: headers } : {}),
  }
  const context =
    typeof profile === 'string'
      ? await chromium.launchPersistentContext(profile, { ...options, ...launchOptions() })
      : await profile.newContext(options)
  if (!isUndecided) await context.addInitScript(answerQuestions)
  if (isTranslated) await context.addInitScript(payInDollars)
  // CSP and Trusted Types violations are console errors too.
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    onProblem(`console: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (webError) => onProblem(`uncaught: ${String(webError.error())}`))
  const blank = context.pages()[0] ?? (await context.newPage())
  speakOn(blank)
  const watch = hasWorker ? await watchWorkers(blank, onProblem) : null
  const workers = () => watch ?? Promise.reject(new Error('Its service worker is blocked'))
  return { context, page: await context.newPage(), workers }
}

function launchOptions() {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) throw new Error('CHROMIUM_PATH is not set: globalSetup.ts does it')
  return {
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0, // Chromium refuses to run as root in its sandbox
    args: flags,
  }
}

/** Runs in every page before its own code: prompts answered as on an earlier visit. */
function answerQuestions(): void {
  const timestamp = '2026-01-01T00:00:00.000Z'
  const record = { necessary: true, analytics: false, timestamp, version: '1.0' }
  // An empty page has no storage.
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem('cookieConsent', JSON.stringify(record))
  // "Not now" to the install prompt.
  localStorage.setItem('install', JSON.stringify({ answeredAt: Date.now() }))
}

/** Amounts in tests are dollars, also in locales that default to euros. */
function payInDollars(): void {
  if (!location.protocol.startsWith('http')) return
  if (localStorage.getItem('currency') === null) localStorage.setItem('currency', 'USD')
}
