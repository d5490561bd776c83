/**
 * Pure core of the server's write path: the effect of an op on the rows it touches. Has no clock,
 * randomness or database of its own, so a simulation runs exactly this.
 *
 * `World` holds the rows a batch touches, read under lock. `decide` mutates it in place and marks
 * changes; the caller writes the marked rows.
 */
import type { Cell, Cells, Json } from '../cells/cells.ts'
import type { Op, OpResult } from './protocol.ts'
import type { Principal } from '../cells/limits.ts'
import type { Kind } from '../kinds/schema.ts'

import { beats, isKitAlive, isRowAlive, isSameValue, latestStamp, textIn } from '../cells/cells.ts'
import { MAX_KIT_BYTES, rowBytes } from '../kinds/kit.ts'
import { ALL_KINDS, cellProblem, isContent, kitIdOf, ruleOf, sameKey } from '../kinds/schema.ts'
import { GRACE_MS, msOf, nodeOf, packStamp, successor } from '../cells/stamp.ts'

export interface StoredRow {
  kind: Kind
  id: string
  /** Id of the row's kit; its own id for a kit, '' for a row that stands alone. */
  kit: string
  owner: Principal
  cells: Cells
  /** Owner's counter at the row's last change; 0 for a row of this batch. */
  ownerVersion: number
}

/** Totals over all rows of a kit. */
export interface KitTotals {
  /** Greatest millisecond of any content stamp in the kit. */
  maxMs: number
  liveLines: number
  /** Size of its alive content, see `rowBytes`. */
  bytes: number
}

export interface World {
  rows: Map<string, StoredRow>
  totals: Map<string, KitTotals>
  /** Taken build ids, with their kits. Never given to another kit. */
  buildIds: Map<string, string>
  /** Owners of collected kits: an id keeps its owner. */
  formerOwners: ReadonlyMap<string, Principal>
  /** Tasks the principal can see, by `sameKey`. */
  taskIds: Map<string, string>
  changed: Set<StoredRow>
  beaten: StoredRow[]
  /** Kits of this batch that were given another build id than the one listed here. */
  renamed?: { kitId: string; buildId: string }[]
}

export interface Actor {
  principal: Principal
  /** Account name for comments; null for a device. */
  name: string | null
  /** Cursor of this device on its owner's stream; later changes are unseen. */
  ownerCursor: number
  /** See refusals.ts. */
  refusedFrom: number
}

export interface Deciding {
  /** Server time, milliseconds. */
  now: number
  /** The server's node in stamps. */
  serverNode: string
  /** Draws a free build id. */
  drawBuildId: () => string
  /** Id of a 'beaten' row: deterministic per lost value. */
  beatenId: (rowId: string, cell: string, stamp: string) => string
}

export const rowKey = (kind: Kind, id: string): string => `${kind}:${id}`

/** Op indexes in the order they are applied: parents first. */
export function inOrder(ops: readonly Op[]): number[] {
  const rankOf = (index: number) => ALL_KINDS.indexOf(ops[index]?.kind ?? 'beaten')
  return [...ops.keys()].sort((a, b) => rankOf(a) - rankOf(b) || a - b)
}

/** Applies one op. Never throws for anything a client can send. */
export function decide(world: World, op: Op, actor: Actor, env: Deciding): OpResult {
  const rule = ruleOf(op.kind)
  if (rule.writers === 'account' && !actor.principal.startsWith('u:')) return { err: 'forbidden' }

  const stored = world.rows.get(rowKey(op.kind, op.id))
  if (stored) {
    if (stored.owner !== actor.principal) return { err: 'not_owner' }
    return rule.insertOnce ? answerStored(stored, op) : update(world, stored, op, actor, env)
  }
  if (rule.writers === 'server') return { err: 'forbidden' }
  const result = insert(world, op, actor, env)
  if (result.err !== 'gone') return result
  // Sent again whole, the row would be refused for these stamps: restamp them first.
  const { clock, rej } = judge(newRow(op, actor), op, 0, actor, env)
  return clock.length > 0 ? refuseNew(op, rej) : result
}

const newRow = (op: Op, { principal }: Actor): StoredRow => ({
  kind: op.kind,
  id: op.id,
  kit: kitIdOf(op) ?? '',
  owner: principal,
  cells: {},
  ownerVersion: 0,
})

/** Without its required cells nothing of a row is stored: it is sent again, whole. */
function refuseNew(op: Op, rej: Judged['rej']): OpResult {
  return {
    clock: Object.keys(op.cells).filter((name) => !rej[name]),
    top: '',
    ...(Object.keys(rej).length > 0 ? { rej } : {}),
  }
}

/** Insert-once rows answer with the stored cells, so the sender ends with the same stamps. */
function answerStored(stored: StoredRow, op: Op): OpResult {
  const isSame = Object.entries(op.cells).every(([name, cell]) => {
    const mine = stored.cells[name]
    return mine !== undefined && mine[1] === cell[1] && isSameValue(mine[0], cell[0])
  })
  return isSame ? { ok: 1 } : { set: stored.cells }
}

function insert(world: World, op: Op, actor: Actor, env: Deciding): OpResult {
  const rule = ruleOf(op.kind)
  if (rule.required.some((name) => !op.cells[name])) return { err: 'gone' }
  const kitId = kitIdOf(op)
  if (kitId === null) return { err: 'gone' }
  const isAnothers = (world.formerOwners.get(kitId) ?? actor.principal) !== actor.principal
  if (op.kind === 'kit' && isAnothers) return { err: 'not_owner' }
  if (rule.inKit) {
    const kit = world.rows.get(rowKey('kit', kitId))
    // Its owner may restore a collected kit; anybody else's row would wait forever.
    if (!kit) return { err: isAnothers && !rule.isOpen ? 'not_owner' : 'gone' }
    if (kit.owner !== actor.principal && !rule.isOpen) return { err: 'not_owner' }
    const isCovered = kit.cells['hidden']?.[0] === true && kit.owner !== actor.principal
    if (rule.isOpen && (isCovered || !isKitAlive(kit.cells))) return { err: 'parent_gone' }
  }
  const key = sameKey(op.kind, op.cells)
  const same = key === null ? undefined : world.taskIds.get(key)
  if (same) return { same }
  const row = newRow(op, actor)
  const judged = judge(row, op, totalsOf(world, kitId)?.maxMs ?? 0, actor, env)
  // A late copy of a row refused whole stores no part of it.
  const isLate = judged.clock.length > 0 && actor.refusedFrom < Number.POSITIVE_INFINITY
  if (isLate || rule.required.some((name) => !judged.fine[name])) {
    // Without its required cells nothing of a row is stored: it is sent again, whole.
    if (judged.clock.length === 0) {
      // Names every cell: an unnamed one would count as stored.
      return {
        rej: Object.fromEntries(
          Object.keys(op.cells).map((name) => [name, judged.rej[name] ?? 'parent_gone']),
        ),
      }
    }
    return refuseNew(op, judged.rej)
  }
  const written: Cells = rule.isOpen ? authorCells(actor, env) : {}
  // Its build id is its own already: it was here before, and its rows were collected.
  const isBack = op.kind === 'kit' && world.buildIds.get(textIn(op.cells, 'buildId')) === op.id
  const result = store(world, row, { ...judged.fine, ...written }, actor, env)
  if (result.err) return result
  return finish(
    {
      ...result,
      ...(rule.isOpen ? { set: written } : {}),
      ...(isBack ? { again: 1 as const } : {}),
    },
    judged,
    row,
    world,
  )
}

/** Only the server writes a comment's author. */
function authorCells(actor: Actor, env: Deciding): Cells {
  const author = { id: actor.principal.slice(2), name: actor.name ?? '' }
  return { author: [author, packStamp(env.now, 0, env.serverNode)] }
}

function update(world: World, stored: StoredRow, op: Op, actor: Actor, env: Deciding): OpResult {
  const judged = judge(stored, op, totalsOf(world, stored.kit)?.maxMs ?? 0, actor, env)
  const fixed = fixedCells(stored, judged)
  if (stored.cells['removed']?.[0] === true && judged.fine['del']?.[0] === false) {
    delete judged.fine['del']
    judged.rej['del'] = 'forbidden'
  }
  const result = store(world, stored, judged.fine, actor, env)
  if (result.err) return result
  return finish({ ...result, ...(fixed ? { set: fixed } : {}) }, judged, stored, world)
}

/** Immutable cells: answered as stored, and removed from the merge. */
function fixedCells(stored: StoredRow, judged: Judged): Cells | null {
  const fixed: Cells = {}
  for (const name of ruleOf(stored.kind).immutable ?? []) {
    const kept = stored.cells[name]
    const sent = judged.fine[name]
    if (!sent || !kept) continue
    delete judged.fine[name]
    const isRepeat = sent[1] === kept[1] && isSameValue(sent[0], kept[0])
    if (isRepeat && !stored.cells['author']) continue
    fixed[name] = kept
    // Repeats the server-written author: the first answer may have been lost.
    if (stored.cells['author']) fixed['author'] = stored.cells['author']
  }
  return Object.keys(fixed).length > 0 ? fixed : null
}

/** Size a row adds to its kit. A new row has no cells yet. */
function bytesOf(kind: Kind, cells: Cells): number {
  if (!isRowAlive(cells) || Object.keys(cells).length === 0) return 0
  return rowBytes(cells) + (ruleOf(kind).bytes ?? 0)
}

interface Judged {
  fine: Cells
  rej: Record<string, string>
  clock: string[]
}

/** Sorts an op's cells into mergeable, refused, and too far ahead. */
function judge(row: StoredRow, op: Op, maxMs: number, actor: Actor, { now }: Deciding): Judged {
  const judged: Judged = { fine: {}, rej: {}, clock: [] }
  for (const [name, cell] of Object.entries(op.cells)) {
    const stored = row.cells[name]
    const code = cellProblem(op.kind, name, cell[0])
    const ms = msOf(cell[1])
    if (code) judged.rej[name] = code
    else if (stored && stored[1] === cell[1] && isSameValue(stored[0], cell[0])) {
      // An exact repeat of a stored cell always passes, whatever the clocks say.
      judged.fine[name] = cell
    } else if (ms < actor.refusedFrom && (ms <= now + GRACE_MS || ms <= maxMs + 1)) {
      judged.fine[name] = cell
    } else judged.clock.push(name)
  }
  return judged
}

/**
 * Merges cells into a row and updates the kit's totals. A merge beyond a limit of the kit changes
 * nothing and returns only `err`.
 */
function store(world: World, row: StoredRow, cells: Cells, actor: Actor, env: Deciding): OpResult {
  const result: OpResult = {}
  const before = row.cells
  const merged: Record<string, Cell> = { ...before }
  const taken: [string, Cell][] = []
  for (const [name, sent] of Object.entries(cells)) {
    const stored = before[name]
    if (stored && stored[1] === sent[1] && isSameValue(stored[0], sent[0])) continue
    if (beats(sent, stored)) {
      merged[name] = sent
      taken.push([name, sent])
    } else if (stored) (result.stale ??= {})[name] = stored
  }
  const key = rowKey(row.kind, row.id)
  const isNew = !world.rows.has(key)
  if (taken.length === 0 && !isNew) return result
  const isCounted = row.kit !== '' && isContent(row.kind)
  const totals = totalsOf(world, row.kit) ?? { maxMs: 0, liveLines: 0, bytes: 0 }
  const { most } = ruleOf(row.kind)
  const lines = most ? Number(isRowAlive(merged)) - Number(!isNew && isRowAlive(before)) : 0
  const growth = isCounted ? bytesOf(row.kind, merged) - bytesOf(row.kind, before) : 0
  if (most && lines > 0 && totals.liveLines >= most) return { err: 'too_many_lines' }
  if (growth > 0 && totals.bytes + growth > MAX_KIT_BYTES) return { err: 'kit_too_large' }
  for (const [name, sent] of taken) {
    const stored = before[name]
    let cell = sent
    if (row.kind === 'kit' && name === 'buildId') {
      // Same length as the id it replaces.
      cell = reserveBuildId(world, row, sent, env)
      if (cell !== sent) (result.set ??= {})[name] = cell
      merged[name] = cell
    }
    if (stored) offerBack(world, row, name, stored, cell, actor, env)
  }
  if (isCounted) {
    const isEdit = (name: string) => name !== 'del'
    totals.maxMs = Math.max(totals.maxMs, msOf(latestStamp(merged, isEdit) || latestStamp(merged)))
    totals.liveLines += lines
    totals.bytes += growth
    world.totals.set(row.kit, totals)
  }
  row.cells = merged
  if (isNew) world.rows.set(key, row)
  world.changed.add(row)
  const same = sameKey(row.kind, merged)
  if (same !== null) world.taskIds.set(same, row.id)
  return result
}

/** Reserves a build id for a kit. A taken one is replaced, stamped just after the original. */
function reserveBuildId(world: World, row: StoredRow, sent: Cell, env: Deciding): Cell {
  const wanted = textIn({ buildId: sent }, 'buildId')
  const holder = world.buildIds.get(wanted)
  const isFree = holder === undefined || holder === row.id
  const buildId = isFree ? wanted : env.drawBuildId()
  world.buildIds.set(buildId, row.id)
  if (!isFree) (world.renamed ??= []).push({ kitId: row.id, buildId: wanted })
  return isFree ? sent : [buildId, successor(sent[1], env.serverNode)]
}

/** Keeps a value of another device overwritten unseen as a 'beaten' row, to be offered back. */
function offerBack(
  world: World,
  row: StoredRow,
  name: string,
  lost: Cell,
  winner: Cell,
  actor: Actor,
  env: Deciding,
): void {
  const isOwnNode = nodeOf(lost[1]) === nodeOf(winner[1])
  const isSeen = row.ownerVersion <= actor.ownerCursor
  if (isOwnNode || isSeen || name === 'del' || name === 'ord' || isSameValue(lost[0], winner[0]))
    return
  const stamp = packStamp(env.now, 0, env.serverNode)
  const cell = (value: Json): Cell => [value, stamp]
  world.beaten.push({
    kind: 'beaten',
    id: env.beatenId(row.id, name, lost[1]),
    kit: row.kit,
    owner: row.owner,
    ownerVersion: 0,
    cells: {
      kind: cell(row.kind),
      row: cell(row.id),
      cell: cell(name),
      value: cell(lost[0]),
      stamp: cell(lost[1]),
    },
  })
}

function finish(result: OpResult, judged: Judged, row: StoredRow, world: World): OpResult {
  if (Object.keys(judged.rej).length > 0) result.rej = judged.rej
  if (judged.clock.length > 0) {
    result.clock = judged.clock
    result.top = topOf(row, judged.clock, world)
  }
  return Object.keys(result).length === 0 ? { ok: 1 } : result
}

/** Stamp a refused cell has to beat when restamped. */
function topOf(row: StoredRow, refused: readonly string[], world: World): string {
  const ofRow = latestStamp(row.cells)
  if (row.kind !== 'kit' || !refused.includes('del')) return ofRow
  // A kit's deletion must be later than every row in it; totals know only milliseconds.
  const ofKit = packStamp(totalsOf(world, row.id)?.maxMs ?? 0, 2 ** 18 - 1, 'zzzzzzzzz')
  return ofKit > ofRow ? ofKit : ofRow
}

function totalsOf(world: World, kitId: string): KitTotals | undefined {
  return world.totals.get(kitId)
}
