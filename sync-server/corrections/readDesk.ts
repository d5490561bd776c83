/** Parts as operators see them: hidden ones too, and the sources' values beside corrections. */
import type { Knex } from 'knex'

import type {
  ByHand,
  DeskFact,
  DeskOffer,
  DeskPart,
  ListedPart,
  ListedParts,
  OfferWords,
  Reference,
  RemovedPart,
  RemovedParts,
} from '#shared/catalogue/correction.ts'
import type { Match } from '../catalogue/partMatch.ts'

import { PART_FIELDS } from '#shared/catalogue/correction.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { amountText } from '#shared/catalogue/offer.ts'
import { MAX_CROSS_REFERENCES, MAX_FITS, type PartFit } from '#shared/catalogue/part.ts'
import { findCandidates } from '../catalogue/findCandidates.ts'
import { readNames } from '../catalogue/saidNames.ts'
import { HAND } from '../catalogue/saidOffers.ts'
import { asText, type Columns, type Correction } from '../catalogue/corrections.ts'
import { columnsOf, type EditedPart } from './editing.ts'
import { FITS, REFERENCES } from './facts.ts'
import { COLUMNS, saidOf } from './fields.ts'
import { A_PAGE, msSql, pageOf } from '../db/keyset.ts'

/** Most entries shown of a part. */
const MOST_OFFERS = 200
const MOST_CORRECTIONS = 1_000

export const PART_STATES = ['all', 'hidden', 'corrected'] as const

export interface PartsAsked {
  q: string
  state: (typeof PART_STATES)[number]
  /** Parts this merchant sells; '' for all. */
  merchant: string
  after?: string | undefined
}

const STATES: Record<PartsAsked['state'], string> = {
  all: 'true',
  hidden: 'p.hidden_at is not null',
  corrected: 'exists (select from part_corrections c where c.part_id = p.id)',
}

/** In id order. @param most page size */
export async function listDeskParts(
  db: Knex,
  { q, state, merchant, after }: PartsAsked,
  most = A_PAGE,
): Promise<ListedParts> {
  const among: Match = {
    sql: `${STATES[state]} and ${
      merchant === ''
        ? 'true'
        : 'exists (select from offers o where o.part_id = p.id and o.merchant_id = ?::int and o.stands)'
    }`,
    bindings: merchant === '' ? [] : [merchant],
  }
  const asked = { q, task: '', category: '', brand: [], make: '', model: '' }
  const found = await findCandidates(db, asked, after ?? '0', { among })
  const ids = found.ids.slice(0, most)
  const { rows: parts } = await db.raw<{ rows: ListedPart[] }>(
    `select p.id, p.number as "partNumber", p.brand, p.name, p.category,
       p.hidden_at is not null as "isHidden",
       (select count(*)::int from part_corrections c where c.part_id = p.id) as corrections
     from parts p where p.id = any(?::bigint[]) order by p.id`,
    [ids],
  )
  return {
    parts,
    next: found.ids.length > ids.length ? (ids.at(-1) ?? null) : found.until,
  }
}

/** A correction with the name of whoever made it. */
type Made = Correction & { by: string; made_at: Date }

export async function readDeskPart(db: Knex, id: string): Promise<DeskPart | null> {
  if (!/^\d{1,18}$/.test(id)) return null
  const part: (EditedPart & { is_demo: boolean; origin: string; added_at: Date }) | undefined =
    await db('parts').where({ id }).first()
  if (!part) return null
  const corrections = (await db('part_corrections as c')
    .leftJoin('users as u', 'u.id', 'c.made_by')
    .where('c.part_id', id)
    .orderBy('c.id')
    .limit(MOST_CORRECTIONS)
    .select('c.*', db.raw(`coalesce(u.username, '') as by`))) as Made[]
  const names = await readNames(db, id)
  const of = (kind: Correction['kind']) =>
    new Map(corrections.filter((one) => one.kind === kind).map((one) => [one.key, one]))
  return {
    id,
    fields: PART_FIELDS.map((field) => {
      const column = COLUMNS[field]
      const made = of('field').get(column)
      const said = saidOf(part, column, made ?? null, names)
      return { field, value: part[column], corrected: made ? { said, ...handOf(made) } : null }
    }),
    isHidden: part.hidden_at !== null,
    isDemo: part.is_demo,
    origin: part.origin,
    addedAt: part.added_at.getTime(),
    offers: await readDeskOffers(db, id, of('offer')),
    references: await readReferences(db, id, of('reference')),
    fits: await readFits(db, id, of('fit')),
    aliases: await readAliases(db, id),
  }
}

const handOf = ({ by, made_at: at }: Made): ByHand => ({ by, at: at.getTime() })

async function readReferences(
  db: Knex,
  id: string,
  corrections: ReadonlyMap<string, Made>,
): Promise<DeskFact<Reference>[]> {
  const rows: Record<string, unknown>[] = await db('cross_references')
    .where({ part_id: id })
    .orderBy(['brand_key', 'number_key'])
    .limit(MAX_CROSS_REFERENCES)
  const facts = factsOf(rows.map(REFERENCES.factOf), REFERENCES.keyOf, corrections)
  return facts.map(({ fact: { number, brand }, ...state }) => ({
    ...state,
    fact: { partNumber: number, brand },
  }))
}

async function readFits(
  db: Knex,
  id: string,
  corrections: ReadonlyMap<string, Made>,
): Promise<DeskFact<PartFit>[]> {
  const rows: Record<string, unknown>[] = await db('part_fits')
    .where({ part_id: id })
    .orderBy(['make_key', 'model_key', 'year_from'])
    .limit(MAX_FITS)
  return factsOf(rows.map(FITS.factOf), FITS.keyOf, corrections)
}

/** Facts in force, then removed ones. */
function factsOf<Fact>(
  there: readonly Fact[],
  keyOf: (fact: Fact) => string,
  corrections: ReadonlyMap<string, Made>,
): DeskFact<Fact>[] {
  const removed = [...corrections].filter(([, { stands }]) => stands === null)
  return [
    ...there.map((fact): DeskFact<Fact> => {
      const key = keyOf(fact)
      const made = corrections.get(key)
      return { key, fact, state: made ? 'added' : 'said', hand: made ? handOf(made) : null }
    }),
    ...removed.map(([key, made]): DeskFact<Fact> => ({
      key,
      fact: made.said as Fact,
      state: 'removed',
      hand: handOf(made),
    })),
  ]
}

interface Seller {
  id: number
  name: string
  hidden_at: Date | null
}

async function readDeskOffers(
  db: Knex,
  id: string,
  corrections: ReadonlyMap<string, Made>,
): Promise<DeskOffer[]> {
  const { rows } = await db.raw<{ rows: { row: Columns }[] }>(
    `select row from (
       select distinct on (merchant_id) merchant_id, to_jsonb(o) as row from offers o
       where part_id = :id and source_id <> :hand order by merchant_id, as_of desc, run desc nulls last
     ) said order by row->>'currency' <> '${DOLLARS}', merchant_id limit ${MOST_OFFERS}`,
    { id, hand: HAND },
  )
  const all = rows.map(({ row }) => row)
  const sellers: Seller[] = await db('merchants')
    .whereRaw('id = any(?::int[])', [all.map((row) => Number(row['merchant_id']))])
    .select('id', 'name', 'hidden_at')
  const sources: { id: string; name: string }[] = await db('feed_sources')
    .whereIn('id', [...new Set(all.flatMap((row) => row['source_id'] ?? []))] as string[])
    .select('id', 'name')
  const names = new Map(sources.map((source) => [source.id, source.name]))
  const byId = new Map(sellers.map((seller) => [seller.id, seller]))
  return all.flatMap((row): DeskOffer[] => {
    const seller = byId.get(Number(row['merchant_id']))
    if (!seller) return []
    const made = corrections.get(String(seller.id))
    const state = !made ? 'said' : made.stands === null ? 'removed' : 'corrected'
    const isForeign = row['currency'] !== DOLLARS
    const hand = columnsOf(made?.stands ?? null)
    const said = Object.fromEntries(Object.keys(hand).map((name) => [name, row[name] ?? null]))
    return [
      {
        ...wordsOf(isForeign ? row : { ...row, ...hand }),
        merchantId: String(seller.id),
        merchant: seller.name,
        isMerchantHidden: seller.hidden_at !== null,
        currency: isForeign ? asText(row['currency']) : '',
        asOf: Date.parse(asText(row['as_of'])),
        source: names.get(asText(row['source_id'])) ?? '',
        state,
        said: wordsSaid(said),
        hand: made ? handOf(made) : null,
      },
    ]
  })
}

const cents = (value: unknown): string => amountText(typeof value === 'number' ? value : null)

function wordsOf(row: Readonly<Columns>): OfferWords {
  return {
    price: cents(row['base_cents']),
    shipping: cents(row['shipping_cents']),
    availability: asText(row['availability']),
    link: asText(row['buy_link']),
  }
}

function wordsSaid(said: Columns): Partial<OfferWords> {
  const words = wordsOf(said)
  return {
    ...('base_cents' in said && { price: words.price }),
    ...('shipping_cents' in said && { shipping: words.shipping }),
    ...('availability' in said && { availability: words.availability }),
    ...('buy_link' in said && { link: words.link }),
  }
}

type Aliases = 'part_aliases' | 'merchant_aliases'

/** Names that something had, with who took them from it, as milliseconds say when. */
const aliases = (db: Knex, table: Aliases) =>
  db(`${table} as a`)
    .leftJoin('users as u', 'u.id', 'a.made_by')
    .limit(MOST_CORRECTIONS)
    .select('a.name', db.raw(`coalesce(u.username, '') as by`))
    .select(db.raw(`${msSql('a.made_at')} as at`))

async function readAliases(db: Knex, id: string): Promise<DeskPart['aliases']> {
  return aliases(db, 'part_aliases')
    .where('a.part_id', id)
    .orderBy('a.made_at')
    .select('a.brand', 'a.kind', { partNumber: 'a.number' })
}

/** Removed parts that imports may not bring back. @param after the previous page's `next` */
export async function listRemoved(db: Knex, after?: string): Promise<RemovedParts> {
  const [number = '', brand = ''] = after === undefined ? [] : after.split(' ')
  const rows: (RemovedPart & { end: string })[] = await aliases(db, 'part_aliases')
    .whereNull('a.part_id')
    .whereRaw('(a.number_key, a.brand_key) > (?, ?)', [number, brand])
    .orderBy(['a.number_key', 'a.brand_key'])
    .limit(A_PAGE + 1)
    .select('a.brand', { partNumber: 'a.number' })
    .select(db.raw(`a.number_key || ' ' || a.brand_key as end`))
  const { page, next } = pageOf(rows, A_PAGE, ({ end }) => end)
  const merchants: RemovedParts['merchants'] =
    after === undefined
      ? await aliases(db, 'merchant_aliases')
          .whereNull('a.merchant_id')
          .orderBy('a.name_key')
          .select({ key: 'a.name_key' })
      : []
  return { parts: page.map(({ end: _end, ...row }) => row), next, merchants }
}
