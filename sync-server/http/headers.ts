// Security headers. Sources: OWASP ASVS 5.0 V3.4, W3C CSP3 and Trusted Types.
import { createHash } from 'node:crypto'
import type { Middleware } from 'koa'

/** CSP sources `'sha256-...'` for exactly the inline scripts of `html`. */
export function inlineScriptHashes(html: string): string[] {
  return inlineScripts(html).map(
    (code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  )
}

/** Text of scripts without src. */
function inlineScripts(html: string): string[] {
  const found: string[] = []
  const marks = /<script\b[^<>]*>|<\/script\b/gi
  let open: RegExpExecArray | null = null
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const isEnd = mark[0].startsWith('</')
    if (isEnd && open && !/\ssrc\s*=/i.test(open[0])) {
      found.push(html.slice(open.index + open[0].length, mark.index))
    }
    // A script tag within a script is part of its text.
    if (isEnd) open = null
    else open ??= mark
  }
  return found
}

/**
 * CSP of a page. Our Trusted Types policies: `sw` and `basket` name one worker each, `paste` reads
 * a table from the clipboard.
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

/** Headers of every answer, refusals and failures too; pageHeaders adds those of HTML. */
export function safeHeaders(publicUrl: string): Middleware {
  const isHttps = publicUrl.startsWith('https:')
  return (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff')
    // Nothing more: the policy of a worker's file is the worker's policy.
    ctx.set('Content-Security-Policy', "frame-ancestors 'none'")
    ctx.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    if (isHttps) ctx.set('Strict-Transport-Security', 'max-age=31536000')
    return next()
  }
}

/** Headers of pages: only HTML gets the CSP. @param html the built index.html */
export function pageHeaders(html: string): Middleware {
  const policy = contentSecurityPolicy(html)
  const permissions = ['camera=(self)', ...DENIED].join(', ')
  return async (ctx, next) => {
    await next()
    // A 304 carries them too: a browser then replaces the stored headers.
    if (!ctx.response.get('Content-Type').startsWith('text/html')) return
    ctx.set('Content-Security-Policy', policy)
    ctx.set('Cross-Origin-Opener-Policy', 'same-origin')
    ctx.set('Permissions-Policy', permissions)
    ctx.vary('User-Agent')
    if (keepsLeftPages(ctx.get('User-Agent'))) ctx.set('Cache-Control', 'no-store')
  }
}

/**
 * Whether the browser is WebKit. Its back/forward cache keeps a left page with IndexedDB
 * transactions that never end, and every later page waits for the device's store until the browser
 * is closed (WebKit bugs 315804 and 322386, open in released versions). `no-store` keeps a page out
 * of that cache, over HTTPS at least; other engines do not need it.
 */
function keepsLeftPages(userAgent: string): boolean {
  return /\bAppleWebKit\//.test(userAgent) && !/\bChrom(e|ium)\//.test(userAgent)
}

/** API headers: answers are neither cached, nor pages, nor embeddable elsewhere. */
export const apiHeaders: Middleware = (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  ctx.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin')
  return next()
}
