// Fixtures for every engine besides a server: browsers of that engine, and a watch on errors.
import type { EngineBrowser, EngineName, Launch } from './engine.ts'

import { join } from 'node:path'

import { test as base } from '../harness.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import { createScreen, type Screen } from './screen.ts'
import { startTlsFront } from './tlsFront.ts'
import { launchWebKit } from './webkit.ts'

export { expect } from '../harness.ts'

const launchers: Record<EngineName, Launch> = {
  chromium: launchChromium,
  firefox: launchFirefox,
  webkit: launchWebKit,
}

/**
 * Errors the engines log for requests that find no server. Firefox logs no requests, but reports a
 * worker that could not check for its update.
 */
export const noServer =
  /net::ERR_|Failed to (fetch|load resource)|no answer yet|Could not connect|connection was lost|script.*(network|load)/i

/** One user's browser of the tested engine. */
export type Person = {
  readonly screen: Screen
  /** Whether this engine tells pages that they are offline, and online again. */
  readonly tellsPages: boolean
  readonly goOffline: () => Promise<void>
  readonly goOnline: () => Promise<void>
  /** Closes and reopens the browser. */
  readonly restart: () => Promise<void>
  /** Kills the browser, as a flat battery does, and reopens it. */
  readonly crash: () => Promise<void>
}

type Opened = { browser: EngineBrowser; readonly screen: Screen }

type Fixtures = {
  readonly engine: EngineName
  readonly openPerson: (options?: { isNarrow: boolean }) => Promise<Person>
}

export const test = base.extend<Fixtures>({
  engine: ['chromium', { option: true }],
  hasOwnServer: true,
  origin: async ({ engine, server, ownFolder }, provide) => {
    if (engine !== 'webkit') return provide(server.url)
    const front = await startTlsFront(ownFolder, server.port)
    await provide(front.origin)
    await front.end()
  },
  openPerson: async (
    { engine, origin, ownFolder, problems, allowErrors: _judge },
    provide,
    testInfo,
  ) => {
    const open: Opened[] = []
    await provide(async ({ isNarrow } = { isNarrow: false }) => {
      let isOffline = false
      const launch = () =>
        launchers[engine]({
          origin,
          profile,
          isOffline,
          isNarrow,
          onProblem: (problem) => void problems.push(problem),
        })
      const profile = join(ownFolder, `browser-${open.length + 1}`)
      const entry: Opened = {
        browser: await launch(),
        screen: createScreen(() => entry.browser.tab, origin),
      }
      open.push(entry)
      const setOffline = async (value: boolean) => {
        isOffline = value
        await entry.browser.setOffline?.(value)
      }
      return {
        screen: entry.screen,
        tellsPages: entry.browser.setOffline !== undefined,
        goOffline: () => setOffline(true),
        goOnline: () => setOffline(false),
        restart: async () => {
          await entry.browser.close()
          entry.browser = await launch()
        },
        crash: async () => {
          await entry.browser.kill()
          entry.browser = await launch()
        },
      }
    })
    const hasFailed = testInfo.status !== testInfo.expectedStatus
    for (const { browser, screen } of open) {
      if (hasFailed) {
        const body = await screen.screenshot().catch(() => undefined)
        if (body) await testInfo.attach('screenshot', { body, contentType: 'image/png' })
      }
      await browser.close()
    }
  },
})
