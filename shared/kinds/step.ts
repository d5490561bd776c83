/**
 * A step: one row of a kit's job sheet. `what` (tool, torque, fluid, instruction) decides what its
 * value and unit mean. All of it is typed by people.
 */

import { type Cells, isRowAlive, textIn } from '../cells/cells.ts'
import { type KindRule, byOrder, choice, flag, orderKey, text } from '../define.ts'

export const MAX_STEP_TEXT = 2_000
export const MAX_STEP_VALUE = 200

/** Bytes per step besides its cells: a version names every field, and must fit the whole kit. */
export const STEP_BYTES = 128

const WHATS = ['tool', 'torque', 'fluid', 'step'] as const
export type StepWhat = (typeof WHATS)[number]

export const stepRule: KindRule = {
  inKit: true,
  isContent: true,
  bytes: STEP_BYTES,
  collected: 'deleted',
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
  /** The tool, the bolt, the fluid, or the instruction. */
  text: string
  /** Size, torque or capacity as typed, such as "10" or "85-95". */
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

/** Alive steps in order. */
export function stepsOf(rows: readonly { id: string; cells: Cells }[]): Step[] {
  return rows
    .filter(({ cells }) => isRowAlive(cells))
    .map(({ id, cells }) => stepOf(id, cells))
    .sort(byOrder)
}

export function isBlankStep({ text: words, value }: Step): boolean {
  return words.trim() === '' && value.trim() === ''
}
