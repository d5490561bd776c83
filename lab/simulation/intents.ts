/**
 * Every edit of a cell, including those whose value is no token: deletions, order, status. Each one
 * records what its writer saw, to tell in the end whether something older replaced it, whether
 * somebody who had not typed undid a deletion, and what never arrived.
 */
import type { Cell, Cells, Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { Change } from '../../app/data/sync/write/writeCells.ts'
import type { MemoryServer } from './memoryServer.ts'
import type { Holder, Tables } from './ledger.ts'

import { canonicalJson, isSameValue, mergeCells } from '#shared/cells/cells.ts'
import { ruleOf } from '#shared/kinds/schema.ts'
import { movedKey } from '../../app/data/device/store.ts'
import { isFork } from '../../app/data/sync/write/fork.ts'

export interface Intent {
  /** Increases across all devices. */
  at: number
  device: Holder
  /** Principal of the row when typed, or the account that claimed it. */
  p: string
  /** Principal of the row when typed: a window from before a login still shows that one. */
  typedAs: string
  kind: Kind
  id: string
  /** Row it was typed into: `id` follows it into a copy, this does not. */
  typedInto: string
  kit: string
  cell: string
  value: Json
  /** Current stamp: refusals and copies restamp. */
  stamp: string
  /** Edits its writer saw in the row; for a kit's deletion, in the whole kit. */
  sees: ReadonlySet<Intent>
  /** The server judged it: stored it, or kept a later one. */
  isAccepted: boolean
  /** Discarded by a person, refused for good and shown, or lost with a history that nobody has. */
  isOver: boolean
}

type Place = Pick<Intent, 'kind' | 'id' | 'cell'>

const nameOf = ({ kind, id, cell }: Place, [value, stamp]: Cell): string =>
  `${kind} ${id} ${cell} ${stamp} ${canonicalJson(value)}`

export class Intents {
  readonly all: Intent[] = []
  readonly #byName = new Map<string, Intent>()
  readonly #seen = new Map<Holder, Tables['pending']>()

  /** The edit behind a stored cell, if a person made it. */
  of(place: Place, cell: Cell | undefined): Intent | undefined {
    return cell && this.#byName.get(nameOf(place, cell))
  }

  /** Notes the pending cells of a change. */
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
        // When two windows type at once, the other's is noted already.
        if (this.of({ kind, id, cell }, [value, stamp])) continue
        const isWhole = kind === 'kit' && cell === 'del'
        const sees = isWhole ? this.#inKit(p, kit, before) : this.#inRow(key, kind, id, before)
        // Plus everything this device typed into the row before.
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

  #inKit(principal: string, kit: string, { rows, pending }: Tables): Set<Intent> {
    const found = new Set<Intent>()
    for (const [key, row] of [...rows, ...pending]) {
      if (row.p !== principal || row.kit !== kit) continue
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

  /** Follows edits that a step restamped. */
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

  /** Moves pending edits of a kit that turned out to be another's to its copy. */
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
        // A copied kit of another account goes into the next one at once.
        const copied = [...pending.values()].find((row) => row.kind === kind && row.id === to.id)
        const there = copied?.cells[cell]
        // Deleted rows and deletions are not copied; a version is made anew.
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
   * Kits of a device were claimed by an account, with all edits, and so was its log: its entries
   * are re-created there, and their deletion here is nobody's edit.
   */
  claim(device: Holder, to: string, kits: readonly string[]): void {
    if (kits.length === 0) return
    for (const intent of this.all) {
      if (intent.p !== device.principal) continue
      if (intent.kind === 'log') intent.isOver = true
      if (intent.device.store === device.store && kits.includes(intent.kit)) intent.p = to
    }
  }

  /** A person discarded a principal's pending rows. */
  discard({ store }: Holder, principal: string): void {
    const { pending, problems } = store.tables
    for (const row of pending.values()) {
      if (row.p !== principal) continue
      for (const [cell, stored] of Object.entries(row.cells)) this.#end({ ...row, cell }, stored)
    }
    for (const { p: owner, kind, row: id, cell, value } of problems.values())
      if (owner === principal) this.#endValue(kind, id, cell, value)
  }

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

  /** The server rolled back: an edit no device has any more is lost with its history. */
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

  /** An account's rows leave a device: edits the server had lost go with them. */
  leave({ store }: Holder, principal: string, server: MemoryServer): void {
    for (const row of store.tables.rows.values()) {
      if (row.p !== principal) continue
      const there = server.rows.get(`${row.kind}:${row.id}`)?.row.cells
      for (const [cell, stored] of Object.entries(row.cells))
        if ((there?.[cell]?.[1] ?? '') < stored[1]) this.#end({ ...row, cell }, stored)
    }
  }
}

/** Everything an edit saw, transitively. */
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
