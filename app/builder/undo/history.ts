/**
 * What was done to a build, to be undone and done again. Pure: it says which cells to write, and
 * never touches one that somebody else has written since.
 */
import type { Json } from '#shared/sync/cells.ts'
import type { Write } from '../../sync/write/pump.ts'

import { isSameValue } from '#shared/sync/cells.ts'

type Row = Readonly<Record<string, Json>>

/** New cells of a row of the build, or text of a draft; of which kit, the build knows. */
export type Edit = Omit<Write, 'kit'>

/** The build as it is now: what was written to it is in it. */
export interface World {
  /** The cells of a row, null when there is no such row (any more). Drafts are always a row. */
  cellsOf: (kind: Write['kind'], id: string) => Row | null
}

/** Whether rows of this kind come and go in a build. */
export function isRowKind(kind: Write['kind']): boolean {
  return kind === 'line' || kind === 'step'
}

/** One cell that was written; `del` stands for the row itself. */
export interface Step {
  kind: Write['kind']
  id: string
  cell: string
  /** `undefined` for the cell of a row that was not there. */
  before: Json | undefined
  after: Json
  /** Of `del`: the other cells as they stood, since nothing shows them in a row that is gone. */
  rest?: Readonly<Record<string, Json>>
}

/** What belongs together: one press takes all of it back. */
interface Entry {
  /** "Price of line 3", "12 lines pasted". */
  label: string
  /** By row and cell, so that a pasted table of thousands is noted in one go. */
  steps: Map<string, Step>
  /** Writes of the same turn go into the same entry. */
  turn: string
}

export interface Undone {
  label: string
  writes: Edit[]
  /** Steps that were left alone: somebody else has written there since. */
  kept: Step[]
}

const MAX_ENTRIES = 200
/** What the cells of a new line hold that were not named. */
const DEFAULTS: Readonly<Record<string, Json>> = { qty: 1 }

export class History {
  readonly #world: World
  /** What stood in the rows that were removed here: it stands there again when they come back. */
  readonly #remains = new Map<string, Row>()
  readonly #labelOf: (write: Edit) => string
  readonly #undone: Entry[] = []
  readonly #done: Entry[] = []

  /** @param labelOf what an entry that begins with this write is called */
  constructor(world: World, labelOf: (write: Edit) => string) {
    this.#world = world
    this.#labelOf = labelOf
  }

  /** What the next undo takes back, null for nothing. */
  get undoLabel(): string | null {
    return this.#done.at(-1)?.label ?? null
  }
  get redoLabel(): string | null {
    return this.#undone.at(-1)?.label ?? null
  }

  /**
   * Notes a write of a person, before it is stored.
   * @param turn writes of one turn are one entry
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

  /** Notes what no person asked for, as the blank line that was left: it goes with the last entry. */
  recordAlong(write: Edit): void {
    const steps = this.#stepsOf(write)
    this.note(write)
    const top = this.#done.at(-1)
    const isOfTop = [...(top?.steps.values() ?? [])].some((step) => step.id === write.id)
    if (top && isOfTop) absorb(top.steps, steps)
  }

  /** Notes a write of an undo itself, before it is in the build. */
  note({ kind, id, cells }: Edit): void {
    const gone = cells['del'] === true && this.#world.cellsOf(kind, id)
    if (gone) this.#remains.set(`${kind}:${id}`, gone)
  }

  /** Takes the last entry back, or that of a turn; null when there is none. */
  undo(turn?: string): Undone | null {
    return this.#turn(this.#done, this.#undone, true, turn)
  }

  /** Does the entry that was taken back last again. */
  redo(): Undone | null {
    return this.#turn(this.#undone, this.#done, false)
  }

  #turn(from: Entry[], to: Entry[], isBack: boolean, turn?: string): Undone | null {
    const at = turn === undefined ? from.length - 1 : from.findIndex((one) => one.turn === turn)
    const [entry] = at < 0 ? [] : from.splice(at, 1)
    if (!entry) return null
    const { writes, done, kept } = this.#plan([...entry.steps.values()], isBack)
    // Typing that goes on in the same field begins an entry of its own.
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
      // Nothing here shows that cell, so nothing is known of it that could come back.
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

  /** Whether what stands there is what this entry left there. */
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
    // The cells of a row that comes back with this very entry cannot be seen before.
    const comesBack = steps.some(
      ({ id, cell, before, after }) =>
        id === step.id && cell === 'del' && (isBack ? before : after) === false,
    )
    return comesBack && now === undefined
  }

  /** Whether a row that is to go holds anything that did not come from here. */
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

  /** The value of a cell, `undefined` in a row that is not there; `del` says whether it is not. */
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

/** An edit after a removal brings a row back, so the removal has to be the last that is stamped. */
function endingWithRemoval(write: Edit): Edit {
  const { del, ...cells } = write.cells
  return del === true ? { ...write, cells: { ...cells, del } } : write
}

function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : isSameValue(a, b)
}

const keyOf = ({ kind, id, cell }: Step) => `${kind}:${id}:${cell}`

/**
 * Whether a row goes again that came back and was changed in the same entry. Nothing of that would
 * be left to undo, but when the row comes back the change does, too.
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

/** Puts later steps over earlier ones of the same cell; what came back to where it was is no step. */
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
    // A row that came and went: writing its cells again would bring it back.
    for (const [key, { id }] of steps) if (id === step.id) steps.delete(key)
  }
}
