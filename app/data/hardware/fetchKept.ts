/** Our own files, fetched when first needed and then cached on this device. */

/** Their cache. */
export const KEPT_FILES = 'vehicle-data'
const TIMEOUT_MS = 15_000

/**
 * Returns the cached file, or fetches and caches it; offline an older version under the same path
 * will do. Throws when there is none.
 * @param timeoutMs longer for a fetch nobody waits for
 */
export async function fetchKept(path: string, timeoutMs = TIMEOUT_MS): Promise<Response> {
  // Absent on plain http, whatever the types say: then only the HTTP cache remains.
  const storage: CacheStorage | undefined = globalThis.caches
  const cache = await storage?.open(KEPT_FILES).catch(() => undefined)
  const kept = await cache?.match(path)
  if (kept) return kept
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
    // A captive portal answers 200 with its own page.
    const isPage = answer.headers.get('Content-Type')?.startsWith('text/html') ?? true
    if (!answer.ok || isPage) throw new Error(`no file at ${path}`)
    await keep(cache, path, answer.clone())
    return answer
  } catch (error) {
    const older = await cache?.match(path, { ignoreSearch: true })
    if (older) return older
    throw error
  }
}

/** A full cache must not fail the fetch. */
async function keep(cache: Cache | undefined, path: string, answer: Response): Promise<void> {
  try {
    const older = (await cache?.keys()) ?? []
    for (const request of older) {
      if (familyOf(request.url) === familyOf(answer.url)) await cache?.delete(request)
    }
    await cache?.put(path, answer)
  } catch {
    // Fetched again next time.
  }
}

/** Path without the version: versions of one file share a family. */
function familyOf(url: string): string {
  const [path = ''] = url.split('?')
  const mark = path.lastIndexOf('-')
  const isVersion = path.endsWith('.wasm') && mark > path.lastIndexOf('/')
  return isVersion ? `${path.slice(0, mark)}.wasm` : path
}
