/**
 * A step: one row of a kit's job sheet. What it is about (a tool, a torque, a fluid, a thing to do)
 * decides what its value and unit mean. Everything in it was typed by a person.
 */
import type { Cells } from '../sync/cells.ts'
import type { KindRule } from './define.ts'

import { isRowAlive, textIn } from '../sync/cells.ts'
import { byOrder, choice, flag, orderKey, text } from './define.ts'

export const MAX_STEP_TEXT = 2_000
export const MAX_STEP_VALUE = 200

/**
 * What a step adds to the size of its kit beside its cells: a version names every field of it, and
 * a kit within its limits has to fit into one.
 */
export const STEP_BYTES = 128

const WHATS = ['tool', 'torque', 'fluid', 'step'] as const
export type StepWhat = (typeof WHATS)[number]

export const stepRule: KindRule = {
  inKit: true,
  insertOnce: false,
  writers: 'owner',
  required: ['ord'],
  cells: {
    ord: orderKey,
    what: choice(WHATS),
    text: text(MAX_STEP_TEXT),
    value: text(MAX_STEP_VALUE),
    unit: text(20),
    del: flag,
  },
}

/** A step as screens and answers show it. */
export interface Step {
  id: string
  ord: string
  what: StepWhat
  /** The tool, the bolt, the fluid, or what to do. */
  text: string
  /** The size, the torque or the capacity as it was typed, such as "10" or "85-95". */
  value: string
  unit: string
}

export function stepOf(id: string, cells: Cells): Step {
  return {
    id,
    ord: textIn(cells, 'ord'),
    what: (textIn(cells, 'what') || 'step') as StepWhat,
    text: textIn(cells, 'text'),
    value: textIn(cells, 'value'),
    unit: textIn(cells, 'unit'),
  }
}

/** The living steps in their order. */
export function stepsOf(rows: readonly { id: string; cells: Cells }[]): Step[] {
  return rows
    .filter(({ cells }) => isRowAlive(cells))
    .map(({ id, cells }) => stepOf(id, cells))
    .sort(byOrder)
}

/** A step nobody wrote anything into. */
export function isBlankStep({ text: words, value }: Step): boolean {
  return words.trim() === '' && value.trim() === ''
}
