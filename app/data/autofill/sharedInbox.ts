/**
 * Inbox of the share target: the worker puts a share in, the screen takes it out. A share may
 * arrive with no page open and without signal. Any site can post to that address and the worker
 * cannot tell it from the system, so the inbox holds one share, capped in bytes and age.
 */
import type { Shared, SharedInPage } from '#shared/text/sharedInPage.ts'
import { readUpTo } from '#shared/packed.ts'
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
/** A busy phone opens its screen within this; a share nobody took by then is dropped. */
const MAX_AGE_MS = 10 * 60_000

/** Keeps a share, replacing one nobody took. */
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

/** @returns null above the limit; no more than the limit is ever in memory */
async function readBody(request: Request): Promise<Blob | null> {
  // Firefox workers have no stream of the body.
  const stream: ReadableStream<Uint8Array<ArrayBuffer>> | null | undefined = request.body
  if (!stream) {
    const whole = await request.blob()
    return whole.size > MAX_SHARED_BYTES ? null : whole
  }
  return readUpTo(stream, MAX_SHARED_BYTES).catch((error: unknown) => {
    if (error instanceof RangeError) return null
    throw error
  })
}

/** Drops a share that no screen took in time. */
export async function clearStaleShare(): Promise<void> {
  const kept = await (await caches.open(CACHE)).match(KEY)
  if (kept && isStale(kept)) await caches.delete(CACHE)
}

// Absolute difference: setting the clock back must not keep a share longer.
const isStale = ({ headers }: Response) =>
  Math.abs(Date.now() - Number(headers.get(AT))) > MAX_AGE_MS

/** Takes the share out; null when there is none. */
export async function takeShared(): Promise<Shared | null> {
  return (await takeFromPage()) ?? takeKept()
}

/** Without a worker the server puts the share into the page. */
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
