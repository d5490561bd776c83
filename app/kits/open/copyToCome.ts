/** A copy as it is shown before its first change: the original, under the ids that the copy will have. */
import type { Build } from './builds.ts'

import { newId } from '#shared/ids.ts'
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

/** The copy that is to become a kit nothing of which is stored; null where none is. */
export async function readCopyToCome(kitId: string): Promise<Build | null> {
  const copy = copiesToCome.get(kitId)
  if (!copy) return null
  const original = await readBuild(copy.from, '')
  if (original.isGone || original.isBlank) return null
  const idOf = (id: string) => (copy.ids[id] ??= newId())
  const withId = <Row extends { id: string }>(row: Row): Row => ({ ...row, id: idOf(row.id) })
  const { lines, steps, ...kit } = original.isMine ? original.kit : original.shared
  const shown = {
    ...kit,
    id: kitId,
    buildId: copy.buildId,
    lines: lines.map(withId),
    steps: steps.map(withId),
  }
  const drafts = [...original.drafts].flatMap(([key, text]) => {
    const [id = '', cell] = key.split(':')
    return copy.ids[id] ? [[`${copy.ids[id]}:${cell}`, text] as const] : []
  })
  return {
    ...original,
    kit: shown,
    shared: shown,
    isMine: false,
    isLive: false,
    waiting: 0,
    drafts: new Map(drafts),
    movedTo: null,
    savedAt: null,
    isSaveWaiting: false,
    isHidden: false,
    hasUnsharedChanges: false,
    statuses: new Map([...original.statuses].map(([id, status]) => [idOf(id), status])),
  }
}
