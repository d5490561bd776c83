/** Erases the content of a deleted account. */
import type { Knex } from 'knex'

import { kitScope, ownerScope, type Principal } from '#shared/cells/limits.ts'
import { ALL_KINDS, isOwnersInKit } from '#shared/kinds/schema.ts'
import { packStamp, successor } from '#shared/cells/stamp.ts'
import { TABLES } from '../sync/read/tables.ts'
import type { Live } from '../sync/live.ts'
import { bumpScopes } from '../sync/world.ts'

export interface ErasureEnv {
  now: () => number
  serverNode: string
  live: Live
}

const isDeleted = (row: string): string => `coalesce((${row}.cells->'del'->>0)::boolean, false)`

/** Rows that go with their kit. Comments belong to their authors, not to the kit. */
const KINDS_OF_A_KIT = ALL_KINDS.filter(isOwnersInKit)
/** Cells of a kept kit's row; its name and the rest are in its version. */
const KEPT_CELLS = ['buildId', 'visibility', 'fork', 'hidden', 'del']

/**
 * Erases an account's content; its comments lose their author. Listed kits stay if others commented
 * on them or copied them. Call it in a write transaction of the account's principal.
 */
export async function eraseContent(
  trx: Knex.Transaction,
  env: ErasureEnv,
  owner: Principal,
): Promise<{ kept: number; erased: number }> {
  // An account may hold 20,000 kits: the timeout of a push is too short.
  await trx.raw(`select set_config('statement_timeout', '120s', true)`)
  const { staying, going } = await sortKits(trx, owner)
  const stamp = await stampAfter(trx, env, owner)
  const commented: string[] = await trx('comments').where({ owner }).distinct().pluck('kit_id')
  const touched = [...new Set([...going, ...commented])].sort()
  const versions = await bumpScopes(trx, env, [ownerScope(owner), ...touched.map(kitScope)])
  const ownerVersion = versions.get(ownerScope(owner)) ?? 0

  await eraseKits(trx, going, { owner, stamp, ownerVersion })
  await disownComments(trx, { owner, stamp, ownerVersion })
  await keepShown(trx, staying)
  await trx('beaten').where({ owner }).delete()
  await trx('departures').where({ owner }).delete()
  await trx('tasks').where({ owner, approved_at: null }).delete()
  await trx('log_entries').where({ owner }).delete()
  const collected = [ownerScope(owner), ...going.map(kitScope)]
  await trx.raw('update scopes set collected_ver = ver where id = any(?)', [collected])
  return { kept: staying.length, erased: going.length }
}

async function sortKits(
  trx: Knex.Transaction,
  owner: Principal,
): Promise<{ staying: string[]; going: string[] }> {
  const { rows } = await trx.raw<{ rows: { kit_id: string; stays: boolean }[] }>(
    `select kit_id,
       exists (select from listings where listings.kit_id = kits.kit_id) and hidden_at is null and not ${isDeleted('kits')} and (
         kit_id in (
           select comments.kit_id from comments join kits own using (kit_id)
           where own.owner = :owner and comments.owner <> :owner and not ${isDeleted('comments')})
         or kit_id in (
           select copy.cells->'fork'->0->>'from' from kits copy
           where copy.cells->'fork'->0->>'from' is not null
             and copy.owner <> :owner and not ${isDeleted('copy')})
       ) as stays
     from kits where owner = :owner`,
    { owner },
  )
  const ids = (stays: boolean) => rows.filter((row) => row.stays === stays).map((row) => row.kit_id)
  return { staying: ids(true), going: ids(false) }
}

/** One stamp for all writes, later than those it replaces even after the clock was set back. */
async function stampAfter(
  trx: Knex.Transaction,
  env: ErasureEnv,
  owner: Principal,
): Promise<string> {
  const { rows } = await trx.raw<{ rows: { latest: string | null }[] }>(
    `select max(stamp collate "C") as latest from (
       select cells->'author'->>1 as stamp from comments where owner = :owner
       union all select cells->'del'->>1 from kits where owner = :owner) as replaced`,
    { owner },
  )
  const now = packStamp(env.now(), 0, env.serverNode)
  const latest = rows[0]?.latest ?? ''
  return latest >= now ? successor(latest, env.serverNode) : now
}

interface Writing {
  owner: Principal
  stamp: string
  ownerVersion: number
}

/**
 * Leaves a tombstone per kit: its build id stays taken. Followers are told to start over, so that
 * the lines leave their devices too.
 */
async function eraseKits(
  trx: Knex.Transaction,
  kitIds: readonly string[],
  { owner, stamp, ownerVersion }: Writing,
): Promise<void> {
  if (kitIds.length === 0) return
  const bindings = { kitIds: [...kitIds], owner, stamp, ownerVersion }
  for (const kind of KINDS_OF_A_KIT) {
    await trx.raw(`delete from ${TABLES[kind]} where kit_id = any(:kitIds)`, bindings)
  }
  await trx.raw('delete from listings where kit_id = any(:kitIds)', bindings)
  await trx.raw('delete from kit_reports where kit_id = any(:kitIds)', bindings)
  await trx.raw(
    `with gone as (
       delete from comments where kit_id = any(:kitIds) and owner = :owner returning id)
     delete from comment_reports where comment_id in (select id from gone)`,
    bindings,
  )
  await trx.raw(
    `update kits set
       cells = jsonb_build_object(
         'buildId', kits.cells->'buildId', 'del', jsonb_build_array(true, :stamp::text)),
       kit_ver = scopes.ver, owner_ver = :ownerVersion, live_lines = 0, bytes = 0,
       version_id = null, saved_at = null, summary = null, search = '',
       updated_at = now()
     from scopes where scopes.id = 'k:' || kits.kit_id and kits.kit_id = any(:kitIds)`,
    bindings,
  )
}

/** Comments lose their author; deleted ones lose their text for good. */
async function disownComments(
  trx: Knex.Transaction,
  { owner, stamp, ownerVersion }: Writing,
): Promise<void> {
  await trx.raw(
    `update comments set
       cells = case when ${isDeleted('comments')}
           then jsonb_set(comments.cells, '{text,0}', '""') else comments.cells end
         || jsonb_build_object('author', jsonb_build_array(null::text, :stamp::text)),
       kit_ver = scopes.ver, owner_ver = :ownerVersion
     from scopes where scopes.id = 'k:' || comments.kit_id and comments.owner = :owner`,
    { owner, stamp, ownerVersion },
  )
}

/** A kept kit keeps its newest version, which its link shows, and no later edits. */
async function keepShown(trx: Knex.Transaction, kitIds: readonly string[]): Promise<void> {
  if (kitIds.length === 0) return
  const bindings = { kitIds: [...kitIds], cells: [...KEPT_CELLS] }
  for (const kind of KINDS_OF_A_KIT) {
    const isOld = kind === 'version' ? 'and kits.version_id <> r.id' : ''
    await trx.raw(
      `delete from ${TABLES[kind]} r using kits
       where kits.kit_id = r.kit_id and kits.kit_id = any(:kitIds) ${isOld}`,
      bindings,
    )
  }
  await trx.raw(
    `update kits set live_lines = 0, bytes = 0, cells = (
       select jsonb_object_agg(name, cell) from jsonb_each(kits.cells) as x(name, cell)
       where name = any(:cells))
     where kit_id = any(:kitIds)`,
    bindings,
  )
}
