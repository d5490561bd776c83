/** Lines that come into a kit from outside the builder, at its end. */
import type { Json } from '#shared/sync/cells.ts'
import type { Kit } from '#shared/kinds/kit.ts'
import type { PassedLine } from '#shared/text/passedKit.ts'

import { newId } from '#shared/ids.ts'
import { MAX_KIT_BYTES, MAX_LINES, rowBytes } from '#shared/kinds/kit.ts'
import { ordAfter } from '#shared/ord.ts'
import { findHere, readBuild } from './builds.ts'
import { nameBuild, setCells, settled, written } from '../../sync/write/pump.ts'

/** Room for the notes, the job sheet and what comes after. */
const BYTES_KEPT = 0.85
/** What a line costs beside its values. */
const LINE_BYTES = 160

/** How many of these lines a kit that has `known` still takes, by number and by size. */
export function countFitting(known: readonly PassedLine[], more: readonly PassedLine[]): number {
  let bytes = known.reduce((sum, line) => sum + bytesOf(line), 0)
  let count = 0
  for (const line of more.slice(0, Math.max(0, MAX_LINES - known.length))) {
    bytes += bytesOf(line)
    if (bytes > MAX_KIT_BYTES * BYTES_KEPT) break
    count++
  }
  return count
}

function bytesOf({ name, manufacturer, partNumber, price, qty, link }: PassedLine): number {
  const cells: Record<string, Json> = { name, manufacturer, partNumber, price, qty, link }
  const stamped = Object.entries(cells).map(([cell, value]) => [cell, [value, '']] as const)
  return rowBytes(Object.fromEntries(stamped)) + LINE_BYTES
}

/**
 * Adds lines to a kit of this device, as many as fit.
 * @returns the kit as it was, their ids, and how to take them out again; null where there is no such kit
 */
export async function appendLines(
  buildId: string,
  lines: readonly PassedLine[],
): Promise<{ kit: Kit; ids: string[]; undo: () => Promise<void> } | null> {
  const kitId = await findHere(buildId)
  if (kitId === null) return null
  await settled()
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
