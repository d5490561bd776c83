/** Rows of a stream by reader, and pages of them limited in bytes. */
import type { Knex } from 'knex'

import { ALL_KINDS, isRowKind, type Kind } from '#shared/kinds/schema.ts'

import { isId } from '#shared/ids.ts'
import { ownerScope, type Principal, type Scope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { IS_DEAD, IS_OPEN, type TableRow, TABLES } from './tables.ts'

/**
 * A kit's rows for everybody with the link, by kind. A saved kit shows its newest version and not
 * its owner's later edits; a deleted or hidden one shows nothing. Reviving calls `startOver`.
 */
const shownWith = (table: string, more: string): string =>
  `exists (select from kits where kits.kit_id = ${table}.kit_id and ${IS_OPEN} ${more})`
const PUBLIC_ROWS: Partial<Record<Kind, string>> = {
  line: shownWith('lines', 'and version_id is null'),
  step: shownWith('steps', 'and version_id is null'),
  version: shownWith('versions', 'and version_id = versions.id'),
  comment: shownWith('comments', ''),
}
/** Only the newest of the owner's versions comes with content; others are fetched when opened. */
const OWN_VERSION_CELLS = `case when exists (select from kits
  where kits.kit_id = versions.kit_id and version_id = versions.id)
  then cells else cells - 'body' end`
/** Others get a bare tombstone; the owner gets the content, to revive it. */
const TOLD_CELLS = `case when ${IS_DEAD} then jsonb_build_object('del', cells->'del') else cells end`

/** SQL of the cells that leave the database. */
function cellsOf(kind: Kind, isOwners: boolean): string {
  if (kind === 'version' && isOwners) return OWN_VERSION_CELLS
  return !isOwners && isRowKind(kind) ? TOLD_CELLS : 'cells'
}

/** Kinds that others with the link read. */
const KINDS_OF_A_KIT = ALL_KINDS.filter((kind) => kind === 'kit' || kind in PUBLIC_ROWS)

/** Rows read before it is worth opening a database cursor. */
const FEW = 50
/** Rows per fetch: so many of the largest fit into memory beside the answer. */
const FETCHED = 50
/** Overhead of a row in an answer, bytes. */
const ROW_BYTES = 64

/** Rows of one stream that a principal may read. */
export interface ScopeQuery {
  scope: Scope
  version: 'owner_ver' | 'kit_ver'
  kinds: readonly Kind[]
  where: string
  binding: string[]
  /** Owner-only cells are in the owner's own stream only. */
  isOwners: boolean
}

/** Query of a scope, or null when this principal may not follow it. */
export function queryOf(scope: Scope, principal: Principal): ScopeQuery | null {
  const isOwners = scope === ownerScope(principal)
  if (isOwners) {
    const where = 'owner = ?'
    return { scope, version: 'owner_ver', kinds: ALL_KINDS, where, binding: [principal], isOwners }
  }
  if (scope === TASK_SCOPE) {
    const where = 'approved_at is not null'
    return { scope, version: 'kit_ver', kinds: ['task'], where, binding: [], isOwners }
  }
  const kitId = scope.startsWith('k:') ? scope.slice(2) : ''
  if (!isId(kitId)) return null
  const [kinds, where] = [KINDS_OF_A_KIT, 'kit_id = ?']
  return { scope, version: 'kit_ver', kinds, where, binding: [kitId], isOwners }
}

export interface ReadRow extends TableRow {
  kind: Kind
  version: string
  /** For kits: whether a version or an administrator covers the live values. */
  is_saved: boolean
  is_hidden: boolean
}

/** Page size, in bytes of cells as JSON. */
export interface PageSize {
  /** The page ends with the first version beyond this. */
  wanted: number
  /** Hard limit. */
  most: number
}

export interface Page {
  rows: ReadRow[]
  isLast: boolean
  /** Last complete version in this page. */
  version: number
  bytes: number
  /** The next version, if it alone exceeds a page. */
  tooLarge: number | null
}

/**
 * Reads whole versions after `from` and up to `upTo`, by version, kit, kind and id. Stops at the
 * size limit, whatever the stream holds.
 */
export async function readPage(
  trx: Knex.Transaction,
  query: ScopeQuery,
  { from, upTo }: { from: number; upTo: number },
  size: PageSize,
): Promise<Page> {
  const page: Page = { rows: [], isLast: true, version: from, bytes: 0, tooLarge: null }
  // Rows of complete versions; those of the current version follow.
  let whole = 0
  let wholeBytes = 0
  let reading = from
  const end = (tooLarge: number | null): Page => ({
    rows: page.rows.slice(0, whole),
    bytes: wholeBytes,
    version: Number(page.rows[whole - 1]?.version ?? from),
    isLast: false,
    tooLarge,
  })
  for await (const row of rowsAfter(trx, query, from, upTo)) {
    const version = Number(row.version)
    if (version !== reading) {
      reading = version
      whole = page.rows.length
      wholeBytes = page.bytes
      if (wholeBytes > size.wanted) return end(null)
    }
    page.bytes += Buffer.byteLength(JSON.stringify(row.cells)) + ROW_BYTES
    if (page.bytes > size.most) return end(whole === 0 ? version : null)
    page.rows.push(row)
  }
  return { ...page, version: upTo }
}

/** Rows of a stream in order, fetched a few at a time. */
async function* rowsAfter(
  trx: Knex.Transaction,
  query: ScopeQuery,
  from: number,
  upTo: number,
): AsyncGenerator<ReadRow> {
  const { sql, bindings } = selectOf(query, from, upTo)
  const few = await trx.raw<{ rows: ReadRow[] }>(`${sql} limit ${FEW}`, bindings)
  if (few.rows.length < FEW) return yield* few.rows
  await trx.raw(`declare page no scroll cursor for ${sql}`, bindings)
  try {
    for (;;) {
      const { rows } = await trx.raw<{ rows: ReadRow[] }>(`fetch ${FETCHED} from page`)
      yield* rows
      if (rows.length < FETCHED) return
    }
  } finally {
    await trx.raw('close page')
  }
}

function selectOf(
  { version, kinds, where, binding, isOwners }: ScopeQuery,
  from: number,
  upTo: number,
) {
  const bindings: (string | number)[] = []
  const selects = kinds.map((kind) => {
    bindings.push(...binding, from, upTo)
    const states =
      kind === 'kit'
        ? 'version_id is not null as is_saved, hidden_at is not null as is_hidden'
        : 'false as is_saved, false as is_hidden'
    const shown = isOwners ? '' : `and ${PUBLIC_ROWS[kind] ?? 'true'}`
    return `select '${kind}' as kind, kit_id, id, owner, ${cellsOf(kind, isOwners)} as cells,
      ${version} as version, ${states}
      from ${TABLES[kind]} where ${where} and ${version} > ? and ${version} <= ? ${shown}`
  })
  // A single select cannot take a second `order by`, so the union is wrapped.
  const sql = `select * from (${selects.join(' union all ')}) as found
    order by version, kit_id, kind, id`
  return { sql, bindings }
}
