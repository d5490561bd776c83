/** What has to hold at every moment, and at the end. The numbers are those of the design. */
import type { Cells } from '#shared/cells.ts'
import type { Op, SyncAnswer, SyncRequest } from '#shared/protocol.ts'
import type { MemoryServer } from '../memoryServer.ts'
import type { MemoryStore } from '../memoryStore.ts'
import type { Holder, Ledger, Token } from './ledger.ts'

import { canonicalJson, isRowAlive, isSameValue, mergeCells, textIn } from '#shared/cells.ts'
import { isContent, isPublicCell, ruleOf } from '#shared/schema.ts'
import { GRACE_MS, msOf } from '#shared/stamp.ts'
import { tokenOf } from './ledger.ts'

type Tables = MemoryStore['tables']

/** Cells nobody types: a lost one is not offered back. */
const SILENT = new Set(['ord', 'del', 'buildId', 'fork'])

function check(isFine: boolean, invariant: string, what: () => unknown): void {
  if (!isFine) throw new Error(`${invariant}: ${JSON.stringify(what())}`)
}

/** Looks at every request, every answer and every step. */
export class Watch {
  readonly #server: MemoryServer
  readonly #ledger: Ledger
  readonly #forkKits = new Set<string>()
  readonly #comments = new Map<string, number>()
  readonly #buildIds = new Map<string, string>()
  readonly #seen = new Map<Holder, Tables>()
  readonly #stamps = new Map<Holder, Map<string, string>>()
  /** Values that lost on the server against a value of the same device, typed before them. */
  readonly ownOlder: Token[] = []
  error: unknown = null

  constructor(server: MemoryServer, ledger: Ledger) {
    this.#server = server
    this.#ledger = ledger
  }

  /** Keeps what went wrong in something nobody waits for. */
  fail(error: unknown): void {
    this.error ??= error
  }

  #mayHold(token: Token, owner: string, kit: string, kind: string): boolean {
    if (token.p === owner || this.#forkKits.has(kit)) return true
    if (kind === 'task') {
      return this.#ledger.claimed.some(({ from, to }) => from === token.p && to === owner)
    }
    return this.#ledger.claims.has(`${token.p} ${kit} ${owner}`)
  }

  /** I4: what is sent for a principal was typed for it, or came with a claim or in a copy. */
  beforeServer({ ops }: SyncRequest, principal: string, _device: Holder): void {
    for (const op of ops) if (op.kind === 'kit' && op.cells['fork']) this.#forkKits.add(op.id)
    for (const op of ops) {
      const kit = this.#kitOf(op)
      for (const [value] of Object.values(op.cells)) {
        const token = this.#ledger.tokens.get(tokenOf(value))
        const isFine = !token || this.#mayHold(token, principal, kit, op.kind)
        check(isFine, 'I4', () => ['sent as', principal, 'typed as', token?.p, op])
      }
    }
  }

  #kitOf(op: Op): string {
    if (op.kind === 'kit') return op.id
    return op.kit ?? this.#server.rows.get(`${op.kind}:${op.id}`)?.row.kit ?? ''
  }

  /** The cells of a batch that may be stored: not too far ahead of the server or of their kit. */
  boundOf(ops: readonly Op[], now: number): Map<Op, { before: Cells | null; late: string[] }> {
    const max = new Map<string, number>()
    for (const { row } of this.#server.rows.values()) {
      if (!isContent(row.kind)) continue
      for (const [, stamp] of Object.values(row.cells)) {
        const ms = msOf(stamp)
        if (ms > (max.get(row.kit) ?? 0)) max.set(row.kit, ms)
      }
    }
    const found = new Map<Op, { before: Cells | null; late: string[] }>()
    for (const op of ops) {
      const before = this.#server.rows.get(`${op.kind}:${op.id}`)?.row.cells ?? null
      const kit = this.#kitOf(op)
      const top = max.get(kit) ?? 0
      const late: string[] = []
      for (const [name, [value, stamp]] of Object.entries(op.cells)) {
        const ms = msOf(stamp)
        const known = before?.[name]
        const isRepeat = known?.[1] === stamp && isSameValue(known[0], value)
        if (ms > now + GRACE_MS && ms > top + 1 && !isRepeat) late.push(name)
        else if (isContent(op.kind) && ms > (max.get(kit) ?? 0)) max.set(kit, ms)
      }
      found.set(op, { before, late })
    }
    return found
  }

  afterServer(
    principal: string,
    device: Holder,
    ops: readonly Op[],
    answer: SyncAnswer,
    bound: Map<Op, { before: Cells | null; late: string[] }>,
  ): void {
    for (const [at, op] of ops.entries()) {
      const result = answer.results[at] ?? {}
      const stored = this.#server.rows.get(`${op.kind}:${op.id}`)?.row
      const { before, late } = bound.get(op) ?? { before: null, late: [] }
      for (const name of late) {
        const [value, stamp] = op.cells[name] ?? [null, '']
        const isStored = stored?.cells[name]?.[1] === stamp && stored.cells[name][0] === value
        check(!isStored, 'I5', () => ['stored too far ahead', op, name])
      }
      if (stored && !before && op.kind === 'comment') {
        const count = (this.#comments.get(op.id) ?? 0) + 1
        this.#comments.set(op.id, count)
        check(count === 1, 'I3', () => ['inserted again', op])
      }
      if (stored && op.kind === 'kit') {
        const buildId = textIn(stored.cells, 'buildId')
        const holder = this.#buildIds.get(buildId) ?? op.id
        this.#buildIds.set(buildId, holder)
        check(holder === op.id, 'I11', () => [buildId, holder, op.id])
      }
      if (stored && !before && op.kind === 'kit') this.#checkFork(op, principal, device)
      if (result.err) continue
      for (const [name, [value, stamp]] of Object.entries(op.cells)) {
        if (result.clock?.includes(name) || result.rej?.[name]) continue
        const token = this.#ledger.tokens.get(tokenOf(value))
        if (!token) continue
        this.#ledger.accept(token.id)
        if (!stored) continue
        const isFine = this.#mayHold(token, stored.owner, stored.kit, stored.kind)
        check(isFine, 'I4', () => ['stored for', stored.owner, 'typed as', token.p, op, stamp])
      }
    }
    for (const row of answer.rows) {
      const owner = this.#server.rows.get(`${row.kind}:${row.id}`)?.row.owner
      check(row.mine === (owner === principal), 'I4', () => ['pulled', row, owner])
      if (row.mine) continue
      const hidden = Object.keys(row.cells).filter((cell) => !isPublicCell(row.kind, cell))
      check(hidden.length === 0, 'I4', () => ['pulled by a stranger', row, hidden])
    }
  }

  /** I12: nobody gets a copy of what was always theirs. */
  readonly #owners = new Map<string, Set<string>>()
  isCopied = false
  #checkFork(op: Op, principal: string, device: Holder): void {
    for (const { row } of this.#server.rows.values()) {
      if (row.kind !== 'kit') continue
      const owners = this.#owners.get(row.id) ?? new Set()
      this.#owners.set(row.id, owners.add(row.owner))
    }
    const fork = op.cells['fork']?.[0]
    const isTakenAlong = this.#ledger.claims.has(`${device.principal} ${op.id} ${principal}`)
    if (this.isCopied || isTakenAlong || !fork || typeof fork !== 'object' || Array.isArray(fork))
      return
    const from = typeof fork['from'] === 'string' ? fork['from'] : ''
    const owners = [...(this.#owners.get(from) ?? ['nobody'])]
    const isTaken = this.#ledger.claims.has(`${device.principal} ${from} ${principal}`)
    const isOwn = owners.every(
      (owner) => owner === principal || (isTaken && owner === device.principal),
    )
    check(!isOwn, 'I12', () => ['copy of an own kit', op, owners])
  }

  /** After each step: what may not have changed, and what may not be missing. */
  afterStep(devices: readonly Holder[]): void {
    if (this.error !== null) throw this.error
    for (const device of devices) {
      const now = device.store.tables
      const before = this.#seen.get(device)
      if (before === now) continue
      this.#seen.set(device, now)
      this.#checkStamps(device, now)
      if (before) checkMonotonic(before, now)
      checkQueue(now)
      const here = this.#ledger.locate(device)
      for (const token of this.#ledger.waiting.get(device) ?? []) {
        const isMissing = !token.isReplaced && !token.isDiscarded && !here.has(token.id)
        // Who deletes a line throws away what is in it: a copy is made without it.
        if (isMissing && before && isDeleted(token, before)) token.isDiscarded = true
        else check(!isMissing, 'I2', () => ['gone before the server had it', describe(token)])
      }
      for (const token of this.#ledger.tokens.values())
        if (token.device === device) checkShown(token, now)
    }
  }

  /** A copied or newly begun store: what it held before says nothing. */
  forget(device: Holder): void {
    this.#seen.delete(device)
    this.#stamps.delete(device)
  }

  /** I14: a stamp of a cell names one value. */
  #checkStamps(device: Holder, { pending }: Tables): void {
    const known = this.#stamps.get(device) ?? new Map<string, string>()
    this.#stamps.set(device, known)
    const before = this.#seenPending.get(device)
    this.#seenPending.set(device, pending)
    for (const [key, row] of pending) {
      if (before?.get(key) === row) continue
      for (const [cell, [value, stamp]] of Object.entries(row.cells)) {
        const name = `${row.kind} ${row.id} ${cell} ${stamp}`
        const text = canonicalJson(value)
        const other = known.get(name)
        check(other === undefined || other === text, 'I14', () => [name, other, text])
        known.set(name, text)
      }
    }
  }
  readonly #seenPending = new Map<Holder, Tables['pending']>()
}

function isDeleted({ place }: Token, { rows, pending }: Tables): boolean {
  const key = place.slice(0, place.lastIndexOf(' '))
  return !isRowAlive(mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {}))
}

const describe = ({ id, p, place, cell, isAccepted }: Token) => ({ id, p, place, cell, isAccepted })

/** I6: a value on its way is what is shown, unless a later one of somebody was seen. */
function checkShown(token: Token, { rows, pending }: Tables): void {
  if (token.isReplaced || token.isDiscarded) return
  const [p = '', kind = '', id = ''] = token.place.split(' ')
  const key = `${p} ${kind} ${id}`
  const mine = pending.get(key)?.cells[token.cell]
  if (tokenOf(mine?.[0]) !== token.id || !mine) return
  const shown = mergeCells(rows.get(key)?.cells ?? {}, { [token.cell]: mine })[token.cell]
  check(shown?.[1] !== undefined && shown[1] >= mine[1], 'I6', () => [describe(token), shown])
}

/** I9: a confirmed cell and a cursor never go back. */
function checkMonotonic(before: Tables, now: Tables): void {
  for (const [key, row] of now.rows) {
    const old = before.rows.get(key)
    if (!old || old === row) continue
    for (const [cell, [, stamp]] of Object.entries(old.cells)) {
      const next = row.cells[cell]?.[1] ?? ''
      check(next >= stamp, 'I9', () => [key, cell, stamp, next])
    }
  }
  for (const [key, value] of now.meta) {
    const old = before.meta.get(key)
    if (!key.startsWith('cursors:') || old === value || !old) continue
    for (const [scope, version] of Object.entries(old as Record<string, number>)) {
      const next = (value as Record<string, number>)[scope] ?? 0
      check(next >= version, 'I9', () => [key, scope, version, next])
    }
  }
}

/** I7: one record a row, one value a cell, and nothing that no row has. */
function checkQueue({ pending }: Tables): void {
  for (const [key, row] of pending) {
    const cells = Object.keys(row.cells)
    check(key === `${row.p} ${row.kind} ${row.id}`, 'I7', () => [key, row])
    check(cells.length > 0, 'I7', () => ['an empty record', row])
    const unknown = cells.filter((cell) => !(cell in ruleOf(row.kind).cells))
    check(unknown.length === 0, 'I7', () => [key, unknown])
  }
}

/** What a device and a principal have in the end, compared with the server: I1 and I8. */
export function checkConverged(
  device: Holder,
  p: string,
  { server, isCopied }: { server: MemoryServer; isCopied: boolean },
): void {
  const { rows, pending, meta } = device.store.tables
  const left = [...pending.values()].filter((row) => row.p === p)
  check(left.length === 0, 'I8', () => ['still waits', left])
  const claims = meta.get(`claims:${p}`)
  check(!Array.isArray(claims) || claims.length === 0, 'I12', () => ['still claimed', claims])
  const followed = new Set(Object.keys((meta.get(`cursors:${p}`) ?? {}) as object))
  const mine = new Map<string, Cells>()
  for (const row of rows.values()) {
    if (row.p === p && row.mine) mine.set(`${row.kind} ${row.id}`, row.cells)
  }
  const saved = new Set(
    [...server.rows.values()].filter(({ row }) => row.kind === 'version').map(({ row }) => row.kit),
  )
  for (const { row } of server.rows.values()) {
    const key = `${row.kind} ${row.id}`
    if (row.owner === p) {
      const here = mine.get(key)
      const isSame =
        here !== undefined && canonicalJson(here as never) === canonicalJson(row.cells as never)
      check(isSame, 'I1', () => [p, key, { here, there: row.cells }])
      mine.delete(key)
    } else if (followed.has(`k:${row.kit}`) && row.kind !== 'beaten') {
      if (saved.has(row.kit) && (row.kind === 'line' || row.kind === 'step')) continue
      const here = rows.get(`${p} ${key}`)?.cells
      for (const [cell, value] of Object.entries(row.cells)) {
        if (!isPublicCell(row.kind, cell)) continue
        const isSame =
          canonicalJson((here?.[cell] ?? null) as never) === canonicalJson(value as never)
        check(isSame, 'I1', () => ['followed', p, key, cell, here?.[cell], value])
      }
    }
  }
  // A kit that left with a copied profile may come back by an answer that was late: edited, it is
  // split off, so nothing of it is lost.
  const extra = [...mine.keys()].filter(
    (key) => !isCopied || !server.rows.has(key.replace(' ', ':')),
  )
  check(extra.length === 0, 'I1', () => ['not on the server', p, extra])
}

interface Ending {
  server: MemoryServer
  ledger: Ledger
  devices: readonly Holder[]
  isCopied: boolean
  isServerSkewed: boolean
}

/** I2, I3, I4, I11 and I12, once everything has arrived. */
export function checkEnd({ server, ledger, devices, isCopied, isServerSkewed }: Ending): void {
  const held = new Map<number, number>()
  const buildIds = new Set<string>()
  let kits = 0
  for (const { row } of server.rows.values()) {
    for (const [value] of Object.values(row.cells)) {
      const id = tokenOf(value)
      if (id > 0) held.set(id, (held.get(id) ?? 0) + 1)
    }
    if (row.kind !== 'kit') continue
    kits++
    buildIds.add(textIn(row.cells, 'buildId'))
  }
  check(buildIds.size === kits, 'I11', () => [...buildIds])
  const problems = new Map<number, string>()
  for (const { store } of devices)
    for (const { value, code } of store.tables.problems.values()) problems.set(tokenOf(value), code)
  for (const token of ledger.tokens.values()) {
    if (token.kind === 'comment' && token.cell === 'text') {
      const count = held.get(token.id) ?? 0
      check(count <= 1, 'I3', () => ['stored more than once', describe(token), count])
    }
    if (token.isReplaced || token.isDiscarded || SILENT.has(token.cell)) continue
    const isKept = held.has(token.id) || problems.has(token.id)
    // Of a copied profile both devices are one node: what it wrote elsewhere passes as its own.
    check(isKept || isCopied, 'I2', () => ['lost', describe(token)])
    check(isKept || token.isAccepted, 'I2', () => ['lost', describe(token)])
    if (
      isCopied ||
      isServerSkewed ||
      problems.get(token.id) !== 'overwritten' ||
      held.has(token.id)
    )
      continue
    const winner = winnerOf(server, token)
    const isOwnOlder =
      winner > 0 && winner < token.id && ledger.tokens.get(winner)?.device === token.device
    check(!isOwnOlder, 'I2', () => ['lost against its own older value', describe(token), winner])
  }
  for (const { kit, from, to } of ledger.claimed) {
    const owner = server.rows.get(`kit:${kit}`)?.row.owner
    check(owner !== from, 'I12', () => ['not claimed', kit, from, to])
  }
}

function winnerOf(server: MemoryServer, { place, cell }: Token): number {
  const [, kind = '', id = ''] = place.split(' ')
  return tokenOf(server.rows.get(`${kind}:${id}`)?.row.cells[cell]?.[0])
}
