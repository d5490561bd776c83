import type { Knex } from 'knex'

import type { Database } from '../db/connect.ts'

import { renewEpoch } from '../db/gen.ts'
import { withPatience } from '../db/guardedClient.ts'
import { dropAllIn, lockMigrations, migrateIn, migrations } from '../db/migrate.ts'
import { type BackupRow, type BackupTable, readBackupFile, type BackupHead } from './backupFile.ts'
import { NOTHING_REVOKED, readAccounts, revoke, type Revoked } from './revocations.ts'
import { raiseCounters, readTables } from './tables.ts'
import { endRest } from '../announcement/announcement.ts'

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 20
const ROWS_AT_ONCE = 500
const CHARS_AT_ONCE = 4 * 1024 * 1024

/** Tables with rows that people made; a first start fills the others. */
const OF_PEOPLE = ['users', 'kits', 'tasks', 'log_entries', 'feeds', 'contact_messages']

export interface Restored extends BackupHead {
  rows: number
  revoked: Revoked
}

export interface HowToRestore {
  /** Whether existing rows may be replaced; refused otherwise. */
  isReplacing: boolean
  /** A move at one moment: nobody is signed out. */
  isMove?: boolean
}

/**
 * Restores a backup in one transaction: a damaged file changes nothing. The data gets a new epoch.
 * Running servers answer 503 meanwhile, and then tell devices of the new epoch.
 * Sessions and mailed links are revoked: see revocations.ts.
 * @throws a sentence for people
 */
export async function restoreBackup(
  { knex }: Pick<Database, 'knex'>,
  file: string,
  how: HowToRestore,
): Promise<Restored> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await withPatience(() => knex.transaction((trx) => restoreIn(trx, file, how)))
    } catch (error) {
      // Locking all tables can deadlock with a transaction that holds one and wants another.
      const isDeadlock = error instanceof Error && 'code' in error && error.code === DEADLOCK
      if (!isDeadlock || attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function restoreIn(
  trx: Knex.Transaction,
  file: string,
  { isReplacing, isMove = false }: HowToRestore,
): Promise<Restored> {
  await trx.raw(`select set_config('statement_timeout', '0', true),
    set_config('lock_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true)`)
  // The same lock order as starting servers.
  await lockMigrations(trx)
  let known: Awaited<ReturnType<typeof readAccounts>> = []
  if (await trx.schema.hasTable('knex_migrations')) {
    await takeAllTables(trx)
    if (!isReplacing) await refuseFull(trx)
    known = await readAccounts(trx)
    await dropAllIn(trx)
  }
  const restored = await load(trx, file)
  await raiseCounters(trx)
  await migrateIn(trx)
  await renewEpoch(trx)
  await endRest(trx)
  const revoked = isMove ? NOTHING_REVOKED : await revoke(trx, known)
  return { ...restored, revoked }
}

/** Locks all tables: from here on requests to running servers wait, and get a 503. */
async function takeAllTables(trx: Knex.Transaction): Promise<void> {
  const tables: string[] = await trx('pg_tables')
    .where('schemaname', trx.raw('current_schema()'))
    .pluck('tablename')
  const names = tables.map(() => '??').join(', ')
  await trx.raw(`lock table ${names} in access exclusive mode`, tables.toSorted())
}

async function load(trx: Knex.Transaction, file: string): Promise<Omit<Restored, 'revoked'>> {
  let head: BackupHead | null = null
  let known = new Map<string, BackupTable>()
  let into: { table: BackupTable; rows: BackupRow[]; chars: number } | null = null
  let rows = 0
  const flush = async () => {
    if (into && into.rows.length > 0) await insert(trx, file, into.table, into.rows)
    if (into) into = { ...into, rows: [], chars: 0 }
  }
  for await (const read of readBackupFile(file)) {
    if ('head' in read) {
      head = read.head
      await migrateTo(trx, file, head)
      known = new Map((await readTables(trx)).map((table) => [table.table, table]))
      for (const name of known.keys()) await trx(name).delete()
      continue
    }
    const { entry } = read
    if (!Array.isArray(entry)) {
      await flush()
      into = { table: checked(file, entry, known), rows: [], chars: 0 }
      continue
    }
    if (entry.length !== into?.table.columns.length) throw unknownShape(file)
    rows++
    into.rows.push(entry)
    into.chars += entry.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    if (into.rows.length >= ROWS_AT_ONCE || into.chars >= CHARS_AT_ONCE) await flush()
  }
  await flush()
  if (!head) throw new Error(`${file} is no backup of Wrenchlist.`)
  return { ...head, rows }
}

/** Migrates to the backup's schema; later migrations then run on its rows. */
async function migrateTo(trx: Knex.Transaction, file: string, head: BackupHead): Promise<void> {
  const first = migrations.slice(0, head.migrations.length)
  if (first.map(({ name }) => name).join() !== head.migrations.join()) {
    throw new Error(`${file} was made by a newer Wrenchlist (${head.version}). Use that version.`)
  }
  await migrateIn(trx, first)
}

/** Names and types go into SQL text: only those the database has itself. */
function checked(
  file: string,
  { table, columns }: BackupTable,
  known: ReadonlyMap<string, BackupTable>,
): BackupTable {
  const ours = known.get(table)?.columns
  const found = columns.map(({ name }) => ours?.find((column) => column.name === name))
  if (!ours || found.length !== ours.length) throw unknownShape(file)
  return { table, columns: found.filter((column) => column !== undefined) }
}

const unknownShape = (file: string) =>
  new Error(`${file} is damaged: its tables are not those of its version. Nothing was restored.`)

async function insert(
  trx: Knex.Transaction,
  file: string,
  { table, columns }: BackupTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const names = columns.map(({ name }) => name)
  const values = columns.map(({ type }, at) => `(r.v->>${at})::${type}`)
  const inserted = trx.raw(
    `insert into ?? (${names.map(() => '??').join(', ')}) overriding system value
     select ${values.join(', ')} from jsonb_array_elements(?::jsonb) as r(v)`,
    [table, ...names, JSON.stringify(rows)],
  )
  await inserted.catch((error: Error & { code?: string }) => {
    // A changed byte that still is JSON, long before the checksum is known.
    if (!/^2[23]/.test(error.code ?? '')) throw error
    const why = `${file} is damaged: a value of ${table} is none. Nothing was restored.`
    throw new Error(why, { cause: error })
  })
}

async function refuseFull(trx: Knex.Transaction): Promise<void> {
  const tables = new Set((await readTables(trx)).map(({ table }) => table))
  for (const table of OF_PEOPLE) {
    if (!tables.has(table) || !(await trx(table).first(trx.raw('1')))) continue
    throw new Error(
      `There is something in the database already (${table}). With --replace it goes for good, and the backup takes its place.`,
    )
  }
}
