/** Row changes that turn a kit into one of its versions. Pure. */
import type { VersionBody } from '#shared/kinds/version.ts'

import { isSameValue, type Json } from '#shared/cells/cells.ts'
import { isBlankLine, type Kit } from '#shared/kinds/kit.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { isBlankStep } from '#shared/kinds/step.ts'

export interface RowRestore {
  kind: 'kit' | 'line' | 'step'
  id: string
  before: Record<string, Json>
  after: Record<string, Json>
}

const KIT_CELLS = ['name', 'notes', 'vehicle', 'task'] as const
type Row = Record<string, Json> & { id: string }

/** Deletions first: a full kit must have room for restored rows. */
export function restoreOf(kit: Kit, version: VersionBody): RowRestore[] {
  const lines = kit.lines.filter((line) => !isBlankLine(line))
  const steps = kit.steps.filter((step) => !isBlankStep(step))
  const all = [
    ...rowsOf('line', lines, kit.lines, version.lines),
    ...rowsOf('step', steps, kit.steps, version.steps),
  ]
  const { before, after } = differing(pickCells(kit), pickCells(version))
  const own: RowRestore[] = [{ kind: 'kit', id: kit.id, before, after }]
  const isGoing = ({ after: values }: RowRestore) => values['del'] === true
  return [...own, ...all.filter(isGoing), ...all.filter((row) => !isGoing(row))].filter(
    (row) => Object.keys(row.after).length > 0,
  )
}

function pickCells(
  content: Pick<VersionBody, (typeof KIT_CELLS)[number] | 'currency'>,
): Record<string, Json> {
  const { currency = DOLLARS } = content
  return { ...Object.fromEntries(KIT_CELLS.map((name) => [name, content[name] as Json])), currency }
}

/**
 * @param filled rows with content: blank ones are in no version, and stay
 * @param alive all rows of that kind
 */
function rowsOf(
  kind: 'line' | 'step',
  filled: readonly { id: string }[],
  alive: readonly { id: string }[],
  saved: readonly { id: string }[],
): RowRestore[] {
  const byId = new Map(alive.map((row) => [row.id, valuesOf(row)]))
  const kept = new Set(saved.map(({ id }) => id))
  const going = filled
    .filter(({ id }) => !kept.has(id))
    .map(({ id }): RowRestore => ({ kind, id, before: { del: false }, after: { del: true } }))
  const coming = saved.map((row): RowRestore => {
    const is = byId.get(row.id)
    if (is) return { kind, id: row.id, ...differing(is, valuesOf(row)) }
    return { kind, id: row.id, before: { del: true }, after: { ...valuesOf(row), del: false } }
  })
  return [...going, ...coming]
}

export function valuesOf(row: { id: string }): Record<string, Json> {
  const { id: _id, ...values } = row as Row
  return values
}

function differing(is: Record<string, Json>, was: Record<string, Json>) {
  const names = Object.keys(was).filter((name) => !isSameValue(is[name] ?? null, was[name] ?? null))
  const pick = (from: Record<string, Json>) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(is), after: pick(was) }
}
