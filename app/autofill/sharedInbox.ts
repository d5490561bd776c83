/**
 * What another app shared with this one: the worker puts it here, the screen takes it out. A share
 * may come with no page open, and without signal. Any site may send a form to that address, and the
 * worker cannot tell it from the system: so there is room for one, of so many bytes, for a while.
 */
import type { Shared, SharedInPage } from '#shared/text/sharedInPage.ts'
import { say } from '#shared/words/words.ts'

import {
  MAX_SHARED_BYTES,
  nothingShared,
  readShared,
  readSharedInPage,
  TOO_LARGE,
} from '#shared/text/sharedInPage.ts'

const CACHE = 'shared'
const KEY = '/shared'
const AT = 'X-At'
const IS_TOO_LARGE = 'X-Too-Large'
/** A busy phone shows its screen within that; what nobody took out by then is gone. */
const MAX_AGE_MS = 10 * 60_000

/** Keeps what a share brought, in the place of one that nobody took out. */
export async function keepShared(request: Request): Promise<void> {
  const body = await readBody(request)
  await caches.delete(CACHE)
  const cache = await caches.open(CACHE)
  const headers = {
    'Content-Type': request.headers.get('Content-Type') ?? '',
    [AT]: String(Date.now()),
    ...(body === null && { [IS_TOO_LARGE]: '1' }),
  }
  await cache.put(KEY, new Response(body, { headers }))
}

/** @returns null for more than may be shared; of that, no more than the limit is ever in memory */
async function readBody(request: Request): Promise<Blob | null> {
  // Firefox gives a worker no stream of it.
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined = request.body
  if (!stream) {
    const whole = await request.blob()
    return whole.size > MAX_SHARED_BYTES ? null : whole
  }
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const reader = stream.getReader()
  for (let size = 0; ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks)
    size += value.length
    if (size > MAX_SHARED_BYTES) {
      void reader.cancel().catch(() => undefined)
      return null
    }
    chunks.push(value)
  }
}

/** Lets go of a share that no screen took out in time. */
export async function clearStaleShare(): Promise<void> {
  const kept = await (await caches.open(CACHE)).match(KEY)
  if (kept && isStale(kept)) await caches.delete(CACHE)
}

// A clock that was put back makes nothing wait longer.
const isStale = ({ headers }: Response) =>
  Math.abs(Date.now() - Number(headers.get(AT))) > MAX_AGE_MS

/** What was shared, once; null when nothing waits. */
export async function takeShared(): Promise<Shared | null> {
  return (await takeFromPage()) ?? takeKept()
}

/** Without a worker the server has put it into the page. */
async function takeFromPage(): Promise<Shared | null> {
  const block = document.querySelector('script[data-shared]')
  block?.remove()
  if (!block) return null
  return readSharedInPage(JSON.parse(block.textContent) as SharedInPage)
}

async function takeKept(): Promise<Shared | null> {
  const storage: CacheStorage | undefined = globalThis.caches
  const cache = await storage?.open(CACHE).catch(() => undefined)
  const kept = await cache?.match(KEY)
  if (!kept) return null
  const shared = kept.headers.has(IS_TOO_LARGE)
    ? nothingShared(say(TOO_LARGE))
    : await readShared(kept)
  await storage?.delete(CACHE)
  return isStale(kept) ? null : shared
}
