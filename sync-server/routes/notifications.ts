import type { Deps } from './guards/deps.ts'
import type { SignedInActor } from '../accounts/principal.ts'

import Router from '@koa/router'

import type { NoticesAnswer } from '#shared/notify/notifications.ts'

import {
  pushBody,
  pushEndBody,
  settingsBody,
  unsubscribeBody,
  watchesBody,
} from '#shared/notify/notifications.ts'
import { links } from '#shared/links.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { deviceLabel } from '../log/deviceLabel.ts'
import { requireUser } from './guards/actor.ts'
import { readForm } from '../http/form.ts'
import { addressOf, type RateRule } from '../http/rateLimit.ts'
import { maskEmail } from '../mail/mailer.ts'
import { readUnsubscribeToken } from '../notify/noticeKeys.ts'
import { addPushDevice, checkPushDevice, readPushDevices } from '../notify/pushDevices.ts'
import { endMail, noteZone, readSettings, writeSettings } from '../notify/settings.ts'
import { writeWatches } from '../notify/watches.ts'

const MINUTE_MS = 60_000
/** Per account. */
const SETTINGS: RateRule = { burst: 60, perMs: MINUTE_MS / 10 }
const WATCHES: RateRule = { burst: 60, perMs: MINUTE_MS / 10 }
const DEVICES: RateRule = { burst: 20, perMs: MINUTE_MS }
/** Per network. */
const WAYS_OUT: RateRule = { burst: 60, perMs: MINUTE_MS / 10 }

const MAX_WATCHES_BYTES = 2 * 1024 * 1024

/** Watches, notification settings, push subscriptions, and unsubscribing. */
export function notificationsRoutes(deps: Deps): Router {
  const { db, limits } = deps
  const router = new Router({ prefix: '/api' })

  const answer = async ({ user, sessionId }: SignedInActor): Promise<NoticesAnswer> => {
    const devices = await readPushDevices(db, user.id)
    return {
      settings: await readSettings(db, user.id),
      canMail: user.emailVerified,
      publicKey: deps.noticeKeys.vapid.publicKey,
      devices: devices.map((device) => ({
        label: device.label,
        since: device.created_at.toISOString(),
        isThis: device.session_id === sessionId,
      })),
    }
  }

  router.get('/notifications', async (ctx) => {
    ctx.body = await answer(await requireUser(ctx, deps))
  })

  router.post('/notifications', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const settings = await readForm(ctx, settingsBody)
    await limits.take(`notices:${actor.user.id}`, SETTINGS)
    await writeSettings(db, actor.user.id, settings, deps.now())
    ctx.body = await answer(actor)
  })

  router.post('/push', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const { endpoint, keys, zone } = await readForm(ctx, pushBody)
    checkPushDevice({ endpoint, keys }, deps.env.PUSH_HOSTS)
    await limits.take(`push:${actor.user.id}`, DEVICES)
    await addPushDevice(db, {
      userId: actor.user.id,
      sessionId: actor.sessionId,
      endpoint,
      keys,
      label: deviceLabel(ctx.get('User-Agent')),
      now: deps.now(),
      random: deps.random,
    })
    await noteZone(db, actor.user.id, zone)
    ctx.body = await answer(actor)
  })

  router.post('/push/end', async (ctx) => {
    const actor = await requireUser(ctx, deps)
    const { endpoint } = await readForm(ctx, pushEndBody)
    await db('push_subscriptions').where({ user_id: actor.user.id, endpoint }).delete()
    ctx.body = await answer(actor)
  })

  router.post('/watches', async (ctx) => {
    const { user } = await requireUser(ctx, deps)
    const { set, gone, zone } = await readForm(ctx, watchesBody, MAX_WATCHES_BYTES)
    await limits.take(`watches:${user.id}`, WATCHES)
    await noteZone(db, user.id, zone)
    ctx.body = await writeWatches(db, user.id, { set, gone }, deps.now())
  })

  // Following the link of a mail's List-Unsubscribe header does nothing by itself.
  router.get('/unsubscribe', (ctx) => {
    const { token } = ctx.query
    const secret = typeof token === 'string' ? `#token=${encodeURIComponent(token)}` : ''
    ctx.status = 303
    ctx.redirect(links.unsubscribe() + secret)
  })

  // From our page, or by a mail program's one click (RFC 8058), whose body is ignored.
  router.post('/unsubscribe', async (ctx) => {
    await limits.take(`unsubscribe:${addressOf(ctx)}`, WAYS_OUT)
    const given = ctx.query['token']
    const token = typeof given === 'string' ? given : (await readForm(ctx, unsubscribeBody)).token
    const userId = readUnsubscribeToken(deps.noticeKeys.unsubscribe, token)
    const email = userId && (await endMail(db, userId, deps.now()))
    if (!email) {
      const sentence = t('This link is not whole, or its account is gone.')
      throw new Problem('not_found', 404, sentence, { field: 'token' })
    }
    ctx.body = { email: maskEmail(email) }
  })

  return router
}
