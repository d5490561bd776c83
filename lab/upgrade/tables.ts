/** Contents of PostgreSQL, read beside the server that runs on it: the witness of migrations. */
import { Client } from 'pg'

import type { Json } from '#shared/cells/cells.ts'
import type { Reading } from './compare.ts'

import { reachOwnPostgres } from '../../sync-server/postgres/ownPostgres.ts'

/** Tables a server writes by itself while it starts and runs; none has a user's work. */
const OF_THE_SERVER = [
  'alerts',
  // Filled from error_groups by a migration, for errors from before it.
  'error_reporters',
  'knex_migrations',
  'knex_migrations_lock',
  'rate_limits',
  'server_state',
]

/** Calls `act` with a connection of its own to the database of the server on this folder. */
export async function withDatabase<T>(
  dataDir: string,
  act: (client: Client) => Promise<T>,
): Promise<T> {
  const connectionString = reachOwnPostgres(dataDir)?.ownerUrl
  if (!connectionString) throw new Error(`No PostgreSQL runs on ${dataDir}`)
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await act(client)
  } finally {
    await client.end()
  }
}

/** Every row of every table but the server's own, by its primary key. */
export function readTables(dataDir: string): Promise<Reading> {
  return withDatabase(dataDir, async (client) => {
    await client.query(`set time zone 'UTC'`)
    const { rows: tables } = await client.query<{ name: string; key: string[] }>(
      `select c.relname as name, coalesce(array_agg(a.attname::text order by a.attnum)
         filter (where a.attname is not null), '{}') as key
       from pg_class c
       left join pg_index i on i.indrelid = c.oid and i.indisprimary
       left join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
       where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
         and not c.relispartition
       group by c.relname order by c.relname`,
    )
    const reading = new Map<string, Json>()
    for (const { name, key } of tables) {
      if (OF_THE_SERVER.includes(name)) continue
      const { rows } = await client.query<{ row: Record<string, Json> }>(
        `select to_jsonb(t) as row from ${client.escapeIdentifier(name)} t`,
      )
      for (const { row } of rows) {
        const by = key.length > 0 ? key.map((column) => row[column]) : row
        reading.set(`${name} ${JSON.stringify(by)}`, row)
      }
    }
    return reading
  })
}
