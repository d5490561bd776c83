/**
 * What another app shares with the installed one, where no service worker takes it (it was evicted,
 * or taken out): the page of the app with what was shared in it. Nothing of it is kept here.
 */
import type { Context, Middleware } from 'koa'

import type { Deps } from '../deps.ts'
import type { SharedInPage } from '#shared/text/sharedInPage.ts'

import { links } from '#shared/links.ts'
import { MAX_SHARED_BYTES, SHARE_PATH, TOO_LARGE, UNREADABLE } from '#shared/text/sharedInPage.ts'
import { leave } from '../http/body.ts'
import { addressOf } from '../http/rateLimit.ts'
import { sendPage } from '../http/sendPage.ts'
import { NOWHERE, withoutEndSlashes } from '../pages/knownPages.ts'
import { pageHtml } from '../pages/pageHtml.ts'

/** What browsers say of a request that a page of somebody else made. */
const OTHERS = new Set(['cross-site', 'same-site'])
const SHARES = { burst: 20, perMs: 15_000 }

/** For POST of the share target's address; all else goes on. Needs the built app. */
export function shareRoutes({ assets, env, limits }: Deps): Middleware {
  const shell = assets?.page.identity.bytes.toString('utf8')
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
    const given = wait > 0 ? refused(ctx, 'This came too often. Share it again in a minute.') : null
    const shared = given ?? (await readShared(ctx))
    const head = { ...NOWHERE, title: 'Receive a kit' }
    const page = pageHtml(shell, head, { publicUrl: env.PUBLIC_URL })
    await sendPage(
      ctx,
      200,
      page.replace('</body>', () => `${dataBlock(shared)}</body>`),
    )
    ctx.set('Cache-Control', 'no-store')
    ctx.set('X-Robots-Tag', 'noindex')
  }
}

/** No script: a browser runs nothing of this type, and nothing in it can end it. */
const dataBlock = (shared: SharedInPage) =>
  `<script type="application/json" data-shared>${JSON.stringify(shared).replaceAll('<', '\\u003c')}</script>`

function refused(ctx: Context, problem: string): SharedInPage {
  leave(ctx, ctx.req)
  return { title: '', text: '', url: '', file: null, problem }
}

async function readShared(ctx: Context): Promise<SharedInPage> {
  const bytes = await readBytes(ctx)
  if (bytes === null) return refused(ctx, TOO_LARGE)
  const headers = { 'Content-Type': ctx.get('Content-Type') }
  const form = await new Response(bytes, { headers }).formData().catch(() => null)
  if (!form) return refused(ctx, UNREADABLE)
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const found = form.get('files')
  const isFile = found !== null && typeof found !== 'string' && found.size > 0
  const file = isFile
    ? {
        name: found.name,
        type: found.type,
        base64: Buffer.from(await found.arrayBuffer()).toString('base64'),
      }
    : null
  return { title: textOf('title'), text: textOf('text'), url: textOf('url'), file, problem: '' }
}

/** @returns null for more than may be shared */
async function readBytes(ctx: Context): Promise<Buffer<ArrayBuffer> | null> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of ctx.req.iterator({ destroyOnReturn: false })) {
      const bytes = chunk as Buffer
      size += bytes.length
      if (size > MAX_SHARED_BYTES) return null
      chunks.push(bytes)
    }
  } catch {
    // Cut off on its way: what came is no whole form, and is said to be unreadable.
  }
  return Buffer.concat(chunks)
}
