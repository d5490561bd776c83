/** The service worker: registered by hand, updated only when the person says so. */
import { create } from 'zustand'

import { trustedScriptUrl } from '#shared/text/trusted.ts'
import { pause } from '../device/pause.ts'
import { keepReaderWhenIdle } from '../hardware/keepWhenIdle.ts'
import { isBusy } from './isBusy.ts'
import { settled } from '../sync/write/pump.ts'

const WORKER_URL = '/sw.js'
const LOOK_FOR_UPDATE_MS = 60 * 60_000
/** How long after a worker that did not come it is asked for again; twice as long each time. */
const TRY_AGAIN_MS = 15_000

/** The new version that waits for its turn, if there is one. */
export const useUpdate = create<{ waiting: ServiceWorker | null }>(() => ({ waiting: null }))

let isRestarting = false

/** Call once, after the first render. Does nothing where the browser has no workers. */
export function registerWorker(): void {
  // Absent on plain http. A build without a worker is one that is being worked on.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  if (!workers || import.meta.env.DEV) return
  const hadController = workers.controller !== null
  workers.addEventListener('controllerchange', () => {
    // The first worker takes over pages that came without one; they are up to date.
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
  // A page that was on its way while the worker took over the others is left out.
  if (!workers.controller) registration.active?.postMessage({ type: 'CLAIM' })
  // From here on every screen opens without signal: so does what they need.
  await keepReaderWhenIdle()
}

/** Without a worker the app works as long as there is a signal: it is tried until there is one. */
async function register(workers: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  const url = trustedScriptUrl('sw', WORKER_URL)
  for (let waitMs = TRY_AGAIN_MS; ; waitMs = Math.min(2 * waitMs, LOOK_FOR_UPDATE_MS)) {
    try {
      const registration = await workers.register(url, { updateViaCache: 'none' })
      if (!registration.active) await installed(registration)
      return registration
    } catch {
      await pause(waitMs)
    }
  }
}

/** Waits for the first worker; throws where the signal went before all of its files were here. */
async function installed({ installing }: ServiceWorkerRegistration): Promise<void> {
  if (installing?.state === 'installing') {
    await new Promise((resolve) => {
      installing.addEventListener('statechange', resolve, { once: true })
    })
  }
  if (installing?.state === 'redundant') throw new Error('the worker could not be installed')
}

/** An installed app may stay open for weeks; the browser itself only looks when a page is opened. */
function lookForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_FOR_UPDATE_MS) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/**
 * In Chromium a new version stays waiting, whatever it is told, where any page asks the old one for a
 * file in the moment of the change. A page that goes has it tried again.
 */
const TAKE_OVER_MS = 3_000

/** Goes over to the waiting version once everything typed is stored. Reloads the page. */
export async function restart(): Promise<void> {
  const { waiting } = useUpdate.getState()
  await settled()
  isRestarting = true
  // Another tab may have done it already: then there is only the reload left.
  if (waiting?.state === 'installed') {
    waiting.postMessage({ type: 'SKIP_WAITING' })
    await pause(TAKE_OVER_MS)
  }
  location.reload()
}

/** How long a new version may take to be fetched, before the page is loaded anew as it is. */
const FETCH_MS = 20_000

/** Fetches the newest version and goes over to it, once everything typed is stored. */
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

/** Another tab went over to the new version: this one follows when nobody is in the middle. */
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
