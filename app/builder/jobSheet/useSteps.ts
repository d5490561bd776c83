import { useState } from 'react'

import type { Json } from '#shared/sync/cells.ts'
import type { Kit } from '#shared/kinds/kit.ts'
import type { Step, StepWhat } from '#shared/kinds/step.ts'

import { newId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { ordBetween } from '#shared/ordBetween.ts'
import { isBlankStep } from '#shared/kinds/step.ts'
import { forks, setCells } from '../../sync/write/pump.ts'
import { useMeasures } from '../../show/measures.ts'
import { idNow } from '../parts/rowActions.ts'

/** As many rows as a job sheet has; the server only weighs the kit as a whole. */
export const MAX_STEPS = 200

export interface StepRow {
  /** Stays the same when a copy gives the step another id, so that the focus stays too. */
  key: string
  step: Step
  /** Whether the store shows it. A row that nobody wrote into is only on the screen. */
  isStored: boolean
}

interface Book {
  kitId: string
  /** Keys by step id, where they differ. */
  keys: ReadonlyMap<string, string>
  /** Rows the store does not show yet. */
  begun: readonly Step[]
  /** The unit that was chosen last, which the store may not show yet. */
  units: Partial<Record<StepWhat, string>>
}

/** The rows of a kit's job sheet, and what can be done to them. */
export function useSteps(kit: Kit) {
  const [book, setBook] = useState<Book>({
    kitId: kit.id,
    keys: new Map(),
    begun: [],
    units: {},
  })
  const current = book.kitId === kit.id ? book : turnTo(book, kit)
  if (current !== book) setBook(current)
  const { keys, begun, units } = current

  const stored = kit.steps.map((step) => ({
    key: keys.get(step.id) ?? step.id,
    step,
    isStored: true,
  }))
  const known = new Set(stored.map(({ key }) => key))
  const rows: StepRow[] = [
    ...stored,
    ...begun
      .filter(({ id }) => !known.has(id))
      .map((step) => ({ key: step.id, step, isStored: false })),
  ]

  return {
    rows,
    /** Begins a row and returns its key; a blank one of its kind is taken first. */
    begin(what: StepWhat): string {
      const same = rows.filter(({ step }) => step.what === what)
      const blank = same.find(({ step, isStored }) => !isStored && isBlankStep(step))
      if (blank) return blank.key
      const last = rows.map(({ step }) => step.ord).reduce((a, b) => (a > b ? a : b), '')
      const unit = units[what] ?? (same.at(-1)?.step.unit || usualUnit(what))
      const id = newId()
      const step = { id, ord: ordAfter(last), what, text: '', value: '', unit }
      setBook({ ...current, begun: [...begun, step] })
      return id
    },
    /** @param seen what the person saw in these cells */
    write(
      { step, isStored }: StepRow,
      cells: Record<string, Json>,
      seen?: Record<string, Json>,
    ): void {
      const { id, ord, what, unit } = step
      setCells('step', id, kit.id, isStored ? cells : { ord, what, unit, ...cells }, seen)
      if (isStored && cells['unit'] === undefined) return
      setBook({
        ...current,
        begun: begun.map((row) => (row.id === id ? { ...row, ...cells } : row)),
        units: typeof cells['unit'] === 'string' ? { ...units, [what]: cells['unit'] } : units,
      })
    },
    remove({ step, isStored }: StepRow): void {
      setBook({ ...current, begun: begun.filter(({ id }) => id !== step.id) })
      if (isStored || !isBlankStep(step)) setCells('step', step.id, kit.id, { del: true })
    },
    restore({ step }: StepRow): void {
      setCells('step', idNow(step.id), kit.id, { del: false })
    },
    /** Moves a row of its kind one place. */
    move(row: StepRow, by: 1 | -1): void {
      const same = rows.filter(({ step }) => step.what === row.step.what)
      const to = same.indexOf(row) + by
      const [before, after] = by === 1 ? [same[to], same[to + 1]] : [same[to - 1], same[to]]
      const low = before?.step.ord ?? null
      // Behind the first where two rows have the same key.
      const between = after && ordBetween(low, after.step.ord)
      this.write(row, { ord: between ?? ordAfter(low) })
    },
  }
}

/** What a person chose, or the browser's region uses. */
function usualUnit(what: StepWhat): string {
  const { torque, volume } = useMeasures.getState()
  return what === 'torque' ? torque : what === 'fluid' ? volume : ''
}

export type Steps = ReturnType<typeof useSteps>

/** The kit goes on as a copy: its rows keep the keys of their originals. */
function turnTo(book: Book, kit: Kit): Book {
  const copies = Object.entries(forks.get(book.kitId)?.ids ?? {})
  const keys = copies.map(
    ([original, copy]) => [copy, book.keys.get(original) ?? original] as const,
  )
  return { ...book, kitId: kit.id, keys: new Map(keys) }
}
