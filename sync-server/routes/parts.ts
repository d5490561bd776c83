import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { Deps } from './guards/deps.ts'

import Router from '@koa/router'
import { z } from 'zod'

import { isStorable } from '#shared/define.ts'
import { MAX_LOOKUPS } from '#shared/catalogue/part.ts'
import { MAX_BRAND, MAX_PART_NUMBER } from '#shared/catalogue/partNumber.ts'
import { HISTORY_DAYS, MAX_HISTORY_DAYS } from '#shared/catalogue/priceHistory.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { readJson } from '../http/body.ts'
import { addressOf } from '../http/rateLimit.ts'
import { anyText as text, countTo } from '../http/texts.ts'
import { amongFew } from '../http/turns.ts'
import { findParts, type PartRow, summaryOf } from '../catalogue/findParts.ts'
import { offersOfLines } from '../catalogue/offersOfLines.ts'
import { readHistory } from '../catalogue/readHistory.ts'
import { readCheapest } from '../catalogue/readOffers.ts'
import { readPart } from '../catalogue/readPart.ts'
import { partsQuery, SEARCHES } from '../catalogue/partsQuery.ts'
import { searchParts } from '../catalogue/searchParts.ts'

const brandQuery = z.object({ brand: text(MAX_BRAND).default('') })

const historyQuery = z.object({ days: countTo(MAX_HISTORY_DAYS, HISTORY_DAYS) })

const lookupBody = z.object({
  parts: z
    .array(z.object({ partNumber: text(MAX_PART_NUMBER), brand: text(MAX_BRAND).default('') }))
    .max(MAX_LOOKUPS, `at most ${MAX_LOOKUPS} parts`),
})

/** A kit's worth of lookups at once, then one kit every ten seconds. */
const LOOKUPS = { burst: 30, perMs: 10_000 }

export function partsRoutes(deps: Deps): Router {
  const { db, now, limits } = deps
  const router = new Router()

  async function asked(ctx: Context, db: Knex): Promise<PartRow[]> {
    const { params } = ctx as Context & { params: Record<string, string | undefined> }
    const number = params['partNumber'] ?? ''
    const { brand } = brandQuery.parse(ctx.query)
    const found = isStorable(number) ? await findParts(db, number, brand) : []
    if (found.length === 0) {
      throw new Problem('not_found', 404, t('The product with that part number was not found.'))
    }
    return found
  }

  router.get('/api/parts', async (ctx) => {
    const query = partsQuery.parse(ctx.query)
    await limits.take(`parts:${addressOf(ctx)}`, SEARCHES)
    ctx.body = await searchParts(db, query, now())
  })

  router.post('/api/parts/offers', async (ctx) => {
    const { parts } = lookupBody.parse(await readJson(ctx))
    await limits.take(`offers:${addressOf(ctx)}`, LOOKUPS)
    ctx.body = await offersOfLines(db, parts, now())
  })

  router.get('/api/parts/:partNumber', async (ctx) => {
    ctx.body = await partAnswer(ctx, db)
  })

  async function partAnswer(ctx: Context, db: Knex) {
    const [part, ...others] = await asked(ctx, db)
    if (part && others.length === 0) return readPart(db, part, now())
    const choices = part ? [part, ...others] : []
    const prices = await readCheapest(
      db,
      choices.map(({ id }) => id),
      now(),
    )
    return { choices: choices.map((choice) => summaryOf(choice, prices.get(choice.id))) }
  }

  router.get('/api/parts/:partNumber/history', async (ctx) => {
    const { days } = historyQuery.parse(ctx.query)
    ctx.body = await amongFew(() => historyAnswer(ctx, db, days))
  })

  async function historyAnswer(ctx: Context, db: Knex, days: number) {
    const [part, ...others] = await asked(ctx, db)
    if (!part || others.length > 0) {
      throw new Problem('which_brand', 422, t('Several brands have this number: say which one.'), {
        field: 'brand',
      })
    }
    return readHistory(db, part, days, now())
  }

  return router
}
