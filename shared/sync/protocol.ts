/**
 * Sync envelope: `POST /api/sync`, one call that pushes and pulls in one round trip. Types shared
 * by both ends, and the request's wire format; readRequest.ts parses it, answer.ts has the answer.
 *
 * Request stamps are relative to `t0` and the sender's node: `ms - t0`, `[ms - t0, counter]`, or
 * all 19 characters for a stamp of another node.
 */
import type { Digest } from './digest.ts'
import type { Cell, Cells, Json } from '../cells/cells.ts'
import type { Kind } from '../kinds/schema.ts'
import type { Stamp } from '../cells/stamp.ts'

import type { Cursors, Principal, Scope, WaitReason } from '../cells/limits.ts'

import { PROTOCOL_VERSION } from '../cells/limits.ts'
import { SHAPE_VERSION } from '../kinds/schema.ts'
import { counterOf, msOf, nodeOf, packMs } from '../cells/stamp.ts'

/** Dirty cells of one row. `kit` is its kit, sent only for a new row. */
export interface Op {
  kind: Kind
  id: string
  kit: string | null
  cells: Cells
}

/** Result of one op. Fields may combine: `clock` and `rej` name single cells. */
export interface OpResult {
  ok?: 1
  /** Stored cells later than the sent ones. */
  stale?: Record<string, Cell>
  /** Cells refused for good, each with a code of problem.ts. */
  rej?: Record<string, string>
  /** Cells whose stamp is too far ahead; `top` is the greatest stored stamp of the row. */
  clock?: string[]
  top?: Stamp
  /** Cells stored differently: a build id that was taken, an insert-once row. */
  set?: Record<string, Cell>
  /** Id the row already has here (a task of the same name). */
  same?: string
  /** The kit was collected and is back: its other rows must be sent again. */
  again?: 1
  err?: string
  /** Seconds to wait, with `err: 'retry'`. */
  after?: number
  /** Limit to wait for, if any. Clients treat an unknown one like none. */
  why?: WaitReason
}

export interface PulledRow {
  kind: Kind
  id: string
  /** Id of the row's kit; its own id for a kit, '' for a row that stands alone. */
  kit: string
  /** Whether the asking principal owns it. */
  mine: boolean
  cells: Cells
}

/** Kits of a device that its holder moved into an account. */
export interface Claim {
  /** Device secret; never logged. */
  secret: string
  kits: string[]
}

/** Answer per claimed kit; see sync-server/sync/claims.ts. */
export type ClaimAnswers = Record<string, 'yours' | 'other' | 'unknown'>

export interface SyncRequest {
  principal: Principal
  node: string
  claims?: Claim[]
  ops: Op[]
  cursors: Cursors
  /** Server history of `cursors`, once known; see `SyncAnswer.gen`. */
  gen?: string
  /** `SyncAnswer.begun` of unfinished re-reads, echoed. */
  begun?: Cursors
  /** Digest of the account's rows, when there is nothing to send. */
  audit?: Digest
  /** Age of the oldest op in seconds: for the operator's metrics only. */
  age?: number
  /** Clock refusals the device was told of; see refusals.ts. */
  refusals?: number
}

export interface SyncAnswer {
  now: number
  gen: string
  results: OpResult[]
  rows: PulledRow[]
  cursors: Cursors
  more: boolean
  reset: Scope[]
  /**
   * Version up to which rows had been collected when a re-read from the start began. While its
   * cursor is below that, this tells it from one that predates the collection.
   */
  begun?: Cursors
  /** Rows of unknown kinds were left out: a newer app version pulls them again. */
  hasUnknown?: true
  /** The owner's cursor is beyond the server's counter: the server rolled back. */
  lost?: true
  /** Device and server differ, though both believe to be in sync. */
  differs?: true
  /** Clock refusals the device has now been told of. */
  refusals?: number
  /** Kits that left the asking owner's stream. */
  gone: string[]
  claims?: ClaimAnswers
}

/** Relative to `t0`, with a counter unless 0, or a whole stamp of another node. */
export type WireStamp = number | [number, number] | Stamp

interface WireOp {
  k: string
  id: string
  d?: string
  c: Record<string, [Json, WireStamp]>
}

export interface WireRequest {
  v: typeof PROTOCOL_VERSION
  sv: number
  p: Principal
  node: string
  t0?: string
  claims?: Claim[]
  ops?: WireOp[]
  cur: Cursors
  gen?: string
  beg?: Cursors
  au?: Digest
  age?: number
  ref?: number
}

export function encodeRequest(request: SyncRequest): WireRequest {
  let t0 = Number.POSITIVE_INFINITY
  for (const op of request.ops) {
    for (const [, stamp] of Object.values(op.cells)) {
      if (nodeOf(stamp) === request.node) t0 = Math.min(t0, msOf(stamp))
    }
  }
  const base = Number.isFinite(t0) ? t0 : 0
  const encodeStamp = (stamp: Stamp): WireStamp => {
    if (nodeOf(stamp) !== request.node) return stamp
    const counter = counterOf(stamp)
    return counter === 0 ? msOf(stamp) - base : [msOf(stamp) - base, counter]
  }
  const wire: WireRequest = {
    v: PROTOCOL_VERSION,
    sv: SHAPE_VERSION,
    p: request.principal,
    node: request.node,
    cur: request.cursors,
  }
  if (request.claims?.length) wire.claims = request.claims
  if (request.gen) wire.gen = request.gen
  if (request.begun) wire.beg = request.begun
  if (request.audit) wire.au = request.audit
  if (request.ops.length === 0) return wire
  if (request.age) wire.age = request.age
  if (request.refusals !== undefined) wire.ref = request.refusals
  wire.t0 = packMs(base)
  wire.ops = request.ops.map((op) => ({
    k: op.kind,
    id: op.id,
    ...(op.kit === null ? {} : { d: op.kit }),
    c: Object.fromEntries(
      Object.entries(op.cells).map(([name, [value, stamp]]) => [name, [value, encodeStamp(stamp)]]),
    ),
  }))
  return wire
}
