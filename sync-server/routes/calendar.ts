import type { Deps } from './guards/deps.ts'

import Router from '@koa/router'

import type { CalendarAnswer } from '#shared/kinds/dueCalendar.ts'

import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { digestOf } from '../accounts/secrets.ts'
import { requireUser } from './guards/actor.ts'
import { addressOf, type RateRule } from '../http/rateLimit.ts'
import { beginFeed, endFeed, feedSince, findFeed, readFeed } from '../notify/calendarFeed.ts'

const MINUTE_MS = 60_000
/** Per account. */
const CHANGES: RateRule = { burst: 20, perMs: 3 * MINUTE_MS }
/** Per calendar: programs poll a few times an hour, on several devices. */
const READS: RateRule = { burst: 30, perMs: MINUTE_MS }
/** Per network, for known and unknown addresses. */
const ASKED: RateRule = { burst: 120, perMs: MINUTE_MS / 10 }

/** 256 bits; some programs need the extension. */
const SECRET = /^([\w-]{43})(?:\.ics)?$/

/** Calendar of due services. */
export function calendarRoutes(deps: Deps): Router {
  const { db, limits } = deps
  const router = new Router({ prefix: '/api' })

  router.get('/calendar', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    ctx.body = {
      since: (await feedSince(db, user.id))?.toISOString() ?? null,
    } satisfies CalendarAnswer
  })

  // Each call replaces the address.
  router.post('/calendar', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    await limits.take(`calendar:${user.id}`, CHANGES)
    const now = deps.now()
    const secret = await beginFeed(db, user.id, { now, random: deps.random })
    ctx.body = {
      since: new Date(now).toISOString(),
      address: `${deps.env.PUBLIC_URL}/api/calendar/${secret}.ics`,
    } satisfies CalendarAnswer
  })

  router.delete('/calendar', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    await endFeed(db, user.id)
    ctx.body = { since: null } satisfies CalendarAnswer
  })

  router.get('/calendar/:secret', async (ctx) => {
    await limits.take(`calendars:${addressOf(ctx)}`, ASKED)
    const [, secret] = SECRET.exec(ctx.params['secret'] ?? '') ?? []
    const userId = secret === undefined ? null : await findFeed(db, secret)
    if (secret === undefined || userId === null) {
      throw new Problem('not_found', 404, t('There is no calendar at this address.'))
    }
    await limits.take(`calendar-reads:${digestOf(secret)}`, READS)
    const { PUBLIC_URL: publicUrl } = deps.env
    ctx.set('Cache-Control', 'private, no-cache')
    ctx.set('X-Robots-Tag', 'noindex')
    ctx.set('Content-Disposition', 'inline; filename="services.ics"')
    ctx.type = 'text/calendar; charset=utf-8'
    ctx.body = await readFeed(db, userId, { now: deps.now(), publicUrl })
  })

  return router
}
