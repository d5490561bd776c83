/** What changed in the scopes a device follows, since the versions it has. */
import type { Knex } from 'knex'

import type { Cells } from '#shared/cells.ts'
import type { PulledRow } from '#shared/protocol.ts'
import type { Cursors, Principal, Scope } from '#shared/limits.ts'
import type { Kind } from '#shared/schema.ts'
import type { TableRow } from './tables.ts'

import { isKitAlive } from '#shared/cells.ts'
import { rowKey } from '#shared/decide.ts'
import { isId } from '#shared/ids.ts'
import { MAX_FOLLOWED_KITS, ownerScope, TASK_SCOPE } from '#shared/limits.ts'
import { isPublicCell } from '#shared/schema.ts'
import { ALL_KINDS, IS_OPEN, TABLES } from './tables.ts'

/** How large an answer is read, before compression, and of how many rows. */
interface PageSize {
  bytes: number
  rows: number
}

/** Half to three quarters of a second of work for a slow phone, which draws in between. */
const PAGE: PageSize = { bytes: 768 * 1024, rows: 5_000 }
/** A device that has nothing yet shows its first kits within a second. */
const FIRST_PAGE: PageSize = { bytes: 96 * 1024, rows: 600 }

/**
 * What everybody with the link may read of a kit, by kind. A kit that was saved shows its newest
 * version and not what its owner has typed since; one that was deleted, or that an administrator
 * hid, shows nothing. What brings it back calls `startOver`.
 */
const shownWith = (table: string, more: string): string =>
  `exists (select from kits where kits.kit_id = ${table}.kit_id and ${IS_OPEN} ${more})`
const PUBLIC_ROWS: Partial<Record<Kind, string>> = {
  line: shownWith('lines', 'and version_id is null'),
  step: shownWith('steps', 'and version_id is null'),
  version: shownWith('versions', 'and version_id = versions.id'),
  comment: shownWith('comments', ''),
}
/** Of a kit that was saved: these come with the version. */
const SAVED_CELLS = ['name', 'notes', 'vehicle', 'task']
/** Of the owner's versions only the newest comes with its content; others are fetched if opened. */
const OWN_VERSION_CELLS = `case when exists (select from kits
  where kits.kit_id = versions.kit_id and version_id = versions.id)
  then cells else cells - 'body' end`

export interface Pulled {
  rows: PulledRow[]
  cursors: Cursors
  more: boolean
  reset: Scope[]
  lost?: true
  gone: string[]
}

interface ScopeQuery {
  scope: Scope
  version: 'owner_ver' | 'kit_ver'
  kinds: readonly Kind[]
  where: string
  binding: string[]
  /** Whether the reader owns the kit, and so what of it was hidden from others. */
  isHosts?: boolean
  /** Owner-only cells leave the server in the owner's own stream alone. */
  isOwners: boolean
}

/** Which rows a scope holds, or null when this principal may not follow it. */
function queryOf(scope: Scope, principal: Principal): ScopeQuery | null {
  if (scope === ownerScope(principal)) {
    const where = 'owner = ?'
    return {
      scope,
      version: 'owner_ver',
      kinds: ALL_KINDS,
      where,
      binding: [principal],
      isOwners: true,
    }
  }
  if (scope === TASK_SCOPE) {
    const where = 'approved_at is not null'
    return { scope, version: 'kit_ver', kinds: ['task'], where, binding: [], isOwners: false }
  }
  const kitId = scope.startsWith('k:') ? scope.slice(2) : ''
  if (!isId(kitId)) return null
  const kinds: Kind[] = ['kit', 'line', 'step', 'version', 'comment']
  return {
    scope,
    version: 'kit_ver',
    kinds,
    where: 'kit_id = ?',
    binding: [kitId],
    isOwners: false,
  }
}

/**
 * Reads all scopes in one snapshot: with a version applied, everything up to it is there.
 * The answer is cut by bytes, but never inside one version of a scope.
 * @param known rows (`rowKey`) the sender has just written and need not get back
 */
export async function pull(
  db: Knex,
  principal: Principal,
  cursors: Cursors,
  known: ReadonlyMap<string, number>,
): Promise<Pulled> {
  const queries = Object.keys(cursors)
    .map((scope) => queryOf(scope, principal))
    .filter((query) => query !== null)
    .slice(0, MAX_FOLLOWED_KITS + 2)
  const pulled: Pulled = { rows: [], cursors: {}, more: false, reset: [], gone: [] }
  if (queries.length === 0) return pulled
  return db.transaction(
    async (trx) => {
      const counters = await readCounters(
        trx,
        queries.map((query) => query.scope),
      )
      let budget = PAGE.bytes
      for (const query of queries) {
        const counter = counters.get(query.scope)
        const asked = cursors[query.scope] ?? 0
        // A backup without what this owner has read: its devices have it, and bring it back.
        if (query.isOwners && asked > (counter?.ver ?? 0)) {
          pulled.lost = true
          continue
        }
        if (!counter) continue
        const isReset = asked > counter.ver || (asked > 0 && asked < counter.collected)
        if (isReset) pulled.reset.push(query.scope)
        const from = isReset ? 0 : asked
        if (counter.ver <= from) continue
        if (budget <= 0) {
          pulled.more = true
          continue
        }
        if (query.isOwners) pulled.gone.push(...(await readDepartures(trx, principal, from)))
        query.isHosts = await isOwnKit(trx, query.scope, principal)
        const isFirst = query.isOwners && from === 0 && !isReset
        const size = isFirst ? FIRST_PAGE : { ...PAGE, bytes: budget }
        const page = await readPage(trx, query, from, size)
        budget -= page.bytes
        pulled.more ||= !page.isLast
        pulled.cursors[query.scope] = page.isLast ? counter.ver : page.version
        for (const row of page.rows) {
          const isKnown =
            query.isOwners &&
            !isReset &&
            known.get(rowKey(row.kind, row.id)) === Number(row.version)
          if (!isKnown) pulled.rows.push(publish(row, query, principal))
        }
      }
      return pulled
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

async function isOwnKit(trx: Knex.Transaction, scope: Scope, owner: Principal): Promise<boolean> {
  if (!scope.startsWith('k:')) return false
  const kit: unknown = await trx('kits')
    .where({ kit_id: scope.slice(2), owner })
    .first('id')
  return kit !== undefined
}

/** Kits that left this owner since; each device of it is told once. */
async function readDepartures(
  trx: Knex.Transaction,
  principal: Principal,
  from: number,
): Promise<string[]> {
  const rows: { kit_id: string }[] = await trx('departures')
    .where('owner', principal)
    .where('owner_ver', '>', from)
    .select('kit_id')
  return rows.map((row) => row.kit_id)
}

async function readCounters(
  trx: Knex.Transaction,
  scopes: string[],
): Promise<Map<string, { ver: number; collected: number }>> {
  const rows: { id: string; ver: string; collected_ver: string }[] = await trx('scopes')
    .whereRaw('id = any(?)', [scopes])
    .select('id', 'ver', 'collected_ver')
  return new Map(
    rows.map((row) => [row.id, { ver: Number(row.ver), collected: Number(row.collected_ver) }]),
  )
}

interface ReadRow extends TableRow {
  kind: Kind
  version: string
  /** Of a kit: whether a version or an administrator covers its live values. */
  is_saved: boolean
  is_hidden: boolean
}

interface Page {
  rows: ReadRow[]
  isLast: boolean
  /** The last version that is whole in this page. */
  version: number
  bytes: number
}

async function readPage(
  trx: Knex.Transaction,
  query: ScopeQuery,
  from: number,
  size: PageSize,
): Promise<Page> {
  let rows = await readRows(trx, query, `${query.version} > ?`, from, size.rows)
  let isLast = rows.length < size.rows
  if (!isLast) {
    const last = rows.at(-1)?.version
    if (rows[0]?.version === last) {
      rows = await readRows(trx, query, `${query.version} = ?`, Number(last), null)
    } else {
      rows = rows.filter((row) => row.version !== last)
    }
  }
  let bytes = 0
  let count = 0
  for (const [index, row] of rows.entries()) {
    const isNewVersion = row.version !== rows[index - 1]?.version
    if (isNewVersion && index > 0 && bytes > size.bytes) {
      isLast = false
      break
    }
    bytes += JSON.stringify(row.cells).length + 40
    count = index + 1
  }
  const taken = rows.slice(0, count)
  return { rows: taken, isLast, version: Number(taken.at(-1)?.version ?? from), bytes }
}

async function readRows(
  trx: Knex.Transaction,
  query: ScopeQuery,
  condition: string,
  version: number,
  limit: number | null,
): Promise<ReadRow[]> {
  const bindings: (string | number)[] = []
  const selects = query.kinds.map((kind) => {
    bindings.push(...query.binding, version)
    const cells = kind === 'version' && query.isOwners ? OWN_VERSION_CELLS : 'cells'
    const states =
      kind === 'kit'
        ? 'version_id is not null as is_saved, hidden_at is not null as is_hidden'
        : 'false as is_saved, false as is_hidden'
    const shown = query.isOwners ? '' : `and ${PUBLIC_ROWS[kind] ?? 'true'}`
    const select = `select '${kind}' as kind, kit_id, id, owner, ${cells} as cells,
      ${query.version} as version, ${states}
      from ${TABLES[kind]} where ${query.where} and ${condition} ${shown}`
    return limit === null ? select : `(${select} order by ${query.version} limit ${limit})`
  })
  const { rows } = await trx.raw<{ rows: ReadRow[] }>(
    // A part alone would have two orders: it stands inside.
    `select * from (${selects.join(' union all ')}) as found
     order by version, kit_id, kind, id ${limit === null ? '' : `limit ${limit}`}`,
    bindings,
  )
  return rows
}

function publish(row: ReadRow, query: ScopeQuery, principal: Principal): PulledRow {
  const isMine = row.owner === principal
  const cells = query.isOwners ? row.cells : publicCells(row, isMine, query.isHosts === true)
  return { kind: row.kind, id: row.id, kit: row.kit_id, mine: isMine, cells }
}

function publicCells(row: ReadRow, isMine: boolean, isHosts: boolean): Cells {
  const names = Object.keys(row.cells).filter((name) => isPublicCell(row.kind, name))
  // Whoever hid it may show it again, and sees what it is.
  const isHidden = !isHosts && row.cells['hidden']?.[0] === true
  const isTaken = row.kind === 'comment' && (isHidden || row.cells['del']?.[0] === true)
  const isCovered = row.is_hidden || (row.kind === 'kit' && !isKitAlive(row.cells))
  const shown = names.filter((name) => {
    // What was taken away leaves only that it was.
    if (isCovered) return name === 'buildId' || name === 'del' || name === 'hidden'
    if (isTaken && !isMine) return name === 'del' || name === 'hidden'
    return !(row.is_saved && SAVED_CELLS.includes(name))
  })
  return Object.fromEntries(
    shown.map((name) => [name, row.cells[name]]).filter(([, cell]) => cell !== undefined),
  ) as Cells
}
