/**
 * The pure core of the server's write path: what an op does to the rows it touches. No clock, no
 * randomness and no database of its own, so that a simulation runs exactly this.
 *
 * `World` holds the rows a batch touches, read under lock. `decide` changes it in place and marks
 * what changed; the caller writes the marked rows.
 */
import type { Cell, Cells, Json } from './cells.ts'
import type { Op, OpResult } from './protocol.ts'
import type { Principal } from './limits.ts'
import type { Kind } from '../kinds/schema.ts'

import { beats, isKitAlive, isRowAlive, isSameValue, latestStamp, textIn } from './cells.ts'
import { MAX_KIT_BYTES, MAX_LINES, rowBytes } from '../kinds/kit.ts'
import { cellProblem, isContent, ruleOf } from '../kinds/schema.ts'
import { GRACE_MS, msOf, nodeOf, packStamp, successor } from './stamp.ts'
import { STEP_BYTES } from '../kinds/step.ts'
import { taskKey } from '../kinds/task.ts'

export interface StoredRow {
  kind: Kind
  id: string
  /** The row's kit, its own id for a kit, '' for a row that stands alone. */
  kit: string
  owner: Principal
  cells: Cells
  /** The owner's counter when the row last changed; 0 for a row of this batch. */
  ownerVersion: number
}

/** What a kit knows about all its rows. */
export interface KitTotals {
  /** Greatest millisecond of any content stamp in the kit. */
  maxMs: number
  liveLines: number
  /** Size of the living content, see `rowBytes`. */
  bytes: number
}

export interface World {
  rows: Map<string, StoredRow>
  totals: Map<string, KitTotals>
  /** Build ids that are taken, with their kits. Never given to another kit. */
  buildIds: Map<string, string>
  /** Whose the kits were that collection took, by kit: an id keeps its owner. */
  formerOwners: ReadonlyMap<string, Principal>
  /** Tasks the principal can see, by `taskKey`. */
  taskIds: Map<string, string>
  changed: Set<StoredRow>
  beaten: StoredRow[]
  /** Kits of this batch that were given another build id than this one, which they asked for. */
  renamed?: { kitId: string; buildId: string }[]
}

export interface Actor {
  principal: Principal
  /** The name of an account, which its comments carry; null for a device. */
  name: string | null
  /** How far this device has read its owner's stream; what is later it has not seen. */
  ownerCursor: number
  /** See refusals.ts. */
  refusedFrom: number
}

export interface Deciding {
  /** The server's time, milliseconds. */
  now: number
  /** The server's own name in stamps. */
  serverNode: string
  /** A build id nobody has. */
  drawBuildId: () => string
  /** The id of the row that offers back a beaten value: the same for the same loss. */
  beatenId: (rowId: string, cell: string, stamp: string) => string
}

export const rowKey = (kind: Kind, id: string): string => `${kind}:${id}`

const ORDER: readonly Kind[] = [
  'kit',
  'line',
  'step',
  'version',
  'comment',
  'task',
  'log',
  'beaten',
]

/** The indexes of ops in the order in which they are applied: what others hang on goes first. */
export function inOrder(ops: readonly Op[]): number[] {
  const rankOf = (index: number) => ORDER.indexOf(ops[index]?.kind ?? 'beaten')
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
  // Sent whole it would be refused for these: they are given anew first.
  const { clock, rej } = judge(newRow(op, actor), op, 0, actor, env)
  return clock.length > 0 ? refuseNew(op, rej) : result
}

const newRow = ({ kind, id, kit }: Op, { principal }: Actor): StoredRow => ({
  kind,
  id,
  kit: kind === 'kit' ? id : ruleOf(kind).inKit ? (kit ?? '') : '',
  owner: principal,
  cells: {},
  ownerVersion: 0,
})

/** Nothing of a row is stored without its required cell: it comes again, whole. */
function refuseNew(op: Op, rej: Judged['rej']): OpResult {
  return {
    clock: Object.keys(op.cells).filter((name) => !rej[name]),
    top: '',
    ...(Object.keys(rej).length > 0 ? { rej } : {}),
  }
}

/** Insert-once rows answer what is stored, so that the sender ends with the same stamps. */
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
  const kitId = op.kind === 'kit' ? op.id : rule.inKit ? op.kit : ''
  if (kitId === null) return { err: 'gone' }
  const isAnothers = (world.formerOwners.get(kitId) ?? actor.principal) !== actor.principal
  if (op.kind === 'kit' && isAnothers) return { err: 'not_owner' }
  if (rule.inKit) {
    const kit = world.rows.get(rowKey('kit', kitId))
    // Its owner may bring a collected kit back; to whom it is not the row would wait for ever.
    if (!kit) return { err: isAnothers && !rule.isOpen ? 'not_owner' : 'gone' }
    if (kit.owner !== actor.principal && !rule.isOpen) return { err: 'not_owner' }
    const isCovered = kit.cells['hidden']?.[0] === true && kit.owner !== actor.principal
    if (rule.isOpen && (isCovered || !isKitAlive(kit.cells))) return { err: 'parent_gone' }
  }
  if (op.kind === 'task') {
    const same = world.taskIds.get(taskKey(textIn(op.cells, 'name')))
    if (same) return { same }
  }
  const row = newRow(op, actor)
  const judged = judge(row, op, totalsOf(world, kitId)?.maxMs ?? 0, actor, env)
  // A late copy of what was refused whole stores no part of it.
  const isLate = judged.clock.length > 0 && actor.refusedFrom < Number.POSITIVE_INFINITY
  if (isLate || rule.required.some((name) => !judged.fine[name])) {
    // Without its required cell nothing of the row is stored: it comes again, whole.
    if (judged.clock.length === 0) {
      // Every cell gets its answer: one that is not named counts as stored.
      return {
        rej: Object.fromEntries(
          Object.keys(op.cells).map((name) => [name, judged.rej[name] ?? 'parent_gone']),
        ),
      }
    }
    return refuseNew(op, judged.rej)
  }
  const written: Cells = op.kind === 'comment' ? authorCells(actor, env) : {}
  // Its build id is its own already: it was here before, and what was in it was collected.
  const isBack = op.kind === 'kit' && world.buildIds.get(textIn(op.cells, 'buildId')) === op.id
  const result = store(world, row, { ...judged.fine, ...written }, actor, env)
  if (result.err) return result
  return finish(
    {
      ...result,
      ...(op.kind === 'comment' ? { set: written } : {}),
      ...(isBack ? { again: 1 as const } : {}),
    },
    judged,
    row,
    world,
  )
}

/** Who wrote a comment is the server's to say. */
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

/** Cells that never change are answered as they are stored; takes them out of what is merged. */
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
    // With it what the server has written: the answer that told of it may be lost.
    if (stored.cells['author']) fixed['author'] = stored.cells['author']
  }
  return Object.keys(fixed).length > 0 ? fixed : null
}

/** What a row of this kind adds to the size of its kit. A row that is not there yet has no cells. */
function bytesOf(kind: Kind, cells: Cells): number {
  if (!isRowAlive(cells) || Object.keys(cells).length === 0) return 0
  return rowBytes(cells) + (kind === 'step' ? STEP_BYTES : 0)
}

interface Judged {
  fine: Cells
  rej: Record<string, string>
  clock: string[]
}

/** Sorts the cells of an op into those to merge, those refused for good and those too far ahead. */
function judge(row: StoredRow, op: Op, maxMs: number, actor: Actor, { now }: Deciding): Judged {
  const judged: Judged = { fine: {}, rej: {}, clock: [] }
  for (const [name, cell] of Object.entries(op.cells)) {
    const stored = row.cells[name]
    const code = cellProblem(op.kind, name, cell[0])
    const ms = msOf(cell[1])
    if (code) judged.rej[name] = code
    else if (stored && stored[1] === cell[1] && isSameValue(stored[0], cell[0])) {
      // An exact repeat of what is stored is never refused, whatever the clocks say.
      judged.fine[name] = cell
    } else if (ms < actor.refusedFrom && (ms <= now + GRACE_MS || ms <= maxMs + 1)) {
      judged.fine[name] = cell
    } else judged.clock.push(name)
  }
  return judged
}

/**
 * Merges cells into a row and keeps the kit's totals. What would bring its kit past a limit changes
 * nothing: then `err` says so, alone.
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
  const lines =
    row.kind === 'line' ? Number(isRowAlive(merged)) - Number(!isNew && isRowAlive(before)) : 0
  const growth = isCounted ? bytesOf(row.kind, merged) - bytesOf(row.kind, before) : 0
  if (lines > 0 && totals.liveLines >= MAX_LINES) return { err: 'too_many_lines' }
  if (growth > 0 && totals.bytes + growth > MAX_KIT_BYTES) return { err: 'kit_too_large' }
  for (const [name, sent] of taken) {
    const stored = before[name]
    let cell = sent
    if (row.kind === 'kit' && name === 'buildId') {
      // As long as the one it is instead of.
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
  if (row.kind === 'task') world.taskIds.set(taskKey(textIn(merged, 'name')), row.id)
  return result
}

/** Keeps a build id for a kit. One that is taken is replaced by another, stamped just after it. */
function reserveBuildId(world: World, row: StoredRow, sent: Cell, env: Deciding): Cell {
  const wanted = textIn({ buildId: sent }, 'buildId')
  const holder = world.buildIds.get(wanted)
  const isFree = holder === undefined || holder === row.id
  const buildId = isFree ? wanted : env.drawBuildId()
  world.buildIds.set(buildId, row.id)
  if (!isFree) (world.renamed ??= []).push({ kitId: row.id, buildId: wanted })
  return isFree ? sent : [buildId, successor(sent[1], env.serverNode)]
}

/**
 * When a value replaces one the sender had not seen, typed on another device of the same owner,
 * the loser is kept as a row of its own, so that it can be offered back.
 */
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

/** The stamp a refused cell has to beat when it is given a new one. */
function topOf(row: StoredRow, refused: readonly string[], world: World): string {
  const ofRow = latestStamp(row.cells)
  if (row.kind !== 'kit' || !refused.includes('del')) return ofRow
  // A kit's deletion has to be later than everything in it; its totals know the millisecond only.
  const ofKit = packStamp(totalsOf(world, row.id)?.maxMs ?? 0, 2 ** 18 - 1, 'zzzzzzzzz')
  return ofKit > ofRow ? ofKit : ofRow
}

function totalsOf(world: World, kitId: string): KitTotals | undefined {
  return world.totals.get(kitId)
}
