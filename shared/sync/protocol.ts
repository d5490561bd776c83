/**
 * The sync envelope: `POST /api/sync`, one call that pushes and pulls in one round trip. Here what
 * both ends mean by it, and the request as it travels; readRequest.ts reads it, the answer is in answer.ts.
 *
 * Request stamps are written against `t0` and the sender's node: `ms - t0`, `[ms - t0, counter]`,
 * or all 19 characters for a stamp of another node.
 */
import type { Digest } from './audit.ts'
import type { Cell, Cells, Json } from './cells.ts'
import type { Kind } from '../kinds/schema.ts'
import type { Stamp } from './stamp.ts'

import type { Cursors, Principal, Scope, WaitReason } from './limits.ts'

import { PROTOCOL_VERSION } from './limits.ts'
import { SHAPE_VERSION } from '../kinds/schema.ts'
import { counterOf, msOf, nodeOf, packMs } from './stamp.ts'

/** The dirty cells of one row. `kit` names the row's kit and is sent only when the row is new. */
export interface Op {
  kind: Kind
  id: string
  kit: string | null
  cells: Cells
}

/** What became of one op. Several parts may stand together: `clock` and `rej` name single cells. */
export interface OpResult {
  ok?: 1
  /** The stored cells that are later than the ones sent. */
  stale?: Record<string, Cell>
  /** Cells the server refuses for good, each with a code of problem.ts. */
  rej?: Record<string, string>
  /** Cells whose stamp is too far ahead; `top` is the greatest stored stamp of the row. */
  clock?: string[]
  top?: Stamp
  /** Cells the server stored differently: a build id that was taken, an insert-once row. */
  set?: Record<string, Cell>
  /** The row is there already under another id (a task of the same name). */
  same?: string
  /** The kit was here before and had been collected: its other rows are to be sent again. */
  again?: 1
  err?: string
  /** Seconds to wait, with `err: 'retry'`. */
  after?: number
  /** For which limit, if it is for one. A client shows what it does not know like none. */
  why?: WaitReason
}

/** A row as it is pulled. */
export interface PulledRow {
  kind: Kind
  id: string
  /** Kit of the row; its own id for a kit, '' for a row that stands alone. */
  kit: string
  /** Whether the asking principal owns it. */
  mine: boolean
  cells: Cells
}

/** Kits of a device that its holder took along into an account. */
export interface Claim {
  /** The device's key; never logged. */
  secret: string
  kits: string[]
}

/** What became of each claimed kit; see sync-server/sync/claims.ts. */
export type ClaimAnswers = Record<string, 'yours' | 'other' | 'unknown'>

export interface SyncRequest {
  principal: Principal
  node: string
  claims?: Claim[]
  ops: Op[]
  cursors: Cursors
  /** The history that `cursors` are of, once one was read; see `SyncAnswer.gen`. */
  gen?: string
  /** Of readings from the start that are not at their end: `SyncAnswer.begun`, given back. */
  begun?: Cursors
  /** What the device has of its account, when there is nothing else to say. */
  audit?: Digest
  /** Seconds that the oldest of `ops` has waited: for the operator's figures, nothing follows. */
  age?: number
  /** How many refusals for its clock the device has heard of; see refusals.ts. */
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
   * Up to which version rows had been collected when a reading from the start began. As long as its
   * cursor is below that, it is told by this from one that was read before they were collected.
   */
  begun?: Cursors
  /** There were rows of kinds this version does not know: they are read again by one that does. */
  hasUnknown?: true
  /** The asking owner has read further than the server is: it went back in time. */
  lost?: true
  /** The device and the server do not have the same, though both think so. */
  differs?: true
  /** How many refusals for its clock the device has now heard of. */
  refusals?: number
  /** Kits that left the asking owner's stream. */
  gone: string[]
  claims?: ClaimAnswers
}

/** Counted from `t0`, with a counter unless it is 0, or a whole stamp of another node. */
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

/** Writes a request. */
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
