// Serves the built app from memory. Only files indexed at the start exist.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Context, Middleware } from 'koa'
import { t } from '#shared/words/words.ts'

type Body = { bytes: Buffer; etag: string }
export type Asset = { type: string; identity: Body; br: Body | null; gzip: Body | null }
export type Assets = { byPath: ReadonlyMap<string, Asset>; page: Asset }

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

// Replaces a service worker that broke in the field. Without a fetch handler all requests reach the
// network; the caches go, because the next good worker would trust them.
const KILL_WORKER = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await self.registration.unregister()
})()))
`

/** Reads the folder of scripts/build.mjs; null when there is none. */
export function loadAssets(folder: string): Assets | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const byPath = new Map<string, Asset>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // Source maps are for reading reports, never public.
    if (!entry.isFile() || ['.br', '.gz', '.map'].includes(extname(entry.name))) continue
    const file = join(entry.parentPath, entry.name)
    byPath.set(`/${relative(folder, file).split(sep).join('/')}`, loadAsset(file))
  }
  const page = byPath.get('/index.html')
  return page ? { byPath, page } : null
}

function loadAsset(file: string): Asset {
  const identity = readFileSync(file)
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 16)
  const sibling = (ending: string): Body | null =>
    existsSync(file + ending)
      ? { bytes: readFileSync(file + ending), etag: `"${hash}${ending}"` }
      : null
  return {
    type: TYPES[extname(file)] ?? 'application/octet-stream',
    identity: { bytes: identity, etag: `"${hash}"` },
    br: sibling('.br'),
    gzip: sibling('.gz'),
  }
}

function textAsset(type: string, text: string): Asset {
  const bytes = Buffer.from(text)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`
  return { type, identity: { bytes, etag }, br: null, gzip: null }
}

/** Answers GET and HEAD of files; routes/pages.ts answers screens. */
export function serveAssets(
  assets: Assets | null,
  { killWorker }: { killWorker: boolean },
): Middleware {
  const killer = textAsset(TYPES['.js'] ?? '', KILL_WORKER)
  return (ctx) => {
    if (ctx.method !== 'GET' && ctx.method !== 'HEAD') {
      ctx.set('Allow', 'GET, HEAD')
      return plain(ctx, 405, t('This address can only be read.'))
    }
    if (killWorker && ctx.path === '/sw.js') return send(ctx, killer, 'no-cache')
    if (!assets) return plain(ctx, 404, t('The app is not built. Run: npm run build'))
    const asset = assets.byPath.get(decoded(ctx.path))
    if (asset) {
      // Hashed file names (vite.config.ts) make these immutable.
      const isHashed = ctx.path.startsWith('/assets/')
      return send(ctx, asset, isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    }
    // HTML under a file's name would be run or cached as that file.
    return plain(ctx, 404, t('Not found'))
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function plain(ctx: Context, status: number, text: string): void {
  ctx.status = status
  ctx.type = 'text/plain; charset=utf-8'
  ctx.set('Cache-Control', 'no-store')
  ctx.body = text
}

function send(ctx: Context, asset: Asset, cacheControl: string): void {
  // Asked one at a time: given both, the client's order would win over the smaller file.
  const encoding = (['br', 'gzip'] as const).find((name) => {
    return asset[name] && ctx.acceptsEncodings(name) === name
  })
  const body = (encoding && asset[encoding]) ?? asset.identity
  ctx.status = 200
  ctx.set('Cache-Control', cacheControl)
  ctx.set('ETag', body.etag)
  if (asset.br || asset.gzip) ctx.vary('Accept-Encoding')
  ctx.type = asset.type
  if (ctx.fresh) {
    // Koa strips the content headers of a 304, and pageHeaders needs to know that this is a page.
    ctx.status = 304
    ctx.type = asset.type
    return
  }
  if (encoding) ctx.set('Content-Encoding', encoding)
  ctx.body = body.bytes
}
