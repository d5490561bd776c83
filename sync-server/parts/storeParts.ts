/**
 * The only way parts and prices get into the catalogue. Doing it twice changes nothing, and an
 * older word never takes the place of a newer one.
 */
import type { Knex } from 'knex'
import type { IncomingOffer, IncomingPart, Origin } from './incoming.ts'

import { isSoldOut, offerTotalCents } from '#shared/catalogue/offer.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { ensureMerchants, merchantKey, shippingSql, unknownMerchant } from './merchants.ts'

export interface Storing {
  origin: Origin
  isDemo: boolean
  /** Milliseconds since 1970. */
  now: number
}

export interface Stored {
  /** Parts that were not there before. */
  added: number
  /** Offers that are new or say something new. */
  offers: number
}

/** Stores up to some thousand parts in a few statements; call it in a transaction. */
export async function storeParts(
  trx: Knex,
  parts: readonly IncomingPart[],
  storing: Storing,
): Promise<Stored> {
  // The same part twice in one statement is an error to PostgreSQL: the last one counts.
  const byKey = new Map(parts.map((part) => [identity(part), part]))
  const keys = [...byKey.keys()].sort()
  const sorted = keys.flatMap((key) => byKey.get(key) ?? [])
  if (sorted.length === 0) return { added: 0, offers: 0 }
  const names = parts.flatMap((part) => part.offers.map(({ merchant }) => merchant))
  const merchants = await ensureMerchants(
    trx,
    [...new Set(names)].map((name) => unknownMerchant(name, storing.isDemo)),
  )
  const { ids, added } = await upsertParts(trx, sorted, storing)
  // Every offer of every mention, so that a file may have one line a merchant.
  const offers = parts.flatMap((part) => offersOf(part, ids.get(identity(part)), merchants))
  const rows = sorted.flatMap((part) => {
    const partId = ids.get(identity(part))
    return partId === undefined ? [] : [{ partId, part }]
  })
  await storeFits(trx, rows)
  await storeReferences(trx, rows)
  return { added, offers: await storeOffers(trx, offers) }
}

function identity({ number, brand }: IncomingPart): string {
  return `${partNumberKey(number)}|${brandKey(brand)}`
}

async function upsertParts(
  trx: Knex,
  parts: readonly IncomingPart[],
  { origin, isDemo, now }: Storing,
): Promise<{ ids: Map<string, string>; added: number }> {
  const rows = parts.map((part) => ({
    number_key: partNumberKey(part.number),
    brand_key: brandKey(part.brand),
    number: part.number,
    brand: part.brand,
    name: part.name,
    category: part.category,
    image: part.image,
    task: part.task,
    retailer_number: part.retailerNumber,
    unit_cents: part.unitCents,
    rating_average: part.rating.average,
    rating_count: part.rating.count,
    search: searchOf(part),
  }))
  const { rows: written } = await trx.raw<{
    rows: { id: string; key: string; is_new: boolean }[]
  }>(
    `with incoming as (
       select * from jsonb_to_recordset(:rows::jsonb) as r(number_key text, brand_key text,
         number text, brand text, name text, category text, image text, task text,
         retailer_number text, unit_cents int, rating_average real, rating_count int, search text)
     ), written as (
       insert into parts as p (number_key, brand_key, number, brand, name, category, image, task,
         retailer_number, unit_cents, rating_average, rating_count, search, origin, is_demo, added_at)
       select number_key, brand_key, number, brand, name, category, image, task, retailer_number,
         unit_cents, rating_average, rating_count, search, :origin, :isDemo, :at
       from incoming
       on conflict (number_key, brand_key) do update set
         -- What a source does not say stays as another one said it.
         name = excluded.name,
         category = coalesce(nullif(excluded.category, ''), p.category),
         image = coalesce(nullif(excluded.image, ''), p.image),
         retailer_number = coalesce(nullif(excluded.retailer_number, ''), p.retailer_number),
         unit_cents = excluded.unit_cents,
         rating_average = case when excluded.rating_count > 0 then excluded.rating_average else p.rating_average end,
         rating_count = case when excluded.rating_count > 0 then excluded.rating_count else p.rating_count end,
         search = excluded.search,
         is_demo = p.is_demo and excluded.is_demo
       where (p.name, p.unit_cents, p.search, p.is_demo)
           is distinct from (excluded.name, excluded.unit_cents, excluded.search, p.is_demo and excluded.is_demo)
         or (excluded.category <> '' and excluded.category <> p.category)
         or (excluded.image <> '' and excluded.image <> p.image)
         or (excluded.retailer_number <> '' and excluded.retailer_number <> p.retailer_number)
         or (excluded.rating_count > 0 and (excluded.rating_count, excluded.rating_average)
           is distinct from (p.rating_count, p.rating_average))
       returning id, number_key || '|' || brand_key as key, xmax = 0 as is_new
     )
     select id, key, is_new from written
     union all
     select p.id, p.number_key || '|' || p.brand_key, false from incoming i
     join parts p using (number_key, brand_key)`,
    { rows: JSON.stringify(rows), origin, isDemo, at: new Date(now) },
  )
  return {
    ids: new Map(written.map(({ id, key }) => [key, id])),
    added: written.filter((row) => row.is_new).length,
  }
}

/** Numbers as printed and as compared, so that both ways of typing find it. */
function searchOf(part: IncomingPart): string {
  const numbers = [part.number, part.retailerNumber, ...part.crossReferences.map((r) => r.number)]
  const words = [
    part.name,
    part.brand,
    part.category,
    ...numbers.slice(0, 50),
    ...numbers.slice(0, 50).map(partNumberKey),
  ]
  return [...new Set(words.filter(Boolean))].join(' ').toLowerCase()
}

interface IdentifiedPart {
  partId: string
  part: IncomingPart
}

async function storeFits(trx: Knex, all: readonly IdentifiedPart[]): Promise<void> {
  const rows = all.flatMap(({ partId, part }) =>
    part.fits.map((fit) => ({
      part_id: partId,
      make_key: fit.make.toLowerCase(),
      model_key: fit.model.toLowerCase(),
      year_from: fit.yearFrom,
      year_to: fit.yearTo,
      make: fit.make,
      model: fit.model,
    })),
  )
  if (rows.length === 0) return
  await trx.raw(
    `insert into part_fits (part_id, make_key, model_key, year_from, year_to, make, model)
     select distinct on (part_id, make_key, model_key, year_from) *
     from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, make_key text, model_key text,
       year_from smallint, year_to smallint, make text, model text)
     order by part_id, make_key, model_key, year_from
     on conflict (part_id, make_key, model_key, year_from) do update set year_to = excluded.year_to
     where part_fits.year_to <> excluded.year_to`,
    { rows: JSON.stringify(rows) },
  )
}

async function storeReferences(trx: Knex, all: readonly IdentifiedPart[]): Promise<void> {
  const rows = all.flatMap(({ partId, part }) =>
    part.crossReferences.map(({ number, brand }) => ({
      part_id: partId,
      number_key: partNumberKey(number),
      brand_key: brandKey(brand),
      number,
      brand,
    })),
  )
  if (rows.length === 0) return
  await trx.raw(
    `insert into cross_references (part_id, number_key, brand_key, number, brand)
     select * from jsonb_to_recordset(:rows::jsonb)
       as r(part_id bigint, number_key text, brand_key text, number text, brand text)
     where number_key <> ''
     on conflict do nothing`,
    { rows: JSON.stringify(rows) },
  )
}

function offersOf(part: IncomingPart, partId: string | undefined, merchants: Map<string, number>) {
  return part.offers.flatMap((offer) => {
    const merchantId = merchants.get(merchantKey(offer.merchant))
    if (partId === undefined || merchantId === undefined) return []
    return [offerRow(offer, partId, merchantId)]
  })
}

type OfferRow = ReturnType<typeof offerRow>

function offerRow({ cents, ...offer }: IncomingOffer, partId: string, merchantId: number) {
  const at = new Date(offer.asOf)
  return {
    part_id: partId,
    merchant_id: merchantId,
    base_cents: cents.base,
    promo: offer.promo,
    promo_cents: cents.promo,
    shipping_cents: cents.shipping,
    tax_cents: cents.tax,
    core_cents: cents.core,
    availability: offer.availability,
    buy_link: offer.link,
    as_of: at.toISOString(),
    is_sold_out: isSoldOut(offer.availability),
    month: monthOf(offer.asOf),
    minute: Math.floor((offer.asOf - monthStart(monthOf(offer.asOf))) / 60_000),
    before_shipping_cents: offerTotalCents({ ...cents, shipping: 0 }),
  }
}

/** Years times 12 and months, UTC. */
export function monthOf(ms: number): number {
  const at = new Date(ms)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12)
}

async function storeOffers(trx: Knex, all: readonly OfferRow[]): Promise<number> {
  if (all.length === 0) return 0
  const { rows } = await trx.raw<{ rows: { count: string }[] }>(
    `with incoming as (
       select distinct on (part_id, merchant_id) *
       from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, merchant_id int, base_cents int,
         promo text, promo_cents int, shipping_cents int, tax_cents int, core_cents int,
         availability text, buy_link text, as_of timestamptz, is_sold_out boolean, month int,
         minute int, before_shipping_cents int)
       order by part_id, merchant_id, as_of desc
     ), written as (
       insert into offers as o (part_id, merchant_id, base_cents, promo, promo_cents,
         shipping_cents, tax_cents, core_cents, availability, buy_link, as_of)
       select part_id, merchant_id, base_cents, promo, promo_cents, shipping_cents, tax_cents,
         core_cents, availability, buy_link, as_of
       from incoming
       on conflict (part_id, merchant_id) do update set
         base_cents = excluded.base_cents, promo = excluded.promo,
         promo_cents = excluded.promo_cents, shipping_cents = excluded.shipping_cents,
         tax_cents = excluded.tax_cents, core_cents = excluded.core_cents,
         availability = excluded.availability, buy_link = excluded.buy_link,
         as_of = excluded.as_of
       where o.as_of < excluded.as_of
       returning 1
     ), observed as (
       -- At most one price a day: the day's last word stands. A price is kept when somebody could
       -- pay it: one without its shipping, or of what is sold out, would draw a low that never was.
       -- Until the merchant says a whole one again the last whole one stands.
       insert into price_months as m (part_id, month, merchant_id, steps)
       select i.part_id, i.month, i.merchant_id,
         array[i.minute, i.before_shipping_cents + shipping.cents]
       from incoming i
       join merchants s on s.id = i.merchant_id and s.history_allowed
       cross join lateral (select ${shippingSql('i', 's')} as cents) as shipping
       where shipping.cents is not null and not i.is_sold_out
       on conflict (part_id, month, merchant_id) do update set steps =
         case when m.steps[cardinality(m.steps) - 1] / 1440 = excluded.steps[1] / 1440
           then m.steps[1:cardinality(m.steps) - 2] || excluded.steps
           else m.steps || excluded.steps end
       where m.steps[cardinality(m.steps) - 1] < excluded.steps[1]
         and m.steps[cardinality(m.steps)] <> excluded.steps[2]
     )
     select count(*) as count from written`,
    { rows: JSON.stringify(all) },
  )
  return Number(rows[0]?.count ?? 0)
}
