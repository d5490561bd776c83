/**
 * Amazon as a merchant, by its official API only, which prices products by ASIN. Parts come from
 * other sources, with links that name one; a run updates their prices. Never tried against the real
 * API; see docs/operate.md.
 */
import type { Knex } from 'knex'
import type { Env } from '../env/env.ts'
import type { PartRow } from '../catalogue/findParts.ts'
import type { IncomingPart } from '../catalogue/incoming.ts'

import { setTimeout as sleep } from 'node:timers/promises'

import { amazonShop, asinOf } from '#shared/catalogue/amazon.ts'
import { parseCents } from '#shared/money/money.ts'
import { createItemReader, credentialsOf } from '../shops/creatorsApi.ts'
import { Away, Missing, Refused } from '../outside/guardedFetch.ts'
import { type CatalogueSource, SourceAway, Unfit } from './source.ts'
import { tell } from '../words/told.ts'
import { IN_DOLLARS } from '../catalogue/readOffers.ts'
import { namesSql } from '../catalogue/saidNames.ts'

const MAX_ITEMS = 10_000
/** Rate limit of a new partner: one call a second. */
const PACE_MS = 1_100
const TRIES = 3

export interface AmazonDeps {
  db: Knex
  env: Env
  fetch: typeof globalThis.fetch
  now(): number
}

/** @returns null without credentials */
export function amazonSource(
  { db, env, fetch, now }: AmazonDeps,
  paceMs = PACE_MS,
): CatalogueSource | null {
  const credentials = credentialsOf(env)
  if (!credentials) return null
  const { marketplace, partnerTag } = credentials
  const readItem = createItemReader(credentials, { now, fetch })
  const shop = amazonShop(`https://${marketplace}`)

  /** Pages such as "B000C5FTT2 12 3": the ASIN, and our offer's part and merchant. */
  async function list(): Promise<string[]> {
    const offers: { part_id: string; merchant_id: number; buy_link: string }[] = await db('offers')
      .whereLike('buy_link', '%//%amazon.%')
      .where('stands', true)
      .whereRaw(IN_DOLLARS)
      .orderBy(['part_id', 'merchant_id'])
      .limit(MAX_ITEMS)
      .select('part_id', 'merchant_id', 'buy_link')
    const pages = offers.flatMap(({ part_id: part, merchant_id: merchant, buy_link: link }) => {
      const asin = amazonShop(link) === shop ? asinOf(link) : null
      return asin === null ? [] : [`${asin} ${part} ${merchant}`]
    })
    if (pages.length > 0) return pages
    throw new Unfit(
      tell('No part has an offer with a link to a product there. Upload a file with some.'),
    )
  }

  async function priceOf(asin: string, signal: AbortSignal): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        await sleep(paceMs * 2 ** (attempt - 1), undefined, { signal })
        const price = parseCents((await readItem(asin)).price)
        if ('cents' in price && price.cents > 0) return price.cents
        throw new Unfit(tell('It has no price in US dollars just now.'))
      } catch (error) {
        if (signal.aborted) throw new SourceAway(tell('It was ended.'))
        if (error instanceof Missing) throw new Unfit(tell('There is no such product any more.'))
        if (error instanceof Refused)
          throw new SourceAway(tell('It was refused: {why}.', { why: error.message }))
        if (!(error instanceof Away)) throw error
        if (attempt >= TRIES)
          throw new SourceAway(tell('It does not answer: {why}.', { why: error.message }))
      }
    }
  }

  return {
    id: `amazon:${marketplace}`,
    name: 'Amazon',
    isDemo: false,
    scrapeSize: MAX_ITEMS,
    list,
    async read(page, signal) {
      const [asin = '', partId = '', merchantId = ''] = page.split(' ')
      const known = await knownPart(db, partId, merchantId)
      if (!known) throw new Unfit(tell('The part is not in the catalogue any more.'))
      const base = await priceOf(asin, signal)
      const cents = { base, promo: null, shipping: null, tax: null, core: null }
      const link = `https://${marketplace}/dp/${asin}?tag=${partnerTag}`
      const { merchant, ...part } = known
      return {
        ...part,
        unitCents: base,
        offers: [{ merchant, cents, promo: '', availability: '', link, asOf: now() }],
      }
    },
  }
}

type Named = 'number' | 'brand' | 'name' | 'task'

interface KnownRow extends Pick<PartRow, Named> {
  merchant: string
  /** Names by sources. */
  said: Partial<Record<'name' | 'category' | 'image' | 'retailer_number', string>> | null
}

/** A part as stored from its sources: only its price is new. */
async function knownPart(
  db: Knex,
  partId: string,
  merchantId: string,
): Promise<(Omit<IncomingPart, 'offers' | 'unitCents'> & { merchant: string }) | null> {
  const row: KnownRow | undefined = await db('parts as p')
    .join('merchants as m', 'm.id', db.raw('?::int', [merchantId]))
    .where('p.id', partId)
    .first(
      'p.number',
      'p.brand',
      'p.name',
      'p.task',
      'm.name as merchant',
      db.raw(`${namesSql('p.id')} as said`),
    )
  if (!row) return null
  const { number, brand, task, merchant } = row
  const { name = row.name, category = '', image = '' } = row.said ?? {}
  const names = { name, category, image, retailerNumber: row.said?.retailer_number ?? '' }
  const rating = { average: 0, count: 0 }
  // No fits or references: this source has no word on them.
  return { number, brand, task, merchant, ...names, rating, fits: [], crossReferences: [] }
}
