/**
 * What another app shared with this one: the worker puts it here, the screen takes it out. A share
 * may come with no page open, and without signal.
 */
import type { SharedInPage } from '#shared/sharedInPage.ts'

const CACHE = 'shared'
const PARTS = '/shared/parts'
const FILE = '/shared/file'

export interface Shared {
  title: string
  text: string
  url: string
  file: File | null
  /** Why nothing of it is here, '' when it is. */
  problem: string
}

/** Keeps what a share brought, in the place of one that nobody took out. */
export async function keepShared(form: FormData): Promise<void> {
  const cache = await caches.open(CACHE)
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const parts = { title: textOf('title'), text: textOf('text'), url: textOf('url') }
  await Promise.all([cache.delete(PARTS), cache.delete(FILE)])
  const file = form.get('files')
  if (file instanceof File && file.size > 0) {
    const headers = { 'Content-Type': file.type, 'X-Name': encodeURIComponent(file.name) }
    await cache.put(FILE, new Response(file, { headers }))
  }
  await cache.put(PARTS, Response.json(parts))
}

/** What was shared, once; null when nothing waits. */
export async function takeShared(): Promise<Shared | null> {
  return takeFromPage() ?? takeKept()
}

/** Without a worker the server has put it into the page. */
function takeFromPage(): Shared | null {
  const block = document.querySelector('script[data-shared]')
  block?.remove()
  if (!block) return null
  const { file, ...parts } = JSON.parse(block.textContent) as SharedInPage
  if (!file) return { ...parts, file }
  const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0))
  return { ...parts, file: new File([bytes], file.name, { type: file.type }) }
}

async function takeKept(): Promise<Shared | null> {
  const storage: CacheStorage | undefined = globalThis.caches
  const cache = await storage?.open(CACHE).catch(() => undefined)
  const [parts, kept] = [await cache?.match(PARTS), await cache?.match(FILE)]
  if (!parts) return null
  const { title, text, url } = (await parts.json()) as Shared
  const name = decodeURIComponent(kept?.headers.get('X-Name') ?? '')
  const type = kept?.headers.get('Content-Type') ?? ''
  const file = kept ? new File([await kept.blob()], name, { type }) : null
  await Promise.all([cache?.delete(PARTS), cache?.delete(FILE)])
  return { title, text, url, file, problem: '' }
}
