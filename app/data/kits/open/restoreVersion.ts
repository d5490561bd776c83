/** Restores a version of a kit as ordinary edits, which sync like any other. */
import type { Kit } from '#shared/kinds/kit.ts'
import type { VersionBody } from '#shared/kinds/version.ts'

import { isSameValue, type Json } from '#shared/cells/cells.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { type Build, readBuild } from './builds.ts'
import { restoreOf, type RowRestore, valuesOf } from './restoreRows.ts'
import { setCells, setDraft, settled, written } from '../../sync/write/writeQueue.ts'

/**
 * Writes a version's values over its kit in one transaction. Deleted lines come back, lines added
 * since are deleted.
 * @returns an undo that leaves later edits alone; null when the kit already matches
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
  // Drafts would cover the restored values.
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

/** Whether nobody has written to the row since, here or elsewhere. */
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
