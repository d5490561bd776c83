// The service worker: every page of the app opens without signal. Its address is /sw.js for ever.
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { isFileAddress, links } from '#shared/links.ts'
import { MAILED_PAGE } from '#shared/mailedLink.ts'
import { SHARE_PATH } from '#shared/text/sharedInPage.ts'
import { gatherReports } from './telemetry/reports.ts'
import { listenForErrors } from './device/reportError.ts'
import { sendCalls } from './api/sendCalls.ts'
import { sendReports } from './telemetry/sendReports.ts'
import { env } from './device/device.ts'
import { flush } from './sync/send/flush.ts'
import { httpNet } from './api/net.ts'
import { clearStaleShare, keepShared } from './autofill/sharedInbox.ts'
import { openTold, showPush } from './hardware/showPush.ts'
import { pause } from './device/pause.ts'
import { lockName, SYNC_TAG } from './sync/send/syncNames.ts'

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[]
}

listenForErrors()
gatherReports()

// The new shell waits until a page asks for it, so that it never swaps under half-typed text.
self.addEventListener('message', (event) => {
  const type = (event.data as { type?: string } | null)?.type
  if (type === 'SKIP_WAITING') void self.skipWaiting()
  if (type === 'CLAIM') event.waitUntil(self.clients.claim())
})

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

cleanupOutdatedCaches()
precacheAndRoute(self.__WB_MANIFEST)

// What another app shares: kept here, and taken out by the screen it leads to. It may as well be a
// form of any other site, which no worker can tell: the screen asks before anything goes into a kit.
registerRoute(
  ({ url }) => url.pathname === SHARE_PATH,
  async ({ request }) => {
    await keepShared(request).catch(() => undefined)
    return Response.redirect(links.shared(), 303)
  },
  'POST',
)

// What the server pushes. Safari shows it without this worker, by the same words.
self.addEventListener('push', (event) => event.waitUntil(showPush(self.registration, event.data)))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTold(self.clients, event.notification, self.location.origin))
})

const shell = createHandlerBoundToURL('/index.html')

// As the server answers these: links of before have their secret in the query.
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && MAILED_PAGE.test(url.pathname),
  async (options) => {
    const { body, headers: given } = await shell(options)
    const headers = new Headers(given)
    headers.set('Referrer-Policy', 'no-referrer')
    return new Response(body, { headers })
  },
)

// Any address but a file's is a screen, also one that was never visited.
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

/** What browsers with Background Sync add to the worker's events; TypeScript does not list it. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const LOCK_WAIT_MS = 10_000

// There is signal, perhaps with no page open. A rejection asks the browser to come again later.
self.addEventListener('sync' as 'message', (event) => {
  const sync = event as unknown as SyncEvent
  if (sync.tag === SYNC_TAG) sync.waitUntil(flushFromWorker())
})

/** A page that was frozen may hold the lock for ever; sending twice at once does no harm. */
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

/** Somebody types while the worker sends: so long until it sends that, too. */
const TYPED_ON_MS = 1_000

async function flushFromWorker(): Promise<void> {
  let result = await underLock(() => flush(env, httpNet()))
  while (result.kind === 'done' && result.isLeft) {
    await pause(TYPED_ON_MS)
    result = await underLock(() => flush(env, httpNet()))
  }
  await Promise.all([sendCalls(), sendReports()])
  if (result.kind === 'failed') throw new Error('no answer yet')
}
