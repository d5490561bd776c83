// Firefox (ESR), over WebDriver BiDi. Playwright drives only builds of its own and the newest release.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import puppeteer from 'puppeteer-core'

import type { EngineBrowser, LaunchOptions } from './engine.ts'

import { killProfile } from '../processes.ts'
import { pageTab } from './pageTab.ts'

/** Timeout for opening a browser or a page, generous for a busy machine. */
const patienceMs = 120_000
/**
 * Firefox reports imports cut off by a navigation as uncaught: the page is no longer there to catch
 * them. They count only if the page stays.
 */
const breaksOff = /error loading dynamically imported module|ServiceWorker intercepted the request/
const leavingMs = 5_000

export async function launchFirefox(options: LaunchOptions): Promise<EngineBrowser> {
  const executablePath = process.env['FIREFOX_PATH']
  if (!executablePath) throw new Error('FIREFOX_PATH is not set: npm test -- engines does it')
  const { profile, onProblem } = options
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    userDataDir: profile,
    defaultViewport: null,
    timeout: patienceMs,
  })
  const page = (await browser.pages())[0] ?? (await browser.newPage())
  page.setDefaultNavigationTimeout(patienceMs)
  // The initial page does not get the default viewport.
  await page.setViewport(
    options.isNarrow ? { width: 390, height: 844 } : { width: 1280, height: 800 },
  )
  page.on('console', (message) => {
    if (message.type() === 'error') onProblem(`console: ${message.text()}`)
  })
  let movedAt = 0
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame()) movedAt = Date.now()
  })
  page.on('pageerror', (error) => {
    const problem = `uncaught: ${String(error)}`
    if (!breaksOff.test(problem)) return onProblem(problem)
    const at = Date.now()
    // An error reported after the browser has closed belongs to the page that closed with it.
    setTimeout(() => {
      if (browser.connected && Math.abs(movedAt - at) > leavingMs) onProblem(problem)
    }, leavingMs).unref()
  })
  // A navigation by the page itself at that moment aborts goto: retried, as a person would.
  const goto = (url: string) =>
    page.goto(url).catch((error: unknown) => {
      if (!/NS_BINDING_ABORTED/.test(String(error))) throw error
      return page.goto(url)
    })
  return {
    tab: { ...pageTab(page), goto: async (url) => void (await goto(url)) },
    close: async () => {
      await browser.close()
      await settled(profile)
    },
    kill: async () => {
      const gone = new Promise((resolve) => browser.once('disconnected', resolve))
      await killProfile(profile)
      await gone
      await settled(profile)
    },
  }
}

/**
 * Puppeteer restores a profile's own preferences after Firefox has exited, and does not report when
 * it is done; a Firefox opened meanwhile trips over it.
 */
async function settled(profile: string): Promise<void> {
  const backups = ['prefs.js.puppeteer', 'user.js.puppeteer'].map((name) => join(profile, name))
  for (let round = 0; round < 100 && backups.some((file) => existsSync(file)); round++) {
    await wait(50)
  }
}
