import type { Context } from 'koa'
import type { Deps } from './guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { createCatalogue } from '../shops/catalogue.ts'
import { readJson } from '../http/body.ts'
import { addressOf } from '../http/rateLimit.ts'

const MAX_BYTES = 8 * 1024
/** A pasted block of links at once, then one every four seconds. */
const A_PERSON = { burst: 60, perMs: 4_000 }

const body = z.object({
  url: z
    .string()
    .trim()
    .min(1, 'a link is needed')
    .max(MAX_LINK_LENGTH, `at most ${MAX_LINK_LENGTH} characters`),
})

/** Product lookup for links pasted into a row. */
export function productsRoutes(deps: Deps): Router {
  const router = new Router()
  const catalogue = createCatalogue(deps)

  async function readLink(ctx: Context): Promise<string> {
    const { url } = body.parse(await readJson(ctx, MAX_BYTES))
    await deps.limits.take(`product:${addressOf(ctx)}`, A_PERSON)
    return url
  }

  router.get('/api/shops', (ctx) => {
    ctx.body = catalogue.shops()
  })

  router.post('/api/amazon/product', async (ctx) => {
    ctx.body = await catalogue.amazonProduct(await readLink(ctx))
  })

  router.post('/api/shop/product', async (ctx) => {
    ctx.body = await catalogue.shopProduct(await readLink(ctx))
  })

  return router
}
