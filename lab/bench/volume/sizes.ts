/** How many bytes a kit takes, table by table. */
import type { Knex } from 'knex'
import type { Row } from '../report.ts'

interface Sized {
  name: string
  table_bytes: string
  index_bytes: string
}

/** Bytes per kit of each table and its indexes, most first, and what that means in years. */
export async function sizes(db: Knex): Promise<Row[]> {
  const { rows } = await db.raw<{ rows: Sized[] }>(
    `select relname as name, pg_table_size(oid) as table_bytes, pg_indexes_size(oid) as index_bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     order by pg_total_relation_size(oid) desc limit 8`,
  )
  const counted = await db('kits').count({ count: '*' }).first()
  const kits = Number(counted?.['count'] ?? 1)
  const perKit = (bytes: number) => Math.round(bytes / kits)
  const total = rows.reduce(
    (sum, row) => sum + Number(row.table_bytes) + Number(row.index_bytes),
    0,
  )
  const list = rows.map((row) => ({
    what: row.name,
    figure: perKit(Number(row.table_bytes) + Number(row.index_bytes)),
    unit: 'B a kit',
    note: `rows ${perKit(Number(row.table_bytes))}, indexes ${perKit(Number(row.index_bytes))}`,
  }))
  const gigabytes = Math.round((total / 2 ** 30) * 10) / 10
  return [
    { what: 'all tables', figure: perKit(total), unit: 'B a kit', note: `${gigabytes} GB in all` },
    ...list,
    {
      what: 'a shop that begins 50 kits a day fills 100 GB in',
      figure: Math.round((100 * 2 ** 30) / (total / kits) / 50 / 365),
      unit: 'years',
    },
  ]
}
