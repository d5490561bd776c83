import type { Knex } from 'knex'

/** State created with the database, by key. Throws where it is missing. */
export async function readState(
  db: Knex,
  key: 'node' | 'alias' | 'vapid' | 'unsubscribe',
): Promise<string> {
  const row = await db('server_state').where({ key }).first<{ value: string }>('value')
  if (!row) throw new Error(`the database has no ${key} of its own: a migration did not run`)
  return row.value
}

/** Node name of this database's servers, in stamps of REST writes. */
export function readServerNode(db: Knex): Promise<string> {
  return readState(db, 'node')
}
