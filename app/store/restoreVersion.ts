/** Puts a kit back to what a version holds: ordinary edits, which travel like any other. */
import type { Json } from '#shared/cells.ts'
import type { Kit } from '#shared/kit.ts'
import type { VersionBody } from '#shared/version.ts'
import type { Build } from './builds.ts'

import { isSameValue } from '#shared/cells.ts'
import { isBlankLine } from '#shared/kit.ts'
import { isBlankStep } from '#shared/step.ts'
import { readBuild } from './builds.ts'
import { setCells, setDraft, settled, written } from './pump.ts'

/** One row that a restore writes: what it was, and what it becomes. */
interface RowRestore {
  kind: 'kit' | 'line' | 'step'
  id: string
  before: Record<string, Json>
  after: Record<string, Json>
}

const KIT_CELLS = ['name', 'notes', 'vehicle', 'task'] as const
type Row = Record<string, Json> & { id: string }

/**
 * Writes the values of a version over those of its kit, all in one transaction. Lines that were
 * deleted come back, lines that were added since go.
 * @returns how to take that back, whatever was written since being left alone; null when the kit is
 * like that already
 */
export async function restoreVersion(
  kitId: string,
  version: VersionBody,
): Promise<(() => Promise<void>) | null> {
  await settled()
  const build = await readBuild(kitId, '')
  const rows = restoreOf(build.kit, version)
  if (rows.length === 0) return null
  for (const { kind, id, after } of rows) setCells(kind, id, kitId, after)
  // What is half typed would cover what was restored.
  const drafts = draftsOver(build, rows)
  for (const { id, cell } of drafts) setDraft(id, cell, null)
  await written()

  return async () => {
    await settled()
    const { kit } = await readBuild(kitId, '')
    const untouched = rows.filter((row) => isAsRestored(kit, row))
    for (const { kind, id, before } of untouched) setCells(kind, id, kitId, before)
    for (const { id, cell, text } of drafts) {
      if (untouched.some((row) => row.id === id)) setDraft(id, cell, text)
    }
    await written()
  }
}

/** What goes is written first: a full kit has to have room for what comes. */
function restoreOf(kit: Kit, version: VersionBody): RowRestore[] {
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

function pickCells(content: Pick<VersionBody, (typeof KIT_CELLS)[number]>): Record<string, Json> {
  return Object.fromEntries(KIT_CELLS.map((name) => [name, content[name] as Json]))
}

/**
 * @param filled the rows of a kind that say something: blank ones are in no version, and stay
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

function valuesOf(row: { id: string }): Record<string, Json> {
  const { id: _id, ...values } = row as Row
  return values
}

function differing(is: Record<string, Json>, was: Record<string, Json>) {
  const names = Object.keys(was).filter((name) => !isSameValue(is[name] ?? null, was[name] ?? null))
  const pick = (from: Record<string, Json>) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { before: pick(is), after: pick(was) }
}

/** Whether nobody has written to a row since, here or elsewhere. */
function isAsRestored(kit: Kit, { kind, id, after }: RowRestore): boolean {
  const rows: readonly { id: string }[] = kind === 'line' ? kit.lines : kit.steps
  const row = kind === 'kit' ? kit : rows.find((one) => one.id === id)
  if (!row || after['del'] === true) return !row && after['del'] === true
  const is = valuesOf(row)
  return Object.entries(after).every(
    ([name, value]) => name === 'del' || isSameValue(is[name] ?? null, value),
  )
}

function draftsOver({ drafts }: Build, rows: readonly RowRestore[]) {
  return rows.flatMap(({ id, after }) =>
    Object.keys(after).flatMap((cell) => {
      const text = drafts.get(`${id}:${cell}`)
      return text === undefined ? [] : [{ id, cell, text }]
    }),
  )
}
