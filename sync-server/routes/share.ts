/**
 * What another app shares with the installed one, where no service worker takes it (it was evicted,
 * or taken out): the page of the app with what was shared in it, as it came. Nothing of it is read or
 * kept here, so that a stranger's largest form costs no more than its bytes.
 */
import type { Context, Middleware } from 'koa'

import type { Deps } from '../deps.ts'
import type { SharedInPage } from '#shared/text/sharedInPage.ts'

import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { links } from '#shared/links.ts'
import { MAX_SHARED_BYTES, SHARE_PATH, TOO_LARGE } from '#shared/text/sharedInPage.ts'
import { later, say, t } from '#shared/words/words.ts'
import { leave } from '../http/body.ts'
import { addressOf } from '../http/rateLimit.ts'
import { roomInTurn } from '../http/turns/turns.ts'
import { nowhere, withoutEndSlashes } from '../pages/knownPages.ts'
import { pageHtml } from '../pages/pageHtml.ts'

/** What browsers say of a request that a page of somebody else made. */
const OTHERS = new Set(['cross-site', 'same-site'])
const SHARES = { burst: 20, perMs: 15_000 }
/** Files of several megabytes are held whole for a while; links and words are not what fills memory. */
const SMALL_BYTES = 64 * 1024
const MOST_LARGE = 4
/** From so long on, the slowest of the large ones gives way to one that has no room. */
const GIVES_WAY_AFTER_MS = 3_000
const TOO_OFTEN = later('This came too often. Share it again in a minute.')

/** A share on its way: since when, and how much of it is here. */
interface Arriving {
  since: number
  bytes: number
  stop(): void
}

/** Stops the slowest that had its time. @returns whether there was one */
function makeRoom(large: Set<Arriving>): boolean {
  const now = performance.now()
  const speed = ({ since, bytes }: Arriving) => bytes / (now - since)
  const [slowest] = [...large]
    .filter(({ since }) => now - since > GIVES_WAY_AFTER_MS)
    .toSorted((one, other) => speed(one) - speed(other))
  slowest?.stop()
  return slowest !== undefined && large.delete(slowest)
}

/** For POST of the share target's address; all else goes on. Needs the built app. */
export function shareRoutes({ assets, env, limits }: Deps): Middleware {
  const shell = assets?.page.identity.bytes.toString('utf8')
  const large = new Set<Arriving>()
  /** @returns null where there is no room for it; else it has room until its answer has left */
  const roomFor = (ctx: Context): Arriving | null => {
    const arriving = { since: performance.now(), bytes: 0, stop: () => void ctx.req.destroy() }
    // One without a declared length may be of any.
    const bytes = Number(ctx.get('Content-Length') || Infinity)
    if (bytes <= SMALL_BYTES) return arriving
    if (large.size >= MOST_LARGE && !makeRoom(large)) return null
    large.add(arriving)
    ctx.res.once('close', () => large.delete(arriving))
    return arriving
  }
  return async (ctx, next) => {
    const isShare = ctx.method === 'POST' && withoutEndSlashes(ctx.path) === SHARE_PATH
    if (!isShare || shell === undefined) return next()
    // The system shares from no site; a site that posts here wants to put something into a kit. That
    // takes a press on our own page in any case: a worker sees no such header, old browsers send none.
    if (OTHERS.has(ctx.get('Sec-Fetch-Site'))) {
      leave(ctx, ctx.req)
      ctx.status = 303
      return ctx.redirect(links.receive())
    }
    const wait = await limits.tryTake(`share:${addressOf(ctx)}`, SHARES)
    const arriving = wait > 0 ? null : roomFor(ctx)
    const chunks = arriving && (await readChunks(ctx, arriving))
    if (chunks === null) leave(ctx, ctx.req)
    const problem = arriving === null ? say(TOO_OFTEN) : chunks === null ? say(TOO_LARGE) : ''
    const head = { ...nowhere(), title: t('Receive a kit') }
    const page = pageHtml(shell, head, {
      publicUrl: env.PUBLIC_URL,
      isCounted: env.ANALYTICS_URL !== undefined,
    })
    ctx.status = 200
    ctx.type = 'text/html; charset=utf-8'
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Robots-Tag', 'noindex')
    const about = { problem, contentType: ctx.get('Content-Type') }
    ctx.body = Readable.from(piecesOf(page, about, chunks ?? []))
  }
}

/**
 * The page with a block of data in it, piece by piece: the largest share at once would hold up
 * everybody. No script: a browser runs nothing of this type, and nothing in it can end it.
 */
async function* piecesOf(
  page: string,
  about: Omit<SharedInPage, 'base64'>,
  chunks: readonly Buffer[],
): AsyncGenerator<string> {
  const at = page.lastIndexOf('</body>')
  const opening = JSON.stringify({ ...about, base64: '' }).replaceAll('<', '\\u003c')
  yield `${page.slice(0, at)}<script type="application/json" data-shared>${opening.slice(0, -2)}`
  let rest: Buffer = Buffer.alloc(0)
  for (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    // Of three bytes come four letters, so that pieces join without a seam.
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield bytes.toString('base64', 0, whole)
    await setImmediate()
  }
  yield `${rest.toString('base64')}"}</script>${page.slice(at)}`
}

/** @returns null for more than may be shared */
async function readChunks(ctx: Context, arriving: Arriving): Promise<Buffer[] | null> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      arriving.bytes += bytes.length
      if (arriving.bytes > MAX_SHARED_BYTES) return null
      chunks.push(bytes)
      await roomInTurn()
    }
  } catch {
    // Cut off on its way: what came is no whole form, and is said to be unreadable.
  }
  return chunks
}
