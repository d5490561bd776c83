/**
 * Undo history of a build. Pure: it says which cells to write, and never touches one that somebody
 * else has written since.
 */
import type { Write } from '../../data/sync/write/writeQueue.ts'

import { isRowKind } from '#shared/kinds/schema.ts'
import { isSameValue, type Json } from '#shared/cells/cells.ts'

type Row = Readonly<Record<string, Json>>

/** New cells of a row, or text of a draft, without the kit id. */
export type Edit = Omit<Write, 'kit'>

/** The current build, every write included. */
export interface World {
  /** Cells of a row, null for a missing row. Drafts always count as a row. */
  cellsOf: (kind: Write['kind'], id: string) => Row | null
}

/** One written cell; `del` stands for the row itself. */
export interface Step {
  kind: Write['kind']
  id: string
  cell: string
  /** `undefined` for a cell of a missing row. */
  before: Json | undefined
  after: Json
  /** For `del`: the other cells before it, since a removed row shows none. */
  rest?: Readonly<Record<string, Json>>
}

/** One undo step. */
interface Entry {
  /** "Price of line 3", "12 lines pasted". */
  label: string
  /** By row and cell, so that a paste of thousands is recorded at once. */
  steps: Map<string, Step>
  /** Writes of one turn share an entry. */
  turn: string
}

export interface Undone {
  label: string
  writes: Edit[]
  /** Skipped steps: somebody else has written there since. */
  kept: Step[]
}

const MAX_ENTRIES = 200
/** Defaults of a new line's cells. */
const DEFAULTS: Readonly<Record<string, Json>> = { qty: 1 }

export class History {
  readonly #world: World
  /** Cells of rows removed here, restored when they come back. */
  readonly #remains = new Map<string, Row>()
  readonly #labelOf: (write: Edit) => string
  readonly #undone: Entry[] = []
  readonly #done: Entry[] = []

  /** @param labelOf label of an entry that begins with this write */
  constructor(world: World, labelOf: (write: Edit) => string) {
    this.#world = world
    this.#labelOf = labelOf
  }

  /** Label of the next undo, null for none. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null
  }
  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null
  }

  /**
   * Records a user's write, before it is stored.
   * @param turn writes of one turn share an entry
   */
  record(write: Edit, turn: string, label?: string): void {
    const steps = this.#stepsOf(write)
    this.note(write)
    if (steps.length === 0) return
    const top = this.#done.at(-1)
    if (top?.turn === turn && !hidesChange(top.steps, steps)) {
      absorb(top.steps, steps)
      if (top.steps.size === 0) this.#done.pop()
    } else {
      const own = new Map(steps.map((step) => [keyOf(step), step]))
      this.#done.push({ label: label ?? this.#labelOf(write), steps: own, turn })
      if (this.#done.length > MAX_ENTRIES) this.#done.shift()
    }
    this.#undone.length = 0
  }

  /** Adds an automatic write, such as the removal of a blank line, to the last entry. */
  recordAlong(write: Edit): void {
    const steps = this.#stepsOf(write)
    this.note(write)
    const top = this.#done.at(-1)
    const isOfTop = [...(top?.steps.values() ?? [])].some((step) => step.id === write.id)
    if (top && isOfTop) absorb(top.steps, steps)
  }

  /** Notes an undo's own write, before it is in the build. */
  note({ kind, id, cells }: Edit): void {
    const gone = cells['del'] === true && this.#world.cellsOf(kind, id)
    if (gone) this.#remains.set(`${kind}:${id}`, gone)
  }

  /** Undoes the last entry, or that of a turn; null when there is none. */
  undo(turn?: string): Undone | null {
    return this.#turn(this.#done, this.#undone, true, turn)
  }

  /** Redoes the last undone entry. */
  redo(): Undone | null {
    return this.#turn(this.#undone, this.#done, false)
  }

  #turn(from: Entry[], to: Entry[], isBack: boolean, turn?: string): Undone | null {
    const at = turn === undefined ? from.length - 1 : from.findIndex((one) => one.turn === turn)
    const [entry] = at < 0 ? [] : from.splice(at, 1)
    if (!entry) return null
    const { writes, done, kept } = this.#plan([...entry.steps.values()], isBack)
    // Further typing in the same field starts a new entry.
    if (done.size > 0) to.push({ ...entry, steps: done, turn: `${entry.turn} again` })
    return { label: entry.label, writes, kept }
  }

  #plan(steps: readonly Step[], isBack: boolean) {
    const writes = new Map<string, Edit>()
    const done = new Map<string, Step>()
    const kept: Step[] = []
    for (const step of steps) {
      const { kind, id, cell } = step
      const [from, to] = isBack ? [step.after, step.before] : [step.before, step.after]
      const now = this.#cellNow(kind, id, cell)
      // The cell is not in the build's rows, so it has no value to restore.
      const isThere = isSame(now, to) || to === undefined
      if (!isThere && !this.#isOurs(step, steps, now, from, isBack)) {
        kept.push(step)
        continue
      }
      done.set(keyOf(step), step)
      if (isThere) continue
      const write = writes.get(`${kind}:${id}`) ?? { kind, id, cells: {} }
      write.cells[cell] = to
      writes.set(`${kind}:${id}`, write)
    }
    return { writes: [...writes.values()].map(endingWithRemoval), done, kept }
  }

  /** Whether the cell still has this entry's value. */
  #isOurs(
    step: Step,
    steps: readonly Step[],
    now: Json | undefined,
    from: Json | undefined,
    isBack: boolean,
  ): boolean {
    if (step.cell === 'del' && isRowKind(step.kind)) {
      const isRemoving = (isBack ? step.before : step.after) === true
      return isSame(now, from) && !(isRemoving && this.#isTouched(step, steps, isBack))
    }
    if (isSame(now, from) || (from === undefined && now === null)) return true
    // Cells of a row that this entry revives are not visible before.
    const comesBack = steps.some(
      ({ id, cell, before, after }) =>
        id === step.id && cell === 'del' && (isBack ? before : after) === false,
    )
    return comesBack && now === undefined
  }

  /** Whether a row to remove has values from elsewhere. */
  #isTouched(removal: Step, steps: readonly Step[], isBack: boolean): boolean {
    const expected: Record<string, Json> = { ...removal.rest }
    for (const { id, kind, cell, before, after } of steps) {
      if (id !== removal.id || kind !== removal.kind || cell === 'del') continue
      const value = isBack ? after : before
      if (value !== undefined) expected[cell] = value
    }
    const cells = Object.entries(this.#world.cellsOf(removal.kind, removal.id) ?? {})
    return cells.some(([cell, value]) => {
      const wanted = expected[cell] ?? DEFAULTS[cell] ?? ''
      return cell !== 'ord' && !isSameValue(value ?? '', wanted)
    })
  }

  /** Value of a cell, `undefined` in a missing row; for `del` whether it is missing. */
  #cellNow(kind: Write['kind'], id: string, cell: string): Json | undefined {
    const row = this.#world.cellsOf(kind, id)
    if (cell === 'del' && isRowKind(kind)) return row === null
    return row ? (row[cell] ?? null) : undefined
  }

  #stepsOf({ kind, id, cells }: Edit): Step[] {
    const shown = this.#world.cellsOf(kind, id)
    const steps: Step[] = []
    if (isRowKind(kind)) {
      const isGone = shown === null
      const goes = cells['del'] === true
      if (isGone !== goes) {
        const rest = shown ?? this.#remains.get(`${kind}:${id}`) ?? {}
        steps.push({ kind, id, cell: 'del', before: isGone, after: goes, rest })
      }
    }
    for (const [cell, after] of Object.entries(cells)) {
      if (cell === 'del' && isRowKind(kind)) continue
      const known = shown ?? this.#remains.get(`${kind}:${id}`)
      const before =
        known?.[cell] ?? (kind === 'draft' || known?.[cell] === null ? null : undefined)
      if (!isSame(before, after)) steps.push({ kind, id, cell, before, after })
    }
    return steps
  }
}

/** An edit stamped after a removal revives the row, so the removal is written last. */
function endingWithRemoval(write: Edit): Edit {
  const { del, ...cells } = write.cells
  return del === true ? { ...write, cells: { ...cells, del } } : write
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b)
}

const keyOf = ({ kind, id, cell }: Step) => `${kind}:${id}:${cell}`

/**
 * Whether a row was revived, changed and removed again within one entry. Nothing would be left to
 * undo, but a later revival would bring the change back.
 */
function hidesChange(steps: ReadonlyMap<string, Step>, later: readonly Step[]): boolean {
  return later.some((step) => {
    if (step.cell !== 'del' || step.after !== true) return false
    const { before, rest = {} } = steps.get(keyOf(step)) ?? {}
    const hasStoodBefore = before === true && Object.keys(rest).length > 0
    return (
      hasStoodBefore && [...steps.values()].some(({ id, cell }) => id === step.id && cell !== 'del')
    )
  })
}

/** Merges later steps into earlier ones of the same cell; a value back at its start is no step. */
function absorb(steps: Map<string, Step>, later: readonly Step[]): void {
  for (const step of later) {
    const first = steps.get(keyOf(step))
    const next = first ? { ...step, before: first.before } : step
    if (!isSame(next.before, next.after)) {
      steps.set(keyOf(step), next)
      continue
    }
    steps.delete(keyOf(step))
    if (step.cell !== 'del' || step.after !== true) continue
    // A row that came and went: writing its cells would revive it.
    for (const [key, { id }] of steps) if (id === step.id) steps.delete(key)
  }
}
