/** The schema, read from the database itself: a table added later is backed up too. */
import type { Knex } from 'knex'

import type { BackupTable } from './backupFile.ts'

/** knex's own tables: a restore writes them by migrating. */
const NOT_OURS = ['knex_migrations', 'knex_migrations_lock']

/** All tables, referenced ones first, without generated columns. */
export async function readTables(db: Knex): Promise<BackupTable[]> {
  const { rows } = await db.raw<{ rows: { table: string; name: string; type: string }[] }>(
    `select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by c.relname, a.attnum`,
  )
  const columnsByTable = new Map<string, BackupTable['columns']>()
  for (const { table, name, type } of rows) {
    if (NOT_OURS.includes(table)) continue
    columnsByTable.set(table, [...(columnsByTable.get(table) ?? []), { name, type }])
  }
  const names = inOrder([...columnsByTable.keys()], await readReferences(db))
  return names.map((table) => ({ table, columns: columnsByTable.get(table) ?? [] }))
}

interface Reference {
  from: string
  to: string
}

async function readReferences(db: Knex): Promise<Reference[]> {
  const { rows } = await db.raw<{ rows: Reference[] }>(
    `select f.relname as "from", t.relname as "to"
     from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid`,
  )
  return rows
}

function inOrder(names: readonly string[], references: readonly Reference[]): string[] {
  const done = new Set<string>()
  while (done.size < names.length) {
    const next = names.filter(
      (name) =>
        !done.has(name) && references.every(({ from, to }) => from !== name || done.has(to)),
    )
    if (next.length === 0) throw new Error('Tables refer to each other in a circle.')
    for (const name of next) done.add(name)
  }
  return [...done]
}

/** Raises sequences above the highest number in use. */
export async function raiseCounters(db: Knex): Promise<void> {
  const { rows } = await db.raw<{ rows: { table: string; column: string }[] }>(
    `select table_name as "table", column_name as "column" from information_schema.columns
     where table_schema = current_schema() and is_identity = 'YES'`,
  )
  for (const { table, column } of rows) {
    await db.raw(
      `select setval(pg_get_serial_sequence(:table, :column), coalesce(max(:column:), 0) + 1, false)
       from :table:`,
      { table, column },
    )
  }
}
