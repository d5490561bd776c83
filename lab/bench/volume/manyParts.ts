/** A catalogue as it is after years of loading, made by the database itself. */
import type { Knex } from 'knex'

import { monthOf } from '../../../sync-server/catalogue/readHistory.ts'

export const MERCHANTS = 12
/** Months of prices that each part has of its first merchant. */
export const MONTHS = 3
/** Every hundredth part is sold by all merchants, and has four months of prices of each. */
export const WIDE_EVERY = 100
const WIDE_MONTHS = 4

const TABLES = ['parts', 'offers', 'price_months', 'part_fits', 'cross_references'] as const
const pick = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join()}])[1 + (${by}) % ${words.length}]`
const BRANDS = [
  'Demowerk',
  'Samplefilter',
  'Exemplar',
  'Testbrand',
  'Fictiva',
  'Placeholder',
  'Mockup',
]
const THINGS = [
  'brake disc',
  'oil filter',
  'control arm',
  'water pump',
  'coil',
  'gasket',
  'sensor',
  'hose',
]

/** The number of part `i`, as it is printed. */
export const numberOf = (i: number) => `BN ${String(i).padStart(7, '0')}-${(i * 7) % 10}`

/**
 * Parts number `from` to `to` - 1. Offers and prices come merchant by merchant and month by month,
 * as feeds bring them: those of one part lie far apart.
 */
export async function addParts(db: Knex, from: number, to: number): Promise<void> {
  const month = monthOf(Date.now())
  const numbers = `generate_series(${from}, ${to - 1}) as i`
  const wide = `generate_series(${Math.ceil(from / WIDE_EVERY) * WIDE_EVERY}, ${to - 1}, ${WIDE_EVERY}) as i`
  const restore = await withoutIndexes(db)
  await db.raw(`
    insert into merchants (name_key, name, is_demo, history_allowed, max_age_hours)
    select 'BENCH' || m, 'Bench ' || m, false, true, 24 from generate_series(1, ${MERCHANTS}) as m
    on conflict do nothing`)
  const name = `initcap(${pick(THINGS, 'i')}) || ' no ' || i`
  const brand = pick(BRANDS, 'i / 3')
  const number = `'BN ' || lpad(i::text, 7, '0') || '-' || (i * 7) % 10`
  const key = `'BN' || lpad(i::text, 7, '0') || (i * 7) % 10`
  await db.raw(`
    insert into parts (id, number_key, brand_key, number, brand, name, category, image, task,
      retailer_number, unit_cents, rating_average, rating_count, origin, is_demo, added_at, search)
    overriding system value
    select 1000000 + i, ${key}, upper(${brand}), ${number}, ${brand}, ${name},
      ${pick(['Brakes', 'Filters', 'Suspension', 'Cooling', 'Ignition', 'Gaskets'], 'i')}, '', '',
      'R' || i, 1000 + i % 9000, 4, i % 500, 'feed', false, now(),
      lower(${name} || ' ' || ${brand} || ' ' || ${number} || ' ' || ${key} || ' r' || i)
    from ${numbers}`)
  await db.raw(`
    insert into part_fits (part_id, make_key, model_key, year_from, year_to, make, model)
    select 1000000 + i, 'audi', 'm' || i % 97, 1990 + i % 30, 1994 + i % 30, 'Audi', 'M' || i % 97
    from ${numbers}`)
  const firstMerchant = Number((await db('merchants').where({ name_key: 'BENCH1' }).first('id')).id)
  const offers = (merchant: number, rows: string) => `
    insert into offers (part_id, merchant_id, base_cents, promo, shipping_cents, availability, buy_link, as_of)
    select 1000000 + i, ${merchant}, 1000 + (i * ${merchant}) % 9000, '', 599, 'In stock',
      'https://shop.example/p/' || i, now() from ${rows}`
  await db.raw(offers(firstMerchant, numbers))
  for (let m = 1; m < MERCHANTS; m++) await db.raw(offers(firstMerchant + m, wide))
  const prices = (merchant: number, ago: number, rows: string) => `
    insert into price_months (part_id, month, merchant_id, steps)
    select 1000000 + i, ${month - ago}, ${merchant},
      array[1000, 1500 + i % 9000, 20000, 1600 + i % 9000] from ${rows}`
  for (let ago = MONTHS - 1; ago >= 0; ago--) await db.raw(prices(firstMerchant, ago, numbers))
  for (let m = 1; m < MERCHANTS; m++) {
    for (let ago = WIDE_MONTHS - 1; ago >= 0; ago--) {
      await db.raw(prices(firstMerchant + m, ago, wide))
    }
  }
  await restore()
  for (const table of TABLES) await db.raw(`vacuum analyze ${table}`)
}

/** Takes the indexes and checks away that would be kept up row by row. */
async function withoutIndexes(db: Knex): Promise<() => Promise<void>> {
  const { rows } = await db.raw<{
    rows: { name: string; made: string; rule: string | null; tab: string }[]
  }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made,
       (select 'alter table ' || c.conrelid::regclass || ' add constraint ' || c.conname || ' '
          || pg_get_constraintdef(c.oid) from pg_constraint c where c.conindid = i.indexrelid
          and c.contype in ('p', 'u')) as rule, i.indrelid::regclass::text as tab
     from pg_index i where i.indrelid = any(?::regclass[])`,
    [[...TABLES]],
  )
  const foreign = await db.raw<{ rows: { tab: string; name: string; rule: string }[] }>(
    `select conrelid::regclass::text as tab, conname as name, pg_get_constraintdef(oid) as rule
     from pg_constraint where contype = 'f'
       and (conrelid = any(:tables::regclass[]) or confrelid = any(:tables::regclass[]))`,
    { tables: [...TABLES] },
  )
  for (const { tab, name } of foreign.rows)
    await db.raw(`alter table ${tab} drop constraint ${name}`)
  for (const { name, rule, tab } of rows) {
    await db.raw(rule ? `alter table ${tab} drop constraint ${name}` : `drop index ${name}`)
  }
  return async () => {
    await db.raw(`set maintenance_work_mem = '256MB'`)
    for (const { made, rule } of rows) await db.raw(rule ?? made)
    for (const { tab, name, rule } of foreign.rows) {
      await db.raw(`alter table ${tab} add constraint ${name} ${rule}`)
    }
  }
}
