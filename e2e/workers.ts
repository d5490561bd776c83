// The service workers of one browser, seen and driven through Chromium's debugger.
import type { Page } from '@playwright/test'

export type Workers = {
  readonly stopAll: () => Promise<void>
  readonly dispatchSync: (origin: string, tag: string) => Promise<void>
}

/**
 * Watches the workers of the whole browser from a page that must be, and stay, about:blank: a second
 * debugger on a page of the app would undo the offline state that Playwright gave it.
 */
export async function watchWorkers(
  blank: Page,
  onProblem: (problem: string) => void,
): Promise<Workers> {
  const cdp = await blank.context().newCDPSession(blank)
  const registrationsByOrigin = new Map<string, string>()
  cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId, scopeURL, isDeleted } of registrations) {
      const { origin } = new URL(scopeURL)
      if (!isDeleted) registrationsByOrigin.set(origin, registrationId)
      else if (registrationsByOrigin.get(origin) === registrationId) {
        registrationsByOrigin.delete(origin)
      }
    }
  })
  // Playwright has no event for uncaught errors of workers.
  cdp.on('ServiceWorker.workerErrorReported', ({ errorMessage }) =>
    onProblem(`service worker: ${errorMessage.errorMessage} (${errorMessage.sourceURL})`),
  )
  await cdp.send('ServiceWorker.enable')

  return {
    stopAll: async () => void (await cdp.send('ServiceWorker.stopAllWorkers')),
    dispatchSync: async (origin, tag) => {
      const registrationId = registrationsByOrigin.get(origin)
      if (!registrationId) throw new Error(`No service worker is registered for ${origin}`)
      const event = { origin, registrationId, tag, lastChance: false }
      await cdp.send('ServiceWorker.dispatchSyncEvent', event)
    },
  }
}
