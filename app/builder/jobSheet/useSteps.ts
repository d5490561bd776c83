import { useRef, useState } from 'react'

import type { Json } from '#shared/cells/cells.ts'
import type { Step, StepWhat } from '#shared/kinds/step.ts'

import { newId } from '#shared/ids.ts'
import { ordAfter } from '#shared/ord.ts'
import { ordBetween } from '#shared/ordBetween.ts'
import { rowNow } from '../../data/kits/open/openKit.ts'
import { forks, idInCopy, setCells } from '../../data/sync/write/writeQueue.ts'
import { useMeasures } from '../../show/measures.ts'

/** The app's own limit; the server limits only the kit's size. */
export const MAX_STEPS = 200

export interface StepRow {
  /** Survives a copy's new step ids, so that the focus stays. */
  key: string
  step: Step
  /** Only on the screen: nothing was typed into it yet. */
  isBegun: boolean
}

interface Book {
  kitId: string
  /** Keys by step id, where they differ. */
  keys: ReadonlyMap<string, string>
  /** Rows without input. */
  begun: readonly Step[]
}

/** Rows of a kit's job sheet, with their actions. */
export function useSteps(kitId: string, steps: readonly Step[]) {
  const typed = useRef(new Set<string>())
  const [book, setBook] = useState<Book>({ kitId, keys: new Map(), begun: [] })
  const current = book.kitId === kitId ? book : turnTo(book, kitId)
  if (current !== book) setBook(current)
  const { keys, begun } = current

  const written = steps.map((step) => ({
    key: keys.get(step.id) ?? step.id,
    step,
    isBegun: false,
  }))
  const known = new Set(written.map(({ key }) => key))
  const blank = begun
    .filter(({ id }) => !known.has(id))
    .map((step) => ({ key: step.id, step, isBegun: true }))
  const rows: StepRow[] = [...written, ...blank]

  return {
    rows,
    /** Adds a row and returns its key; reuses a blank one of its kind. */
    begin(what: StepWhat): string {
      // A key typed a moment ago may not have come back from the store.
      const known = blank.find(({ step }) => step.what === what && !typed.current.has(step.id))
      if (known) return known.key
      const last = rows.map(({ step }) => step.ord).reduce((a, b) => (a > b ? a : b), '')
      const same = steps.filter((step) => step.what === what)
      const unit = same.at(-1)?.unit || usualUnit(what)
      const step = { id: newId(), ord: ordAfter(last), what, text: '', value: '', unit }
      setBook({ ...current, begun: [...begun, step] })
      return step.id
    },
    /** @param seen values the user saw in these cells */
    write({ step }: StepRow, cells: Record<string, Json>, seen?: Record<string, Json>): void {
      const { id, ord, what, unit } = step
      typed.current.add(id)
      const isThere = rowNow(kitId, 'step', idInCopy(id)) !== null
      setCells('step', id, kitId, isThere ? cells : { ord, what, unit, ...cells }, seen)
    },
    remove({ step, isBegun }: StepRow): void {
      setBook({ ...current, begun: begun.filter(({ id }) => id !== step.id) })
      if (!isBegun) setCells('step', step.id, kitId, { del: true })
    },
    restore({ step }: StepRow): void {
      setCells('step', step.id, kitId, { del: false })
    },
    /** Moves a row one place among its kind. */
    move(row: StepRow, by: 1 | -1): void {
      const same = rows.filter(({ step }) => step.what === row.step.what)
      const to = same.indexOf(row) + by
      const [before, after] = by === 1 ? [same[to], same[to + 1]] : [same[to - 1], same[to]]
      const low = before?.step.ord ?? null
      // Duplicate order keys: goes behind the first of them.
      const between = after && ordBetween(low, after.step.ord)
      this.write(row, { ord: between ?? ordAfter(low) })
    },
  }
}

/** The user's unit, or the region's. */
function usualUnit(what: StepWhat): string {
  const { torque, volume } = useMeasures.getState()
  return what === 'torque' ? torque : what === 'fluid' ? volume : ''
}

export type Steps = ReturnType<typeof useSteps>

/** After a copy, rows keep the keys of their originals. */
function turnTo(book: Book, kitId: string): Book {
  const copies = Object.entries(forks.get(book.kitId)?.ids ?? {})
  const keys = copies.map(
    ([original, copy]) => [copy, book.keys.get(original) ?? original] as const,
  )
  return { ...book, kitId, keys: new Map(keys) }
}
