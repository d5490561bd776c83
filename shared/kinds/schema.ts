/** The register: every kind of row that syncs, one line each. */
import { type Cells, textIn } from '../cells/cells.ts'
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
  collected: 'written',
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

/** In the order in which a batch is applied: parents first. */
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

export const ALL_KINDS = Object.keys(KINDS).filter(isKind)

/** Rows of one kind, in their order. */
export function ofKind<Row extends { kind: Kind }>(rows: Iterable<Row>, kind: Kind): Row[] {
  return [...rows].filter((row) => row.kind === kind)
}

/** Whether a row counts toward its kit's size and latest change. */
export function isContent(kind: Kind): boolean {
  return ruleOf(kind).isContent === true
}

/** Kinds whose rows come and go in a builder. */
export type RowKind = 'line' | 'step'

/** Whether rows of this kind are content of a kit, and not the kit. */
export function isRowKind(kind: string): kind is RowKind {
  return isKind(kind) && isContent(kind) && kind !== 'kit'
}

/** Whether its owner changes cells of stored rows: a kit's content, the log. */
export function isEdited(kind: Kind): boolean {
  const { isOpen, insertOnce, writers } = ruleOf(kind)
  return !isOpen && !insertOnce && writers !== 'server'
}

/** Whether rows belong to a kit and its owner, unlike what others posted there. */
export function isOwnersInKit(kind: Kind): boolean {
  const { inKit, isOpen } = ruleOf(kind)
  return inKit && !isOpen
}

/** Id of a row's kit: its own for a kit, '' for a row that stands alone. */
export function kitIdOf(row: { kind: Kind; id: string; kit: string | null }): string | null {
  if (row.kind === 'kit') return row.id
  return ruleOf(row.kind).inKit ? row.kit : ''
}

/** Key by which a row is the same as another of its owner; null for a row of its own. */
export function sameKey(kind: Kind, cells: Cells): string | null {
  const { sameBy } = ruleOf(kind)
  return sameBy ? sameBy.keyOf(textIn(cells, sameBy.cell)) : null
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
