/** The only way into the catalogue. Idempotent: an older offer never replaces a newer one. */
import type { Knex } from 'knex'
import type { IncomingPart, Origin } from './incoming.ts'

import { Corrections, identityOf, namedHere } from './corrections.ts'
import { offerColumns, partKeys } from './incoming.ts'
import type { MerchantTerms } from './merchants.ts'
import { ensureMerchants, merchantKey, unknownMerchant } from './merchants.ts'
import { projectNames, storeNames } from './saidNames.ts'
import { storeOffers } from './saidOffers.ts'
import { searchText } from './searchText.ts'
import { storeFits, storeReferences, withoutOthers } from './saidBy.ts'

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
  const told = named.map(({ part }) => part)
  // Pages belong to no run.
  const news = storing.run ? told : await withoutOthers(trx, told)
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
  const { ids, created } = await addParts(trx, sorted, storing)
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
  await corrections.store(trx)
  const ofNames = sorted.flatMap((part) => {
    const partId = ids.get(identityOf(part))
    return partId === undefined ? [] : [{ partId, part }]
  })
  const renamed = await storeNames(trx, ofNames, storing.isDemo, speaker)
  await projectNames(
    trx,
    // A new part named once was inserted with its names and its full search text.
    [
      ...renamed.filter((id) => !created.has(id)),
      ...numbered.filter((id) => !created.has(id) || sorted.length < parts.length),
    ],
  )
  return {
    added: created.size,
    offers,
    merchantIds: [...merchants.values()],
  }
}

async function addParts(
  trx: Knex,
  parts: readonly IncomingPart[],
  { origin, isDemo, now }: Storing,
): Promise<{ ids: Map<string, string>; created: Set<string> }> {
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
  const columns = `number_key, brand_key, number, brand, name, category, image, task,
    retailer_number, unit_cents, rating_average, rating_count, search`
  const { rows: there } = await trx.raw<{ rows: { id: string; key: string; is_new: boolean }[] }>(
    `with incoming as (
       select ${columns} from jsonb_populate_recordset(null::parts, :rows::jsonb)
     ), added as (
       insert into parts (${columns}, origin, is_demo, added_at)
       select *, :origin, :isDemo, :at from incoming
       on conflict (number_key, brand_key) do nothing
       returning id, number_key || '|' || brand_key as key
     )
     select id, key, true as is_new from added
     union all
     select p.id, p.number_key || '|' || p.brand_key, false from incoming i
     join parts p using (number_key, brand_key)`,
    { rows: JSON.stringify(rows), origin, isDemo, at: new Date(now) },
  )
  return {
    ids: new Map(there.map(({ id, key }) => [key, id])),
    created: new Set(there.flatMap(({ id, is_new: isNew }) => (isNew ? [id] : []))),
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
