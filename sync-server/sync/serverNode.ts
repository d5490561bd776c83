import type { Knex } from 'knex'

/** What this database keeps of its own from its first start on. Throws where it is not there. */
export async function readState(
  db: Knex,
  key: 'node' | 'alias' | 'vapid' | 'unsubscribe',
): Promise<string> {
  const row = await db('server_state').where({ key }).first<{ value: string }>('value')
  if (!row) throw new Error(`the database has no ${key} of its own: a migration did not run`)
  return row.value
}

/** The name under which this database's servers stamp what REST callers write. */
export function readServerNode(db: Knex): Promise<string> {
  return readState(db, 'node')
}
