/** The only way into the catalogue. Idempotent: an older offer never replaces a newer one. */
import type { Knex } from 'knex'
import type { IncomingOffer, IncomingPart, Origin } from './incoming.ts'

import { isSoldOut, offerTotalCents } from '#shared/catalogue/offer.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { Corrections, identityOf, namedHere } from './corrections.ts'
import { offerColumns, partKeys } from './incoming.ts'
import type { MerchantTerms } from './merchants.ts'
import { ensureMerchants, merchantKey, shippingSql, unknownMerchant } from './merchants.ts'
import { searchText } from './searchText.ts'
import { storeFits, storeReferences, withoutOld } from './saidBy.ts'

export interface Storing {
  origin: Origin
  isDemo: boolean
  /** Milliseconds since 1970. */
  now: number
  /** The import run, which records earlier values for its undo. */
  run?: Run
}

export interface Run {
  feedId: string
  /** Its number. */
  nth: number
  /** Null for a single uploaded file. */
  sourceId: string | null
  /** Terms of merchants that begin with this run. */
  terms: Pick<MerchantTerms, 'historyAllowed' | 'maxAgeHours'> | null
}

export interface Stored {
  /** New parts. */
  added: number
  /** New or changed offers. */
  offers: number
  /** Merchants of the offers. */
  merchantIds: number[]
}

/** Stores up to some thousand parts in a few statements; call it in a transaction. */
export async function storeParts(
  trx: Knex,
  incoming: readonly IncomingPart[],
  storing: Storing,
): Promise<Stored> {
  const named = await namedHere(trx, incoming)
  if (named.length === 0) return { added: 0, offers: 0, merchantIds: [] }
  const keys = [
    ...new Set(named.flatMap((one) => (one.mergedInto === null ? identityOf(one.part) : []))),
  ].sort()
  const others = named.flatMap(({ mergedInto }) => mergedInto ?? [])
  const corrections = await Corrections.read(trx, keys, others)
  const { sourceId = null, nth = null } = storing.run ?? {}
  const speaker = { me: sourceId ?? '', nth: nth ?? 0 }
  const news = await withoutOld(
    trx,
    named.map(({ part }) => part),
    speaker,
  )
  const parts = news.map((part, at) => {
    const mergedInto = named[at]?.mergedInto ?? null
    return { part: corrections.apply(part, mergedInto), mergedInto }
  })
  // A part must not come twice in one upsert: the last mention counts.
  const byKey = new Map(
    parts.flatMap(({ part, mergedInto }) =>
      mergedInto === null ? [[identityOf(part), part] as const] : [],
    ),
  )
  const sorted = keys.flatMap((key) => byKey.get(key) ?? [])
  const names = parts.flatMap(({ part }) => part.offers.map(({ merchant }) => merchant))
  const merchants = await ensureMerchants(
    trx,
    [...new Set(names)].map((name) => ({
      ...unknownMerchant(name, storing.isDemo),
      ...storing.run?.terms,
    })),
  )
  const { ids, created, renamed } = await upsertParts(trx, sorted, storing, corrections)
  const idOf = (part: IncomingPart, mergedInto: string | null) =>
    mergedInto ?? ids.get(identityOf(part))
  // All mentions' offers count, so that a file may have one row per merchant.
  const said = parts.flatMap(({ part, mergedInto }) =>
    offersOf(part, idOf(part, mergedInto), merchants),
  )
  const rows = parts.flatMap(({ part, mergedInto }) => {
    const partId = idOf(part, mergedInto)
    return partId === undefined ? [] : [{ partId, part }]
  })
  await storeFits(trx, rows, speaker)
  const numbered = await storeReferences(trx, rows, speaker)
  if (storing.run) await noteOffers(trx, storing.run, said, corrections)
  const by = { sourceId, run: nth }
  const offers = said.flatMap((row) => {
    const stands = corrections.applyToOffer(row, by)
    return stands === null ? [] : [stands === row ? row : counted(stands)]
  })
  const stored = await storeOffers(trx, offers, storing.run)
  await corrections.store(
    trx,
    rows.map(({ partId }) => partId),
    // A new part named once was inserted with its full search text.
    [...renamed, ...numbered.filter((id) => !created.has(id) || sorted.length < parts.length)],
    storing.run,
  )
  return {
    added: created.size,
    offers: stored,
    merchantIds: [...merchants.values()],
  }
}

async function upsertParts(
  trx: Knex,
  parts: readonly IncomingPart[],
  { origin, isDemo, now, run }: Storing,
  { saidOfParts }: Corrections,
): Promise<{ ids: Map<string, string>; created: Set<string>; renamed: string[] }> {
  const rows = parts.map((part) => ({
    ...partKeys(part),
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
    rows: { id: string; key: string; is_new: boolean; is_changed: boolean }[]
  }>(
    `with incoming as (
       select * from jsonb_to_recordset(:rows::jsonb) as r(number_key text, brand_key text,
         number text, brand text, name text, category text, image text, task text,
         retailer_number text, unit_cents int, rating_average real, rating_count int, search text)
     ), before as (
       -- As they were when this statement began.
       select p.* from incoming join parts p using (number_key, brand_key) where :feedId <> ''
     ), written as (
       insert into parts as p (number_key, brand_key, number, brand, name, category, image, task,
         retailer_number, unit_cents, rating_average, rating_count, search, origin, is_demo, added_at,
         run, source_id)
       select number_key, brand_key, number, brand, name, category, image, task, retailer_number,
         unit_cents, rating_average, rating_count, search, :origin, :isDemo, :at, :run::int,
         :sourceId::text
       from incoming
       on conflict (number_key, brand_key) do update set
         -- What a source does not say stays as another one said it.
         name = coalesce(nullif(excluded.name, ''), p.name),
         category = coalesce(nullif(excluded.category, ''), p.category),
         image = coalesce(nullif(excluded.image, ''), p.image),
         retailer_number = coalesce(nullif(excluded.retailer_number, ''), p.retailer_number),
         run = excluded.run,
         rating_average = case when excluded.rating_count > 0 then excluded.rating_average else p.rating_average end,
         rating_count = case when excluded.rating_count > 0 then excluded.rating_count else p.rating_count end,
         is_demo = p.is_demo and excluded.is_demo,
         source_id = case when excluded.name = '' then p.source_id else excluded.source_id end,
         others_said = case when excluded.name = ''
             or p.source_id is not distinct from excluded.source_id then p.others_said
           else coalesce(p.others_said, '{}') - coalesce(excluded.source_id, '')
             || jsonb_build_object(coalesce(p.source_id, ''), jsonb_build_object('name', p.name,
               'category', p.category, 'image', p.image, 'retailer_number', p.retailer_number,
               'until', coalesce(excluded.run, 0))) end
       where (p.is_demo and not excluded.is_demo)
         or (excluded.name <> '' and excluded.name <> p.name)
         or (excluded.category <> '' and excluded.category <> p.category)
         or (excluded.image <> '' and excluded.image <> p.image)
         or (excluded.retailer_number <> '' and excluded.retailer_number <> p.retailer_number)
         or (excluded.rating_count > 0 and (excluded.rating_count, excluded.rating_average)
           is distinct from (p.rating_count, p.rating_average))
       returning id, number_key || '|' || brand_key as key, xmax = 0 as is_new
     ), noted as (
       insert into run_parts (feed_id, part_id, before)
       -- As sources had it: what was corrected is not an import's to take back.
       select :feedId, w.id, to_jsonb(b) || coalesce(:said::jsonb->(w.id::text), '{}')
       from written w left join before b on b.id = w.id
       where :feedId <> ''
       on conflict do nothing
     )
     select id, key, is_new, not is_new as is_changed from written
     union all
     select p.id, p.number_key || '|' || p.brand_key, false, false from incoming i
     join parts p using (number_key, brand_key)`,
    {
      rows: JSON.stringify(rows),
      origin,
      isDemo,
      at: new Date(now),
      feedId: run?.feedId ?? '',
      run: run?.nth ?? null,
      sourceId: run?.sourceId ?? null,
      said: JSON.stringify(saidOfParts),
    },
  )
  return {
    ids: new Map(written.map(({ id, key }) => [key, id])),
    created: new Set(written.flatMap(({ id, is_new: isNew }) => (isNew ? [id] : []))),
    renamed: written.flatMap(({ id, is_changed: isChanged }) => (isChanged ? [id] : [])),
  }
}

function searchOf(part: IncomingPart): string {
  const same = part.crossReferences.map(({ number }) => number)
  return searchText({ ...part, numbers: [part.number, part.retailerNumber, ...same] })
}

function offersOf(part: IncomingPart, partId: string | undefined, merchants: Map<string, number>) {
  return part.offers.flatMap((offer) => {
    const merchantId = merchants.get(merchantKey(offer.merchant))
    if (partId === undefined || merchantId === undefined) return []
    return [offerRow(offer, partId, merchantId)]
  })
}

type OfferRow = ReturnType<typeof offerRow>

function offerRow(offer: IncomingOffer, partId: string, merchantId: number) {
  return {
    part_id: partId,
    merchant_id: merchantId,
    ...offerColumns(offer),
    as_of: new Date(offer.asOf).toISOString(),
    is_sold_out: isSoldOut(offer.availability),
    month: monthOf(offer.asOf),
    minute: Math.floor((offer.asOf - monthStart(monthOf(offer.asOf))) / 60_000),
    before_shipping_cents: offerTotalCents({ ...offer.cents, shipping: 0 }),
    rate_at: offer.converted ? new Date(offer.converted.rateAt).toISOString() : null,
  }
}

/** Recomputes derived columns after a correction of an offer. */
function counted(row: OfferRow): OfferRow {
  const cents = {
    base: row.base_cents,
    promo: row.promo_cents,
    shipping: 0,
    tax: row.tax_cents,
    core: row.core_cents,
  }
  return {
    ...row,
    is_sold_out: isSoldOut(row.availability),
    before_shipping_cents: offerTotalCents(cents),
  }
}

/** Month number: years times 12 plus months, UTC. */
export function monthOf(ms: number): number {
  const at = new Date(ms)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}

export function monthStart(month: number): number {
  return Date.UTC(Math.floor(month / 12), month % 12)
}

const OFFER_COLUMNS = `part_id, merchant_id, base_cents, promo, promo_cents, shipping_cents,
  tax_cents, core_cents, availability, buy_link, as_of, currency, own_currency, own_cents, rate, rate_at`

const INCOMING_OFFERS = `
  select distinct on (part_id, merchant_id) *
  from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, merchant_id int, base_cents int,
    promo text, promo_cents int, shipping_cents int, tax_cents int, core_cents int,
    availability text, buy_link text, as_of timestamptz, is_sold_out boolean, month int,
    minute int, before_shipping_cents int, currency text, own_currency text, own_cents int,
    rate double precision, rate_at timestamptz, nth int)
  -- Of what two names of one part say, the last.
  order by part_id, merchant_id, as_of desc, nth desc`

/** A source's later row replaces its earlier one, whatever times its file names. */
const UPSERT_OFFERS = `
  insert into offers as o (${OFFER_COLUMNS}, source_id, run)
  select ${OFFER_COLUMNS}, :sourceId::text, :run::int from incoming
  on conflict (part_id, merchant_id) do update set
    base_cents = excluded.base_cents, promo = excluded.promo,
    promo_cents = excluded.promo_cents, shipping_cents = excluded.shipping_cents,
    tax_cents = excluded.tax_cents, core_cents = excluded.core_cents,
    availability = excluded.availability, buy_link = excluded.buy_link,
    as_of = excluded.as_of, currency = excluded.currency,
    own_currency = excluded.own_currency, own_cents = excluded.own_cents, rate = excluded.rate, rate_at = excluded.rate_at,
    source_id = excluded.source_id, run = excluded.run
  where o.as_of < excluded.as_of or o.source_id = excluded.source_id
  returning 1`

const OBSERVED = `observed as (
       -- At most one price a day: the day's last word stands. A price is kept when somebody could
       -- pay it: one without its shipping, or of what is sold out, would draw a low that never was.
       -- Until the merchant says a whole one again the last whole one stands.
       insert into price_months as m (part_id, month, merchant_id, steps)
       select i.part_id, i.month, i.merchant_id,
         array[i.minute, i.before_shipping_cents + shipping.cents]
       from incoming i
       join merchants s on s.id = i.merchant_id and s.history_allowed
       cross join lateral (select ${shippingSql('i', 's')} as cents) as shipping
       -- Other currencies have no history: it would be compared with dollars.
       where shipping.cents is not null and not i.is_sold_out and i.currency = '${DOLLARS}'
       on conflict (part_id, month, merchant_id) do update set steps =
         case when m.steps[cardinality(m.steps) - 1] / 1440 = excluded.steps[1] / 1440
           then m.steps[1:cardinality(m.steps) - 2] || excluded.steps
           else m.steps || excluded.steps end
       where m.steps[cardinality(m.steps) - 1] < excluded.steps[1]
         and m.steps[cardinality(m.steps)] <> excluded.steps[2]
     )`

async function storeOffers(
  trx: Knex,
  all: readonly OfferRow[],
  run: Run | undefined,
): Promise<number> {
  if (all.length === 0) return 0
  const { rows } = await trx.raw<{ rows: { count: string }[] }>(
    `with incoming as (${INCOMING_OFFERS}), written as (${UPSERT_OFFERS}), ${OBSERVED}
     select count(*) as count from written`,
    {
      rows: JSON.stringify(all.map((row, nth) => ({ ...row, nth }))),
      sourceId: run?.sourceId ?? null,
      run: run?.nth ?? null,
    },
  )
  return Number(rows[0]?.count ?? 0)
}

/** Records rows before a run changes them, null for none: see undoFeed.ts. */
async function noteOffers(
  trx: Knex,
  run: Run,
  all: readonly OfferRow[],
  { saidOfOffers }: Corrections,
): Promise<void> {
  if (all.length === 0) return
  await trx.raw(
    `insert into run_offers (feed_id, part_id, merchant_id, before, month, steps)
     select :feedId, r.part_id, r.merchant_id,
       -- As its source had it, also where it was corrected or taken out by hand.
       coalesce(to_jsonb(o) || coalesce(nullif(s.said, 'null'), '{}'), nullif(s.said, 'null')),
       r.month, m.steps
     from (select distinct on (part_id, merchant_id) *
       from jsonb_to_recordset(:rows::jsonb) as r(part_id bigint, merchant_id int, month int)) as r
     cross join lateral (select :said::jsonb->(r.part_id || '|' || r.merchant_id) as said) s
     left join offers o on o.part_id = r.part_id and o.merchant_id = r.merchant_id
     left join price_months m on m.part_id = r.part_id
       and m.merchant_id = r.merchant_id and m.month = r.month
     on conflict do nothing`,
    {
      feedId: run.feedId,
      said: JSON.stringify(saidOfOffers),
      rows: JSON.stringify(
        all.map(({ part_id, merchant_id, month }) => ({ part_id, merchant_id, month })),
      ),
    },
  )
}
