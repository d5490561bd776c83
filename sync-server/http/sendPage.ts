import type { Context } from 'koa'

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Compressed per answer: higher levels cost more time than they save in transfer. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Sends a page rendered for this request. Caches revalidate it each time, because a kit may be
 * changed, hidden or deleted; errors are not cached.
 */
export async function sendPage(ctx: Context, status: number, page: string): Promise<void> {
  const encoding = (['br', 'gzip'] as const).find((name) => ctx.acceptsEncodings(name) === name)
  ctx.status = status
  ctx.type = 'text/html; charset=utf-8'
  ctx.vary('Accept-Encoding, Accept-Language')
  if (status === 200) {
    const hash = createHash('sha256').update(page).digest('base64url').slice(0, 16)
    ctx.set('Cache-Control', 'no-cache')
    ctx.set('ETag', `"${hash}${encoding ? `.${encoding}` : ''}"`)
    if (ctx.fresh) {
      // Koa strips the content headers of a 304, and pageHeaders needs to know that this is a page.
      ctx.status = 304
      ctx.type = 'text/html; charset=utf-8'
      return
    }
  } else ctx.set('Cache-Control', 'no-store')
  if (encoding) ctx.set('Content-Encoding', encoding)
  const bytes = Buffer.from(page)
  ctx.body =
    encoding === 'br'
      ? await asBrotli(bytes, BROTLI)
      : encoding === 'gzip'
        ? await asGzip(bytes)
        : bytes
  // Koa sets application/octet-stream for a buffer.
  ctx.type = 'text/html; charset=utf-8'
}
