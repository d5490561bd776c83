/** A link from outside becomes a line of a kit and is filled in from its shop. */
import type { LineValues } from '#shared/kinds/line.ts'

import { kitTitle } from '#shared/kinds/kit.ts'
import { noValues } from '#shared/kinds/line.ts'
import { t } from '#shared/words/words.ts'
import { appendLines } from '../kits/open/appendLines.ts'
import { drawBuild } from '../kits/open/builds.ts'
import { keepForLater, loadFills } from './fillKey.ts'
import { readRecentBuilds } from '../kits/index/ownBuilds.ts'

/** Shops are asked one link at a time: past this limit people fill in by hand. */
const MOST_FILLED = 30

export interface Landed {
  buildId: string
  /** Title of the kit the line landed in; null for a new kit. */
  title: string | null
  /** False when that kit is full. */
  isIn: boolean
  undo: () => Promise<void>
}

/** Build id of the most recently changed kit; null when there is none. */
export async function readKitAtHand(): Promise<string | null> {
  const [latest] = await readRecentBuilds(1)
  return latest?.kit.buildId ?? null
}

/**
 * Call only after a press on our own page: any site can bring a link by navigation.
 * @param into build id of the kit to add to; null for a new one
 * @throws when there is no such kit here, or the device cannot store it
 */
export async function landLink(
  { link, name }: { link: string; name: string },
  into: string | null,
): Promise<Landed> {
  const buildId = into ?? (await drawBuild())
  const line = { ...noValues(), name, link }
  const added = await appendLines(buildId, [line])
  if (!added) throw new Error('the kit is gone')
  askShops(added.ids, [line])
  return {
    buildId,
    title: into === null ? null : kitTitle(added.kit, t('Untitled draft')),
    isIn: added.ids.length > 0,
    undo: added.undo,
  }
}

/** Queues autofill for lines that carry little besides a link. */
export function askShops(ids: readonly string[], lines: readonly LineValues[]): void {
  const wanted = ids.flatMap((id, at) => {
    const line = lines[at]
    return line && line.link !== '' && line.price === null ? [{ id, link: line.link }] : []
  })
  if (wanted.length === 0) return
  const fill = loadFills().then(
    ({ fillFrom }) => fillFrom,
    () => keepForLater,
  )
  void fill.then(async (ask) => {
    for (const { id, link } of wanted.slice(0, MOST_FILLED)) await ask(id, link)
  })
}
