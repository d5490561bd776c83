/** Puts a kit back to what a version holds: ordinary edits, which travel like any other. */
import type { Json } from '#shared/sync/cells.ts'
import type { Kit } from '#shared/kinds/kit.ts'
import type { VersionBody } from '#shared/kinds/version.ts'
import type { Build } from './builds.ts'
import type { RowRestore } from './restoreRows.ts'

import { isSameValue } from '#shared/sync/cells.ts'
import { DOLLARS } from '#shared/money.ts'
import { readBuild } from './builds.ts'
import { restoreOf, valuesOf } from './restoreRows.ts'
import { setCells, setDraft, settled, written } from '../../sync/write/pump.ts'

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
    const { kit, drafts: begun } = await readBuild(kitId, '')
    const untouched = rows.filter((row) => isAsRestored(kit, row))
    for (const { kind, id, before } of untouched) setCells(kind, id, kitId, before)
    for (const { id, cell, text } of drafts) {
      const isLeft = untouched.some((row) => row.id === id) && !begun.has(`${id}:${cell}`)
      if (isLeft) setDraft(id, cell, text)
    }
    await written()
  }
}

/** Whether nobody has written to a row since, here or elsewhere. */
function isAsRestored(kit: Kit, { kind, id, after }: RowRestore): boolean {
  const rows: readonly { id: string }[] = kind === 'line' ? kit.lines : kit.steps
  const row = kind === 'kit' ? kit : rows.find((one) => one.id === id)
  if (!row || after['del'] === true) return !row && after['del'] === true
  const is: Record<string, Json> = { currency: DOLLARS, ...valuesOf(row) }
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
