import type { Knex } from 'knex'

import type { Database } from '../db/connect.ts'
import type { BackupRow, BackupTable } from './backupFile.ts'

import { renewEpoch } from '../db/gen.ts'
import { withPatience } from '../db/guardedClient.ts'
import { lockMigrations, migrateIn, migrations, rollBackIn } from '../db/migrate.ts'
import { readBackupFile, type BackupHead } from './backupFile.ts'
import { NOTHING_REVOKED, readAccounts, revoke, type Revoked } from './revocations.ts'
import { raiseCounters, readTables } from './tables.ts'
import { endRest } from '../status/word.ts'

/** PostgreSQL's code for it: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const DEADLOCK = '40P01'
const MAX_ATTEMPTS = 20
const ROWS_AT_ONCE = 500
const CHARS_AT_ONCE = 4 * 1024 * 1024

/** What somebody has put there; anything else comes with the first start. */
const OF_PEOPLE = ['users', 'kits', 'tasks', 'log_entries', 'feeds', 'contact_messages']

export interface Restored extends BackupHead {
  rows: number
  revoked: Revoked
}

export interface HowToRestore {
  /** Whether what is there goes, which is refused otherwise. */
  isReplacing: boolean
  /** Whether nobody is signed out: for a move within the same moment. */
  isMove?: boolean
}

/**
 * Puts a backup into a database in one transaction: a file that turns out
 * to be damaged leaves everything as it was. The history of the data is another one from then on.
 * Servers may be running: they answer 503 meanwhile, and then tell devices of the other history.
 * Everybody has to sign in again, and links in mail are void: see revocations.ts.
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
      // It wants all tables, and somebody's transaction has one and wants another.
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
  // In this order, as servers do that are just starting.
  await lockMigrations(trx)
  let known: Awaited<ReturnType<typeof readAccounts>> = []
  if (await isMigrated(trx)) {
    await takeAllTables(trx)
    if (!isReplacing) await refuseFull(trx)
    known = await readAccounts(trx)
    await rollBackIn(trx)
  }
  const restored = await load(trx, file)
  await raiseCounters(trx)
  await migrateIn(trx)
  await renewEpoch(trx)
  await endRest(trx)
  const revoked = isMove ? NOTHING_REVOKED : await revoke(trx, known)
  return { ...restored, revoked }
}

/** From here on whoever asks a running server waits, and is told to come back. */
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
    if (into && into.rows.length > 0) await insert(trx, into.table, into.rows)
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

/** To the shape the backup was made of: what has changed since is then done to its rows. */
async function migrateTo(trx: Knex.Transaction, file: string, head: BackupHead): Promise<void> {
  const first = migrations.slice(0, head.migrations.length)
  if (first.map(({ name }) => name).join() !== head.migrations.join()) {
    throw new Error(`${file} was made by a newer Wrenchlist (${head.version}). Use that version.`)
  }
  await migrateIn(trx, first)
}

/** Names and types end up in statements: only those the database has itself. */
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
  { table, columns }: BackupTable,
  rows: readonly BackupRow[],
): Promise<void> {
  const names = columns.map(({ name }) => name)
  const values = columns.map(({ type }, at) => `(r.v->>${at})::${type}`)
  await trx.raw(
    `insert into ?? (${names.map(() => '??').join(', ')}) overriding system value
     select ${values.join(', ')} from jsonb_array_elements(?::jsonb) as r(v)`,
    [table, ...names, JSON.stringify(rows)],
  )
}

async function isMigrated(db: Knex): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { there: boolean }[] }>(
    `select to_regclass('knex_migrations') is not null as there`,
  )
  return rows[0]?.there === true
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
