/** Collection and backups of the in-memory server. */
import type { KitTotals, StoredRow } from '#shared/sync/decide.ts'
import type { Principal, Scope } from '#shared/cells/limits.ts'
import type { Refusals } from '#shared/sync/refusals.ts'
import type { Versioned } from './memoryPull.ts'
import type { MemoryServer } from './memoryServer.ts'

import { isKitAlive, isRowAlive } from '#shared/cells/cells.ts'
import { kitScope, ownerScope } from '#shared/cells/limits.ts'
import { msOf } from '#shared/cells/stamp.ts'

const DAY_MS = 86_400_000
const KEPT_MS = 180 * DAY_MS
const BEATEN_KEPT_MS = 30 * DAY_MS

/**
 * Purges rows as sync-server/housekeeping/collection.ts does.
 * @returns the purged rows
 */
export function collect(server: MemoryServer, now: number): StoredRow[] {
  const rows = [...server.rows.values()]
  const gone = new Set<Versioned>()
  const deletedKits = new Set<string>()
  const expired = new Set<string>()
  for (const { row } of rows) {
    if (row.kind !== 'kit') continue
    const isOld = msOf(row.cells['del']?.[1] ?? '') < now - KEPT_MS
    if (!isKitAlive(row.cells) && isOld) deletedKits.add(row.id)
    const isIdle = (server.touched.get(row.id) ?? 0) < now - KEPT_MS
    if (row.owner.startsWith('d:') && isIdle) expired.add(row.id)
  }
  for (const entry of rows) {
    const { kind, kit, cells } = entry.row
    const isDeletable = kind === 'line' || kind === 'step' || kind === 'comment' || kind === 'log'
    const isDead = !isRowAlive(cells) && msOf(cells['del']?.[1] ?? '') < now - KEPT_MS
    const isBeaten = kind === 'beaten' && msOf(cells['value']?.[1] ?? '') < now - BEATEN_KEPT_MS
    const isPurged = (isDeletable && isDead) || isBeaten || (kind === 'kit' && deletedKits.has(kit))
    if (isPurged) noteCollected(server, entry)
    if (isPurged || deletedKits.has(kit) || expired.has(kit)) gone.add(entry)
  }
  for (const kit of [...deletedKits, ...expired]) {
    const owner = server.rows.get(`kit:${kit}`)?.row.owner
    if (owner) server.formerOwners.set(kit, owner)
    server.totals.delete(kit)
    server.published.delete(kit)
  }
  for (const { row } of gone) server.rows.delete(`${row.kind}:${row.id}`)
  return [...gone].map(({ row }) => row)
}

/** A reader whose cursor is before the purge must read the scope again. */
function noteCollected(server: MemoryServer, { row, kitVersion }: Versioned): void {
  const raise = (scope: Scope, version: number) => {
    if (version > (server.startedOver.get(scope) ?? 0)) server.startedOver.set(scope, version)
  }
  raise(ownerScope(row.owner), row.ownerVersion)
  raise(kitScope(row.kit), kitVersion)
}

interface Backup {
  rows: Map<string, Versioned>
  buildIds: Map<string, string>
  formerOwners: Map<string, Principal>
  counters: Map<Scope, number>
  refusals: Map<Principal, Refusals>
  departures: Map<string, number>
  startedOver: Map<Scope, number>
  published: Map<string, string>
  totals: Map<string, KitTotals>
  touched: Map<string, number>
}

export function backUp(server: MemoryServer): Backup {
  return {
    rows: new Map([...server.rows].map(([key, entry]) => [key, { ...entry }])),
    buildIds: new Map(server.buildIds),
    formerOwners: new Map(server.formerOwners),
    counters: new Map(server.counters),
    refusals: new Map(server.refusals),
    departures: new Map(server.departures),
    startedOver: new Map(server.startedOver),
    published: new Map(server.published),
    totals: new Map([...server.totals].map(([kit, totals]) => [kit, { ...totals }])),
    touched: new Map(server.touched),
  }
}

/** @param gen new name of its history; a restored copy of its files keeps the old one */
export function restore(server: MemoryServer, backup: Backup, gen: string): void {
  const put = <Key, Value>(into: Map<Key, Value>, from: ReadonlyMap<Key, Value>) => {
    into.clear()
    for (const [key, value] of from) into.set(key, value)
  }
  const { rows, buildIds, counters, departures, startedOver, published, totals, touched } = backup
  put(server.rows, rows)
  put(server.buildIds, buildIds)
  put(server.formerOwners, backup.formerOwners)
  put(server.counters, counters)
  put(server.refusals, backup.refusals)
  put(server.departures, departures)
  put(server.startedOver, startedOver)
  put(server.published, published)
  put(server.totals, totals)
  put(server.touched, touched)
  server.gen = gen
}
