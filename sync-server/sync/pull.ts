/** Pull: changes in a device's scopes since its cursors. */
import type { Knex } from 'knex'

import type { Applied } from './applyOps.ts'
import type { PulledRow, SyncRequest } from '#shared/sync/protocol.ts'
import type { Cursors, Principal, Scope } from '#shared/cells/limits.ts'

import { type Cells, isKitAlive, withAliases, type Alias } from '#shared/cells/cells.ts'
import { rowKey } from '#shared/sync/decide.ts'
import { MAX_CLAIMED_KITS, MAX_CLAIMS, MAX_FOLLOWED_KITS } from '#shared/cells/limits.ts'
import { isPublicCell, ruleOf } from '#shared/kinds/schema.ts'
import { queryOf, readPage, type ReadRow, type ScopeQuery } from './read/readPage.ts'
import { splitVersion } from './read/splitVersion.ts'

/** Half to three quarters of a second of work for a slow phone, which draws in between. */
const PAGE_BYTES = 768 * 1024
/** A new device shows its first kits within a second. */
const FIRST_PAGE_BYTES = 96 * 1024
/** Retries of splitting a version that changes meanwhile. */
const MAX_CUTS = 3
/** Departed kits per answer: as many as one request can claim. */
const MAX_DEPARTURES = MAX_CLAIMS * MAX_CLAIMED_KITS
/** One of them, with quotes and comma. */
const DEPARTURE_BYTES = 25

/** Cells that a saved kit shows from its version instead. */
const SAVED_CELLS = ['name', 'notes', 'vehicle', 'task']

export interface PullEnv {
  db: Knex
  alias: Alias
}

export interface Pulled {
  rows: PulledRow[]
  cursors: Cursors
  more: boolean
  reset: Scope[]
  begun?: Cursors
  lost?: true
  gone: string[]
}

/**
 * Reads all scopes in one snapshot: a cursor covers every version up to it. The answer is cut by
 * bytes, but never inside one version of a scope; a version larger than an answer is split first.
 * @param begun for full reads, the collected version at their start
 * @param applied the sender's own writes, which it need not get back
 * @param most bytes of rows, at least `PAGE_BYTES` unless other parts of the answer are large
 */
export async function pull(
  { db, alias }: PullEnv,
  principal: Principal,
  { cursors, begun = {} }: Pick<SyncRequest, 'cursors' | 'begun'>,
  applied: Pick<Applied, 'known' | 'readTo'>,
  most: number,
): Promise<Pulled> {
  const queries = Object.keys(cursors)
    .map((scope) => queryOf(scope, principal))
    .filter((query) => query !== null)
    .slice(0, MAX_FOLLOWED_KITS + 2)
  for (let cuts = 0; ; cuts++) {
    const reading: Reading = { principal, cursors, begun, applied, queries, most, alias }
    const { pulled, tooLarge } = await readScopes(db, reading)
    if (!tooLarge || cuts === MAX_CUTS) return pulled
    await splitVersion(db, tooLarge.query, tooLarge.version)
  }
}

interface Reading {
  principal: Principal
  cursors: Cursors
  begun: Cursors
  applied: Pick<Applied, 'known' | 'readTo'>
  queries: readonly ScopeQuery[]
  most: number
  alias: Alias
}

interface ReadScopes {
  pulled: Pulled
  /** A version larger than an answer: nothing of its stream could be read. */
  tooLarge: { query: ScopeQuery; version: number } | null
}

async function readScopes(db: Knex, reading: Reading): Promise<ReadScopes> {
  // One statement is a snapshot too, and usually nothing is new.
  const { pulled, news } = compare(reading, await readCounters(db, reading.queries))
  if (news.length === 0) return { pulled, tooLarge: null }
  return db.transaction(
    async (trx) => {
      const counters = await readCounters(trx, reading.queries)
      return readNews(trx, reading, compare(reading, counters))
    },
    { isolationLevel: 'repeatable read', readOnly: true },
  )
}

/** A stream that is ahead of its reader. */
interface News {
  query: ScopeQuery
  counter: Counter
  from: number
  isReset: boolean
}

interface Compared {
  /** Facts known from the counters alone. */
  pulled: Pulled
  news: News[]
}

function compare(
  { cursors, begun, applied: { readTo }, queries }: Reading,
  counters: Map<Scope, Counter>,
): Compared {
  const pulled: Pulled = { rows: [], cursors: {}, more: false, reset: [], gone: [] }
  const news: News[] = []
  for (const query of queries) {
    const counter = counters.get(query.scope)
    const asked = cursors[query.scope] ?? 0
    // A backup restored from before the owner's cursor: devices push the lost rows again.
    if (query.isOwners && asked > (counter?.ver ?? 0)) {
      pulled.lost = true
      continue
    }
    if (!counter) continue
    const isBehind = asked > 0 && asked < counter.collected
    const isOfBefore = isBehind && (begun[query.scope] ?? 0) < counter.collected
    const isReset = asked > counter.ver || isOfBefore
    if (isReset) pulled.reset.push(query.scope)
    const hasWritten = query.isOwners && !isReset && readTo === asked + 1
    if (hasWritten) pulled.cursors[query.scope] = readTo
    const from = isReset ? 0 : hasWritten ? readTo : asked
    if (counter.ver > from) news.push({ query, counter, from, isReset })
  }
  return { pulled, news }
}

async function readNews(
  trx: Knex.Transaction,
  reading: Reading,
  { pulled, news }: Compared,
): Promise<ReadScopes> {
  const { principal, applied, alias } = reading
  let { most } = reading
  let tooLarge: ReadScopes['tooLarge'] = null
  let bytes = 0
  for (const { query, counter, from, isReset } of news) {
    if (bytes > PAGE_BYTES || tooLarge) {
      pulled.more = true
      continue
    }
    const left = query.isOwners ? await readDepartures(trx, principal, from) : null
    most -= (left?.kits.length ?? 0) * DEPARTURE_BYTES
    const upTo = left?.upTo ?? counter.ver
    const isFirst = query.isOwners && from === 0 && !isReset
    const wanted = (isFirst ? FIRST_PAGE_BYTES : PAGE_BYTES) - bytes
    const page = await readPage(trx, query, { from, upTo }, { wanted, most: most - bytes })
    if (page.tooLarge !== null) {
      // It may fit alone; if not even that, it has to be split.
      if (bytes === 0) tooLarge = { query, version: page.tooLarge }
      pulled.more = true
    }
    bytes += page.bytes
    const isLast = page.isLast && upTo === counter.ver
    pulled.more ||= !isLast
    pulled.cursors[query.scope] = page.version
    if (page.version < counter.collected) {
      pulled.begun = { ...pulled.begun, [query.scope]: counter.collected }
    }
    for (const departed of left?.kits ?? []) {
      if (departed.version <= page.version) pulled.gone.push(departed.kit)
    }
    const isHosts = await isOwnKit(trx, query.scope, principal)
    for (const row of page.rows) {
      const isKnown =
        query.isOwners &&
        !isReset &&
        applied.known.get(rowKey(row.kind, row.id)) === Number(row.version)
      if (!isKnown) pulled.rows.push(publish(row, query, principal, { isHosts, alias }))
    }
  }
  return { pulled, tooLarge }
}

async function isOwnKit(trx: Knex.Transaction, scope: Scope, owner: Principal): Promise<boolean> {
  if (!scope.startsWith('k:')) return false
  const kit: unknown = await trx('kits')
    .where({ kit_id: scope.slice(2), owner })
    .first('id')
  return kit !== undefined
}

/**
 * Kits that departed from this owner; each of its devices is told once.
 * @returns `upTo`: the version they are complete up to, if there are more
 */
async function readDepartures(trx: Knex.Transaction, principal: Principal, from: number) {
  const rows: { kit_id: string; owner_ver: string }[] = await trx('departures')
    .where('owner', principal)
    .where('owner_ver', '>', from)
    .orderBy('owner_ver')
    .limit(MAX_DEPARTURES + 1)
    .select('kit_id', 'owner_ver')
  const kits = rows.map((row) => ({ kit: row.kit_id, version: Number(row.owner_ver) }))
  const last = rows.length > MAX_DEPARTURES ? kits.at(-1) : undefined
  return { kits, upTo: last && last.version - 1 }
}

interface Counter {
  ver: number
  /** Collected version. */
  collected: number
}

async function readCounters(
  db: Knex,
  queries: readonly ScopeQuery[],
): Promise<Map<Scope, Counter>> {
  if (queries.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: { id: Scope; ver: string; collected_ver: string }[] }>(
    'select id, ver, collected_ver from scopes where id = any(?)',
    [queries.map((query) => query.scope)],
  )
  return new Map(
    rows.map((row) => [row.id, { ver: Number(row.ver), collected: Number(row.collected_ver) }]),
  )
}

function publish(
  row: ReadRow,
  query: ScopeQuery,
  principal: Principal,
  { isHosts, alias }: { isHosts: boolean; alias: Alias },
): PulledRow {
  const isMine = row.owner === principal
  const shown = query.isOwners ? row.cells : publicCells(row, isMine, isHosts)
  const cells = isMine ? shown : withAliases(shown, row.kit_id, alias)
  return { kind: row.kind, id: row.id, kit: row.kit_id, mine: isMine, cells }
}

function publicCells(row: ReadRow, isMine: boolean, isHosts: boolean): Cells {
  const names = Object.keys(row.cells).filter((name) => isPublicCell(row.kind, name))
  // The kit's host sees hidden comments, to show them again.
  const isHidden = !isHosts && row.cells['hidden']?.[0] === true
  const isTaken = ruleOf(row.kind).isOpen && (isHidden || row.cells['del']?.[0] === true)
  const isCovered = row.is_hidden || (row.kind === 'kit' && !isKitAlive(row.cells))
  const shown = names.filter((name) => {
    // A covered row shows only that it is gone.
    if (isCovered) return name === 'buildId' || name === 'del' || name === 'hidden'
    if (isTaken && !isMine) return name === 'del' || name === 'hidden'
    return !(row.is_saved && SAVED_CELLS.includes(name))
  })
  return Object.fromEntries(
    shown.map((name) => [name, row.cells[name]]).filter(([, cell]) => cell !== undefined),
  ) as Cells
}
