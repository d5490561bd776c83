// The service worker: every page of the app opens without signal. Its address is /sw.js for ever.
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { sendCalls } from './store/sendCalls.ts'
import { env } from './store/device.ts'
import { flush } from './store/flush.ts'
import { httpNet } from './store/net.ts'
import { lockName, SYNC_TAG } from './store/syncNames.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

// The new shell waits until a page asks for it, so that it never swaps under half-typed text.
self.addEventListener('message', (event) => {
  if ((event.data as { type?: string } | null)?.type === 'SKIP_WAITING') void self.skipWaiting()
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

// Any address without an ending is a screen, also one that was never visited.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api(\/|$)/i, /\/[^/]+\.[^/]+$/],
  }),
)

/** What browsers with Background Sync add to the worker's events; TypeScript does not list it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

// There is signal, perhaps with no page open. A rejection asks the browser to come again later.
self.addEventListener('sync' as 'message', (event) => {
  const sync = event as unknown as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(flushFromWorker())
})

async function flushFromWorker(): Promise<void> {
  const result = await navigator.locks.request(await lockName(), () => flush(env, httpNet()))
  await sendCalls()
  if (result.kind === 'failed') throw new Error('no answer yet')
}
