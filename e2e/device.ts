// One person's browser: a context of the Chromium that a worker of the runner shares, or a Chromium on
// a profile of its own that can be closed, killed and opened again.
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
  // A workshop's own address: plain http, which browsers do not take for a secure place.
  '--host-resolver-rules=MAP workshop.test 127.0.0.1',
  '--disable-dev-shm-usage', // containers often have a /dev/shm too small for it
]

/** The two screens the product is judged on. */
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
  /** Fires the worker's `sync` event, as the browser does on getting signal back. Does not wait for its end. */
  readonly dispatchSync: (tag: string) => Promise<void>
}

export type DeviceOptions = {
  readonly origin: string
  /** The folder of a Chromium of its own, or one that is running, to be a context of. */
  readonly profile: string | Browser
  /** Sent with every request. */
  readonly headers?: Record<string, string>
  /** Whether the app may install its service worker; a person's browser lets it. */
  readonly hasWorker?: boolean
  readonly screen: ScreenName
  /** Called with every console error, uncaught error and CSP violation of pages and workers. */
  readonly onProblem: (problem: string) => void
  /** Whether the questions about cookies and installing are still open; otherwise both were answered no. */
  readonly isUndecided?: boolean
}

/**
 * A Chromium for devices that need no profile of their own: the one without windows where Debian's
 * stands beside CHROMIUM_PATH, for a window of its own costs each page a process.
 */
export function launchShared(): Promise<Browser> {
  const options = launchOptions()
  const shell = `${options.executablePath}-headless-shell`
  return chromium.launch({ ...options, ...(existsSync(shell) && { executablePath: shell }) })
}

/** A person's browser on an empty page: a new context, or the browser of CHROMIUM_PATH on `profile`. */
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
      // The driver's close of a whole browser tells no page that it ends (no pagehide); a person's does.
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

/** Runs in every page before its own code: the answers a person gave on an earlier visit. */
function answerQuestions(): void {
  const timestamp = '2026-01-01T00:00:00.000Z'
  const record = { necessary: true, analytics: false, timestamp, version: '1.0' }
  // An empty page has no storage.
  if (!location.protocol.startsWith('http')) return
  localStorage.setItem('cookieConsent', JSON.stringify(record))
  // "Not now", to installing the app.
  localStorage.setItem('install', JSON.stringify({ answeredAt: Date.now() }))
}

/** The amounts of the stories are dollars, also where people usually pay in euros. */
function payInDollars(): void {
  if (!location.protocol.startsWith('http')) return
  if (localStorage.getItem('currency') === null) localStorage.setItem('currency', 'USD')
}
