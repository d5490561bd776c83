// Service worker: every page opens offline. Its URL is /sw.js for ever.
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isFileAddress, links } from '#shared/links.ts'
import { MAILED_PAGE } from '#shared/mailedLink.ts'
import { SHARE_PATH } from '#shared/text/sharedInPage.ts'
import { gatherReports } from './data/telemetry/reports.ts'
import { listenForErrors } from './data/device/reportError.ts'
import { sendCalls } from './data/api/sendCalls.ts'
import { sendReports } from './data/telemetry/sendReports.ts'
import { env } from './data/device/device.ts'
import { flush } from './data/sync/send/flush.ts'
import { httpNet } from './data/api/net.ts'
import { clearStaleShare, keepShared } from './data/autofill/sharedInbox.ts'
import { openTold, showPush } from './data/hardware/showPush.ts'
import { delay } from './data/device/delay.ts'
import { lockName, SYNC_TAG } from './data/sync/send/syncNames.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

listenForErrors()
gatherReports()

// The new shell waits for a page's request, so that it never swaps under half-typed text.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

// Web share target: kept here until its screen takes it. Any site can post such a form, which a
// worker cannot tell apart: the screen asks before anything goes into a kit.
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  async ({ request }) => {
    await keepShared(request).catch(() => undefined)
    return Response.redirect(links.shared(), 303)
  },
  'POST',
)

// Web push. Safari shows declarative pushes without this worker, in the same words.
self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTold(self.clients, event.notification, self.location.origin))
})

const shell = createHandlerBoundToURL('/index.html')

// With the server's headers: older links have their secret in the query.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && MAILED_PAGE.test(url.pathname),
  async (options) => {
    const { body, headers: given } = await shell(options)
    const headers = new Headers(given)
    headers.set('Referrer-Policy', 'no-referrer')
    return new Response(body, { headers })
  },
)

// Any address but a file's is a screen, visited before or not.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    !/^\/api(\/|$)/i.test(url.pathname) &&
    !isFileAddress(url.pathname),
  (options) => {
    options.event.waitUntil(clearStaleShare().catch(() => undefined))
    return shell(options)
  },
)

/** Background Sync's event, missing in TypeScript's types. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const LOCK_WAIT_MS = 10_000

// Online again, perhaps without an open page. A rejection makes the browser retry later.
self.addEventListener('sync' as 'message', (event) => {
  const sync = event as unknown as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(flushFromWorker())
})

/** A frozen page may hold the lock for ever, so it times out; sending twice does no harm. */
async function underLock<T>(send: () => Promise<T>): Promise<T> {
  const locks: LockManager | undefined = navigator.locks
  if (!locks) return send()
  let isTaken = false
  const taken = () => {
    isTaken = true
    return send()
  }
  const options = { signal: AbortSignal.timeout(LOCK_WAIT_MS) }
  return locks.request(await lockName(), options, taken).catch((error: unknown) => {
    if (isTaken) throw error
    return send()
  })
}

/** Delay before another round, for input during the sync. */
const TYPED_ON_MS = 1_000

async function flushFromWorker(): Promise<void> {
  let result = await underLock(() => flush(env, httpNet()))
  while (result.kind === 'done' && result.isLeft) {
    await delay(TYPED_ON_MS)
    result = await underLock(() => flush(env, httpNet()))
  }
  await Promise.all([sendCalls(), sendReports()])
  if (result.kind === 'failed') throw new Error('no answer yet')
}
