/**
 * Wire format of a sync answer. A fresh device pulls thousands of rows, so stamps are delta-coded
 * and a kit's rows are nested under it.
 */
import type { Cells, Json } from '../cells/cells.ts'
import type { Cursors, Scope } from '../cells/limits.ts'
import type { ClaimAnswers, OpResult, PulledRow, SyncAnswer } from './protocol.ts'
import type { Kind } from '../kinds/schema.ts'
import type { Check } from '../shape.ts'
import type { Stamp } from '../cells/stamp.ts'

import { isId } from '../ids.ts'
import { isKind } from '../kinds/schema.ts'
import { is, isAnything, isListOf, isNumber, isRecordOf, isShape, isText } from '../shape.ts'
import { counterOf, isStamp, msOf, nodeOf, packStamp } from '../cells/stamp.ts'

/** A cell of an answer: the bare value when its stamp follows the previous one. */
type WireCell = Json | [Json, ...number[]]

interface WireRow {
  k?: Kind
  id: string
  /** Kit of a row that is not nested under it. */
  d?: string
  /** 1 when the asking principal owns it; for a nested row only if it differs from its kit. */
  m?: 0 | 1
  c?: Record<string, WireCell>
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
  beg?: Cursors
  lost?: true
  dif?: true
  ref?: number
  gone?: string[]
  claims?: ClaimAnswers
}

/**
 * Delta code of stamps: empty when a stamp directly follows the previous one (same node and
 * millisecond, counter plus one), else `d` milliseconds after the last stamp of the same node, with
 * the counter and the index of another node when needed.
 */
function createStampWriter() {
  const nodes: string[] = []
  const indexes = new Map<string, number>()
  const lastMs: number[] = []
  let at = { node: -1, ms: 0, counter: 0 }
  const write = (stamp: Stamp): number[] => {
    const name = nodeOf(stamp)
    let node = indexes.get(name)
    if (node === undefined) {
      node = nodes.push(name) - 1
      indexes.set(name, node)
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

/** Nests rows under their kit, in read order. */
function nest(
  rows: readonly PulledRow[],
): Map<string, { kit: PulledRow | null; rows: PulledRow[] }> {
  const kits = new Map<string, { kit: PulledRow | null; rows: PulledRow[] }>()
  for (const row of rows) {
    const key = row.kit || row.id
    const entry = kits.get(key) ?? { kit: null, rows: [] }
    // A kit may come from two streams; only the owner's includes its private cells.
    if (row.id === key)
      entry.kit = entry.kit ? { ...row, cells: { ...entry.kit.cells, ...row.cells } } : row
    else entry.rows.push(row)
    kits.set(key, entry)
  }
  return kits
}

/** Encodes an answer. Empty parts are left out: most answers are. */
export function encodeAnswer(answer: SyncAnswer): WireAnswer {
  const stamps = createStampWriter()
  const encodeCells = (cells: Cells): Record<string, WireCell> => {
    const written: Record<string, WireCell> = {}
    // In stamp order, most stamps directly follow the previous one and cost nothing.
    const typed = Object.entries(cells).toSorted(([, a], [, b]) => (a[1] < b[1] ? -1 : 1))
    for (const [name, [value, stamp]] of typed) {
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
    // By kind, the order of reading, in which stamps follow one another.
    for (const child of children.toSorted((a, b) => a.kind.localeCompare(b.kind))) {
      row.in ??= {}
      const list = (row.in[child.kind] ??= [])
      const wireRow: WireRow = { id: child.id, c: encodeCells(child.cells) }
      // Others' comments in an own kit, and own ones in another's.
      if (child.mine !== (row.m === 1)) wireRow.m = child.mine ? 1 : 0
      list.push(wireRow)
    }
    rows.push(row)
  }
  const wire: WireAnswer = { now: answer.now, gen: answer.gen }
  if (answer.results.length > 0) wire.res = answer.results
  if (rows.length > 0) Object.assign(wire, { nodes: stamps.nodes, rows })
  if (Object.keys(answer.cursors).length > 0) wire.cur = answer.cursors
  if (answer.more) wire.more = true
  if (answer.reset.length > 0) wire.reset = answer.reset
  if (answer.begun) wire.beg = answer.begun
  if (answer.lost) wire.lost = true
  if (answer.differs) wire.dif = true
  if (answer.refusals) wire.ref = answer.refusals
  if (answer.gone.length > 0) wire.gone = answer.gone
  if (answer.claims && Object.keys(answer.claims).length > 0) wire.claims = answer.claims
  return wire
}

const isCells = isRecordOf(isAnything)
const isResultCell: Check = (cell) => Array.isArray(cell) && cell.length === 2 && isStamp(cell[1])
const isResultCells = isRecordOf(isResultCell)
const isResult = isShape(
  {},
  {
    ok: is(1),
    stale: isResultCells,
    rej: isRecordOf(isText),
    clock: isListOf(isText),
    top: isText,
    set: isResultCells,
    same: isText,
    again: is(1),
    err: isText,
    after: isNumber,
    why: isText,
  },
)
const isRow = isShape(
  { id: isId },
  {
    k: isText,
    m: is(1),
    c: isCells,
    in: isRecordOf(isListOf(isShape({ id: isId, c: isCells }, { m: isNumber }))),
  },
)
const isWireAnswer = isShape(
  { now: isNumber, gen: isText },
  {
    res: isListOf(isResult),
    nodes: isListOf(isText),
    rows: isListOf(isRow),
    cur: isRecordOf(isNumber),
    more: is(true),
    reset: isListOf(isText),
    beg: isRecordOf(isNumber),
    lost: is(true),
    dif: is(true),
    ref: isNumber,
    gone: isListOf(isText),
    claims: isRecordOf(isText),
  },
)

/** Decodes an answer. Throws when it is not ours, such as a portal's page: no answer at all. */
export function decodeAnswer(body: unknown): SyncAnswer {
  if (!isWireAnswer(body)) throw new TypeError('not an answer of the sync')
  const wire = body as WireAnswer
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
  let hasUnknown = false
  for (const row of wire.rows ?? []) {
    const mine = row.m === 1
    const kind = row.k ?? 'kit'
    if (row.c) {
      const cells = decodeCells(row.c)
      if (isKind(kind))
        rows.push({ kind, id: row.id, kit: kind === 'kit' ? row.id : '', mine, cells })
      else hasUnknown = true
    }
    for (const [childKind, children] of Object.entries(row.in ?? {})) {
      for (const child of children) {
        const cells = decodeCells(child.c ?? {})
        if (isKind(childKind))
          rows.push({
            kind: childKind,
            id: child.id,
            kit: row.id,
            mine: child.m === undefined ? mine : child.m === 1,
            cells,
          })
        else hasUnknown = true
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
    ...(hasUnknown ? { hasUnknown } : {}),
    ...(wire.beg ? { begun: wire.beg } : {}),
    ...(wire.lost ? { lost: true } : {}),
    ...(wire.dif ? { differs: true } : {}),
    ...(wire.ref ? { refusals: wire.ref } : {}),
    gone: wire.gone ?? [],
    ...(wire.claims ? { claims: wire.claims } : {}),
  }
}
