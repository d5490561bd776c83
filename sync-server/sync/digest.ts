/** Compares a device's digest of its account's kits with the rows; see shared/sync/digest.ts. */
import type { Knex } from 'knex'

import type { Digest } from '#shared/sync/digest.ts'

import { type Cursors, ownerScope, type Principal } from '#shared/cells/limits.ts'

const MAX_KEPT = 2_000
/** Cache by stream and version. */
const kept = new Map<string, Digest>()

/** Whether a device that has read its stream to the end differs from it. */
export async function isDifferent(
  db: Knex,
  principal: Principal,
  cursors: Cursors,
  [count, top]: Digest,
): Promise<boolean> {
  if (!principal.startsWith('u:')) return false
  const asked = cursors[ownerScope(principal)] ?? 0
  const stored = await digestAt(db, principal, asked)
  return stored !== null && (stored[0] !== count || stored[1] !== top)
}

/** Null when the stream has moved on: the device will pull first. */
async function digestAt(db: Knex, principal: Principal, version: number): Promise<Digest | null> {
  const scope = ownerScope(principal)
  const head: { ver: string; written: string } | undefined = await db('scopes')
    .where('id', scope)
    .first('ver', db.raw('xmin::text as written'))
  if (Number(head?.ver ?? 0) !== version) return null
  // A restored backup reuses version numbers: the time of writing tells them apart.
  const key = `${scope} ${version} ${head?.written}`
  const before = kept.get(key)
  if (before) return before
  const { rows } = await db.raw<{ rows: { ver: string; count: string; top: string | null }[] }>(
    `with alive as (select kit_id from kits where owner = :principal and ${IS_THERE}),
     counted as (
       select cells from kits where owner = :principal and ${IS_THERE}
       union all select cells from lines
         where owner = :principal and ${IS_THERE} and kit_id in (select kit_id from alive)
       union all select cells from steps
         where owner = :principal and ${IS_THERE} and kit_id in (select kit_id from alive))
     select (select ver from scopes where id = :scope) as ver, count(*) as count,
       max((select max((value ->> 1) collate "C") from jsonb_each(cells)) collate "C") as top
     from counted`,
    { principal, scope },
  )
  const [found] = rows
  if (!found || Number(found.ver) !== version) return null
  const digest: Digest = [Number(found.count), found.top ?? '']
  const [oldest] = kept.keys()
  if (kept.size >= MAX_KEPT && oldest !== undefined) kept.delete(oldest)
  kept.set(key, digest)
  return digest
}

const IS_THERE = `coalesce(cells -> 'del' ->> 0, 'false') <> 'true'`
