/** Files of ours that are fetched when first needed, and then kept on this device. */

/** The name of their cache. */
export const KEPT_FILES = 'vehicle-data'
const TIMEOUT_MS = 15_000

/**
 * A file of ours: what is kept under its address, or else what the server answers, which is then
 * kept; without a signal an older one under the same path. Throws when there is none.
 * @param timeoutMs how long somebody, or nobody, waits for it
 */
export async function fetchKept(path: string, timeoutMs = TIMEOUT_MS): Promise<Response> {
  // Absent on plain http, whatever the types say: then nothing is kept but what the browser keeps.
  const storage: CacheStorage | undefined = globalThis.caches
  const cache = await storage?.open(KEPT_FILES).catch(() => undefined)
  const kept = await cache?.match(path)
  if (kept) return kept
  try {
    const answer = await fetch(path, { signal: AbortSignal.timeout(timeoutMs) })
    // A captive portal answers 200 with a page of its own.
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

/** Full storage is no reason not to answer. */
async function keep(cache: Cache | undefined, path: string, answer: Response): Promise<void> {
  try {
    const older = (await cache?.keys()) ?? []
    for (const request of older) {
      if (familyOf(request.url) === familyOf(answer.url)) await cache?.delete(request)
    }
    await cache?.put(path, answer)
  } catch {
    // It is fetched again next time.
  }
}

/** Versions of one file have one family: what names the version is left out. */
function familyOf(url: string): string {
  const [path = ''] = url.split('?')
  const mark = path.lastIndexOf('-')
  const isVersion = path.endsWith('.wasm') && mark > path.lastIndexOf('/')
  return isVersion ? `${path.slice(0, mark)}.wasm` : path
}
