/** Appends lines to a kit from outside the builder. */
import type { Kit } from '#shared/kinds/kit.ts'
import type { LineValues } from '#shared/kinds/line.ts'

import { newId } from '#shared/ids.ts'
import { countFitting } from '#shared/kinds/kitRoom.ts'
import { ordAfter } from '#shared/ord.ts'
import { findHere, readBuild } from './builds.ts'
import { nameBuild, setCells, written } from '../../sync/write/writeQueue.ts'

/**
 * Appends as many lines as fit to a kit of this device.
 * @returns the kit before, the new line ids, and an undo; null when there is no such kit
 */
export async function appendLines(
  buildId: string,
  lines: readonly Partial<LineValues>[],
): Promise<{ kit: Kit; ids: string[]; undo: () => Promise<void> } | null> {
  const kitId = await findHere(buildId)
  if (kitId === null) return null
  await written()
  const { kit } = await readBuild(kitId, buildId)
  nameBuild(kitId, buildId)
  let ord = kit.lines.reduce((last, line) => (line.ord > last ? line.ord : last), '')
  const ids = lines.slice(0, countFitting(kit.lines, lines)).map((line) => {
    const id = newId()
    ord = ordAfter(ord)
    setCells('line', id, kitId, { ...line, ord })
    return id
  })
  await written()
  return {
    kit,
    ids,
    undo: async () => {
      for (const id of ids) setCells('line', id, kitId, { del: true })
      await written()
    },
  }
}
