/** Purged rows, and the readers to tell. */
import type { Knex } from 'knex'

import { kitScope } from '#shared/cells/limits.ts'

/** A row as it was deleted from its table. */
export interface Purged {
  kit_id: string
  owner: string
  kit_ver: string
  owner_ver: string
}

/** Raises `collected_ver`: readers with a lower cursor do not know that the rows are gone. */
export async function noteCollected(trx: Knex.Transaction, rows: readonly Purged[]): Promise<void> {
  const versions = new Map<string, number>()
  const raise = (scope: string, version: string) =>
    versions.set(scope, Math.max(versions.get(scope) ?? 0, Number(version)))
  for (const row of rows) {
    raise(`o:${row.owner}`, row.owner_ver)
    if (row.kit_id) raise(kitScope(row.kit_id), row.kit_ver)
  }
  const records = [...versions].map(([id, ver]) => ({ id, ver }))
  await trx.raw(
    `update scopes set collected_ver = greatest(scopes.collected_ver, x.ver)
     from jsonb_to_recordset(?::jsonb) as x(id text, ver bigint) where scopes.id = x.id`,
    [JSON.stringify(records)],
  )
}
