import { expect, test } from 'vitest'

import { openDevice } from '../device/device.ts'
import { readBuild } from '../kits/open/builds.ts'
import { storeBuild } from '../kits/open/testBuild.ts'
import { setCells, setDraft, settled } from '../sync/write/writeQueue.ts'
import { untakePrices } from './takePrices.ts'

test('taking prices back leaves a text alone that was begun since and is no price yet', async () => {
  await openDevice()
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags', price: 900 })
  const [id = ''] = lineIds
  setDraft(id, 'price', '8,')
  await settled()
  const before = await readBuild(kitId, buildId)
  // Same edits as takePrices.
  setCells('line', id, kitId, { price: 700 })
  setDraft(id, 'price', null)
  setDraft(id, 'price', 'about 9')
  await settled()
  const taken = before.kit.lines.map((line) => ({ line, takeCents: 700 }))
  await untakePrices(before, taken)
  const { kit, drafts } = await readBuild(kitId, buildId)
  expect([kit.lines[0]?.price, drafts.get(`${id}:price`)]).toEqual([900, 'about 9'])
})
