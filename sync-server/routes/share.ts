/**
 * Web share target without a service worker (evicted, or removed): the app's page with the shared
 * form in it, unparsed. Nothing is stored, so that a stranger's largest form costs only its bytes.
 */
import type { Context, Middleware } from 'koa'

import type { Deps } from './guards/deps.ts'
import type { SharedInPage } from '#shared/text/sharedInPage.ts'

import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

import { links } from '#shared/links.ts'
import { MAX_SHARED_BYTES, SHARE_PATH, TOO_LARGE } from '#shared/text/sharedInPage.ts'
import { later, say, t } from '#shared/words/words.ts'
import { leave } from '../http/body.ts'
import { partyOf } from '../outside/networkOf.ts'
import { addressOf } from '../http/rateLimit.ts'
import { roomInTurn } from '../http/turns.ts'
import { nowhere, withoutEndSlashes } from '../pages/knownPages.ts'
import { pageHtml } from '../pages/pageHtml.ts'

/** Sec-Fetch-Site of requests from other sites' pages. */
const OTHERS = new Set(['cross-site', 'same-site'])
const SHARES = { burst: 20, perMs: 15_000 }
/** Megabytes of files are buffered for a while; small texts do not count. */
const SMALL_BYTES = 64 * 1024
const MOST_LARGE = 4
/** After so long the slowest large share may be cut for a new one. */
const GIVES_WAY_AFTER_MS = 3_000
const TOO_OFTEN = later('This came too often. Share it again in a minute.')

/** A share being received: its start, and bytes so far. */
interface Arriving {
  party: string
  since: number
  bytes: number
  stop(): void
}

/**
 * Stops the slowest that had its time, of those who have more than `party`, or of its own.
 * @returns whether there was one
 */
function makeRoom(large: Set<Arriving>, party: string): boolean {
  const now = performance.now()
  const countOf = (one: string) => [...large].filter((each) => each.party === one).length
  const speed = ({ since, bytes }: Arriving) => bytes / (now - since)
  const [slowest] = [...large]
    .filter(({ since }) => now - since > GIVES_WAY_AFTER_MS)
    .filter((each) => each.party === party || countOf(each.party) > countOf(party))
    .toSorted((one, other) => speed(one) - speed(other))
  slowest?.stop()
  return slowest !== undefined && large.delete(slowest)
}

/** POST of the share target; the rest goes on. Needs the built app. */
export function shareRoutes({ assets, env, limits }: Deps): Middleware {
  const shell = assets?.page.identity.bytes.toString('utf8')
  const large = new Set<Arriving>()
  /** @returns null without room; the room is held until the answer is sent */
  const roomFor = (ctx: Context): Arriving | null => {
    const party = partyOf(addressOf(ctx))
    const arriving = {
      party,
      since: performance.now(),
      bytes: 0,
      stop: () => void ctx.req.destroy(),
    }
    // One without a declared length may be of any.
    const bytes = Number(ctx.get('Content-Length') || Infinity)
    if (bytes <= SMALL_BYTES) return arriving
    if (large.size >= MOST_LARGE && !makeRoom(large, party)) return null
    large.add(arriving)
    ctx.res.once('close', () => large.delete(arriving))
    return arriving
  }
  return async (ctx, next) => {
    const isShare = ctx.method === 'POST' && withoutEndSlashes(ctx.path) === SHARE_PATH
    if (!isShare || shell === undefined) return next()
    // The system's share sheet sends no site; another site wants to plant something in a kit.
    // Adding needs a press on our own page anyway: a worker does not see this header, and old
    // browsers do not send it.
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
 * Streams the page with a data block in it: the largest share in one turn would hold everybody up.
 * Browsers do not run this type, and base64 cannot end it.
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
    // Base64 encodes three bytes as four letters, so whole triples join without padding.
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield bytes.toString('base64', 0, whole)
    await setImmediate()
  }
  yield `${rest.toString('base64')}"}</script>${page.slice(at)}`
}

/** @returns null above the size limit */
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
    // Aborted: the partial form is reported as unreadable.
  }
  return chunks
}
