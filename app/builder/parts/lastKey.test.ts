/** Actions on a line before the screen has rendered its last key. */
import { afterEach, beforeEach, expect, test } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { openDevice } from '../../data/device/device.ts'
import { readBuild } from '../../data/kits/open/builds.ts'
import { openKit } from '../../data/kits/open/openKit.ts'
import { storeBuild } from '../../data/kits/open/testBuild.ts'
import { setCells, setDraft, settled } from '../../data/sync/write/writeQueue.ts'
import { duplicateLine } from '../undo/lineTools.ts'
import { createRowActions } from '../rows/rowActions.ts'
import { openBook, type Row } from '../rows/rowBook.ts'

let close = () => undefined as void

beforeEach(() => openDevice())
afterEach(async () => {
  close()
  await settled()
})

/** A kit of one line, as rendered. */
async function shown() {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Ra' })
  const kit = openKit(kitId, buildId)
  close = kit.subscribe(() => undefined)
  await until(() => expect(kit.read()).not.toBeNull())
  const build = await readBuild(kitId, buildId)
  const { actions, follow } = createRowActions()
  follow({ build, begin: () => undefined })
  const { rows } = openBook(build)
  return { buildId, kitId, id: lineIds[0] ?? '', rows, actions, row: rows[0] as Row }
}

test('the copy of a line has it', async () => {
  const { buildId, kitId, id, row, ...list } = await shown()
  setCells('line', id, kitId, { name: 'Rags' })
  setDraft(id, 'price', '8,')
  duplicateLine({ kitId, ...list }, row)
  await settled()
  const { kit, drafts } = await readBuild(kitId, buildId)
  expect(kit.lines.map((line) => [line.name, drafts.get(`${line.id}:price`)])).toEqual([
    ['Rags', '8,'],
    ['Rags', '8,'],
  ])
})

test('a line that is removed takes its text along, and brings it back', async () => {
  const { buildId, kitId, id, row, actions } = await shown()
  setDraft(id, 'price', '8,')
  actions.remove(row)
  await settled()
  expect((await readBuild(kitId, buildId)).drafts.get(`${id}:price`)).toBeUndefined()
  actions.restore(id)
  await settled()
  expect((await readBuild(kitId, buildId)).drafts.get(`${id}:price`)).toBe('8,')
})
