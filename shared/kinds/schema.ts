/** The register: every kind of row that syncs, one line each. */
import type { Cells } from '../cells/cells.ts'

import { type CellRule, type KindRule, flag, serverWritten } from '../define.ts'
import { commentRule } from './comment.ts'
import { kitRule, lineRule } from './kit.ts'
import { logRule } from './logEntry.ts'
import { stepRule } from './step.ts'
import { taskRule } from './task.ts'
import { versionRule } from './version.ts'

/** A value overwritten by another device of its owner. Settled by one device for all of them. */
const said: CellRule = { ...serverWritten, audience: 'owner' }
const beatenRule: KindRule = {
  inKit: true,
  insertOnce: false,
  writers: 'server',
  required: ['value'],
  cells: {
    kind: said,
    row: said,
    cell: said,
    value: said,
    stamp: said,
    settled: { ...flag, audience: 'owner' },
  },
}

export const KINDS = {
  kit: kitRule,
  line: lineRule,
  step: stepRule,
  version: versionRule,
  comment: commentRule,
  task: taskRule,
  log: logRule,
  beaten: beatenRule,
} as const satisfies Record<string, KindRule>

export type Kind = keyof typeof KINDS

/** Shape of the cells above. Raised, with an upcast, when a cell changes its meaning. */
export const SHAPE_VERSION = 1

export function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value)
}

/** Rule of a kind, in its general type. */
export function ruleOf(kind: Kind): KindRule {
  return KINDS[kind]
}

/** Whether a row counts toward its kit's size and latest change. */
export function isContent(kind: Kind): boolean {
  return kind === 'kit' || kind === 'line' || kind === 'step'
}

/** Problem code of a cell value, or null. */
export function cellProblem(kind: Kind, cell: string, value: unknown): string | null {
  const rule = ruleOf(kind)
  const cellRule = Object.hasOwn(rule.cells, cell) ? rule.cells[cell] : undefined
  return cellRule ? cellRule.problem(value) : 'unknown_field'
}

/** Cells a device may send: all but server-written ones. */
export function sendableCells(kind: Kind, cells: Cells): Cells {
  const { cells: rules } = ruleOf(kind)
  return Object.fromEntries(
    Object.entries(cells).filter(([name]) => rules[name]?.problem !== serverWritten.problem),
  )
}

/** Whether everybody with the link may receive a cell. False for unknown cells. */
export function isPublicCell(kind: Kind, cell: string): boolean {
  return ruleOf(kind).cells[cell]?.audience === 'link'
}
