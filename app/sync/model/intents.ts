/**
 * Everything people did to cells, also where the value is no token: deletions, order, status. Each
 * edit remembers what its writer saw, so that in the end it can be told whether something older has
 * replaced it, whether a deletion was undone by somebody who had not typed, and what never arrived.
 */
import type { Cell, Cells, Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Change } from '../write/writeCells.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Holder, Tables } from './ledger.ts'

import { canonicalJson, isSameValue, mergeCells } from '#shared/sync/cells.ts'
import { ruleOf } from '#shared/kinds/schema.ts'
import { movedKey } from '../../device/store.ts'
import { isFork } from '../write/fork.ts'

export interface Intent {
  /** Counts up over all devices. */
  at: number
  device: Holder
  /** Whose row it was when it was typed, or to whom it went. */
  p: string
  /** Whose row it was when it was typed: a window from before a login still shows it as his. */
  typedAs: string
  kind: Kind
  id: string
  /** The row it was typed into: `id` follows it into a copy, this does not. */
  typedInto: string
  kit: string
  cell: string
  value: Json
  /** Its present stamp: a refused one is given anew, and so is one that went into a copy. */
  stamp: string
  /** What stood in the row, or for a kit's deletion in the whole kit. */
  sees: ReadonlySet<Intent>
  /** The server judged it: stored it, or let a later one stand. */
  isAccepted: boolean
  /** Thrown away by a person, refused for good and shown, or lost with a history that nobody has. */
  isOver: boolean
}

type Place = Pick<Intent, 'kind' | 'id' | 'cell'>

const nameOf = ({ kind, id, cell }: Place, [value, stamp]: Cell): string =>
  `${kind} ${id} ${cell} ${stamp} ${canonicalJson(value)}`

export class Intents {
  readonly all: Intent[] = []
  readonly #byName = new Map<string, Intent>()
  readonly #seen = new Map<Holder, Tables['pending']>()

  /** The edit a stored cell comes from, if a person made it. */
  of(place: Place, cell: Cell | undefined): Intent | undefined {
    return cell && this.#byName.get(nameOf(place, cell))
  }

  /** Notes what a change has put into the outbox. */
  note(device: Holder, change: Change, before: Tables): void {
    const { pending } = device.store.tables
    for (const [key, row] of pending) {
      if (before.pending.get(key) === row) continue
      const was = before.pending.get(key)?.cells ?? {}
      for (const [cell, [value, stamp]] of Object.entries(row.cells)) {
        const given = change.cells[cell]
        const isTyped = was[cell]?.[1] !== stamp && given !== undefined
        if (!isTyped || row.kind !== change.kind || !isSameValue(value, given)) continue
        const { p, kind, id, kit } = row
        // Of two windows that type at once the other's was noted.
        if (this.of({ kind, id, cell }, [value, stamp])) continue
        const isWhole = kind === 'kit' && cell === 'del'
        const sees = isWhole ? this.#inKit(p, kit, before) : this.#inRow(key, kind, id, before)
        // Whatever this device has typed into the row before.
        for (const one of this.all)
          if (one.device === device && one.id === id && (one.p === p || one.typedAs === p))
            sees.add(one)
        const intent: Intent = {
          at: this.all.length,
          device,
          p,
          typedAs: p,
          kind,
          id,
          typedInto: id,
          kit,
          cell,
          value,
          stamp,
          sees,
          isAccepted: false,
          isOver: false,
        }
        this.all.push(intent)
        this.#byName.set(nameOf(intent, [value, stamp]), intent)
      }
    }
    this.#seen.set(device, pending)
  }

  #inRow(key: string, kind: Kind, id: string, { rows, pending }: Tables): Set<Intent> {
    const found = new Set<Intent>()
    this.#add(
      kind,
      id,
      mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {}),
      found,
    )
    return found
  }

  #inKit(p: string, kit: string, { rows, pending }: Tables): Set<Intent> {
    const found = new Set<Intent>()
    for (const [key, row] of [...rows, ...pending]) {
      if (row.p !== p || row.kit !== kit) continue
      const cells = mergeCells(rows.get(key)?.cells ?? {}, pending.get(key)?.cells ?? {})
      this.#add(row.kind, row.id, cells, found)
    }
    return found
  }

  #add(kind: Kind, id: string, cells: Cells, into: Set<Intent>): void {
    for (const [name, cell] of Object.entries(cells)) {
      const intent = this.of({ kind, id, cell: name }, cell)
      if (intent) into.add(intent)
    }
  }

  /** Follows edits that were given another stamp by a step. */
  follow(device: Holder): void {
    const { pending } = device.store.tables
    const before = this.#seen.get(device)
    if (before === pending) return
    this.#seen.set(device, pending)
    if (before) this.#followCopies(device, before)
    for (const [key, row] of pending) {
      const old = before?.get(key)
      if (old === row || !old) continue
      for (const [name, cell] of Object.entries(row.cells)) {
        const was = old.cells[name]
        if (!was || was[1] === cell[1] || !isSameValue(was[0], cell[0])) continue
        const place = { kind: row.kind, id: row.id, cell: name }
        const intent = this.of(place, was)
        if (!intent || this.of(place, cell)) continue
        intent.stamp = cell[1]
        this.#byName.set(nameOf(place, cell), intent)
      }
    }
  }

  /** What waited of a kit that turned out to be another's is in the copy of it from now on. */
  #followCopies(device: Holder, before: Tables['pending']): void {
    const { meta, pending } = device.store.tables
    for (const [key, row] of before) {
      const { p, kind, id, kit } = row
      const copy = pending.has(key) ? undefined : meta.get(movedKey(p, kit))
      if (!isFork(copy) || ruleOf(kind).isOpen) continue
      for (const [cell, stored] of Object.entries(row.cells)) {
        const intent = this.of({ kind, id, cell }, stored)
        if (intent?.p !== p) continue
        const to = { kind, id: copy.ids[id] ?? '', cell }
        // The copy of a kit that is another account's goes into the next one at once.
        const copied = [...pending.values()].find((row) => row.kind === kind && row.id === to.id)
        const there = copied?.cells[cell]
        // What is deleted is not copied, nor is the deletion; a version is made anew.
        if (cell === 'del' || kind === 'version' || to.id === '') {
          intent.isOver = true
          continue
        }
        Object.assign(intent, { id: to.id, kit: copy.kitId })
        if (!there || !isSameValue(there[0], stored[0])) continue
        intent.stamp = there[1]
        this.#byName.set(nameOf(to, there), intent)
      }
    }
  }

  /** The server has judged a cell. */
  accept(place: Place, cell: Cell): void {
    const intent = this.of(place, cell)
    if (intent) intent.isAccepted = true
  }

  /**
   * Kits of a device went into an account, with all that was typed into them, and its log: that is made
   * anew there, and deleted here by nobody.
   */
  claim(device: Holder, to: string, kits: readonly string[]): void {
    if (kits.length === 0) return
    for (const intent of this.all) {
      if (intent.p !== device.principal) continue
      if (intent.kind === 'log') intent.isOver = true
      if (intent.device.store === device.store && kits.includes(intent.kit)) intent.p = to
    }
  }

  /** A person threw away what a principal had not sent. */
  discard({ store }: Holder, p: string): void {
    const { pending, problems } = store.tables
    for (const row of pending.values()) {
      if (row.p !== p) continue
      for (const [cell, stored] of Object.entries(row.cells)) this.#end({ ...row, cell }, stored)
    }
    for (const { p: owner, kind, row: id, cell, value } of problems.values())
      if (owner === p) this.#endValue(kind, id, cell, value)
  }

  /** A person has let a value go. */
  letGo(kind: Kind, id: string, cell: string, value: Json): void {
    this.#endValue(kind, id, cell, value)
  }

  #end(place: Place, cell: Cell): void {
    const intent = this.of(place, cell)
    if (intent) intent.isOver = true
  }

  #endValue(kind: Kind, id: string, cell: string, value: Json): void {
    for (const intent of this.all) {
      const isSame = intent.kind === kind && intent.id === id && intent.cell === cell
      if (isSame && isSameValue(intent.value, value)) intent.isOver = true
    }
  }

  /** Collection took a row. */
  purge(kind: Kind, id: string): void {
    for (const intent of this.all)
      if (intent.kind === kind && intent.id === id && intent.isAccepted) intent.isOver = true
  }

  /** The server went back: what no device has any more is lost with its history. */
  rollBack(server: MemoryServer, devices: readonly Holder[]): void {
    const held = new Set<Intent>()
    const collect = (kind: Kind, id: string, cells: Cells) => this.#add(kind, id, cells, held)
    for (const { row } of server.rows.values()) collect(row.kind, row.id, row.cells)
    for (const { store } of devices) {
      const { rows, pending } = store.tables
      for (const row of rows.values()) if (row.mine) collect(row.kind, row.id, row.cells)
      for (const row of pending.values()) collect(row.kind, row.id, row.cells)
    }
    for (const intent of this.all) if (intent.isAccepted && !held.has(intent)) intent.isOver = true
  }

  /** The rows of an account leave a device: what the server had lost goes with them. */
  leave({ store }: Holder, p: string, server: MemoryServer): void {
    for (const row of store.tables.rows.values()) {
      if (row.p !== p) continue
      const there = server.rows.get(`${row.kind}:${row.id}`)?.row.cells
      for (const [cell, stored] of Object.entries(row.cells))
        if ((there?.[cell]?.[1] ?? '') < stored[1]) this.#end({ ...row, cell }, stored)
    }
  }
}

/** Everything an edit had before its eyes, and what those had before theirs. */
export function closures(): (intent: Intent) => ReadonlySet<Intent> {
  const known = new Map<Intent, Set<Intent>>()
  return function closureOf(intent) {
    const before = known.get(intent)
    if (before) return before
    const all = new Set<Intent>()
    known.set(intent, all)
    for (const seen of intent.sees) {
      all.add(seen)
      for (const further of closureOf(seen)) all.add(further)
    }
    return all
  }
}
