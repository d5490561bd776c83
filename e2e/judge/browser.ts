// One person's browser behind its own bad line: tabs, closing, flat batteries, a wrong clock.
import { join } from 'node:path'

import type { EngineBrowser, EngineName, Tab } from '../engines/engine.ts'
import type { Line } from './line.ts'

import { openDevice } from '../device.ts'
import { pageTab } from '../engines/pageTab.ts'
import { launchFirefox } from '../engines/firefox.ts'
import { startTlsFront } from '../engines/tlsFront.ts'
import { launchWebKit } from '../engines/webkit.ts'
import { clockEnv } from './clock.ts'

export interface Browser {
  readonly origin: string
  readonly tab: (nth: number) => Tab | undefined
  /** Opens the second tab, where the engine's driver can. */
  readonly openSecond: () => Promise<boolean>
  readonly isOpen: () => boolean
  /** @param aheadSeconds how wrong its clock is until it is closed */
  readonly open: (aheadSeconds?: number) => Promise<void>
  readonly close: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly setOffline: (isOffline: boolean) => Promise<void>
  /** Fires the worker's own `sync` event; false where the engine has none. */
  readonly dispatchSync: () => Promise<boolean>
  readonly end: () => Promise<void>
}

type Opened = Omit<EngineBrowser, 'tab'> & {
  tabs: Tab[]
  dispatchSync?: () => Promise<void>
}

/** How long an act on a page may take, milliseconds. */
const patienceMs = 15_000

export async function makeBrowser(options: {
  readonly engine: EngineName
  readonly name: string
  readonly folder: string
  readonly line: Line
}): Promise<Browser> {
  const { engine, name, folder, line } = options
  const profile = join(folder, `browser-${name}`)
  const front = engine === 'webkit' ? await startTlsFront(folder, line.port) : undefined
  const origin = front?.origin ?? `http://127.0.0.1:${line.port}`
  let opened: Opened | undefined
  let isOffline = false

  async function launch(env: Record<string, string> | undefined): Promise<Opened> {
    const launching = {
      origin,
      profile,
      isOffline,
      onProblem: () => undefined,
      ...(env && { env }),
    }
    if (engine === 'firefox') return withTabs(await launchFirefox(launching))
    if (engine === 'webkit') return withTabs(await launchWebKit(launching))
    const device = await openDevice({ ...launching, screen: 'desk' })
    device.context.setDefaultTimeout(patienceMs)
    device.context.setDefaultNavigationTimeout(2 * patienceMs)
    if (isOffline) await device.goOffline()
    return {
      tabs: [pageTab(device.page)],
      newTab: async () => pageTab(await device.newPage()),
      close: device.close,
      kill: device.kill,
      setOffline: (value) => (value ? device.goOffline() : device.goOnline()),
      dispatchSync: () => device.dispatchSync('wrenchlist-flush'),
    }
  }

  const take = () => {
    const browser = opened
    opened = undefined
    if (!browser) throw new Error(`The browser of ${name} is closed`)
    return browser
  }
  return {
    origin,
    tab: (nth) => opened?.tabs[nth],
    openSecond: async () => {
      if (!opened?.newTab || opened.tabs.length > 1) return false
      opened.tabs.push(await opened.newTab())
      return true
    },
    isOpen: () => opened !== undefined,
    open: async (aheadSeconds = 0) => {
      opened = await launch(clockEnv(aheadSeconds))
    },
    close: async () => take().close(),
    kill: async () => take().kill(),
    setOffline: async (value) => {
      isOffline = value
      line.setGone(value)
      await opened?.setOffline?.(value)
    },
    dispatchSync: async () => {
      if (!opened?.dispatchSync) return false
      await opened.dispatchSync()
      return true
    },
    end: async () => {
      await opened?.kill().catch(() => undefined)
      opened = undefined
      await front?.end()
    },
  }
}

const withTabs = ({ tab, ...others }: EngineBrowser): Opened => ({ ...others, tabs: [tab] })
