/** Loads the rows of a batch into a `World` for decide(), and stores its changes. */
import type { Knex } from 'knex'

import type { Op } from '#shared/sync/protocol.ts'
import type { Refusals } from '#shared/sync/refusals.ts'

import { boundName } from '#shared/cells/boundLink.ts'
import { textIn } from '#shared/cells/cells.ts'
import { isStorable } from '#shared/define.ts'
import { rowKey, type StoredRow, type World } from '#shared/sync/decide.ts'
import { isContent, type Kind, ruleOf, ALL_KINDS, ofKind, sameKey } from '#shared/kinds/schema.ts'
import { kitScope, ownerScope, type Principal } from '#shared/cells/limits.ts'
import { taskKey } from '#shared/kinds/task.ts'
import { markOf } from './read/boundKit.ts'
import { purgeExcess } from './deadRows.ts'
import { pokeAfter, type Live } from './live.ts'
import { publish } from './publish.ts'
import { type TableRow, TABLES } from './read/tables.ts'

const READ = 'kit_id, id, owner, cells, owner_ver'

/** A row with its kind; kits also have totals. */
interface LoadedRow extends TableRow {
  kind: Kind
  max_ms: string
  live_lines: number
  bytes: number
}

/** Another transaction took a build id or a kit first: worth a retry. */
export class TakenMeanwhile extends Error {}

/**
 * Locks that serialize each principal's writes. A batch changes only its principal's rows, so reads
 * after this stay valid until commit. Fixed order: a claim, which locks two owners, must not
 * deadlock.
 * @returns the refusals of the last principal; a batch has only one
 */
export async function lockOwners(
  trx: Knex.Transaction,
  principals: readonly Principal[],
): Promise<Refusals> {
  let locked: Refusals | null = []
  for (const scope of principals.map(ownerScope).toSorted()) {
    locked = await lockScope(trx, scope)
    if (locked) continue
    await trx.raw('insert into scopes (id) values (?) on conflict do nothing', [scope])
    locked = await lockScope(trx, scope)
  }
  return locked ?? []
}

/** The caller has locked the owner. */
export async function keepRefusals(
  trx: Knex.Transaction,
  principal: Principal,
  refusals: Refusals,
) {
  await trx('scopes')
    .where('id', ownerScope(principal))
    .update({ refusals: JSON.stringify(refusals) })
}

/** Timeouts of a write: part of a select's list. */
export const WRITE_LIMITS = `set_config('lock_timeout', '2s', true),
  set_config('statement_timeout', '10s', true)`

/** @returns its refusals, null for no scope to lock: an owner's first push creates it */
async function lockScope(trx: Knex.Transaction, scope: string): Promise<Refusals | null> {
  // In one select list, evaluated in order: the timeout is set before the lock is waited for.
  const { rows } = await trx.raw<{ rows: { refusals: Refusals | null }[] }>(
    `select ${WRITE_LIMITS},
       (select coalesce(refusals, '[]') from scopes where id = ? for update) as refusals`,
    [scope],
  )
  return rows[0]?.refusals ?? null
}

/** Rows, totals, build ids and task names that the ops refer to. Call after `lockOwners`. */
export async function loadWorld(
  trx: Knex.Transaction,
  ops: readonly Op[],
  principal: Principal,
): Promise<World> {
  const world: World = {
    rows: new Map(),
    totals: new Map(),
    buildIds: new Map(),
    formerOwners: new Map(),
    taskIds: new Map(),
    changed: new Set(),
    beaten: [],
  }
  const kitIds = new Set<string>()
  for (const op of ops) {
    const kitId = op.kind === 'kit' ? op.id : op.kit
    if (kitId) kitIds.add(kitId)
  }
  for (const row of await readRows(trx, ops, kitIds)) {
    // Devices choose ids: a foreign row with the same id must not shadow an own one.
    const key = rowKey(row.kind, row.id)
    if (!world.rows.has(key) || row.owner === principal) world.rows.set(key, stored(row))
    if (row.kit_id) kitIds.add(row.kit_id)
    if (row.kind !== 'kit') continue
    world.totals.set(row.id, {
      maxMs: Number(row.max_ms),
      liveLines: row.live_lines,
      bytes: row.bytes,
    })
  }
  world.formerOwners = await formerOwnersOf(
    trx,
    [...kitIds].filter((id) => !world.rows.has(rowKey('kit', id))),
  )
  await loadNames(trx, ops, principal, world)
  return world
}

/** Rows of the ops, and their kits: one statement. */
async function readRows(
  trx: Knex.Transaction,
  ops: readonly Op[],
  kitIds: ReadonlySet<string>,
): Promise<LoadedRow[]> {
  const bindings: string[][] = []
  const found: string[] = []
  for (const kind of ALL_KINDS) {
    const ids = ofKind(ops, kind).map((op) => op.id)
    if (kind === 'kit' || ids.length === 0) continue
    // Rows outside of kits have no index by id except the primary key.
    const where = ruleOf(kind).inKit ? 'id = any(?)' : `kit_id = '' and id = any(?)`
    found.push(`select '${kind}' as kind, ${READ}, null::bigint as max_ms,
      null::integer as live_lines, null::integer as bytes from ${TABLES[kind]} where ${where}`)
    bindings.push(ids)
  }
  bindings.push([...kitIds])
  const kits = (named: string) => `select 'kit' as kind, ${READ}, max_ms, live_lines, bytes
    from kits where kit_id = any(${named})`
  const { rows } = await trx.raw<{ rows: LoadedRow[] }>(
    found.length === 0
      ? kits('?')
      : `with found as (${found.join(' union all ')}) select * from found
         union all ${kits('array(select kit_id from found) || ?::text[]')}`,
    bindings,
  )
  return rows
}

/** Former owners of collected kits. */
export async function formerOwnersOf(
  trx: Knex.Transaction,
  kitIds: readonly string[],
): Promise<Map<string, Principal>> {
  if (kitIds.length === 0) return new Map()
  const rows: { kit_id: string; owner: Principal }[] = await trx('build_ids')
    .whereRaw('kit_id = any(?) and owner is not null', [[...kitIds]])
    .select('kit_id', 'owner')
  return new Map(rows.map((row) => [row.kit_id, row.owner]))
}

async function loadNames(
  trx: Knex.Transaction,
  ops: readonly Op[],
  principal: Principal,
  world: World,
): Promise<void> {
  const texts = (kind: Kind, cell: string): string[] =>
    ofKind(ops, kind)
      .map((op) => op.cells[cell]?.[0])
      .filter((value) => typeof value === 'string')
      // Invalid ids must not reach a query: PostgreSQL text cannot hold NUL. decide() refuses them.
      .filter(isStorable)
  const wanted = texts('kit', 'buildId')
  if (wanted.length > 0) {
    const taken: { build_id: string; kit_id: string }[] = await trx('build_ids')
      .whereRaw('build_id = any(?)', [wanted])
      .select('build_id', 'kit_id')
    for (const row of taken) world.buildIds.set(row.build_id, row.kit_id)
  }
  const names = texts('task', 'name').map(taskKey)
  if (names.length > 0) {
    const tasks: { id: string; name_key: string }[] = await trx('tasks')
      .whereRaw('name_key = any(?)', [names])
      .whereRaw('(owner = ? or approved_at is not null)', [principal])
      .select('id', 'name_key')
    for (const task of tasks) world.taskIds.set(task.name_key, task.id)
  }
}

function stored(row: LoadedRow): StoredRow {
  return {
    kind: row.kind,
    id: row.id,
    kit: row.kit_id,
    owner: row.owner,
    cells: row.cells,
    ownerVersion: Number(row.owner_ver),
  }
}

/** Stores the changes of decide(): all rows in one statement, one new version per scope. */
export async function storeWorld(
  trx: Knex.Transaction,
  env: { live: Live },
  world: World,
  principal: Principal,
): Promise<number> {
  if (world.changed.size === 0 && world.beaten.length === 0) return 0
  const changed = [...world.changed]
  const kitIds = [...new Set(changed.map((row) => row.kit).filter((kit) => kit !== ''))].sort()
  const versions = await bumpScopes(trx, env, [ownerScope(principal), ...kitIds.map(kitScope)])
  const ownerVersion = versions.get(ownerScope(principal)) ?? 0
  await reserveBuildIds(trx, changed, world.renamed ?? [])
  // Comments do not change a kit's totals.
  const counted = new Set(changed.filter((row) => isContent(row.kind)).map((row) => row.kit))
  const kitsOfRows = kitIds
    .filter((kitId) => counted.has(kitId))
    .map((kitId) => world.rows.get(rowKey('kit', kitId)))
    .filter((row) => row !== undefined)
  const written = [...world.beaten, ...changed]
  const writes = ALL_KINDS.map((kind): Write => {
    const records = ofKind(written, kind).map((row) => ({
      kit_id: row.kit,
      id: row.id,
      cells: row.cells,
      kit_ver: versions.get(kitScope(row.kit)) ?? 0,
      ...(kind === 'kit' && { build_id: textIn(row.cells, 'buildId'), ...totalsOf(world, row) }),
      ...(ruleOf(kind).sameBy && { name_key: sameKey(kind, row.cells) }),
    }))
    return { sql: upsertOf(kind), records }
  })
  const uncounted = kitsOfRows.filter((row) => !world.changed.has(row))
  writes.push({
    sql: STORE_TOTALS,
    records: uncounted.map((row) => ({ kit_id: row.id, ...totalsOf(world, row) })),
  })
  await write(trx, { owner: principal, version: ownerVersion }, writes)
  await publish(trx, changed)
  await purgeExcess(trx, [...changed, ...world.beaten])
  return ownerVersion
}

/** Increments scope counters, always in the same order. Subscribers are poked after commit. */
export async function bumpScopes(
  trx: Knex.Transaction,
  { live }: { live: Live },
  ids: string[],
): Promise<Map<string, number>> {
  const { rows } = await trx.raw<{ rows: { id: string; ver: string }[] }>(
    `insert into scopes (id, ver) select id, 1 from unnest(?::text[]) with ordinality as x(id, n)
     order by n on conflict (id) do update set ver = scopes.ver + 1,
       -- An index is on it: once a day is enough to know what nobody touches.
       touched_at = greatest(scopes.touched_at, date_trunc('day', now())) returning id, ver`,
    [ids],
  )
  const versions = new Map(rows.map((row) => [row.id, Number(row.ver)]))
  pokeAfter(trx, live, versions)
  return versions
}

/** Resets followers of kits that are shown or covered whole: their rows keep old versions. */
export async function startOver(trx: Knex.Transaction, kitIds: readonly string[]): Promise<void> {
  if (kitIds.length === 0) return
  await trx.raw('update scopes set collected_ver = ver where id = any(?)', [kitIds.map(kitScope)])
}

/** Reserves build ids. A kit that asked for a taken one also keeps its first links. */
async function reserveBuildIds(
  trx: Knex.Transaction,
  changed: StoredRow[],
  renamed: NonNullable<World['renamed']>,
): Promise<void> {
  const ids = ofKind(changed, 'kit').map(({ cells, id }) => {
    return { build_id: textIn(cells, 'buildId'), kit_id: id }
  })
  for (const { buildId, kitId } of renamed) {
    ids.push({ build_id: boundName(buildId, markOf(kitId)), kit_id: kitId })
  }
  if (ids.length === 0) return
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into build_ids (build_id, kit_id)
     select build_id, kit_id from jsonb_to_recordset(?::jsonb) as x(build_id text, kit_id text)
     order by build_id
     on conflict (build_id) do update set kit_id = build_ids.kit_id
     where build_ids.kit_id = excluded.kit_id returning build_id`,
    [JSON.stringify(ids)],
  )
  if (rows.length < new Set(ids.map((row) => row.build_id)).size) throw new TakenMeanwhile()
}

const SHARED = 'kit_id, id, owner, cells, kit_ver, owner_ver'
const EXTRA: Partial<Record<Kind, string[]>> = {
  kit: ['build_id', 'max_ms', 'live_lines', 'bytes'],
  task: ['name_key'],
}

/** A statement that writes records of one owner, given as JSON. */
interface Write {
  sql: string
  records: object[]
}

/** Runs all writes as one statement. A row in two of them would be written only once. */
async function write(
  trx: Knex.Transaction,
  { owner, version }: { owner: Principal; version: number },
  writes: readonly Write[],
): Promise<void> {
  const needed = writes.filter(({ records }) => records.length > 0)
  const parts = needed.map(({ sql }, at) => `part_${at} as (${sql})`)
  await trx.raw(
    `with writer as (select ?::text as owner, ?::bigint as owner_ver), ${parts.join(', ')} select`,
    [owner, version, ...needed.map(({ records }) => JSON.stringify(records))],
  )
}

function upsertOf(kind: Kind): string {
  const table = TABLES[kind]
  const extra = EXTRA[kind] ?? []
  const columns = [SHARED, ...extra].join(', ')
  const updates = extra.map((column) => `, ${column} = excluded.${column}`).join('')
  // A beaten value offered again stays settled.
  const cells = kind === 'beaten' ? 'beaten.cells || excluded.cells' : 'excluded.cells'
  const touch = kind === 'kit' ? ', updated_at = now()' : ''
  return `insert into ${table} (${columns})
     select ${columns} from writer, jsonb_to_recordset(?::jsonb) as x(
       kit_id text, id text, cells jsonb, kit_ver bigint, build_id text,
       max_ms bigint, live_lines integer, bytes integer, name_key text)
     on conflict (kit_id, id) do update set cells = ${cells},
       kit_ver = greatest(excluded.kit_ver, ${table}.kit_ver),
       owner_ver = greatest(excluded.owner_ver, ${table}.owner_ver)${updates}${touch}
     where ${table}.owner = excluded.owner`
}

/** Totals of changed kits. Cells are not written, or each price would rewrite 20 kB of notes. */
const STORE_TOTALS = `update kits set max_ms = x.max_ms, live_lines = x.live_lines, bytes = x.bytes,
       updated_at = now()
     from writer, jsonb_to_recordset(?::jsonb) as x(
       kit_id text, max_ms bigint, live_lines integer, bytes integer)
     where kits.kit_id = x.kit_id and kits.owner = writer.owner`

function totalsOf(world: World, { id }: StoredRow): object {
  const { maxMs = 0, liveLines = 0, bytes = 0 } = world.totals.get(id) ?? {}
  return { max_ms: maxMs, live_lines: liveLines, bytes }
}
