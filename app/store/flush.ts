/**
 * Sends what is pending and takes over what changed, in one round trip. The page and the service
 * worker run this same function; sending twice at once is harmless, only wasteful.
 */
import type { Cells } from '#shared/cells.ts'
import type { Op, OpResult, PulledRow, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { Cursors } from '#shared/limits.ts'
import type { Kind } from '#shared/schema.ts'
import type { Device } from './clock.ts'
import type { PendingRow, StoredRow } from './db.ts'
import type { EditEnv } from './edit.ts'
import type { StoreTx } from './store.ts'

import { isSameValue, latestStamp, mergeCells } from '#shared/cells.ts'
import { newBuildId } from '#shared/ids.ts'
import { MAX_CELLS, MAX_OPS } from '#shared/limits.ts'
import { SHAPE_VERSION } from '#shared/schema.ts'
import { GRACE_MS, msOf } from '#shared/stamp.ts'
import { OpenClock, readDevice } from './clock.ts'
import { readCursors } from './cursors.ts'
import { forkInto } from './edit.ts'

/** What came of one request. Everything that is not an answer of ours counts as no answer. */
export type NetResult =
  | { kind: 'answer'; answer: SyncAnswer }
  | { kind: 'failed'; retryAfterMs?: number }
  /** The request was too much at once: half of it may pass. */
  | { kind: 'tooLarge' }
  /** The server could not read it: one op of it is to blame. */
  | { kind: 'malformed' }
  /** The credentials are not accepted; nothing is sent until that changes. */
  | { kind: 'unauthorized' }

export interface Net {
  sync(request: SyncRequest, device: Device): Promise<NetResult>
}

export type FlushResult =
  | { kind: 'done' }
  | { kind: 'failed'; retryAfterMs?: number }
  | { kind: 'unauthorized' }

/** The order in which kinds are sent: what others hang on goes first. */
const SEND_ORDER: readonly Kind[] = ['kit', 'line', 'step', 'version', 'task']
/** Leaves room in the 512 KiB of a request for the envelope and the stamps. */
const MAX_SEND_BYTES = 400 * 1024
const MAX_BACKOFF_MS = 5 * 60_000
/** More rounds than any honest exchange needs; ends a disagreement that would go on for ever. */
const MAX_ROUNDS = 200

interface Outbox {
  device: Device
  request: SyncRequest
  sent: PendingRow[]
  hasMore: boolean
}

/**
 * Pushes and pulls until nothing is left that may be sent now.
 * @param limits `maxBytes` bounds one request, for a send while the page is closing
 */
export async function flush(
  env: EditEnv,
  net: Net,
  limits: { maxBytes?: number; maxOps?: number } = {},
): Promise<FlushResult> {
  let maxOps = limits.maxOps ?? MAX_OPS
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outbox = await env.store.transact((tx) =>
      readOutbox(tx, env, maxOps, limits.maxBytes ?? MAX_SEND_BYTES),
    )
    const result = await net.sync(outbox.request, outbox.device)
    if (result.kind === 'unauthorized') return result
    if (result.kind === 'failed') return result
    if (result.kind === 'tooLarge' || result.kind === 'malformed') {
      if (outbox.sent.length > 1) {
        maxOps = Math.ceil(outbox.sent.length / 2)
        continue
      }
      const [only] = outbox.sent
      if (!only) return { kind: 'failed' }
      await env.store.transact((tx) => refuseRow(tx, env, only, result.kind))
      maxOps = limits.maxOps ?? MAX_OPS
      continue
    }
    await env.store.transact((tx) => applyAnswer(tx, env, outbox, result.answer))
    const isStuck = outbox.sent.length > 0 && result.answer.results.every(isLater)
    if (!(result.answer.more || (await hasDue(env)) || outbox.hasMore) || isStuck) {
      return { kind: 'done' }
    }
  }
  return { kind: 'done' }
}

const isLater = (result: OpResult): boolean => result.err === 'retry'

async function hasDue(env: EditEnv): Promise<boolean> {
  return env.store.transact(async (tx) => {
    const device = await readDevice(tx, env.random)
    return (await tx.allPending(device.principal)).some((row) => row.next <= env.now())
  })
}

/** Whether anything waits to be sent, due or not. */
export async function hasPending(env: EditEnv): Promise<boolean> {
  return env.store.transact(async (tx) => {
    const device = await readDevice(tx, env.random)
    return (await tx.allPending(device.principal)).length > 0
  })
}

async function readOutbox(
  tx: StoreTx,
  env: EditEnv,
  maxOps: number,
  maxBytes: number,
): Promise<Outbox> {
  const device = await readDevice(tx, env.random)
  const p = device.principal
  const due = (await tx.allPending(p)).filter((row) => row.next <= env.now())
  due.sort((a, b) => SEND_ORDER.indexOf(a.kind) - SEND_ORDER.indexOf(b.kind) || a.at - b.at)
  const sent: PendingRow[] = []
  const ops: Op[] = []
  let cells = 0
  let bytes = 0
  for (const row of due) {
    const count = Object.keys(row.cells).length
    const size = JSON.stringify(row.cells).length + 60
    const isFull = sent.length >= maxOps || cells + count > MAX_CELLS || bytes + size > maxBytes
    if (isFull && sent.length > 0) break
    const isNew = row.kind !== 'kit' && row.kit !== '' && !(await tx.getRow(p, row.kind, row.id))
    sent.push(row)
    ops.push({ kind: row.kind, id: row.id, kit: isNew ? row.kit : null, cells: row.cells })
    cells += count
    bytes += size
  }
  const cursors = await readCursors(tx, p)
  const request = { principal: p, node: device.node, ops, cursors }
  return { device, request, sent, hasMore: sent.length < due.length }
}

// ---- Answer ----------------------------------------------------------------------------------

/** Takes an answer over, whole or not at all: rows and cursors are stored together. */
async function applyAnswer(
  tx: StoreTx,
  env: EditEnv,
  outbox: Outbox,
  answer: SyncAnswer,
): Promise<void> {
  const p = outbox.request.principal
  const device = await readDevice(tx, env.random)
  // The device took another identity while the request was under way: it belongs to nobody now.
  if (device.principal !== p) return
  const clock = await OpenClock.open(tx, device.node, env.now())
  clock.correct(answer.now)
  await dropReset(tx, p, answer)
  for (const [index, row] of outbox.sent.entries()) {
    const result = answer.results[index]
    if (result) await applyResult(tx, env, clock, p, row, result)
  }
  for (const row of answer.rows) {
    for (const [, stamp] of Object.values(row.cells)) clock.observe(stamp)
    const reclaimed = await ghostsOf(tx, p, row, row.cells)
    await confirm(tx, p, row, row.cells)
    if (reclaimed) await restate(tx, env, clock, p, row, reclaimed)
  }
  const cursors = await readCursors(tx, p)
  const gen = await tx.getMeta('gen')
  const isOtherServer = typeof gen === 'string' && gen !== answer.gen
  // Another database stands behind the address: what was read before means nothing to it.
  const next = isOtherServer ? zeroed(cursors) : { ...cursors, ...answer.cursors }
  await tx.putMeta(`cursors:${p}`, next)
  await tx.putMeta('gen', answer.gen)
  await tx.putMeta(`lastOk:${p}`, env.now())
  await clock.close()
}

function zeroed(cursors: Cursors): Cursors {
  return Object.fromEntries(Object.keys(cursors).map((scope) => [scope, 0]))
}

/** A scope the server can no longer continue comes again from its start; pending is not touched. */
async function dropReset(tx: StoreTx, p: string, answer: SyncAnswer): Promise<void> {
  for (const scope of answer.reset) {
    const rows = scope.startsWith('k:')
      ? await tx.rowsOfKit(p, scope.slice(2))
      : (await tx.allRows(p)).filter((row) => row.mine)
    await tx.deleteRows(rows.map((row) => [p, row.kind, row.id]))
  }
}

async function applyResult(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
  result: OpResult,
): Promise<void> {
  if (result.err === 'not_owner' && sent.kit !== '') return forkAway(tx, env, clock, p, sent)
  if (result.err === 'gone') return sendWhole(tx, env, clock, p, sent)
  if (result.err === 'retry' || result.err === 'unknown_kind') {
    return postpone(tx, env, p, sent, (result.after ?? 0) * 1_000)
  }
  if (result.err) {
    for (const cell of Object.keys(sent.cells)) await refuse(tx, env, sent, cell, result.err)
    return acknowledge(tx, p, sent, Object.keys(sent.cells))
  }
  if (result.same) return acknowledge(tx, p, sent, Object.keys(sent.cells))

  const refused = new Set([...(result.clock ?? []), ...Object.keys(result.rej ?? {})])
  const accepted: Cells = {}
  for (const [name, cell] of Object.entries(sent.cells)) {
    if (!refused.has(name)) accepted[name] = cell
  }
  const reclaimed = await ghostsOf(tx, p, sent, result.stale ?? {})
  const effective = mergeCells(mergeCells(accepted, result.stale ?? {}), result.set ?? {})
  for (const [, stamp] of Object.values(effective)) clock.observe(stamp)
  if (Object.keys(effective).length > 0) {
    await confirm(tx, p, { kind: sent.kind, id: sent.id, kit: sent.kit, mine: true }, effective)
  }
  for (const [name, cell] of Object.entries(result.stale ?? {})) {
    if (!reclaimed?.[name]) await noteOverwritten(tx, env, sent, name, cell[0])
  }
  for (const [name, code] of Object.entries(result.rej ?? {}))
    await refuse(tx, env, sent, name, code)
  const done = Object.keys(sent.cells).filter((name) => !result.clock?.includes(name))
  await acknowledge(tx, p, sent, done)
  if (reclaimed) await restate(tx, env, clock, p, sent, reclaimed)
  if (result.clock) await restamp(tx, clock, p, sent, result.clock, result.top ?? '')
}

/** Merges cells into the confirmed row. */
async function confirm(
  tx: StoreTx,
  p: string,
  row: Omit<PulledRow, 'cells'>,
  cells: Cells,
): Promise<void> {
  const known = await tx.getRow(p, row.kind, row.id)
  const merged = mergeCells(known?.cells ?? {}, cells)
  const stored: StoredRow = {
    p,
    kind: row.kind,
    id: row.id,
    kit: row.kit,
    mine: row.mine,
    cells: merged,
  }
  const buildId = merged['buildId']?.[0]
  if (row.kind === 'kit' && typeof buildId === 'string') {
    stored.buildId = buildId
    const before = known?.buildId
    if (before !== undefined && before !== buildId) {
      await tx.putMeta(`drawn:${before}`, { kitId: row.id, at: 0 })
    }
  }
  await tx.putRows([stored])
}

/** Takes cells out of the outbox, but only where they are still the ones that were sent. */
async function acknowledge(
  tx: StoreTx,
  p: string,
  sent: PendingRow,
  names: readonly string[],
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const left: Cells = {}
  for (const [name, cell] of Object.entries(pending.cells)) {
    const isSent = names.includes(name) && isSentCell(sent, name, cell)
    if (!isSent) left[name] = cell
  }
  if (Object.keys(left).length === 0) await tx.deletePending([[p, sent.kind, sent.id]])
  else await tx.putPending([{ ...pending, cells: left, tries: 0, next: 0 }])
}

function isSentCell(sent: PendingRow, name: string, cell: Cells[string]): boolean {
  const was = sent.cells[name]
  return was !== undefined && was[1] === cell[1] && isSameValue(was[0], cell[0])
}

/**
 * Gives cells with a stamp too far ahead a new one. The floor is what the server holds and what of
 * this row is not refused, never the refused stamp itself: that would be refused for ever.
 */
async function restamp(
  tx: StoreTx,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
  names: readonly string[],
  top: string,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const confirmed = await tx.getRow(p, sent.kind, sent.id)
  const cells: Cells = { ...pending.cells }
  const isRefused = (name: string): boolean => {
    const cell = cells[name]
    return names.includes(name) && cell !== undefined && isSentCell(sent, name, cell)
  }
  const refused = Object.keys(cells).filter(isRefused)
  refused.sort((a, b) => ((cells[a]?.[1] ?? '') < (cells[b]?.[1] ?? '') ? -1 : 1))
  const others = Object.entries(cells).filter(([name]) => !refused.includes(name))
  let floor = latestStamp({ ...confirmed?.cells })
  for (const stamp of [top, latestStamp(Object.fromEntries(others))])
    if (stamp > floor) floor = stamp
  const stamps = Object.fromEntries(refused.map((name) => [name, cells[name]?.[1] ?? '']))
  await noteRefused(tx, p, sent, stamps, clock.now)
  for (const name of refused) {
    const cell = cells[name]
    if (!cell) continue
    const stamp = clock.tick(floor)
    cells[name] = [cell[0], stamp]
    if (stamp > floor) floor = stamp
  }
  await tx.putPending([{ ...pending, cells, tries: 0, next: 0 }])
}

// ---- Ghosts ----------------------------------------------------------------------------------

/** A stamp that was refused and given anew, by `kind:id:cell`, with the time of that. */
type Refused = Record<string, { stamp: string; at: number }>

const MAX_GHOSTS = 200

/**
 * Remembers refused stamps: a copy of the request that the network delivers later may carry one
 * past the server, when its time has come, on top of what was typed since.
 */
async function noteRefused(
  tx: StoreTx,
  p: string,
  row: { kind: Kind; id: string },
  stamps: Record<string, string>,
  at: number,
): Promise<void> {
  const stored = ((await tx.getMeta(`refused:${p}`)) ?? {}) as Refused
  for (const [cell, stamp] of Object.entries(stamps)) {
    const key = `${row.kind}:${row.id}:${cell}`
    if (stamp > (stored[key]?.stamp ?? '')) stored[key] = { stamp, at }
  }
  const latest = Object.entries(stored).toSorted(([, a], [, b]) => b.at - a.at)
  await tx.putMeta(`refused:${p}`, Object.fromEntries(latest.slice(0, MAX_GHOSTS)))
}

/** What this device shows in cells where a refused stamp of its own came back from the server. */
async function ghostsOf(
  tx: StoreTx,
  p: string,
  row: { kind: Kind; id: string },
  arrived: Cells,
): Promise<Cells | null> {
  const refused = (await tx.getMeta(`refused:${p}`)) as Refused | undefined
  if (!refused) return null
  const names = Object.entries(arrived)
    .filter(([cell, [, stamp]]) => refused[`${row.kind}:${row.id}:${cell}`]?.stamp === stamp)
    .map(([cell]) => cell)
  if (names.length === 0) return null
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  const shown = mergeCells(confirmed?.cells ?? {}, pending?.cells ?? {})
  const own = Object.entries(shown).filter(([cell]) => names.includes(cell))
  return Object.fromEntries(own)
}

/** Types values again, later than everything the row holds now. */
async function restate(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  row: { kind: Kind; id: string; kit: string },
  own: Cells,
): Promise<void> {
  const confirmed = await tx.getRow(p, row.kind, row.id)
  const pending = await tx.getPending(p, row.kind, row.id)
  let cells: Cells = { ...pending?.cells }
  for (const [name, [value, stamp]] of Object.entries(own)) {
    const shown = mergeCells(confirmed?.cells ?? {}, cells)
    const held = shown[name]
    if (!held || held[1] <= stamp || isSameValue(held[0], value)) continue
    cells = { ...cells, [name]: [value, clock.tick(latestStamp(shown))] }
  }
  if (Object.keys(cells).length === 0) return
  const { kind, id, kit } = row
  const at = pending?.at ?? env.now()
  await tx.putPending([{ p, kind, id, kit, cells, shape: SHAPE_VERSION, tries: 0, next: 0, at }])
}

/**
 * The server does not hold the row, or not its kit. Everything this device knows of both is sent
 * again; stamps from a clock that ran ahead are given anew, since nothing is there to lose against.
 */
async function sendWhole(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const confirmed = await tx.getRow(p, sent.kind, sent.id)
  if (confirmed) await tx.deleteRows([[p, sent.kind, sent.id]])
  const whole: PendingRow = { ...pending, cells: mergeCells(confirmed?.cells ?? {}, pending.cells) }
  await tx.putPending([{ ...whole, tries: sent.tries + 1, next: backoff(env, sent.tries) }])
  const ahead = Object.entries(whole.cells).filter(
    ([, cell]) => msOf(cell[1]) > clock.now + GRACE_MS,
  )
  if (ahead.length > 0) {
    await restamp(
      tx,
      clock,
      p,
      whole,
      ahead.map(([name]) => name),
      '',
    )
  }
  const kit = sent.kit ? await tx.getRow(p, 'kit', sent.kit) : undefined
  if (!kit?.mine || sent.kind === 'kit') return
  const kitPending = await tx.getPending(p, 'kit', sent.kit)
  const again: PendingRow = {
    p,
    kind: 'kit',
    id: sent.kit,
    kit: sent.kit,
    shape: SHAPE_VERSION,
    tries: 0,
    next: 0,
    at: kitPending?.at ?? env.now(),
    cells: mergeCells(kit.cells, kitPending?.cells ?? {}),
  }
  await tx.putPending([again])
}

function backoff(env: EditEnv, tries: number): number {
  // The first time at once: usually the kit is in the same batch and was only given a new stamp.
  return tries === 0 ? 0 : env.now() + Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** tries)
}

async function postpone(
  tx: StoreTx,
  env: EditEnv,
  p: string,
  sent: PendingRow,
  afterMs: number,
): Promise<void> {
  const pending = await tx.getPending(p, sent.kind, sent.id)
  if (!pending) return
  const wait = Math.max(afterMs, Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** sent.tries))
  await tx.putPending([{ ...pending, tries: sent.tries + 1, next: env.now() + wait }])
}

/** The kit turned out to be somebody else's: what was typed becomes an own copy. */
async function forkAway(
  tx: StoreTx,
  env: EditEnv,
  clock: OpenClock,
  p: string,
  sent: PendingRow,
): Promise<void> {
  const rows = await tx.pendingOfKit(p, sent.kit)
  // Another op of the same kit was answered first and took everything along.
  if (rows.length === 0) return
  const fork = await forkInto(tx, env, clock, p, sent.kit, newBuildId(env.random))
  await tx.deletePending(rows.map((row) => [p, row.kind, row.id]))
  const confirmed = await tx.rowsOfKit(p, sent.kit)
  await tx.putRows(confirmed.map((row) => ({ ...row, mine: false })))
  await tx.putMeta(`moved:${sent.kit}`, { kitId: fork.kitId, buildId: fork.buildId })
}

async function refuse(
  tx: StoreTx,
  env: EditEnv,
  sent: PendingRow,
  cell: string,
  code: string,
): Promise<void> {
  const value = sent.cells[cell]?.[0]
  if (value === undefined) return
  const { p, kind, id, kit } = sent
  await tx.putProblem({
    id: `${id}:${cell}`,
    p,
    at: env.now(),
    kind,
    row: id,
    kit,
    cell,
    value,
    code,
  })
}

/** What this device typed lost against a later value: it is kept, to be offered back. */
async function noteOverwritten(
  tx: StoreTx,
  env: EditEnv,
  sent: PendingRow,
  cell: string,
  winner: Cells[string][0],
): Promise<void> {
  const own = sent.cells[cell]?.[0]
  const isSilent = cell === 'ord' || cell === 'del' || cell === 'buildId'
  if (own === undefined || isSilent || isSameValue(own, winner)) return
  await refuse(tx, env, sent, cell, 'overwritten')
}

/** A row the server cannot even read is parked, cell by cell, and the rest goes on. */
async function refuseRow(tx: StoreTx, env: EditEnv, row: PendingRow, code: string): Promise<void> {
  const pending = await tx.getPending(row.p, row.kind, row.id)
  if (!pending) return
  for (const cell of Object.keys(row.cells)) await refuse(tx, env, row, cell, code)
  await acknowledge(tx, row.p, row, Object.keys(row.cells))
}
