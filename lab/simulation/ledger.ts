/** Every typed value and its fate. Values are unique tokens, recognized even in copies. */
import type { Cells, Json } from '#shared/cells/cells.ts'
import type { Change } from '../../app/data/sync/write/writeCells.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { MemoryStore } from '../../app/data/device/testMemoryStore.ts'

import { isSameValue, mergeCells } from '#shared/cells/cells.ts'

/** A device, as seen from outside. */
export interface Holder {
  store: MemoryStore
  principal: string
}

export interface Token {
  id: number
  device: Holder
  /** Principal it was typed as. */
  p: string
  /** Principals before a person typed it again: late copies of old requests may still arrive. */
  former: ReadonlySet<string>
  kind: string
  cell: string
  /** Where it is or was pending: principal, row and cell. */
  place: string
  /** The server judged it: stored it, or kept a later one. */
  isAccepted: boolean
  /** Overwritten: by its own device, or by one that showed it. */
  isReplaced: boolean
  isDiscarded: boolean
  /** The server had it and lost it; a device still has it. */
  isRolledBack: boolean
}

export type Tables = MemoryStore['tables']

function collectTokens(cells: Cells, into: Set<number>): void {
  for (const [value] of Object.values(cells)) {
    const id = tokenOf(value)
    if (id > 0) into.add(id)
  }
}

/** Token number of a value, 0 for none. */
export function tokenOf(value: Json | undefined): number {
  if (typeof value === 'number') return value >= 1_000 && value < 90_000 ? value : 0
  if (typeof value !== 'string') return 0
  const match = /^t(\d+)\.|"task":"t(\d+)\."/.exec(value)
  return match ? Number(match[1] ?? match[2]) : 0
}

export class Ledger {
  readonly tokens = new Map<number, Token>()
  /** Tokens that must be on their device, by device. */
  readonly waiting = new Map<Holder, Set<Token>>()
  /** `${from} ${kit} ${to}`: kits a person moved into an account. */
  readonly claims = new Set<string>()
  readonly claimed: { kit: string; from: string; to: string }[] = []
  /** Rows whose last edit was their deletion, as `kind id`. */
  readonly deleted = new Set<string>()
  /** Kits claimed when neither the server nor the account had any of their rows. */
  readonly unclaimable = new Set<string>()
  /** `${principal} ${kit}`: kits opened as somebody else's. */
  readonly followed = new Set<string>()
  #next = 1_000

  draw(): number {
    return this.#next++
  }

  /** Notes an edit and where it went. */
  note(device: Holder, shown: string, change: Change, before: Tables): void {
    const row = `${change.kind} ${change.id}`
    if (change.cells['del'] === true) this.deleted.add(row)
    else this.deleted.delete(row)
    const typed = new Map<number, string>()
    const key = `${shown} ${change.kind} ${change.id}`
    const stood = mergeCells(
      before.rows.get(key)?.cells ?? {},
      before.pending.get(key)?.cells ?? {},
    )
    for (const [cell, value] of Object.entries(change.cells)) {
      const id = tokenOf(value)
      const there = stood[cell]
      // An edit equal to the stored value is no edit.
      if (there && isSameValue(there[0], value)) continue
      if (id > 0) typed.set(id, cell)
      // Even if this device's browser evicted the old value: it is overwritten all the same.
      else this.#replace(device, key, cell, 0, before)
    }
    if (typed.size === 0) return
    // A value typed again may also stand in another's copy of the row.
    const strayed = new Map<number, string>()
    // An undone value may be pending in a copy of the row too, where nobody typed it.
    const isOther = ({ id }: { id: string }) => Number(id !== change.id)
    const waiting = [...device.store.tables.pending.values()]
    for (const row of waiting.toSorted((a, b) => isOther(a) - isOther(b))) {
      for (const [cell, [value]] of Object.entries(row.cells)) {
        const id = tokenOf(value)
        if (!typed.has(id)) continue
        const isMoved = this.claims.has(`${shown} ${row.kit} ${row.p}`)
        if (row.p !== shown && !isMoved) {
          strayed.set(id, `kept for ${row.p} in ${row.kind}`)
          continue
        }
        typed.delete(id)
        this.#add(device, id, row.p, row.kind, cell, `${row.p} ${row.kind} ${row.id} ${cell}`)
        this.#replace(device, `${row.p} ${row.kind} ${row.id}`, cell, id, before)
        // Among several versions, the newest is the saved one.
        if (row.kind === 'version') this.#supersedeVersions(device, row.p, row.kit, id)
      }
    }
    for (const problem of device.store.tables.problems.values())
      typed.delete(tokenOf(problem.value))
    for (const [id, where] of strayed)
      if (typed.has(id)) throw new Error(`I4: typed as ${shown}, ${where}`)
    if (typed.size > 0)
      throw new Error(`I6: not shown after it was typed: ${[...typed.values()].join(', ')}`)
  }

  #add(
    device: Holder,
    id: number,
    principal: string,
    kind: string,
    cell: string,
    place: string,
  ): void {
    // A value typed again keeps its token.
    const again = this.tokens.get(id)
    const token: Token = {
      id,
      device,
      p: principal,
      former: new Set(again ? [...again.former, again.p] : []),
      kind,
      cell,
      place,
      isAccepted: false,
      isReplaced: false,
      isDiscarded: false,
      isRolledBack: false,
    }
    if (again) this.waiting.get(again.device)?.delete(again)
    this.tokens.set(id, token)
    const waiting = this.waiting.get(device) ?? new Set()
    waiting.add(token)
    this.waiting.set(device, waiting)
  }

  #replace(device: Holder, key: string, cell: string, id: number, before: Tables): void {
    const cells: Cells = mergeCells(
      before.rows.get(key)?.cells ?? {},
      before.pending.get(key)?.cells ?? {},
    )
    const shown = this.tokens.get(tokenOf(cells[cell]?.[0]))
    if (shown) shown.isReplaced = true
    // Overwritten on the same device, even if another value came in between.
    const place = `${key} ${cell}`
    for (const token of this.tokens.values()) {
      if (token.device === device && token.id !== id && this.#isSamePlace(token.place, place))
        token.isReplaced = true
    }
  }

  /** A window may still show and edit the device's own rows of a claimed kit. */
  #isSamePlace(one: string, other: string): boolean {
    if (one === other) return true
    const [p = '', ...rest] = one.split(' ')
    const [q = '', ...same] = other.split(' ')
    if (rest.join(' ') !== same.join(' ')) return false
    return this.claimed.some(({ from, to }) => (from === p && to === q) || (from === q && to === p))
  }

  #supersedeVersions(device: Holder, principal: string, kit: string, id: number): void {
    for (const row of device.store.tables.pending.values()) {
      if (row.kind !== 'version' || row.p !== principal || row.kit !== kit) continue
      const token = this.tokens.get(tokenOf(row.cells['body']?.[0]))
      if (token && token.id !== id) token.isReplaced = true
    }
  }

  claim(device: Holder, to: string, kits: readonly string[]): void {
    for (const kit of kits) {
      this.claims.add(`${device.principal} ${kit} ${to}`)
      this.claimed.push({ kit, from: device.principal, to })
    }
    this.#follow(device, to, new Set(kits))
    this.locate(device)
  }

  /** Moves the device's tokens to the account. */
  #follow({ store, principal }: Holder, to: string, kits: ReadonlySet<string>): void {
    for (const token of this.tokens.values()) {
      const [p, kind = '', id = ''] = token.place.split(' ')
      if (token.device.store !== store || p !== principal) continue
      const key = `${to} ${kind} ${id}`
      const row = store.tables.rows.get(key) ?? store.tables.pending.get(key)
      if (row && kits.has(row.kit)) token.place = `${key} ${token.cell}`
    }
  }

  /** The server has judged a value. */
  accept(id: number): void {
    const token = this.tokens.get(id)
    if (!token) return
    token.isAccepted = true
    this.waiting.get(token.device)?.delete(token)
  }

  /** A person discarded an account's pending rows. */
  discard(device: Holder, principal: string): void {
    const { pending, problems } = device.store.tables
    const values: Json[] = []
    for (const row of pending.values())
      if (row.p === principal) for (const [value] of Object.values(row.cells)) values.push(value)
    for (const problem of problems.values()) if (problem.p === principal) values.push(problem.value)
    for (const value of values) {
      const token = this.tokens.get(tokenOf(value))
      if (token) token.isDiscarded = true
    }
  }

  /** A person types a value again or lets it go. */
  settle(value: Json, isAgain: boolean): void {
    const token = this.tokens.get(tokenOf(value))
    if (token && !isAgain) token.isDiscarded = true
  }

  /** A row deleted half a year ago, or an idle draft, leaves the server. */
  purge({ cells }: { cells: Cells }): void {
    for (const [value] of Object.values(cells)) {
      const token = this.tokens.get(tokenOf(value))
      if (token?.isAccepted) token.isDiscarded = true
    }
  }

  /** The server rolled back: lost tokens must come from a device that still has them. */
  rollBack(server: MemoryServer, devices: readonly Holder[]): void {
    const held = new Set<number>()
    for (const { row } of server.rows.values()) collectTokens(row.cells, held)
    const here = new Set<number>()
    for (const { store } of devices)
      for (const row of store.tables.rows.values()) if (row.mine) collectTokens(row.cells, here)
    for (const token of this.tokens.values()) {
      if (!token.isAccepted || held.has(token.id)) continue
      if (here.has(token.id)) token.isRolledBack = true
      else token.isDiscarded = true
    }
  }

  /** An account's rows leave a device: tokens the server had lost go with them. */
  leave({ store }: Holder, principal: string, server: MemoryServer): void {
    const held = new Set<number>()
    for (const { row } of server.rows.values()) collectTokens(row.cells, held)
    for (const row of store.tables.rows.values()) {
      if (row.p !== principal) continue
      for (const [value] of Object.values(row.cells)) {
        const token = this.tokens.get(tokenOf(value))
        if (token?.isRolledBack && !held.has(token.id)) token.isDiscarded = true
      }
    }
  }

  /** Updates where tokens are now. */
  locate(device: Holder): Set<number> {
    const found = new Set<number>()
    for (const [key, row] of device.store.tables.pending) {
      for (const [cell, [value]] of Object.entries(row.cells)) {
        const id = tokenOf(value)
        if (id === 0) continue
        found.add(id)
        const token = this.tokens.get(id)
        if (!token || token.device !== device) continue
        token.place = `${key} ${cell}`
      }
    }
    for (const problem of device.store.tables.problems.values()) found.add(tokenOf(problem.value))
    return found
  }
}
