/**
 * Pages: the app's shell with the screen's head, and for shared links the kit itself. An address in
 * another case, or with trailing slashes, is the same page and names the canonical one: a redirect
 * would not work offline.
 */
import type { Context, Middleware } from 'koa'

import type { Deps } from './guards/deps.ts'
import type { Html } from '../pages/html.ts'

import { idInLink, isId } from '#shared/ids.ts'
import { kitTitle } from '#shared/kinds/kit.ts'
import { isFileAddress, links } from '#shared/links.ts'
import { MAILED_PAGE } from '#shared/mailedLink.ts'
import { priceSum, sumWords } from '#shared/kinds/priceSum.ts'
import { partsAndPieces } from '#shared/kinds/partCounts.ts'
import { vehicleTitle } from '#shared/vehicles/vehicle.ts'
import { savedAtOf } from '#shared/kinds/version.ts'
import { t, worded } from '#shared/words/words.ts'
import { findKit, listKey } from './guards/findKit.ts'
import { sendPage } from '../http/sendPage.ts'
import { problemOf } from './guards/problems.ts'
import { isListed } from '../sync/read/readKit.ts'
import { knownPage, nowhere, type PageHead } from '../pages/knownPages.ts'
import { framed } from '../pages/pageFrame.ts'
import { pageHtml } from '../pages/pageHtml.ts'
import { askedParts, partsPage } from '../pages/partsPage.ts'
import { productPage } from '../pages/productPage.ts'
import { addressOf } from '../http/rateLimit.ts'
import { deskAddresses } from '../mail/deskLetters.ts'
import { SEARCHES } from '../catalogue/partsQuery.ts'
import { kitBody, kitMissing, listBody, listMissing, type SharedKit } from '../pages/sharedPage.ts'

/** RFC 9116 asks for less than a year. */
const GOOD_FOR_MS = 180 * 86_400_000

interface Answer {
  status: number
  head: PageHead
  body?: Html
}

/** GET and HEAD of non-files; the rest goes on. Needs the built app. */
export function pagesRoutes(deps: Deps): Middleware {
  const { assets, env, log } = deps
  const shell = assets?.page.identity.bytes.toString('utf8')
  const publicUrl = env.PUBLIC_URL
  const { host } = new URL(publicUrl)

  return async (ctx, next) => {
    const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
    if (isRead && wellKnown(ctx)) return
    if (!isRead || shell === undefined || assets?.byPath.has(ctx.path) || isFileAddress(ctx.path)) {
      return next()
    }
    const path = decoded(ctx.path)
    const { status, head, body } =
      (await sharedPage(ctx, path)) ??
      (await productAnswer(ctx, path)) ??
      (await partsAnswer(ctx, path)) ??
      staticPage(path)
    if (!head.isIndexed) ctx.set('X-Robots-Tag', 'noindex')
    // The service worker sends the same header for pages it serves.
    if (MAILED_PAGE.test(path)) ctx.set('Referrer-Policy', 'no-referrer')
    const page = pageHtml(shell, head, {
      publicUrl,
      isCounted: env.ANALYTICS_URL !== undefined,
      ...(body && { body: framed(body, deps.now()) }),
    })
    await sendPage(ctx, status, page)
  }

  /** For password managers (W3C change-password) and security researchers (RFC 9116). */
  function wellKnown(ctx: Context): boolean {
    if (ctx.path === '/.well-known/change-password') ctx.redirect(links.resetPassword())
    else if (ctx.path === '/.well-known/security.txt') {
      const [address] = deskAddresses(env)
      const contact = address === undefined ? publicUrl + links.contact() : `mailto:${address}`
      const expires = new Date(deps.now() + GOOD_FOR_MS).toISOString()
      ctx.type = 'text/plain; charset=utf-8'
      const fields = { Contact: contact, Expires: expires, Canonical: publicUrl + ctx.path }
      ctx.body = Object.entries(fields)
        .map((field) => `${field.join(': ')}\n`)
        .join('')
    } else return false
    return true
  }

  async function sharedPage(ctx: Context, path: string): Promise<Answer | null> {
    const [, first = '', named = ''] = /^\/(list|link|kit)\/([^/]+)\/*$/i.exec(path) ?? []
    if (!named) return null
    const id = idInLink(named)
    const isKit = first.toLowerCase() === 'kit'
    try {
      // Only lists are shared before the server has them.
      const mark = isKit ? undefined : ctx.query['k']
      const by = mark === undefined && isId(id) ? { kitId: id } : listKey(id, mark)
      const { kit, stored } = await findKit(deps, ctx, by)
      const savedAt = stored.version && savedAtOf(stored.version.cells)
      const shared = { kit, savedAt, host, author: stored.author }
      return isKit
        ? { status: 200, head: kitHead(shared, isListed(stored)), body: kitBody(shared) }
        : { status: 200, head: listHead(shared), body: listBody(shared) }
    } catch (error) {
      const answer = refusal(ctx, error, isKit ? t('Kit') : t('Parts list'))
      return answer.status === 404 ? missing(answer, isKit) : answer
    }
  }

  async function productAnswer(ctx: Context, path: string): Promise<Answer | null> {
    const { brand } = ctx.query
    try {
      const asked = typeof brand === 'string' ? brand : ''
      return await productPage(deps.db, path, asked, deps.now())
    } catch (error) {
      return refusal(ctx, error, t('Part prices'))
    }
  }

  async function partsAnswer(ctx: Context, path: string): Promise<Answer | null> {
    const search = askedParts(path, ctx.querystring)
    if (!search) return null
    try {
      await deps.limits.take(`parts:${addressOf(ctx)}`, SEARCHES)
      return await partsPage(deps.db, search, deps.now())
    } catch (error) {
      return refusal(ctx, error, t('Find parts'))
    }
  }

  /** The bare shell: the device may have what the server cannot read now. */
  function refusal(ctx: Context, error: unknown, title: string): Answer {
    const problem = problemOf(error)
    if (!problem) log.error({ err: error }, 'a page could not be made')
    if (problem?.retryAfter !== undefined) ctx.set('Retry-After', String(problem.retryAfter))
    return { status: problem?.status ?? 500, head: { ...nowhere(), title } }
  }
}

function missing({ status, head }: Answer, isKit: boolean): Answer {
  return isKit
    ? { status, head: { ...head, title: t('Kit not found') }, body: kitMissing() }
    : { status, head: { ...head, title: t('Parts List Not Found') }, body: listMissing() }
}

function staticPage(path: string): Answer {
  const head = knownPage(path)
  return head ? { status: 200, head } : { status: 404, head: nowhere() }
}

/** A list is for holders of its link; search engines index the kit's own page. */
function listHead(shared: SharedKit): PageHead {
  const path = links.list(shared.kit.buildId)
  const title = kitTitle(shared.kit, t('Parts list'))
  return { path, title, description: summary(shared), isIndexed: false }
}

function kitHead(shared: SharedKit, isIndexed: boolean): PageHead {
  const path = links.kit(shared.kit.buildId || shared.kit.id)
  const title = kitTitle(shared.kit, t('Untitled draft'))
  return { path, title, description: summary(shared), isIndexed }
}

/** "Parts list for 2008 Audi S4, Oil Change: 5 parts, 7 pieces, $122.40." */
function summary({ kit }: SharedKit): string {
  const { vehicle, task, lines } = kit
  const what = [vehicle && vehicleTitle(vehicle), worded(task)].filter(Boolean).join(', ')
  const [parts, sum] = [partsAndPieces(lines), sumWords(priceSum(lines, kit))]
  return what
    ? t('Parts list for {what}: {parts}, {sum}.', { what, parts, sum })
    : t('Parts list: {parts}, {sum}.', { parts, sum })
}

/** An undecodable path stays as it is, and is not found: as in app/routes.tsx. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
