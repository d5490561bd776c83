/** Reads what a device sends. Apart from protocol.ts, because no device needs its rules. */
import * as z from 'zod/mini'

import type { Cells, Json } from './cells.ts'
import type { Op, SyncRequest, WireStamp } from './protocol.ts'
import type { Stamp } from './stamp.ts'

import { isDeviceSecret, isId } from '../ids.ts'
import {
  MAX_CLAIMED_KITS,
  MAX_CLAIMS,
  MAX_OPS,
  MAX_QUEUE_AGE_S,
  PROTOCOL_VERSION,
} from './limits.ts'
import { isKind } from '../kinds/schema.ts'
import { isStamp, packStamp, unpackMs } from './stamp.ts'
import { upcastCells } from './upcast.ts'

const wireStamp = z.union([
  z.int().check(z.minimum(-(2 ** 43)), z.maximum(2 ** 43)),
  z.tuple([
    z.int().check(z.minimum(-(2 ** 43)), z.maximum(2 ** 43)),
    z.int().check(z.minimum(0), z.maximum(2 ** 18 - 1)),
  ]),
  z.string().check(z.refine(isStamp, 'not a stamp')),
])

const cursors = z.record(z.string().check(z.maxLength(90)), z.int().check(z.minimum(0)))
const id = z.string().check(z.refine(isId, 'not an id'))

const wireOp = z.object({
  k: z.string().check(z.maxLength(20)),
  id,
  d: z.optional(id),
  c: z.record(z.string().check(z.maxLength(30)), z.tuple([z.json(), wireStamp])),
})

const wireRequest = z.object({
  v: z.literal(PROTOCOL_VERSION),
  sv: z.int().check(z.minimum(1)),
  p: z.string().check(z.maxLength(80)),
  node: z.string().check(z.regex(/^[-0-9A-Z_a-z]{9}$/)),
  t0: z.optional(z.string().check(z.regex(/^[-0-9A-Z_a-z]{7}$/))),
  claims: z.optional(
    z
      .array(
        z.object({
          secret: z.string().check(z.refine(isDeviceSecret, 'not a device key')),
          kits: z.array(id).check(z.maxLength(MAX_CLAIMED_KITS)),
        }),
      )
      .check(z.maxLength(MAX_CLAIMS)),
  ),
  ops: z.optional(z.array(wireOp).check(z.maxLength(MAX_OPS))),
  gen: z.optional(z.string().check(z.maxLength(80))),
  au: z.optional(z.tuple([z.int().check(z.minimum(0)), z.string().check(z.maxLength(19))])),
  age: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_QUEUE_AGE_S))),
  cur: cursors,
  beg: z.optional(cursors),
})

/** An op of a kind this version does not know: answered, never stored. */
export interface UnknownOp {
  unknownKind: string
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
    return { kind: op.k, id: op.id, kit: op.d ?? null, cells: upcastCells(op.k, cells, wire.sv) }
  })
  return {
    principal: wire.p,
    node: wire.node,
    cursors: wire.cur,
    ops,
    ...(wire.claims ? { claims: wire.claims } : {}),
    ...(wire.gen ? { gen: wire.gen } : {}),
    ...(wire.beg ? { begun: wire.beg } : {}),
    ...(wire.au ? { audit: wire.au } : {}),
    ...(wire.age === undefined ? {} : { age: wire.age }),
  }
}
