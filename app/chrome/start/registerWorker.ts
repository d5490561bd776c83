/** Service worker: registered by hand, updated only when the user agrees. */
import { create } from 'zustand'

import { trustedScriptUrl } from '#shared/text/trusted.ts'
import { delay } from '../../data/device/delay.ts'
import { keepReaderWhenIdle } from '../../data/hardware/keepWhenIdle.ts'
import { isBusy } from './isBusy.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'

const WORKER_URL = '/sw.js'
const LOOK_FOR_UPDATE_MS = 60 * 60_000
/** Backoff of failed registrations; doubles each time. */
const TRY_AGAIN_MS = 15_000

/** The waiting new version, if any. */
export const useUpdate = create<{ waiting: ServiceWorker | null }>(() => ({ waiting: null }))

let isRestarting = false

/** Call once, after the first render. Does nothing where workers are not supported. */
export function registerWorker(): void {
  // Absent on plain http; development builds have no worker.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers || import.meta.env.DEV) return
  const hadController = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // A first worker claims pages that loaded without one; they are up to date.
    if (isRestarting) location.reload()
    else if (hadController) reloadWhenIdle()
  })
  void keepWorker(workers)
}

async function keepWorker(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await register(workers)
  const offer = (worker: ServiceWorker | null) => {
    if (worker?.state === 'installed' && workers.controller) useUpdate.setState({ waiting: worker })
  }
  offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', () => offer(installing))
  })
  lookForUpdates(registration)
  await workers.ready
  // A page that loaded during the takeover is not controlled yet.
  if (!workers.controller) registration.active?.postMessage({ type: 'CLAIM' })
  // From here on every screen works offline: so must the barcode reader.
  await keepReaderWhenIdle()
}

/** Retries until there is a connection; without a worker the app needs one. */
async function register(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const url = trustedScriptUrl('sw', WORKER_URL)
  for (let waitMs = TRY_AGAIN_MS; ; waitMs = Math.min(2 * waitMs, LOOK_FOR_UPDATE_MS)) {
    try {
      const registration = await workers.register(url, { updateViaCache: 'none' })
      if (!registration.active) await installed(registration)
      return registration
    } catch {
      await delay(waitMs)
    }
  }
}

/** Waits for the first worker; throws if not all of its files could be fetched. */
async function installed({ installing }: ServiceWorkerRegistration): Promise<void> {
  if (installing?.state === 'installing') {
    await new Promise((resolve) => {
      installing.addEventListener('statechange', resolve, { once: true })
    })
  }
  if (installing?.state === 'redundant') throw new Error('the worker could not be installed')
}

/** An installed app may stay open for weeks; browsers check for updates only on navigation. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_FOR_UPDATE_MS) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/**
 * Chromium leaves a new version waiting if any page fetches through the old one at the moment of
 * the switch. Tried again when a page goes away.
 */
const TAKE_OVER_MS = 3_000

/** Switches to the waiting version after storing all input. Reloads the page. */
export async function restart(): Promise<void> {
  const { waiting } = useUpdate.getState()
  await settled()
  isRestarting = true
  // Another tab may have switched already: only the reload is left.
  if (waiting?.state === 'installed') {
    waiting.postMessage({ type: 'SKIP_WAITING' })
    await delay(TAKE_OVER_MS)
  }
  location.reload()
}

/** Longest wait for a new version, before the page reloads as it is. */
const FETCH_MS = 20_000

/** Fetches the newest version and switches to it, after storing all input. */
export async function updateNow(): Promise<void> {
  await settled()
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update().catch(() => undefined)
  const coming = registration?.installing
  if (coming) {
    await new Promise((resolve) => {
      coming.addEventListener('statechange', resolve, { once: true })
      setTimeout(resolve, FETCH_MS)
    })
  }
  useUpdate.setState({ waiting: registration?.waiting ?? null })
  await restart()
}

/** Another tab switched versions: this one follows when idle. */
function reloadWhenIdle(): void {
  const tryReload = async () => {
    if (isBusy()) return
    await settled()
    if (!isBusy()) location.reload()
  }
  document.addEventListener('focusout', () => setTimeout(() => void tryReload(), 0))
  document.addEventListener('visibilitychange', () => void tryReload())
  void tryReload()
}
