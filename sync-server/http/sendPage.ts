import type { Context } from 'koa'

import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const asBrotli = promisify(brotliCompress)
const asGzip = promisify(gzip)

/** Made for each answer: higher levels cost more time than they save on the way. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/**
 * Answers with a page that was made for this request. Whoever keeps it asks again each time,
 * because a kit may be changed, hidden or deleted; what went wrong is kept by nobody.
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
      // Koa strips the content headers of a 304, and pageHeaders has to know that this was a page.
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
  // Koa takes bytes for a file of its own kind.
  ctx.type = 'text/html; charset=utf-8'
}
