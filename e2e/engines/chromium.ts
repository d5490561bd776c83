// Chromium, launched as in all other browser tests.
import type { EngineBrowser, LaunchOptions } from './engine.ts'

import { openDevice } from '../device.ts'
import { pageTab } from './pageTab.ts'

export async function launchChromium(options: LaunchOptions): Promise<EngineBrowser> {
  const device = await openDevice({ ...options, screen: options.isNarrow ? 'phone' : 'desk' })
  const setOffline = (isOffline: boolean) => (isOffline ? device.goOffline() : device.goOnline())
  if (options.isOffline) await setOffline(true)
  return {
    tab: pageTab(device.page),
    close: device.close,
    kill: device.kill,
    setOffline,
  }
}
