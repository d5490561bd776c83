/** A database full of other people's kits, generated in SQL: a million in minutes. */
import type { Knex } from 'knex'

import { packStamp } from '#shared/cells/stamp.ts'

export const LINES_A_KIT = 3
export const KITS_AN_ACCOUNT = 20

const TABLES = [
  'kits',
  'lines',
  'versions',
  'comments',
  'listings',
  'build_ids',
  'scopes',
  'users',
] as const
/** Kits of every ten that are saved and listed; every fifth kit has comments. */
const SAVED_OF_TEN = 5

/** Ids like those of devices: 22 characters without any order. */
const id = (kind: string, number: string) => `substr(md5('${kind}' || ${number}), 1, 22)`
const owner = `'u:' || ${id('u', `(i / ${KITS_AN_ACCOUNT})`)}`
const pick = (words: readonly string[], by: string) =>
  `(array[${words.map((word) => `'${word}'`).join()}])[1 + (${by}) % ${words.length}]`
const MAKES = ['Audi', 'Volvo', 'Ford', 'Toyota', 'BMW', 'Tesla', 'Honda', 'Mazda', 'Kia', 'Acura']
const TASKS = ['Oil Change', 'Brake Pads', 'Timing Belt', 'Coolant Flush', 'Spark Plugs']
const PARTS = ['Engine oil', 'Oil filter', 'Drain plug', 'Brake pads', 'Water pump', 'Thermostat']
const name = `'Weekend ' || ${pick(TASKS, 'i / 7')} || ' no ' || i`

const buildId = `lpad(to_hex(i), 6, 'Z')`

/** Cells of kits and lines as devices write them, all with one stamp, a day old. */
const cells = (stamp: string, values: Record<string, string>) =>
  `jsonb_build_object(${Object.entries(values)
    .map(([cell, value]) => `'${cell}', jsonb_build_array(${value}, ${stamp})`)
    .join()})`

/**
 * Seeds kits number `from` to `to` - 1 and their rows: 3 lines each, accounts of 20 kits, versions
 * of half of them, and comments. Indexes are rebuilt afterwards, as after a restored backup.
 */
export async function addKits(db: Knex, from: number, to: number): Promise<void> {
  const stamp = `'${packStamp(Date.now() - 86_400_000, 0, 'benchbenc')}'`
  const numbers = `generate_series(${from}, ${to - 1}) as i`
  const restore = await withoutIndexes(db)
  const vehicle = `jsonb_build_object('year', 1990 + i % 35, 'make', ${pick(MAKES, 'i')}, 'model', 'M' || i % 97)`
  const isSaved = `i % 10 < ${SAVED_OF_TEN}`
  const search = `lower((1990 + i % 35) || ' ' || ${pick(MAKES, 'i')} || ' m' || i % 97 || ' ' || ${pick(TASKS, 'i / 7')} || ' ' || ${name})`
  await db.raw(`
    insert into users (id, username, username_key, created_at, password_changed_at)
    select ${id('u', 'i')}, 'seeded' || i, 'seeded' || i, now(), now()
    from generate_series(${from / KITS_AN_ACCOUNT}, ${to / KITS_AN_ACCOUNT - 1}) as i`)
  await db.raw(`
    insert into kits (kit_id, id, owner, cells, kit_ver, owner_ver, build_id, max_ms, live_lines,
      bytes, version_id, saved_at, summary, search)
    select ${id('k', 'i')}, ${id('k', 'i')}, ${owner},
      ${cells(stamp, { buildId, name, notes: `repeat('torque to 30 Nm, new seal every time. ', 3)`, task: pick(TASKS, 'i / 7'), vehicle })},
      1, i % ${KITS_AN_ACCOUNT} + 1, ${buildId}, 0, ${LINES_A_KIT}, 900,
      case when ${isSaved} then ${id('v', 'i')} end,
      case when ${isSaved} then now() - i * interval '7 seconds' end,
      case when ${isSaved} then jsonb_build_object('name', ${name}, 'notes', '', 'vehicle', ${vehicle},
        'task', ${pick(TASKS, 'i / 7')}, 'total', i % 90000, 'lines', ${LINES_A_KIT}) end,
      case when ${isSaved} then ${search} else '' end
    from ${numbers}`)
  await db.raw(`
    insert into listings select kit_id, saved_at, search from kits
    where kit_id in (select ${id('k', 'i')} from ${numbers} where ${isSaved}) order by saved_at`)
  await db.raw(`
    insert into lines (kit_id, id, owner, cells, kit_ver, owner_ver)
    select ${id('k', 'i')}, ${id('l', "i || '.' || n")}, ${owner},
      ${cells(stamp, {
        ord: `'a' || n`,
        name: pick(PARTS, 'i + n'),
        manufacturer: `'Maker ' || i % 40`,
        partNumber: `'06E' || (i * 37 + n) % 1000000`,
        price: `(i * 13 + n) % 20000`,
        qty: `1 + n % 4`,
        link: `'https://shop.example/p/' || i`,
      })}, 1, i % ${KITS_AN_ACCOUNT} + 1
    from ${numbers}, generate_series(1, ${LINES_A_KIT}) as n`)
  await db.raw(`
    insert into versions (kit_id, id, owner, cells, kit_ver, owner_ver)
    select ${id('k', 'i')}, ${id('v', 'i')}, ${owner},
      ${cells(stamp, { savedAt: '0', total: 'i % 90000', lineCount: `${LINES_A_KIT}`, body: `jsonb_build_object('name', ${name}, 'notes', repeat('torque to 30 Nm. ', 8), 'vehicle', ${vehicle}, 'task', ${pick(TASKS, 'i / 7')}, 'lines', jsonb_build_array())::text` })},
      1, i % ${KITS_AN_ACCOUNT} + 1
    from ${numbers} where ${isSaved}`)
  // Authors are not the kits' owners: every comment moves a stream of its own.
  await db.raw(`
    insert into comments (kit_id, id, owner, cells, kit_ver, owner_ver)
    select ${id('k', 'i')}, ${id('c', "i || '.' || n")}, 'u:' || ${id('u', '(i * 31 + n) % 500')},
      ${cells(stamp, { text: `'Worked on mine as well, thank you. ' || n`, author: `'seeded'` })}, 1, i
    from ${numbers}, generate_series(1, 5) as n where i % 5 = 0`)
  await db.raw(`
    insert into build_ids (build_id, kit_id) select ${buildId}, ${id('k', 'i')} from ${numbers}`)
  await db.raw(`
    insert into scopes (id, ver) select 'k:' || ${id('k', 'i')}, 1 from ${numbers}
    union all select 'o:u:' || ${id('u', 'i')}, ${KITS_AN_ACCOUNT}
    from generate_series(${from / KITS_AN_ACCOUNT}, ${to / KITS_AN_ACCOUNT - 1}) as i`)
  await restore()
  for (const table of TABLES) await db.raw(`vacuum analyze ${table}`)
}

/** Drops the indexes of the seeded tables. @returns rebuilds them */
async function withoutIndexes(db: Knex): Promise<() => Promise<void>> {
  const { rows } = await db.raw<{ rows: { name: string; made: string; rule: string | null }[] }>(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as made,
       (select format('alter table %s add constraint %I %s', conrelid::regclass, conname,
          pg_get_constraintdef(oid)) from pg_constraint where conindid = i.indexrelid
          and contype in ('p', 'u') limit 1) as rule
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid in ('kits'::regclass, 'lines'::regclass, 'versions'::regclass,
       'comments'::regclass, 'listings'::regclass)`,
  )
  for (const { name: index, rule } of rows) {
    const table = rule?.split(' ')[2]
    await db.raw(rule ? `alter table ${table} drop constraint ${index}` : `drop index ${index}`)
  }
  return async () => {
    await db.raw(`set maintenance_work_mem = '256MB'`)
    for (const { made, rule } of rows) await db.raw(rule ?? made)
  }
}

/** The ids of kit number `i` and of its line `n` (1 to 3). */
export const SEEDED = {
  kit: (i: number) => id('k', `${i}::text`),
  line: (i: number, n: number) => id('l', `'${i}.${n}'::text`),
  owner: (i: number) => `'u:' || ${id('u', `${Math.floor(i / KITS_AN_ACCOUNT)}::text`)}`,
}
