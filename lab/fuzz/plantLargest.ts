/** Largest rows of every kind that other people's calls can come upon. */
import type { Knex } from 'knex'

import type { TestDevice } from '../../sync-server/testServer.ts'
import type { Known } from './goodCalls.ts'

import { textIn } from '#shared/cells/cells.ts'
import { newId } from '#shared/ids.ts'
import { MAX_LINES, MAX_NOTES, MAX_TASK } from '#shared/kinds/kit.ts'
import { MAX_LOG_ENTRIES, MAX_LOG_NOTES } from '#shared/kinds/logEntry.ts'
import { MAX_CROSS_REFERENCES, MAX_FITS, MAX_PARTS_A_PAGE } from '#shared/catalogue/part.ts'
import { MAX_HISTORY_DAYS } from '#shared/catalogue/priceHistory.ts'
import { MAX_VERSIONS } from '#shared/kinds/version.ts'
import { storeParts } from '../../sync-server/catalogue/storeParts.ts'

const PART = '06E-115-562'
const MERCHANTS = 200
const KITS = 200
const COMMENTS = 1_000
const DAY_MS = 86_400_000
/** Two bytes a letter. */
export const wide = (letters: number) => 'ä'.repeat(letters)
const drawn = (kind: string) => `substr(md5('${kind}' || i), 1, 22)`

/** A kit with the maximum of lines, versions and comments; full pages, a full log, a full part. */
export async function plantLargest(db: Knex, owner: TestDevice) {
  const kit = owner.kit({ name: 'Known', notes: wide(MAX_NOTES / 4) })
  const values = { name: wide(100), manufacturer: wide(40), partNumber: PART, price: 1, qty: 2 }
  const lines = Array.from({ length: MAX_LINES }, () => owner.line(kit.id, values))
  const body = {
    name: 'Known',
    notes: wide(MAX_NOTES),
    lines: lines.map((_, n) => ({ id: newId(), ord: `a${n}`, link: '', ...values })),
  }
  const version = owner.version(kit.id, body)
  const comment = owner.comment(kit.id, wide(5_000))
  for (const ops of [[kit, ...lines.slice(0, 250)], lines.slice(250), [version, comment]]) {
    const refused = (await owner.push(...ops)).find(({ ok }) => ok !== 1)
    if (refused && !refused.set) throw new Error(JSON.stringify(refused))
  }
  // Comments have many authors.
  for (const [table, id, count, author] of [
    ['versions', version.id, MAX_VERSIONS - 1, 'owner'],
    ['comments', comment.id, COMMENTS - 1, `'u:' || ${drawn('author')}`],
  ] as const) {
    await db.raw(
      `insert into ${table} (kit_id, id, owner, cells, kit_ver, owner_ver)
       select kit_id, ${drawn(table)}, ${author}, cells, kit_ver, owner_ver
       from ${table}, generate_series(1, ?) as i where id = ?`,
      [count, id],
    )
  }
  await plantKits(db, kit.id)
  await plantPart(db)
  await plantMessages(db)
  await plantLog(db, owner)
  const versionIds: string[] = await db('versions').where({ kit_id: kit.id }).pluck('id')
  const part = await db('parts as p')
    .join('offers as o', 'o.part_id', 'p.id')
    .where({ 'p.number': PART })
    .first('p.id', 'o.merchant_id')
  return {
    kitId: kit.id,
    buildId: textIn(kit.cells, 'buildId'),
    versionId: versionIds.join(','),
    partNumber: PART,
    partId: String(part.id),
    merchantId: String(part.merchant_id),
  } satisfies Partial<Known>
}

/** Public list of kits, full of long notes. */
async function plantKits(db: Knex, like: string): Promise<void> {
  const numbers = `generate_series(1, ${KITS}) as i`
  await db.raw(
    `insert into kits (kit_id, id, owner, cells, kit_ver, owner_ver, build_id, max_ms, live_lines,
       bytes, version_id, saved_at, summary, search)
     select ${drawn('kit')}, ${drawn('kit')}, owner, cells, kit_ver, owner_ver, 'Z' || lpad(to_hex(i), 5, '0'),
       max_ms, live_lines, bytes, version_id, saved_at, summary, search
     from kits, ${numbers} where kit_id = ?`,
    [like],
  )
  await db.raw(
    `insert into listings select kit_id, saved_at, search from kits
     where kit_id in (select ${drawn('kit')} from ${numbers})`,
  )
}

/** More than a page of kits, each line of them in a currency of its own. */
export async function plantForeignKits(db: Knex, owner: TestDevice): Promise<void> {
  const kit = owner.kit({ name: 'Foreign' })
  const line = { id: newId(), ord: 'a0', link: '', name: 'Belt', manufacturer: '', partNumber: '' }
  const amount = { price: null, amount: 'EUR 1.00', qty: 1 }
  await owner.push(kit, owner.version(kit.id, { name: 'Foreign', lines: [{ ...line, ...amount }] }))
  const letter = (place: number) => `chr(65 + (i * ${MAX_LINES} + n) / ${26 ** place} % 26)`
  await db.raw(
    `insert into kits (kit_id, id, owner, cells, kit_ver, owner_ver, build_id, max_ms, live_lines,
       bytes, version_id, saved_at, summary, search)
     select ${drawn('foreign')}, ${drawn('foreign')}, owner, cells, kit_ver, owner_ver, 'Y' || lpad(to_hex(i), 5, '0'),
       max_ms, live_lines, bytes, version_id, saved_at + interval '1 hour',
       summary || jsonb_build_object('apart', ${MAX_LINES}, 'others',
         (select jsonb_object_agg(${letter(2)} || ${letter(1)} || ${letter(0)}, 123456)
          from generate_series(1, ${MAX_LINES}) as n)), search
     from kits, generate_series(1, ${KITS}) as i where kit_id = ?`,
    [kit.id],
  )
  await db.raw(
    `insert into listings select kit_id, saved_at, search from kits
     where kit_id in (select ${drawn('foreign')} from generate_series(1, ${KITS}) as i)`,
  )
}

/** Log entries, each of a car of its own, due by its months. */
async function plantLog(db: Knex, owner: TestDevice): Promise<void> {
  const cells = owner.cells({
    task: wide(MAX_TASK),
    day: '2026-11-22',
    mileage: 1_000,
    everyMiles: 3_000,
    everyMonths: 12,
    notes: wide(MAX_LOG_NOTES),
    kit: null,
  })
  const vehicle = owner.cells({ vehicle: { year: 2008, make: wide(50), model: 'S4' } })
  const id = newId()
  await owner.push({ kind: 'log', id, kit: null, cells: { ...cells, ...vehicle } })
  // Batches: a single statement could run into its timeout.
  for (let from = 1; from < MAX_LOG_ENTRIES; from += 1_000) {
    await db.raw(
      `insert into log_entries select (jsonb_populate_record(l, jsonb_build_object(
       'id', ${drawn('log')},
       'cells', jsonb_set(cells, '{vehicle,0,model}', to_jsonb(i || ?::text))))).*
     from log_entries l, generate_series(?::int, ?::int) as i where l.id = ?`,
      [wide(50), from, Math.min(from + 1_000, MAX_LOG_ENTRIES) - 1, id],
    )
  }
}

/** More than a page of messages, each as long as one may be. */
async function plantMessages(db: Knex): Promise<void> {
  await db.raw(
    `insert into contact_messages (id, name, email, message, received_at)
     select ${drawn('message')}, ?, 'm@example.com', ?, now() from generate_series(1, 50) as i`,
    [wide(100), wide(5_000)],
  )
}

/** A part that many merchants have sold for long, with a price a day. */
async function plantPart(db: Knex): Promise<void> {
  const now = Date.now()
  const offers = Array.from({ length: MERCHANTS }, (_, n) => ({
    merchant: `Merchant ${n} ${wide(60)}`,
    cents: { base: 1_000 + n, promo: null, shipping: null, tax: null, core: null },
    promo: wide(60),
    availability: wide(80),
    link: `https://shop.example/${'x'.repeat(2_000)}`,
    asOf: now,
  }))
  const part = {
    number: PART,
    brand: 'Corvane',
    name: wide(200),
    category: wide(80),
    image: '',
    task: '',
    retailerNumber: '',
    unitCents: 1_000,
    rating: { average: 0, count: 0 },
    fits: Array.from({ length: MAX_FITS }, (_, n) => ({
      make: wide(60),
      model: `${n} ${wide(50)}`,
      yearFrom: 1990,
      yearTo: 2020,
    })),
    crossReferences: Array.from({ length: MAX_CROSS_REFERENCES }, (_, n) => ({
      number: `${n} ${'A'.repeat(50)}`,
      brand: wide(80),
    })),
    offers,
  }
  await db.transaction((trx) => storeParts(trx, [part], { origin: 'feed', isDemo: false, now }))
  await db.raw(
    `with others as (
       insert into parts (number_key, brand_key, number, brand, name, category, image, task,
         retailer_number, unit_cents, rating_average, rating_count, search, origin, is_demo, added_at)
       select number_key || i, brand_key, number || i, brand, name, category, image, task,
         retailer_number, unit_cents, rating_average, rating_count, search, origin, is_demo, added_at
       from parts, generate_series(1, ${MAX_PARTS_A_PAGE}) as i where number = ? returning id)
     insert into offers (part_id, merchant_id, base_cents, promo, availability, buy_link, as_of)
     select others.id, merchant_id, base_cents, '', '', '', as_of
     from offers, others`,
    [PART],
  )
  await db('merchants').update({ history_allowed: true })
  await db('price_months').delete()
  await db.raw(
    `insert into price_months (part_id, month, merchant_id, steps)
     select p.id, month, m.id, (select array_agg(step order by day, step) from generate_series(0, 27) as day,
       lateral (values (day * 1440), (day * 1440 + 1439)) as v(step))
     from parts p, merchants m, generate_series(:from::int, :to::int) as month where p.number = :part`,
    { from: monthOf(now - MAX_HISTORY_DAYS * DAY_MS), to: monthOf(now), part: PART },
  )
}

function monthOf(ms: number): number {
  const at = new Date(ms)
  return at.getUTCFullYear() * 12 + at.getUTCMonth()
}
