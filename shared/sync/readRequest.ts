/** Parses sync requests. Separate from protocol.ts, because devices do not need its rules. */
import * as z from 'zod/mini'

import type { Cells, Json } from '../cells/cells.ts'
import type { Op, SyncRequest } from './protocol.ts'
import type { Stamp } from '../cells/stamp.ts'

import { isDeviceSecret, isId } from '../ids.ts'
import {
  MAX_CLAIMED_KITS,
  MAX_CLAIMS,
  MAX_OPS,
  MAX_QUEUE_AGE_S,
  PROTOCOL_VERSION,
} from '../cells/limits.ts'
import { isKind } from '../kinds/schema.ts'
import { isRecord } from '../shape.ts'
import { isStamp, packStamp, unpackMs } from '../cells/stamp.ts'
import { upcastCells } from './upcast.ts'

type Path = (string | number)[]

const cursors = z.record(z.string().check(z.maxLength(90)), z.int().check(z.minimum(0)))
const id = z.string().check(z.refine(isId, 'not an id'))

/** Parsed by hand below: a schema per cell made a third of a push's garbage. */
const ops = z.custom<unknown[]>((list) => Array.isArray(list) && list.length <= MAX_OPS)

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
  ops: z.optional(ops),
  gen: z.optional(z.string().check(z.maxLength(80))),
  au: z.optional(z.tuple([z.int().check(z.minimum(0)), z.string().check(z.maxLength(19))])),
  age: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_QUEUE_AGE_S))),
  ref: z.optional(z.int().check(z.minimum(0))),
  cur: cursors,
  beg: z.optional(cursors),
})

/** An op of an unknown kind: answered, never stored. */
export interface UnknownOp {
  unknownKind: string
}

/**
 * Parses a request. Throws a ZodError with the path of malformed input; a well-formed op of an
 * unknown kind is set aside, so the rest of the batch goes on.
 */
export function decodeRequest(
  body: unknown,
): Omit<SyncRequest, 'ops'> & { ops: (Op | UnknownOp)[] } {
  const wire = z.parse(wireRequest, body)
  const base = wire.t0 ? unpackMs(wire.t0) : 0
  const readStamp = (stamp: unknown): Stamp | null => {
    if (isStamp(stamp)) return stamp
    const [delta, counter]: unknown[] = isPair(stamp) ? stamp : [stamp, 0]
    const isTime = isWhole(delta, -(2 ** 43), 2 ** 43) && isWhole(counter, 0, 2 ** 18 - 1)
    return isTime ? packStamp(base + delta, counter, wire.node) : null
  }
  const readOp = (op: unknown, path: Path): Op | UnknownOp => {
    const { k: kind, id: row, d: kit, c: written } = isRecord(op) ? op : {}
    if (typeof kind !== 'string' || kind.length > 20) throw unreadable([...path, 'k'])
    if (!isId(row)) throw unreadable([...path, 'id'])
    if (kit !== undefined && !isId(kit)) throw unreadable([...path, 'd'])
    const cells = readCells(written, readStamp, [...path, 'c'])
    if (!isKind(kind)) return { unknownKind: kind }
    return { kind, id: row, kit: kit ?? null, cells: upcastCells(kind, cells, wire.sv) }
  }
  return {
    principal: wire.p,
    node: wire.node,
    cursors: wire.cur,
    ops: (wire.ops ?? []).map((op, index) => readOp(op, ['ops', index])),
    ...(wire.claims ? { claims: wire.claims } : {}),
    ...(wire.gen ? { gen: wire.gen } : {}),
    ...(wire.beg ? { begun: wire.beg } : {}),
    ...(wire.au ? { audit: wire.au } : {}),
    ...(wire.age === undefined ? {} : { age: wire.age }),
    ...(wire.ref === undefined ? {} : { refusals: wire.ref }),
  }
}

/** Checks cells while reading. Values stay as JSON gave them; decide() judges them. */
function readCells(
  written: unknown,
  readStamp: (stamp: unknown) => Stamp | null,
  path: Path,
): Cells {
  if (!isRecord(written)) throw unreadable(path)
  const cells: Cells = {}
  for (const [name, cell] of Object.entries(written)) {
    // No cell has this name, and assigning it would replace the prototype of `cells`.
    if (name === '__proto__') continue
    const [value, stamp] = isPair(cell) ? cell : []
    const read = readStamp(stamp)
    if (read === null || name.length > 30) throw unreadable([...path, name])
    cells[name] = [value as Json, read]
  }
  return cells
}

function isPair(value: unknown): value is [unknown, unknown] {
  return Array.isArray(value) && value.length === 2
}

function isWhole(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max
}

/** Same error as a schema's. */
function unreadable(path: Path): z.core.$ZodError {
  return new z.core.$ZodError([
    { code: 'custom', path, message: 'Invalid input', input: undefined },
  ])
}
