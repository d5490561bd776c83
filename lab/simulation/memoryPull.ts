/** Visibility of rows on the in-memory server: the same as in sync-server/sync/pull.ts. */
import type { Cells } from '#shared/cells/cells.ts'
import type { StoredRow } from '#shared/sync/decide.ts'
import type { Principal, Scope } from '#shared/cells/limits.ts'
import type { SyncAnswer } from '#shared/sync/protocol.ts'

import { isKitAlive, isRowAlive, withAliases, type Alias } from '#shared/cells/cells.ts'
import { rowKey } from '#shared/sync/decide.ts'
import { kitScope, ownerScope, TASK_SCOPE } from '#shared/cells/limits.ts'
import { isPublicCell } from '#shared/kinds/schema.ts'

export interface Versioned {
  row: StoredRow
  /** Version in the kit's scope; for a task in the shared one, 0 while it is its author's alone. */
  kitVersion: number
}

/** Parts of a server that pulls read. */
interface Readable {
  rows: ReadonlyMap<string, Versioned>
  counters: ReadonlyMap<Scope, number>
  departures: ReadonlyMap<string, number>
  startedOver: ReadonlyMap<Scope, number>
  published: ReadonlyMap<string, string>
  alias: Alias
  /** An answer ends with the first version beyond this many rows. */
  pageRows: number
}

interface Reading {
  scope: Scope
  cursor: number
  /** Version rows were collected up to when this re-read began; 0 when it is finished. */
  begun: number
  principal: Principal
  /** Rows (`rowKey`) the sender has just written: not echoed. */
  known: ReadonlySet<string>
}

/** Kit cells that come from the version once a kit is saved. */
const SAVED_CELLS = ['name', 'notes', 'vehicle', 'task']

/**
 * Cells everybody with the link gets: null when not even the row's existence is visible. A saved
 * kit shows its newest version, a deleted one only its tombstone.
 */
export function shownToAll(server: Readable, row: StoredRow, reader: Principal): Cells | null {
  const cells = publicCells(server, row, reader)
  return cells && row.owner !== reader ? withAliases(cells, row.kit, server.alias) : cells
}

function publicCells(
  server: Readable,
  { kind, id, kit, cells, owner }: StoredRow,
  reader: Principal,
): Cells | null {
  const isOpen = isKitAlive(server.rows.get(rowKey('kit', kit))?.row.cells ?? {})
  const version = server.published.get(kit)
  const isLive = kind === 'line' || kind === 'step'
  if (kind === 'task') return cells
  if (kind === 'beaten' || kind === 'log' || (kind !== 'kit' && !isOpen)) return null
  if ((isLive && version !== undefined) || (kind === 'version' && version !== id)) return null
  const isCovered = kind === 'kit' && !isOpen
  const isHosts = server.rows.get(rowKey('kit', kit))?.row.owner === reader
  const isHidden = !isHosts && cells['hidden']?.[0] === true
  const isGone = isHidden || cells['del']?.[0] === true
  const isTaken = kind === 'comment' && isGone && owner !== reader
  // Others get only the tombstone of a deleted row.
  if (isLive && !isRowAlive(cells)) return cells['del'] ? { del: cells['del'] } : {}
  const isShown = (name: string): boolean => {
    if (!isPublicCell(kind, name)) return false
    if (isCovered) return name === 'buildId' || name === 'del' || name === 'hidden'
    if (isTaken) return name === 'del' || name === 'hidden'
    return !(kind === 'kit' && version !== undefined && SAVED_CELLS.includes(name))
  }
  return Object.fromEntries(Object.entries(cells).filter(([name]) => isShown(name)))
}

/** The owner gets everything, except the bodies of older versions. */
export function shownToOwner(server: Readable, { kind, id, kit, cells }: StoredRow): Cells {
  if (kind !== 'version' || server.published.get(kit) === id) return cells
  return Object.fromEntries(Object.entries(cells).filter(([name]) => name !== 'body'))
}

/** Adds a scope's changes since a version to an answer, in version order. */
export function read(server: Readable, reading: Reading, answer: SyncAnswer): void {
  const { scope, cursor: asked, begun, principal, known } = reading
  const isOwners = scope === ownerScope(principal)
  const counter = server.counters.get(scope) ?? 0
  if (isOwners && asked > counter) {
    answer.lost = true
    return
  }
  if (!isOwners && !scope.startsWith('k:') && scope !== TASK_SCOPE) return
  if (!server.counters.has(scope)) return
  const collected = server.startedOver.get(scope) ?? 0
  const isReset = asked > counter || (asked > 0 && asked < collected && begun < collected)
  if (isReset) answer.reset.push(scope)
  const cursor = isReset ? 0 : asked
  if (counter <= cursor) return
  if (answer.rows.length > server.pageRows) {
    answer.more = true
    return
  }
  const found: { version: number; row: StoredRow; cells: Cells }[] = []
  for (const [key, { row, kitVersion }] of server.rows) {
    const version = isOwners ? row.ownerVersion : kitVersion
    const isInScope = isOwners ? row.owner === principal : sharedScope(row) === scope
    if (!isInScope || version <= cursor || (isOwners && !isReset && known.has(key))) continue
    const cells = isOwners ? shownToOwner(server, row) : shownToAll(server, row, principal)
    if (cells) found.push({ version, row, cells })
  }
  found.sort((a, b) => a.version - b.version || (placeOf(a.row) < placeOf(b.row) ? -1 : 1))
  let readTo = counter
  for (const [at, { version, row, cells }] of found.entries()) {
    const before = found[at - 1]?.version ?? version
    if (version !== before && answer.rows.length > server.pageRows) {
      readTo = before
      answer.more = true
      break
    }
    const { kind, id, kit, owner } = row
    answer.rows.push({ kind, id, kit, mine: owner === principal, cells })
  }
  answer.cursors[scope] = readTo
  if (readTo < collected) answer.begun = { ...answer.begun, [scope]: collected }
  for (const [key, version] of server.departures) {
    const [owner = '', kitId = ''] = key.split(' ')
    const isTold = version > cursor && version <= readTo
    if (isOwners && owner === principal && isTold) answer.gone.push(kitId)
  }
}

/** Scope in which others than its owner read a row. */
export const sharedScope = ({ kind, kit }: StoredRow): Scope =>
  kind === 'task' ? TASK_SCOPE : kitScope(kit)

const placeOf = ({ kit, kind, id }: StoredRow): string => `${kit} ${kind} ${id}`
