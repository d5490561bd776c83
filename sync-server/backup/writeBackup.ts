import type { Knex } from 'knex'

import { withPatience } from '../db/guardedClient.ts'
import { type BackupEntry, type BackupTable, writeBackupFile } from './backupFile.ts'
import { readTables } from './tables.ts'

/** A kit version may have 256 kB. */
const ROWS_AT_ONCE = 200

/**
 * Writes a snapshot of the whole database to `file`; others may go on writing meanwhile.
 * @returns row count
 */
export function writeBackup(
  db: Knex,
  file: string,
  { version, now }: { version: string; now: number },
): Promise<number> {
  const atOneMoment = { isolationLevel: 'repeatable read', readOnly: true } as const
  return withPatience(() =>
    db.transaction(async (trx) => {
      await trx.raw(`select set_config('statement_timeout', '0', true),
        set_config('idle_in_transaction_session_timeout', '0', true)`)
      // Text output independent of the server's settings.
      await trx.raw(`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO', true),
        set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true),
        set_config('IntervalStyle', 'postgres', true)`)
      const migrations: string[] = await trx('knex_migrations').orderBy('id').pluck('name')
      const about = { version, madeAt: new Date(now).toISOString(), migrations }
      return writeBackupFile(file, about, entriesOf(trx))
    }, atOneMoment),
  )
}

async function* entriesOf(trx: Knex.Transaction): AsyncGenerator<BackupEntry> {
  for (const table of await readTables(trx)) {
    yield table
    yield* rowsOf(trx, table)
  }
}

async function* rowsOf(
  trx: Knex.Transaction,
  { table, columns }: BackupTable,
): AsyncGenerator<BackupEntry> {
  const list = columns.map(() => '??::text').join(', ')
  const names = columns.map(({ name }) => name)
  await trx.raw(`declare backup no scroll cursor for select array[${list}] as "values" from ??`, [
    ...names,
    table,
  ])
  for (;;) {
    const { rows } = await trx.raw<{ rows: { values: (string | null)[] }[] }>(
      `fetch ${ROWS_AT_ONCE} from backup`,
    )
    for (const { values } of rows) yield values
    if (rows.length < ROWS_AT_ONCE) break
  }
  await trx.raw('close backup')
}
