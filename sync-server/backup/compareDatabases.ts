/** Compares two databases row by row; a conversion has no other check. */
import type { Knex } from 'knex'

import type { BackupTable } from './backupFile.ts'

import { withPatience } from '../db/guardedClient.ts'
import { readTables } from './tables.ts'

const ROWS_AT_ONCE = 500

/**
 * @returns rows in both
 * @throws a sentence naming the table of the first difference
 */
export function compareDatabases(one: Knex, other: Knex): Promise<number> {
  const atOneMoment = { isolationLevel: 'repeatable read', readOnly: true } as const
  return withPatience(async () => {
    const [first, second] = [
      await one.transaction(atOneMoment),
      await other.transaction(atOneMoment),
    ]
    try {
      return await compareIn(first, second)
    } finally {
      await Promise.all([first.rollback(), second.rollback()])
    }
  })
}

async function compareIn(first: Knex.Transaction, second: Knex.Transaction): Promise<number> {
  const tables = await readTables(first)
  if (JSON.stringify(tables) !== JSON.stringify(await readTables(second))) {
    throw new Error('The two databases have different tables.')
  }
  let count = 0
  for (const table of tables) {
    const [rows, others] = [rowsOf(first, table), rowsOf(second, table)]
    for (;;) {
      const [here, there] = [await rows.next(), await others.next()]
      if (here.done && there.done) break
      if (here.value !== there.value) {
        throw new Error(`The two databases differ in the table ${table.table}.`)
      }
      count++
    }
  }
  return count
}

/** Every row as one text, in the same order everywhere. Without the epoch, which has to differ. */
async function* rowsOf(
  trx: Knex.Transaction,
  { table, columns }: BackupTable,
): AsyncGenerator<string> {
  await trx.raw(`select set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
    set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true)`)
  const list = columns.map(() => '??::text').join(', ')
  const names = columns.map(({ name }) => name)
  const isKept = table === 'server_state' ? `where key <> 'epoch'` : ''
  const text = `array_to_json(array[${list}])::text`
  await trx.raw(
    `declare compared no scroll cursor for
       select ${text} as row from ?? ${isKept} order by ${text} collate "C"`,
    [...names, table, ...names],
  )
  for (;;) {
    const { rows } = await trx.raw<{ rows: { row: string }[] }>(
      `fetch ${ROWS_AT_ONCE} from compared`,
    )
    for (const { row } of rows) yield row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await trx.raw('close compared')
}
