/** Pasted rows over a kit's limit. */
import { beforeAll, expect, test } from 'vitest'

import { MAX_LINES } from '#shared/kinds/kit.ts'
import { readPasted } from '#shared/tables/pastedTable.ts'
import { openDevice } from '../../data/device/device.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { openKit } from '../../data/kits/open/openKit.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { settled } from '../../data/sync/write/writeQueue.ts'
import { createRowActions } from '../rows/rowActions.ts'
import { openBook } from '../rows/rowBook.ts'
import { pasteRows, UNPLACED } from './pasteRows.ts'

beforeAll(() => openDevice())

async function paste(kitId: string, buildId: string, text: string): Promise<string | undefined> {
  const build = await readBuild(kitId, buildId)
  const { actions, follow } = createRowActions()
  follow({ build, begin: () => undefined })
  const table = readPasted(text, '')
  if (!table) throw new Error('no table')
  pasteRows(table, { kitId, rows: openBook(build).rows, actions }, null)
  await settled()
  return (await readBuild(kitId, buildId)).drafts.get(`${kitId}:${UNPLACED}`)
}

test('of two pastes without room both are kept', async () => {
  const lines = Array.from({ length: MAX_LINES }, (_, at) => ({ name: `Part ${at}` }))
  const { kitId, buildId } = await storeBuild(...lines)
  const close = openKit(kitId, buildId).subscribe(() => undefined)
  await paste(kitId, buildId, 'Part\tPrice\nFunnel\t1.00\nRags\t2.00')
  const kept = await paste(kitId, buildId, 'Part\tPrice\nGloves\t3.00\nGrease\t4.00')
  for (const name of ['Funnel', 'Rags', 'Gloves', 'Grease']) expect(kept).toContain(name)
  close()
})
