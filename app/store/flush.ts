/**
 * Sends what is pending and takes over what changed, in one round trip. The page and the service
 * worker run this same function; sending twice at once is harmless, only wasteful.
 */
import type { Op, OpResult, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { Kind } from '#shared/schema.ts'
import type { Outbox } from './applyAnswer.ts'
import type { Device } from './clock.ts'
import type { PendingRow } from './db.ts'
import type { EditEnv } from './edit.ts'
import type { StoreTx } from './store.ts'

import { MAX_CELLS, MAX_OPS } from '#shared/limits.ts'
import { applyAnswer, refuseRow } from './applyAnswer.ts'
import { readDevice } from './clock.ts'
import { readCursors } from './cursors.ts'

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
/** More rounds than any honest exchange needs; ends a disagreement that would go on for ever. */
const MAX_ROUNDS = 200
/** Longer than any wait the server names. */
const MAX_WAIT_MS = 24 * 3_600_000
/** So many bad rows at once are no bad rows. */
const MAX_PARKED = 3
const encoder = new TextEncoder()

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
  let parked = 0
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
      if (!only || ++parked > MAX_PARKED) return { kind: 'failed' }
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

/** A time further off than any wait was written by a clock that was wrong. */
function isDue({ next }: PendingRow, now: number): boolean {
  return next <= now || next > now + MAX_WAIT_MS
}

const isLater = (result: OpResult): boolean => result.err === 'retry'

async function hasDue(env: EditEnv): Promise<boolean> {
  return env.store.transact(async (tx) => {
    const device = await readDevice(tx)
    return (await tx.allPending(device.principal)).some((row) => isDue(row, env.now()))
  })
}

/** Whether anything waits to be sent, due or not. */
export async function hasPending(env: EditEnv): Promise<boolean> {
  return env.store.transact(async (tx) => {
    const device = await readDevice(tx)
    return (await tx.allPending(device.principal)).length > 0
  })
}

async function readOutbox(
  tx: StoreTx,
  env: EditEnv,
  maxOps: number,
  maxBytes: number,
): Promise<Outbox> {
  const device = await readDevice(tx)
  const p = device.principal
  const due = (await tx.allPending(p)).filter((row) => isDue(row, env.now()))
  due.sort((a, b) => SEND_ORDER.indexOf(a.kind) - SEND_ORDER.indexOf(b.kind) || a.at - b.at)
  const sent: PendingRow[] = []
  const ops: Op[] = []
  let cells = 0
  let bytes = 0
  for (const row of due) {
    const count = Object.keys(row.cells).length
    const size = encoder.encode(JSON.stringify(row.cells)).length + 60
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
