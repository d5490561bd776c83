/**
 * Every value that was typed, and what became of it. A value is a token: no two are alike, so it is
 * recognised wherever it turns up, also in a copy of its kit.
 */
import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Change } from '../write/writeCells.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { MemoryStore } from '../../device/memoryStore.ts'

import { isSameValue, mergeCells } from '#shared/sync/cells.ts'

/** A device, as far as it is looked at from outside. */
export interface Holder {
  store: MemoryStore
  /** Its own principal. */
  principal: string
}

export interface Token {
  id: number
  device: Holder
  /** Under whom it was typed. */
  p: string
  /** Under whom it was before a person gave it again: copies of old requests may still arrive. */
  former: ReadonlySet<string>
  kind: string
  cell: string
  /** Where it waits or waited: principal, row and cell. */
  place: string
  /** The server has judged it: stored it, or let a later one stand. */
  isAccepted: boolean
  /** Typed over: by its own device, or by one that was showing it. */
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

/** The number of the token a value is or holds, 0 for none. */
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
  /** `${from} ${kit} ${to}`: kits that a person took into an account. */
  readonly claims = new Set<string>()
  readonly claimed: { kit: string; from: string; to: string }[] = []
  /** Rows whose deletion is the last thing a person did to them, as `kind id`. */
  readonly deleted = new Set<string>()
  /** Kits that were claimed when neither the server nor the account had anything of them. */
  readonly unclaimable = new Set<string>()
  /** `${principal} ${kit}`: what was opened as somebody else's. */
  readonly followed = new Set<string>()
  #next = 1_000

  /** A number for a new value. */
  draw(): number {
    return this.#next++
  }

  /** Notes what was typed and where it went. */
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
      // What stands there already is typed by nobody.
      if (there && isSameValue(there[0], value)) continue
      if (id > 0) typed.set(id, cell)
      // Also where this device's browser threw away what stood there: it is typed over all the same.
      else this.#replace(device, key, cell, 0, before)
    }
    if (typed.size === 0) return
    // A value that is given again may stand in another's copy of the row as well.
    const strayed = new Map<number, string>()
    // What is put back may wait in a copy of the row too, which it was not typed into.
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
        // Of several versions the newest is what was saved.
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

  #add(device: Holder, id: number, p: string, kind: string, cell: string, place: string): void {
    // A value that was given again is the same value.
    const again = this.tokens.get(id)
    const token: Token = {
      id,
      device,
      p,
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
    // Typed over on the same device, also where another value had taken its place meanwhile.
    const place = `${key} ${cell}`
    for (const token of this.tokens.values()) {
      if (token.device === device && token.id !== id && this.#isSamePlace(token.place, place))
        token.isReplaced = true
    }
  }

  /** Of a kit that went into an account, a window may still show and write the device's own. */
  #isSamePlace(one: string, other: string): boolean {
    if (one === other) return true
    const [p = '', ...rest] = one.split(' ')
    const [q = '', ...same] = other.split(' ')
    if (rest.join(' ') !== same.join(' ')) return false
    return this.claimed.some(({ from, to }) => (from === p && to === q) || (from === q && to === p))
  }

  #supersedeVersions(device: Holder, p: string, kit: string, id: number): void {
    for (const row of device.store.tables.pending.values()) {
      if (row.kind !== 'version' || row.p !== p || row.kit !== kit) continue
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

  /** What was typed for the device is kept for the account from now on. */
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

  /** A person threw away what an account had not sent. */
  discard(device: Holder, p: string): void {
    const { pending, problems } = device.store.tables
    const values: Json[] = []
    for (const row of pending.values())
      if (row.p === p) for (const [value] of Object.values(row.cells)) values.push(value)
    for (const problem of problems.values()) if (problem.p === p) values.push(problem.value)
    for (const value of values) {
      const token = this.tokens.get(tokenOf(value))
      if (token) token.isDiscarded = true
    }
  }

  /** A person gives a value again or lets it go. */
  settle(value: Json, isAgain: boolean): void {
    const token = this.tokens.get(tokenOf(value))
    if (token && !isAgain) token.isDiscarded = true
  }

  /** What was deleted half a year ago, or an idle draft, leaves the server. */
  purge({ cells }: { cells: Cells }): void {
    for (const [value] of Object.values(cells)) {
      const token = this.tokens.get(tokenOf(value))
      if (token?.isAccepted) token.isDiscarded = true
    }
  }

  /** The server went back: what it has lost has to come from a device that still has it. */
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

  /** The rows of an account leave a device: what the server had lost goes with them. */
  leave({ store }: Holder, p: string, server: MemoryServer): void {
    const held = new Set<number>()
    for (const { row } of server.rows.values()) collectTokens(row.cells, held)
    for (const row of store.tables.rows.values()) {
      if (row.p !== p) continue
      for (const [value] of Object.values(row.cells)) {
        const token = this.tokens.get(tokenOf(value))
        if (token?.isRolledBack && !held.has(token.id)) token.isDiscarded = true
      }
    }
  }

  /** Follows tokens to where they are now. */
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
