/**
 * The sync envelope: `POST /api/sync`, one call that pushes and pulls in one round trip.
 *
 * Request stamps are written against `t0` and the sender's node: `ms - t0`, `[ms - t0, counter]`,
 * or all 19 characters for a stamp of another node. Answer rows use a running code (see
 * `createStampWriter`), because a fresh device pulls thousands of them.
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

// ---- Request ---------------------------------------------------------------------------------

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

// ---- Answer ----------------------------------------------------------------------------------

/** A cell of an answer: the value alone where its stamp follows from the one before. */
type WireCell = Json | [Json, ...number[]]

interface WireRow {
  k?: Kind
  id: string
  /** Kit of a row that is not nested under it. */
  d?: string
  /** 1 when the asking principal owns it. */
  m?: 1
  c?: Record<string, WireCell>
  /** Rows of this kit, by kind. */
  in?: Partial<Record<Kind, WireRow[]>>
}

export interface WireAnswer {
  now: number
  gen: string
  res?: OpResult[]
  nodes?: string[]
  rows?: WireRow[]
  cur?: Cursors
  more?: true
  reset?: Scope[]
  gone?: string[]
}

/**
 * The running code of stamps: nothing when a stamp directly follows the one before (same node and
 * millisecond, counter plus one), else `d` milliseconds after the last stamp of the same node,
 * with the counter and the index of another node when they are needed.
 */
function createStampWriter() {
  const nodes: string[] = []
  const lastMs: number[] = []
  let at = { node: -1, ms: 0, counter: 0 }
  const write = (stamp: Stamp): number[] => {
    const name = nodeOf(stamp)
    let node = nodes.indexOf(name)
    if (node < 0) {
      node = nodes.push(name) - 1
      lastMs.push(0)
    }
    const [ms, counter] = [msOf(stamp), counterOf(stamp)]
    const isNext = node === at.node && ms === at.ms && counter === at.counter + 1
    const delta = ms - (lastMs[node] ?? 0)
    const isSwitch = node !== at.node
    at = { node, ms, counter }
    lastMs[node] = ms
    if (isNext) return []
    if (isSwitch) return [delta, counter, node]
    return counter === 0 ? [delta] : [delta, counter]
  }
  return { nodes, write }
}

function createStampReader(nodes: readonly string[]) {
  const lastMs = nodes.map(() => 0)
  let at = { node: 0, ms: 0, counter: 0 }
  return (code: readonly number[]): Stamp => {
    const [delta, counter = 0, node = at.node] = code
    if (delta === undefined) at = { ...at, counter: at.counter + 1 }
    else at = { node, ms: (lastMs[node] ?? 0) + delta, counter }
    lastMs[at.node] = at.ms
    const name = nodes[at.node]
    if (name === undefined) throw new Error('answer names a node it does not list')
    return packStamp(at.ms, at.counter, name)
  }
}

/** Rows of one kit come nested under it, in the order they were read. */
function nest(
  rows: readonly PulledRow[],
): Map<string, { kit: PulledRow | null; rows: PulledRow[] }> {
  const kits = new Map<string, { kit: PulledRow | null; rows: PulledRow[] }>()
  for (const row of rows) {
    const key = row.kit || row.id
    const entry = kits.get(key) ?? { kit: null, rows: [] }
    if (row.id === key) entry.kit = row
    else entry.rows.push(row)
    kits.set(key, entry)
  }
  return kits
}

/** Writes an answer. Parts that are empty are left out: most answers are. */
export function encodeAnswer(answer: SyncAnswer): WireAnswer {
  const stamps = createStampWriter()
  const encodeCells = (cells: Cells): Record<string, WireCell> => {
    const written: Record<string, WireCell> = {}
    for (const [name, [value, stamp]] of Object.entries(cells)) {
      const code = stamps.write(stamp)
      written[name] = code.length > 0 || Array.isArray(value) ? [value, ...code] : value
    }
    return written
  }
  const rows: WireRow[] = []
  for (const [key, { kit, rows: children }] of nest(answer.rows)) {
    const row: WireRow = { id: key }
    const owner = kit ?? children[0]
    if (owner?.mine) row.m = 1
    if (kit) {
      if (kit.kind !== 'kit') row.k = kit.kind
      row.c = encodeCells(kit.cells)
    }
    // By kind, because that is the order in which they are read and stamps follow one another.
    for (const child of children.toSorted((a, b) => a.kind.localeCompare(b.kind))) {
      row.in ??= {}
      const list = (row.in[child.kind] ??= [])
      list.push({ id: child.id, c: encodeCells(child.cells) })
    }
    rows.push(row)
  }
  const wire: WireAnswer = { now: answer.now, gen: answer.gen }
  if (answer.results.length > 0) wire.res = answer.results
  if (rows.length > 0) Object.assign(wire, { nodes: stamps.nodes, rows })
  if (Object.keys(answer.cursors).length > 0) wire.cur = answer.cursors
  if (answer.more) wire.more = true
  if (answer.reset.length > 0) wire.reset = answer.reset
  if (answer.gone.length > 0) wire.gone = answer.gone
  return wire
}

const wireCells = z.record(z.string(), z.json())
const wireChild = z.object({ id, c: wireCells })
const resultCell = z.record(
  z.string(),
  z.tuple([z.json(), z.string().check(z.refine(isStamp, 'not a stamp'))]),
)
const wireAnswer = z.object({
  now: z.number(),
  gen: z.string(),
  res: z.optional(
    z.array(
      z.object({
        ok: z.optional(z.literal(1)),
        stale: z.optional(resultCell),
        rej: z.optional(z.record(z.string(), z.string())),
        clock: z.optional(z.array(z.string())),
        top: z.optional(z.string()),
        set: z.optional(resultCell),
        same: z.optional(z.string()),
        err: z.optional(z.string()),
        after: z.optional(z.number()),
      }),
    ),
  ),
  nodes: z.optional(z.array(z.string())),
  rows: z.optional(
    z.array(
      z.object({
        k: z.optional(z.string()),
        id,
        m: z.optional(z.literal(1)),
        c: z.optional(wireCells),
        in: z.optional(z.record(z.string(), z.array(wireChild))),
      }),
    ),
  ),
  cur: z.optional(z.record(z.string(), z.number())),
  more: z.optional(z.literal(true)),
  reset: z.optional(z.array(z.string())),
  gone: z.optional(z.array(z.string())),
})

/**
 * Reads an answer. Throws when it is not one of ours, such as the page of a captive portal: that
 * counts as no answer at all.
 */
export function decodeAnswer(body: unknown): SyncAnswer {
  const wire = z.parse(wireAnswer, body)
  const readStamp = createStampReader(wire.nodes ?? [])
  const decodeCells = (written: Record<string, unknown>): Cells => {
    const cells: Cells = {}
    for (const [name, entry] of Object.entries(written)) {
      const [value, ...code] = Array.isArray(entry) ? entry : [entry]
      cells[name] = [value as Json, readStamp(code as number[])]
    }
    return cells
  }
  const rows: PulledRow[] = []
  for (const row of wire.rows ?? []) {
    const mine = row.m === 1
    const kind = row.k ?? 'kit'
    const isInKit = kind === 'kit'
    if (row.c) {
      const cells = decodeCells(row.c)
      if (isKind(kind)) rows.push({ kind, id: row.id, kit: isInKit ? row.id : '', mine, cells })
    }
    for (const [childKind, children] of Object.entries(row.in ?? {})) {
      for (const child of children) {
        const cells = decodeCells(child.c)
        if (isKind(childKind))
          rows.push({ kind: childKind, id: child.id, kit: row.id, mine, cells })
      }
    }
  }
  return {
    now: wire.now,
    gen: wire.gen,
    results: (wire.res ?? []) as OpResult[],
    rows,
    cursors: wire.cur ?? {},
    more: wire.more === true,
    reset: wire.reset ?? [],
    gone: wire.gone ?? [],
  }
}
