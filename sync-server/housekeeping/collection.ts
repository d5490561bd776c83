/**
 * Collects expired rows: tombstones after half a year, beaten values after a month, and rows of
 * devices without an account that nobody touched for half a year. A device that was away longer
 * pulls its streams from the start (`collected_ver`, sync.md 5.12).
 */
import type { Knex } from 'knex'

import { ALL_KINDS, ruleOf } from '#shared/kinds/schema.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { noteCollected, type Purged } from '../sync/noteCollected.ts'
import { IS_DEAD, TABLES } from '../sync/read/tables.ts'

const DAY_MS = 24 * 3_600_000
export const DELETED_KEPT_DAYS = 180
export const DRAFTS_KEPT_DAYS = 180
const BEATEN_KEPT_DAYS = 30
/** A draft in which nothing was typed has only its build id. */
const BLANK_KEPT_DAYS = 30
/** The link of an expired draft shows nothing for so long; then its build id is free. */
const RETIRED_KEPT_DAYS = 365
/** Devices per round: each may have its full quota of rows. */
const IDLE_DEVICES = 5

const TABLES_OF_A_KIT = ALL_KINDS.filter((kind) => ruleOf(kind).inKit).map((kind) => TABLES[kind])

/** The smallest stamp of a time: stamps compare as text. */
const stampOf = (ms: number): string => packStamp(ms, 0, '---------')

/** Tombstoned before the stamp `:before`, and not revived by a later value. */
const GONE = `${IS_DEAD} and (cells->'del'->>1) collate "C" < :before`

/** Rows to collect, and for how many days they stay. */
const COLLECTED = {
  deleted: { where: GONE, days: DELETED_KEPT_DAYS },
  written: { where: `(cells->'value'->>1) collate "C" < :before`, days: BEATEN_KEPT_DAYS },
}

/**
 * Purges at most `chunk` rows of each kind. @returns the count of the fullest kind
 * @param now milliseconds
 */
export async function collect(trx: Knex.Transaction, now: number, chunk: number): Promise<number> {
  const before = stampOf(now - DELETED_KEPT_DAYS * DAY_MS)
  const counts: number[] = []
  for (const kind of ALL_KINDS) {
    const { collected } = ruleOf(kind)
    if (!collected) continue
    const { where, days } = COLLECTED[collected]
    const upTo = stampOf(now - days * DAY_MS)
    counts.push(await purgeRows(trx, TABLES[kind], where, upTo, chunk))
  }
  counts.push(
    await purgeKits(trx, before, chunk),
    await expireDrafts(trx, new Date(now - DRAFTS_KEPT_DAYS * DAY_MS), chunk),
    await expireBlank(trx, new Date(now - BLANK_KEPT_DAYS * DAY_MS), chunk),
    await freeBuildIds(trx, new Date(now - RETIRED_KEPT_DAYS * DAY_MS), chunk),
    (await forgetIdle(trx, new Date(now - DRAFTS_KEPT_DAYS * DAY_MS))) * chunk,
  )
  return Math.max(...counts)
}

async function purgeRows(
  trx: Knex.Transaction,
  table: string,
  condition: string,
  before: string,
  chunk: number,
): Promise<number> {
  const { rows } = await trx.raw<{ rows: Purged[] }>(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${condition} limit :chunk for update skip locked))
     returning kit_id, owner, kit_ver, owner_ver`,
    { before, chunk },
  )
  await noteCollected(trx, rows)
  return rows.length
}

/** Purges deleted kits; their build ids stay taken for ever. */
async function purgeKits(trx: Knex.Transaction, before: string, chunk: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: Purged[] }>(
    `select kit_id, owner, kit_ver, owner_ver from kits
     where cells->'del'->>0 = 'true' and (cells->'del'->>1) collate "C" < :before
     limit :chunk for update skip locked`,
    { before, chunk },
  )
  await deleteKits(
    trx,
    rows.map((row) => row.kit_id),
  )
  await noteCollected(trx, rows)
  return rows.length
}

/**
 * Expires drafts of devices. The devices are not told and keep them: the next value typed there is
 * answered `gone`, and the whole draft comes back under its own id.
 */
async function expireDrafts(trx: Knex.Transaction, before: Date, chunk: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: { kit_id: string }[] }>(
    `select kit_id from kits where owner like 'd:%' and updated_at < :before
     limit :chunk for update skip locked`,
    { before, chunk },
  )
  const kitIds = rows.map((row) => row.kit_id)
  await deleteKits(trx, kitIds)
  await trx('build_ids').whereIn('kit_id', kitIds).update({ retired_at: trx.fn.now() })
  return rows.length
}

/** Expires unused drafts of devices: their build ids are free at once. */
async function expireBlank(trx: Knex.Transaction, before: Date, chunk: number): Promise<number> {
  const empty = ['lines', 'steps', 'comments'].map(
    (table) => `not exists (select from ${table} where ${table}.kit_id = kits.kit_id)`,
  )
  const { rows } = await trx.raw<{ rows: { kit_id: string }[] }>(
    `select kit_id from kits
     where owner like 'd:%' and updated_at < :before and ${empty.join(' and ')}
       and not exists (select from jsonb_each(cells) as cell
         where cell.key <> 'buildId' and coalesce(cell.value->>0, '') <> '')
     limit :chunk for update skip locked`,
    { before, chunk },
  )
  const kitIds = rows.map((row) => row.kit_id)
  await deleteKits(trx, kitIds)
  await trx('build_ids').whereIn('kit_id', kitIds).delete()
  return rows.length
}

async function freeBuildIds(trx: Knex.Transaction, before: Date, chunk: number): Promise<number> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `delete from build_ids where build_id = any(array(
       select build_id from build_ids where retired_at < :before
         and not exists (select from kits where kits.kit_id = build_ids.kit_id)
       limit :chunk for update skip locked))
     returning 1`,
    { before, chunk },
  )
  return rows.length
}

/**
 * Purges devices without an account that sent nothing for half a year: their own rows and stream.
 * One that comes back is told that its stream was lost, and pushes what it has.
 * @returns 1 when there may be more of them
 */
async function forgetIdle(trx: Knex.Transaction, before: Date): Promise<number> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select id from scopes where id like 'o:d:%' and touched_at < :before
       and not exists (select from kits where owner = substr(scopes.id, 3))
     limit :most for update skip locked`,
    { before, most: IDLE_DEVICES },
  )
  const owners = rows.map((row) => row.id.slice('o:'.length))
  await trx('tasks').whereIn('owner', owners).whereNull('approved_at').delete()
  for (const table of ['log_entries', 'departures', 'beaten'] as const) {
    await trx(table).whereIn('owner', owners).delete()
  }
  await trx('scopes')
    .whereIn(
      'id',
      rows.map((row) => row.id),
    )
    .delete()
  return rows.length === IDLE_DEVICES ? 1 : 0
}

async function deleteKits(trx: Knex.Transaction, kitIds: readonly string[]): Promise<void> {
  await trx.raw(
    `update build_ids set owner = kits.owner from kits
     where kits.kit_id = build_ids.kit_id and kits.kit_id = any(?)`,
    [[...kitIds]],
  )
  for (const table of [...TABLES_OF_A_KIT, 'listings', 'kits']) {
    await trx(table)
      .whereIn('kit_id', [...kitIds])
      .delete()
  }
}
