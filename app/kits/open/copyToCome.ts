/** A copy as it is shown before its first change: the original, under the ids that the copy will have. */
import type { Cells, Json } from '#shared/sync/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { PendingRow } from '../../device/db.ts'
import type { Build, KitParts } from './builds.ts'

import { newId } from '#shared/ids.ts'
import { SHAPE_VERSION } from '#shared/kinds/schema.ts'
import { packStamp } from '#shared/sync/stamp.ts'
import { copiesToCome } from '../../sync/write/pump.ts'
import { readBuild } from './builds.ts'

/** Has the build `buildId` begin, with its first change, as a copy of a kit. @returns the kit id */
export function planCopy(buildId: string, from: string): string {
  for (const copy of copiesToCome.values()) {
    if (copy.buildId === buildId && copy.from === from) return copy.kitId
  }
  const kitId = newId()
  copiesToCome.set(kitId, { kitId, buildId, from, ids: { [from]: kitId } })
  return kitId
}

/** What the copy consists of that is to become a kit nothing of which is stored; null where none is. */
export async function readCopyToCome(kitId: string, p: string): Promise<KitParts | null> {
  const copy = copiesToCome.get(kitId)
  if (!copy) return null
  const original = await readBuild(copy.from, '')
  if (original.isGone || original.isBlank) return null
  const idOf = (id: string) => (copy.ids[id] ??= newId())
  const {
    id: _id,
    lines,
    steps,
    updatedAt,
    ...kit
  } = original.isMine ? original.kit : original.shared
  const stamp = packStamp(updatedAt, 0, '---------')
  const pending = new Map<string, PendingRow>()
  function put(kind: Kind, id: string, values: object): void {
    const named = Object.entries(values as Record<string, Json>)
    const cells: Cells = Object.fromEntries(named.map(([cell, value]) => [cell, [value, stamp]]))
    const row = { p, kind, id, kit: kitId, cells, shape: SHAPE_VERSION, tries: 0, next: 0, at: 0 }
    pending.set(id, row)
  }
  const { visibility, vin } = original
  put('kit', kitId, { ...kit, buildId: copy.buildId, visibility, vin })
  for (const { id, ...line } of lines) {
    const status = original.statuses.get(id)
    put('line', idOf(id), { ...line, ...(status && { status }) })
  }
  for (const { id, ...step } of steps) put('step', idOf(id), step)
  const drafts = [...original.drafts].flatMap(([key, text]) => {
    const [id = '', cell] = key.split(':')
    return copy.ids[id] ? [[`${copy.ids[id]}:${cell}`, text] as const] : []
  })
  return { p, kitId, rows: new Map(), pending, drafts: new Map(drafts), moved: undefined }
}

/** What is said of a copy that nothing is stored of. */
export const asToCome = (build: Build): Build => ({ ...build, isMine: false, waiting: 0 })
