import type { Deps } from './guards/deps.ts'

import Router from '@koa/router'

import { contactForm } from '#shared/contact.ts'
import { isId } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { storeMessage } from '../mail/contactMessages.ts'
import { readJson } from '../http/body.ts'
import { addressOf } from '../http/rateLimit.ts'
import { deskAddresses } from '../mail/deskLetters.ts'

const HOUR_MS = 3_600_000
const AN_HOUR = { burst: 5, perMs: HOUR_MS / 5 }
const A_DAY = { burst: 20, perMs: (24 * HOUR_MS) / 20 }
const MAX_BYTES = 64 * 1024

/** Contact form: messages from anybody to the administrators. */
export function contactRoutes(deps: Deps): Router {
  const router = new Router()

  router.get('/api/contact', (ctx) => {
    ctx.body = { address: deskAddresses(deps.env)[0] ?? null }
  })

  router.post('/api/contact', async (ctx) => {
    const form = contactForm.parse(await readJson(ctx, MAX_BYTES))
    const key = ctx.get('Idempotency-Key') || null
    if (key !== null && !isId(key)) {
      throw new Problem('bad_key', 422, t('The Idempotency-Key must have 22 characters.'), {
        field: 'Idempotency-Key',
      })
    }
    await storeMessage(deps, form, key, async () => {
      const address = addressOf(ctx)
      await deps.limits.take(`contact-hour:${address}`, AN_HOUR)
      await deps.limits.take(`contact-day:${address}`, A_DAY)
    })
    ctx.body = { message: t('Message sent!') }
  })

  return router
}
