/**
 * The sync envelope: `POST /api/sync`, one call that pushes and pulls in one round trip. Here what
 * both ends mean by it, and the request as it travels; the answer is in answer.ts.
 *
 * Request stamps are written against `t0` and the sender's node: `ms - t0`, `[ms - t0, counter]`,
 * or all 19 characters for a stamp of another node.
 */
import * as z from 'zod/mini'

import type { Cell, Cells, Json } from './cells.ts'
import type { Kind } from './schema.ts'
import type { Stamp } from './stamp.ts'

import type { Cursors, Principal, Scope } from './limits.ts'

import { isDeviceSecret, isId } from './ids.ts'
import { MAX_OPS, PROTOCOL_VERSION } from './limits.ts'
import { isKind, SHAPE_VERSION } from './schema.ts'
import { counterOf, isStamp, msOf, nodeOf, packMs, packStamp, unpackMs } from './stamp.ts'

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
  err?: string
  /** Seconds to wait, with `err: 'retry'`. */
  after?: number
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

export interface SyncRequest {
  principal: Principal
  node: string
  ops: Op[]
  cursors: Cursors
}

export interface SyncAnswer {
  now: number
  gen: string
  results: OpResult[]
  rows: PulledRow[]
  cursors: Cursors
  more: boolean
  reset: Scope[]
  gone: string[]
}

const wireStamp = z.union([
  z.int().check(z.minimum(-(2 ** 43)), z.maximum(2 ** 43)),
  z.tuple([
    z.int().check(z.minimum(-(2 ** 43)), z.maximum(2 ** 43)),
    z.int().check(z.minimum(0), z.maximum(2 ** 18 - 1)),
  ]),
  z.string().check(z.refine(isStamp, 'not a stamp')),
])
type WireStamp = z.infer<typeof wireStamp>

const id = z.string().check(z.refine(isId, 'not an id'))

const wireOp = z.object({
  k: z.string().check(z.maxLength(20)),
  id,
  d: z.optional(id),
  c: z.record(z.string().check(z.maxLength(30)), z.tuple([z.json(), wireStamp])),
})

const wireRequest = z.object({
  v: z.literal(PROTOCOL_VERSION),
  sv: z.int(),
  p: z.string().check(z.maxLength(80)),
  node: z.string().check(z.regex(/^[-0-9A-Z_a-z]{9}$/)),
  t0: z.optional(z.string().check(z.regex(/^[-0-9A-Z_a-z]{7}$/))),
  claims: z.optional(
    z
      .array(
        z.object({
          secret: z.string().check(z.refine(isDeviceSecret, 'not a device key')),
          kits: z.array(id).check(z.maxLength(1_000)),
        }),
      )
      .check(z.maxLength(10)),
  ),
  ops: z.optional(z.array(wireOp).check(z.maxLength(MAX_OPS))),
  cur: z.record(z.string().check(z.maxLength(90)), z.int().check(z.minimum(0))),
})
export type WireRequest = z.infer<typeof wireRequest>

/** An op of a kind this version does not know: answered, never stored. */
export interface UnknownOp {
  unknownKind: string
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
  if (request.ops.length === 0) return wire
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

/**
 * Reads a request. Throws a ZodError that names the path of what is malformed; a well-formed op of
 * an unknown kind is kept apart, so that the rest of the batch goes on.
 */
export function decodeRequest(
  body: unknown,
): Omit<SyncRequest, 'ops'> & { ops: (Op | UnknownOp)[] } {
  const wire = z.parse(wireRequest, body)
  const base = wire.t0 ? unpackMs(wire.t0) : 0
  const decodeStamp = (stamp: WireStamp): Stamp => {
    if (typeof stamp === 'string') return stamp
    const [delta, counter] = typeof stamp === 'number' ? [stamp, 0] : stamp
    return packStamp(base + delta, counter, wire.node)
  }
  const ops = (wire.ops ?? []).map((op): Op | UnknownOp => {
    if (!isKind(op.k)) return { unknownKind: op.k }
    const cells: Cells = {}
    for (const [name, [value, stamp]] of Object.entries(op.c)) {
      cells[name] = [value as Json, decodeStamp(stamp)]
    }
    return { kind: op.k, id: op.id, kit: op.d ?? null, cells }
  })
  return { principal: wire.p, node: wire.node, cursors: wire.cur, ops }
}
