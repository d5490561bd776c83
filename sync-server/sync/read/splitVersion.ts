/**
 * Splits a version too large for one answer: rows after its first ones, by kit, kind and id, become
 * later versions of the stream. Kits claimed at once, or restored from a device's backup, all share
 * one version. A device that has read them sees unchanged rows.
 */
import type { Knex } from 'knex'

import type { ScopeQuery } from './readPage.ts'

import { TABLES } from './tables.ts'

/** Target size of a part, in bytes of cells: several fit one answer. */
const PART_BYTES = 192 * 1024

/**
 * Splits one version of a stream. Does nothing if it was split meanwhile.
 * @returns count of later versions that hold the rest
 */
export function splitVersion(db: Knex, query: ScopeQuery, version: number): Promise<number> {
  const { scope, kinds, where, binding, version: column } = query
  const sized = kinds
    .map(
      (kind) => `select '${kind}' as kind, kit_id, id, octet_length(cells::text) as size
        from ${TABLES[kind]} where ${where} and ${column} = ?`,
    )
    .join(' union all ')
  const parts = `select kind, kit_id, id,
      (sum(size) over (order by kit_id, kind, id) - size)::bigint / ${PART_BYTES} as part
    from (${sized}) as sized`
  const bindings = kinds.flatMap(() => [...binding, version])
  return db.transaction(async (trx) => {
    await trx.raw(
      `select set_config('lock_timeout', '2s', true), set_config('statement_timeout', '20s', true)`,
    )
    // Writers of a stream lock its counter: rows stay unchanged until commit.
    const { rows: counters } = await trx.raw<{ rows: { ver: string }[] }>(
      'select ver from scopes where id = ? for update',
      [scope],
    )
    const { rows } = await trx.raw<{ rows: { more: number | null }[] }>(
      `select max(part)::integer as more from (${parts}) as parts`,
      bindings,
    )
    const more = rows[0]?.more ?? 0
    if (more === 0) return 0
    const last = Number(counters[0]?.ver ?? 0)
    const updates = kinds.map(
      (kind) => `${TABLES[kind]}_moved as (
        update ${TABLES[kind]} as t set ${column} = ${last} + parts.part from parts
        where parts.part > 0 and parts.kind = '${kind}'
          and t.kit_id = parts.kit_id and t.id = parts.id)`,
    )
    await trx.raw(
      `with parts as materialized (${parts}), ${updates.join(', ')}
       update scopes set ver = ver + ? where id = ?`,
      [...bindings, more, scope],
    )
    return more
  })
}
