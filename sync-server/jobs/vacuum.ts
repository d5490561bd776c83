/** What PostgreSQL does by itself and the embedded database does not: taking dead rows away. */
import type { Knex } from 'knex'

import { setImmediate as turn } from 'node:timers/promises'

/**
 * Cleans every table, one statement each, because the process waits for it. What did not change
 * since the last time is skipped by the database, so that an hour costs what the hour wrote.
 */
export async function vacuumEmbedded(db: Knex, isStopping: () => boolean): Promise<void> {
  const tables: string[] = await db('pg_tables').where('schemaname', 'public').pluck('tablename')
  for (const table of tables) {
    // The embedded database answers without ever letting the event loop turn: requests go first.
    await turn()
    if (isStopping()) return
    await db.raw('vacuum (analyze) ??', [table])
  }
}
