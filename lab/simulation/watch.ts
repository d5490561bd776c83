/** Checks invariants while devices and the server talk. */
import type { Cells } from '#shared/cells/cells.ts'
import type { Op, SyncAnswer, SyncRequest } from '#shared/sync/protocol.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Intents } from './intents.ts'
import type { Holder, Ledger, Tables, Token } from './ledger.ts'

import { canonicalJson, isSameValue, mergeCells, textIn } from '#shared/cells/cells.ts'
import { isContent, isPublicCell } from '#shared/kinds/schema.ts'
import { GRACE_MS, msOf, nodeOf } from '#shared/cells/stamp.ts'
import { movedKey } from '../../app/data/device/store.ts'
import { shownToOwner } from './memoryPull.ts'
import { check, describe, isSameCell } from './invariants.ts'
import { tokenOf } from './ledger.ts'
import { checkMonotonic, checkQueue, checkShown, isDeleted } from './storeChecks.ts'

export class Watch {
  readonly #server: MemoryServer
  readonly #ledger: Ledger
  readonly #intents: Intents
  readonly #forkKits = new Set<string>()
  readonly #comments = new Map<string, number>()
  readonly #buildIds = new Map<string, string>()
  readonly #seen = new Map<Holder, Tables>()
  readonly #stamps = new Map<Holder, Map<string, string>>()
  error: unknown = null
  #hasRolledBack = false

  /** The server rolled back: earlier observations are void. */
  rollBack(): void {
    this.#hasRolledBack = true
    this.#buildIds.clear()
    for (const [buildId, kit] of this.#server.buildIds) this.#buildIds.set(buildId, kit)
    this.#comments.clear()
  }

  /** Collection took a row: it may return. */
  forgetRow({ id }: { id: string }): void {
    this.#comments.delete(id)
    this.#collected.add(id)
  }
  readonly #collected = new Set<string>()

  constructor(server: MemoryServer, ledger: Ledger, intents: Intents) {
    this.#server = server
    this.#ledger = ledger
    this.#intents = intents
  }

  /** Keeps an error from work nobody awaits. */
  fail(error: unknown): void {
    this.error ??= error
  }

  #mayHold(token: Token, owner: string, kit: string, kind: string): boolean {
    if (this.#forkKits.has(kit)) return true
    // Also its earlier principals: another device may still have it from then.
    const all = [token.p, ...token.former]
    if (all.includes(owner)) return true
    // A late row a rolled-back server has lost: its kit is unknown now.
    if (kind === 'task' || kit === '') {
      return this.#ledger.claimed.some(({ from, to }) => all.includes(from) && to === owner)
    }
    return all.some((principal) => this.#ledger.claims.has(`${principal} ${kit} ${owner}`))
  }

  /** I4: a principal's ops were typed for it, claimed, or copied. */
  beforeServer({ ops }: SyncRequest, principal: string, device: Holder): void {
    this.#intents.follow(device)
    for (const op of ops) if (op.kind === 'kit' && op.cells['fork']) this.#forkKits.add(op.id)
    for (const op of ops) {
      const { rows, pending } = device.store.tables
      const place = `${principal} ${op.kind} ${op.id}`
      const waiting = pending.get(place) ?? rows.get(place)
      const kit = this.#kitOf(op) || (waiting?.kit ?? '')
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

  /** Cells of a batch that may be stored: not too far ahead of the server or their kit. */
  boundOf(ops: readonly Op[], now: number): Map<Op, { before: Cells | null; late: string[] }> {
    const kits = new Set(ops.map((op) => this.#kitOf(op)))
    const max = new Map<string, number>()
    for (const { row } of kits.size > 0 ? this.#server.rows.values() : []) {
      if (!isContent(row.kind) || !kits.has(row.kit)) continue
      for (const [, stamp] of Object.values(row.cells)) {
        const ms = msOf(stamp)
        if (ms > (max.get(row.kit) ?? 0)) max.set(row.kit, ms)
      }
    }
    this.#versionsBefore = this.#versions()
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

  #versionsBefore = 0
  #versions(): number {
    return [...this.#server.counters.values()].reduce((sum, version) => sum + version, 0)
  }

  /** I17: a repeat raises no counter, so nobody is told of it. */
  #checkRepeat(
    ops: readonly Op[],
    bound: Map<Op, { before: Cells | null; late: string[] }>,
    answer: SyncAnswer,
  ): void {
    const isRepeat = ops.every((op) => {
      const before = bound.get(op)?.before
      return (
        before && Object.entries(op.cells).every(([name, cell]) => isSameCell(before[name], cell))
      )
    })
    if (!isRepeat || Object.keys(answer.claims ?? {}).length > 0) return
    const versions = this.#versions()
    check(versions === this.#versionsBefore, 'I17', () => ['a repeat raises a version', ops])
  }

  afterServer(
    principal: string,
    device: Holder,
    ops: readonly Op[],
    answer: SyncAnswer,
    bound: Map<Op, { before: Cells | null; late: string[] }>,
  ): void {
    this.#checkRepeat(ops, bound, answer)
    for (const [kit, said] of Object.entries(answer.claims ?? {})) {
      const { rows, pending } = device.store.tables
      const isHere = [...rows.values(), ...pending.values()].some(
        (row) => row.p === principal && row.kit === kit,
      )
      if (said === 'unknown' && !isHere) this.#ledger.unclaimable.add(kit)
    }
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
        this.#intents.accept({ kind: op.kind, id: op.id, cell: name }, [value, stamp])
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

  /** I26: no late copy of a request stores cells that were refused for its clock. */
  checkLate(
    letter: object,
    ops: readonly Op[],
    { results }: SyncAnswer,
    bound: ReturnType<Watch['boundOf']>,
  ): void {
    const refused = this.#refused.get(letter) ?? new Set<string>()
    this.#refused.set(letter, refused)
    for (const [at, op] of ops.entries()) {
      const { kind, id, cells } = op
      const stored = this.#server.rows.get(`${kind}:${id}`)?.row.cells
      const before = bound.get(op)?.before
      for (const [name, cell] of Object.entries(cells)) {
        const key = `${kind} ${id} ${name}`
        const isNew = isSameCell(stored?.[name], cell) && !isSameCell(before?.[name], cell)
        const isLetIn = isNew && refused.has(key)
        // A rolled-back server has forgotten its refusals.
        check(!isLetIn || this.#hasRolledBack, 'I26', () => ['refused and let in late', key, cell])
        if (isLetIn) this.letInLate.add(tokenOf(cell[0]))
        if (isLetIn) this.lateCells.add(key)
        if (results[at]?.clock?.includes(name)) refused.add(key)
      }
    }
  }
  readonly #refused = new WeakMap<object, Set<string>>()
  /** Tokens a rolled-back server took from a late copy, without knowing of the refusal. */
  readonly letInLate = new Set<number>()
  /** Their cells, as `kind id name`. */
  readonly lateCells = new Set<string>()

  /**
   * I12: nobody gets a copy of what was always theirs, even in an ended history: a copy started
   * there, of an account's kit, comes with the pending rows.
   */
  readonly #owners = new Map<string, Set<string>>()
  isCopied = false
  #checkFork(op: Op, principal: string, device: Holder): void {
    for (const { row } of this.#server.rows.values()) {
      if (row.kind !== 'kit') continue
      const owners = this.#owners.get(row.id) ?? new Set()
      this.#owners.set(row.id, owners.add(row.owner))
    }
    // A collected kit's former owner counts when it is claimed again.
    for (const [kit, owner] of this.#server.formerOwners)
      this.#owners.set(kit, (this.#owners.get(kit) ?? new Set()).add(owner))
    const fork = op.cells['fork']?.[0]
    const isTakenAlong = this.#ledger.claims.has(`${device.principal} ${op.id} ${principal}`)
    if (this.isCopied || isTakenAlong || !fork || typeof fork !== 'object' || Array.isArray(fork))
      return
    const from = typeof fork['from'] === 'string' ? fork['from'] : ''
    // Opened as somebody's, edited as such, and claimed only then.
    if (this.#ledger.followed.has(`${principal} ${from}`)) return
    const owners = [...(this.#owners.get(from) ?? ['nobody'])]
    const isTaken = this.#ledger.claims.has(`${device.principal} ${from} ${principal}`)
    const isOwn = owners.every(
      (owner) => owner === principal || (isTaken && owner === device.principal),
    )
    check(!isOwn, 'I12', () => ['copy of an own kit', op, owners])
  }

  /** After each step: nothing confirmed went back, no token is missing. */
  afterStep(devices: readonly Holder[]): void {
    if (this.error !== null) throw this.error
    for (const device of devices) {
      const now = device.store.tables
      const before = this.#seen.get(device)
      if (before === now) continue
      this.#seen.set(device, now)
      this.#intents.follow(device)
      this.#checkStamps(device, now)
      const isLess = this.#hasRolledBack || this.#evicted.has(device)
      if (before && !isLess) checkMonotonic(before, now, this.#collected)
      checkQueue(now)
      if (!this.isCopied && !isLess) this.#checkWhole(now)
      const here = this.#ledger.locate(device)
      for (const token of this.#ledger.waiting.get(device) ?? []) {
        const isMissing = !token.isReplaced && !token.isDiscarded && !here.has(token.id)
        // Deleting a line discards its content: copies are made without it.
        const [, kind = '', id = ''] = token.place.split(' ')
        const isGone =
          this.#ledger.deleted.has(`${kind} ${id}`) || (before && isDeleted(token, before))
        if (isMissing && isGone) token.isDiscarded = true
        else check(!isMissing, 'I2', () => ['gone before the server had it', describe(token)])
      }
      if (before && this.#hasRolledBack) this.#leaveOut(before, now)
      for (const { cells } of now.pending.values()) {
        for (const [value] of Object.values(cells)) {
          const token = this.#ledger.tokens.get(tokenOf(value))
          if (token?.device === device) checkShown(token, now)
        }
      }
    }
  }

  /** Likewise a line a rolled-back server lost, if it came into no copy of its kit. */
  #leaveOut(before: Tables, { meta, rows, pending }: Tables): void {
    for (const [key, { p, kit, kind, id, cells }] of [...before.rows, ...before.pending]) {
      if (!this.#ledger.deleted.has(`${kind} ${id}`) || !meta.has(movedKey(p, kit))) continue
      if (rows.get(key)?.mine === true || pending.has(key)) continue
      for (const [value] of Object.values(cells)) {
        const token = this.#ledger.tokens.get(tokenOf(value))
        if (token?.isRolledBack) token.isDiscarded = true
      }
    }
  }

  /** I10: with a version of its own scope read, a device has every row up to it. */
  #checkWhole({ meta, rows, pending }: Tables): void {
    for (const [key, value] of meta) {
      if (!key.startsWith('cursors:')) continue
      const principal = key.slice('cursors:'.length)
      const readTo = (value as Record<string, number>)[`o:${principal}`] ?? 0
      for (const { row } of this.#server.rows.values()) {
        // A device's kit that is being claimed is read by the account.
        const isLeaving = principal.startsWith('d:') && meta.has(`claimed:${row.kit}`)
        if (row.owner !== principal || row.ownerVersion > readTo || isLeaving) continue
        const place = `${principal} ${row.kind} ${row.id}`
        const here = mergeCells(rows.get(place)?.cells ?? {}, pending.get(place)?.cells ?? {})
        for (const [cell, [, stamp]] of Object.entries(shownToOwner(this.#server, row))) {
          const known = here[cell]?.[1] ?? ''
          check(known >= stamp, 'I10', () => [place, cell, known, stamp, readTo])
        }
      }
    }
  }

  /** Sign-out removes rows: later logins are compared with the rest. */
  signedOut(device: Holder): void {
    this.#seen.set(device, device.store.tables)
  }

  readonly #evicted = new Set<Holder>()
  /** A browser evicted part of a device's storage: until the re-read, rows are missing. */
  evict(device: Holder): void {
    this.#evicted.add(device)
    this.forget(device)
  }

  isEvicted(device: Holder | undefined): boolean {
    return device !== undefined && this.#evicted.has(device)
  }

  /** I24: the audit reports a difference only if there is one. */
  checkAudit(device: Holder, { audit, cursors }: SyncRequest): void {
    check(this.#evicted.has(device), 'I24', () => ['differs', audit, cursors])
  }

  /** A copied or fresh store: its history is void. */
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
        // A build id drawn in two histories has two values, and no third.
        const again = `${name} again`
        const isOther = other !== undefined && other !== text
        const isDrawn = this.#isDrawnAgain(cell, stamp) && (known.get(again) ?? text) === text
        check(!isOther || isDrawn, 'I14', () => [name, other, text])
        known.set(isOther ? again : name, text)
      }
    }
  }

  /**
   * A rolled-back server has forgotten the build id it drew for a kit, and draws another under the
   * same stamp. The greater one wins everywhere.
   */
  #isDrawnAgain(cell: string, stamp: string): boolean {
    return this.#hasRolledBack && cell === 'buildId' && nodeOf(stamp) === this.#server.serverNode
  }
  readonly #seenPending = new Map<Holder, Tables['pending']>()
}
