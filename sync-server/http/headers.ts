// What a browser is told to forbid. Reasons: OWASP ASVS 5.0 V3.4, W3C CSP3 and Trusted Types.
import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'

/** The sources `'sha256-...'` that allow exactly the inline scripts of `html`. */
export function inlineScriptHashes(html: string): string[] {
  return inlineScripts(html).map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

/** What stands within the scripts that name no file. */
function inlineScripts(html: string): string[] {
  const found: string[] = []
  const marks = /<script\b[^<>]*>|<\/script\b/gi
  let open: RegExpExecArray | null = null
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const isEnd = mark[0].startsWith('</')
    if (isEnd && open && !/\ssrc\s*=/i.test(open[0])) {
      found.push(html.slice(open.index + open[0].length, mark.index))
    }
    // What a script says of scripts is a part of it.
    if (isEnd) open = null
    else open ??= mark
  }
  return found
}

/**
 * The policy of a page. Our Trusted Types policies: `sw` and `basket` name one worker each, `paste` reads
 * the table of a clipboard.
 */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...inlineScriptHashes(html)].join(' '),
    // Radix's scroll lock adds a <style>.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sw basket paste',
  ].join('; ')
}

const DENIED = ['accelerometer', 'browsing-topics', 'geolocation', 'gyroscope', 'magnetometer']
  .concat(['microphone', 'midi', 'payment', 'usb'])
  .map((feature) => `${feature}=()`)

/** For every answer there is, refusals and failures too; what HTML needs beyond it is pageHeaders'. */
export function safeHeaders(publicUrl: string): Middleware {
  const isHttps = publicUrl.startsWith('https:')
  return (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    // No more than this: the policy of a worker's file is the policy of the worker.
    ctx.set('Content-Security-Policy', "frame-ancestors 'none'")
    ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    if (isHttps) ctx.set('Strict-Transport-Security', 'max-age=31536000')
    return next()
  }
}

/** For pages: the policy goes with HTML only. @param html the built index.html */
export function pageHeaders(html: string): Middleware {
  const policy = contentSecurityPolicy(html)
  const permissions = ['camera=(self)', ...DENIED].join(', ')
  return async (ctx, next) => {
    await next()
    // A 304 carries them too: a browser then replaces the headers it had stored.
    if (!ctx.response.get('Content-Type').startsWith('text/html')) return
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
    ctx.set('Permissions-Policy', permissions)
    ctx.vary('User-Agent')
    if (keepsLeftPages(ctx.get('User-Agent'))) ctx.set('Cache-Control', 'no-store')
  }
}

/**
 * Whether a browser is WebKit: it keeps a page that was left for the way back, with transactions of
 * IndexedDB that then never end, and every later page waits for the device's store until the browser
 * is closed (WebKit bugs 315804 and 322386, open in what people have). A page that nobody may store
 * is not kept, over HTTPS at least, and no other engine needs it.
 */
function keepsLeftPages(userAgent: string): boolean {
  return /\bAppleWebKit\//.test(userAgent) && !/\bChrom(e|ium)\//.test(userAgent)
}

/** For the API: nobody keeps an answer of it, it is no page, and no other site can put it into one. */
export const apiHeaders: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  return next()
}
