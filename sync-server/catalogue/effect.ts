/** Effect of an import, counted beforehand: new parts, and new, changed and lost offers. */
import type { Knex } from 'knex'

import type { FeedEffect } from '#shared/catalogue/feed.ts'

import { SOLD_OUT } from '#shared/catalogue/offer.ts'
import { brandKey, partNumberKey } from '#shared/catalogue/partNumber.ts'
import { fitKey, namedHere, referenceKey } from './corrections.ts'
import { type IncomingPart, offerColumns, partKeys } from './incoming.ts'
import { partRanges } from './partRanges.ts'
import { isOthersSql } from './saidBy.ts'
import { namesOf, namesSql } from './saidNames.ts'
import { HAND } from './saidOffers.ts'

export interface Effect extends FeedEffect {
  /** Offers of this source that the file still names. */
  kept?: number
  /** Parts others offer too, whose names, vehicles or cross references would change. */
  touchedParts?: number
}

export const NO_EFFECT: Required<Effect> = {
  newParts: 0,
  newOffers: 0,
  changedOffers: 0,
  sameOffers: 0,
  outOfStock: 0,
  foreignOffers: 0,
  jumpedOffers: 0,
  disputedOffers: 0,
  touchedParts: 0,
  kept: 0,
}

export function addEffects(a: Effect, b: Effect): Effect {
  const names = Object.keys(NO_EFFECT) as (keyof Effect)[]
  return Object.fromEntries(
    names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]),
  ) as unknown as Effect
}

/** Effect of a batch, before staging. A repeated part counts once, a repeated row not at all. */
export async function effectOf(
  db: Knex,
  { id, sourceId }: { id: string; sourceId: string | null },
  batch: readonly { key: string; part: IncomingPart }[],
): Promise<Effect> {
  if (batch.length === 0) return NO_EFFECT
  const named = await namedHere(
    db,
    batch.map(({ part }) => part),
  )
  const rows = named.flatMap(({ part, mergedInto, nth }) => {
    return part.offers.slice(0, 1).map((offer) => ({
      key: batch[nth]?.key,
      nth,
      ...partKeys(part),
      merchant_key: brandKey(offer.merchant),
      base: offer.converted?.cents ?? offer.cents.base,
      is_foreign: offer.foreign !== undefined,
      // One that differs in any of these is changed.
      offer: offerColumns(offer),
      named: mergedInto === null ? namesOf(part) : {},
      facts: factsOf(part),
    }))
  })
  const { rows: counted } = await db.raw<{ rows: Record<string, string>[] }>(
    `with incoming as (
       select distinct on (key) * from jsonb_to_recordset(:rows::jsonb) as r(key text, nth int,
         number_key text, brand_key text, merchant_key text, base int, is_foreign boolean,
         offer jsonb, named jsonb, facts jsonb)
       where not exists (select from feed_rows f where f.feed_id = :id and f.key = r.key)
       order by key, nth
     ), seen as (
       select i.*, o.said is not null as is_known, nullif(o.said->>'source_id', '') as source_id,
         o.said @> i.offer and not n.is_news as is_same,
         -- Nor is an offer news of which somebody wants none: what is said beside it is.
         not (ma.name_key is not null and ma.merchant_id is null)
           and not (c.id is not null and c.stands is null) as is_wanted,
         n.is_news and ${isOthersSql('p.id')} as is_touched,
         exists (select from offers own where own.part_id = p.id and own.merchant_id = m.id
           and own.source_id = :me and own.availability !~* :soldOut) as is_kept,
         coalesce(o.said->>'own_cents', o.said->>'base_cents')::int as said,
         p.id is null and not exists (select from feed_rows f where f.feed_id = :id
           and f.key >= i.number_key || '|' || i.brand_key || '|'
           and f.key < i.number_key || '|' || i.brand_key || '}') as is_new_part
       from incoming i
       left join parts p using (number_key, brand_key)
       left join merchant_aliases ma on ma.name_key = i.merchant_key
       left join merchants m on m.id = coalesce(ma.merchant_id,
         (select id from merchants where name_key = i.merchant_key))
       left join part_corrections c on c.part_id = p.id and c.kind = 'offer'
         and c.key = m.id::text
       left join lateral (
         -- What was corrected by hand is no news of the source's.
         select to_jsonb(offers) as said from offers
         where part_id = p.id and merchant_id = m.id and source_id <> '${HAND}'
         order by as_of desc, run desc nulls last limit 1) o on true
       cross join lateral (select p.id is not null and (
         -- Neither what the source said before nor what stands among sources is news.
         not (coalesce(${namesSql('p.id')}, '{}') @> i.named or exists (select from part_names
           where part_id = p.id and source_id in (:me, '') and said @> i.named))
         or exists (select from jsonb_to_recordset(i.facts) as f(kind text, key text, a text,
             b text, year_from int, year_to int)
           left join part_fits pf on f.kind = 'fit' and pf.part_id = p.id and pf.make_key = f.a
             and pf.model_key = f.b and pf.year_from = f.year_from
           left join cross_references r on f.kind = 'reference' and r.part_id = p.id
             and r.number_key = f.a and r.brand_key = f.b
           where case when pf.part_id is null then r.part_id is null
             else pf.year_to <> f.year_to and pf.said_by - :me::text - '' = '{}' end
             and not exists (select from part_corrections
               where part_id = p.id and kind = f.kind and key = f.key))) as is_news) n
     )
     select count(distinct (number_key, brand_key)) filter (where is_new_part) as "newParts",
       count(*) filter (where not is_known) as "newOffers",
       count(*) filter (where is_known and not is_same) as "changedOffers",
       count(*) filter (where is_known and is_same) as "sameOffers",
       count(*) filter (where is_foreign) as "foreignOffers",
       count(*) filter (where is_known and (base > said * 3.0 or base * 3.0 < said))
         as "jumpedOffers",
       count(*) filter (where source_id <> :me and said <> base) as "disputedOffers",
       (select count(distinct (number_key, brand_key)) from seen where is_touched)
         as "touchedParts",
       (select count(*) from seen where is_kept) as kept
     from seen where is_wanted`,
    { rows: JSON.stringify(rows), id, me: sourceId ?? '', soldOut: SOLD_OUT },
  )
  const [found = {}] = counted
  const effect = Object.fromEntries(Object.entries(found).map(([name, n]) => [name, Number(n)]))
  return { ...NO_EFFECT, ...effect }
}

/** Facts of a part besides its names. */
function factsOf({ fits, crossReferences }: IncomingPart) {
  return [
    ...fits.map((fit) => ({
      kind: 'fit',
      key: fitKey(fit),
      a: fit.make.toLowerCase(),
      b: fit.model.toLowerCase(),
      year_from: fit.yearFrom,
      year_to: fit.yearTo,
    })),
    ...crossReferences.map((one) => ({
      kind: 'reference',
      key: referenceKey(one),
      a: partNumberKey(one.number),
      b: brandKey(one.brand),
    })),
  ]
}

/** How many of a source's offers that are in stock a file does not name. */
export async function countOutOfStock(
  db: Knex,
  sourceId: string | null,
  { kept = 0 }: Effect,
): Promise<number> {
  if (sourceId === null) return 0
  let inStock = 0
  for await (const [after, to] of partRanges(db, 'offers')) {
    const { rows } = await db.raw<{ rows: { n: string }[] }>(
      `select count(*) as n from offers where part_id > :after and part_id <= :to
         and source_id = :sourceId and availability !~* :soldOut`,
      { after, to, sourceId, soldOut: SOLD_OUT },
    )
    inStock += Number(rows[0]?.n ?? 0)
  }
  return Math.max(0, inStock - kept)
}
