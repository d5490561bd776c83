import type { Knex } from 'knex'

/** The name under which this database's servers stamp what REST callers write. */
export async function readServerNode(db: Knex): Promise<string> {
  const row = await db('server_state').where({ key: 'node' }).first<{ value: string }>('value')
  if (!row) throw new Error('the database has no name of its own: migration 001 did not run')
  return row.value
}
