/** The only way into the catalogue. Idempotent: an older offer never replaces a newer one. */
import type { Knex } from 'knex'
import type { IncomingPart, Origin } from './incoming.ts'

import { Corrections, identityOf, namedHere } from './corrections.ts'
import { offerColumns, partKeys } from './incoming.ts'
import type { MerchantTerms } from './merchants.ts'
import { ensureMerchants, merchantKey, unknownMerchant } from './merchants.ts'
import { storeOffers } from './saidOffers.ts'
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
  const speaker = { me: storing.run?.sourceId ?? '', nth: storing.run?.nth ?? 0 }
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
  const offers = await storeOffers(trx, said, speaker)
  await corrections.store(
    trx,
    rows.map(({ partId }) => partId),
    // A new part named once was inserted with its full search text.
    [...renamed, ...numbered.filter((id) => !created.has(id) || sorted.length < parts.length)],
    storing.run,
  )
  return {
    added: created.size,
    offers,
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
    const rateAt = offer.converted && new Date(offer.converted.rateAt)
    const times = { as_of: new Date(offer.asOf), rate_at: rateAt ?? null }
    return [{ part_id: partId, merchant_id: merchantId, ...offerColumns(offer), ...times }]
  })
}
