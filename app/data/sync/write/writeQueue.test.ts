/** Writes the disk refuses wait for a retry, below later edits. */
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'

import { until } from '#shared/testPatience.ts'
import { readBuild } from '../../kits/open/builds.ts'
import { storeBuild } from '../../kits/open/testBuild.ts'
import { openDevice } from '../../device/device.ts'
import { useSync } from '../../device/syncState.ts'
import { setCells, setDraft, settled } from './writeQueue.ts'

/** Whether the browser refuses writes. */
let isFull = false
const put = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...args: Parameters<IDBObjectStore['put']>) {
  if (isFull) throw new DOMException('no room', 'QuotaExceededError')
  return put.apply(this, args)
}
afterAll(() => {
  IDBObjectStore.prototype.put = put
})

beforeEach(async () => {
  await openDevice()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
})
afterEach(() => {
  isFull = false
})

/** Types while the disk is full, and makes room once it has refused. */
async function typeWithoutRoom(type: () => void): Promise<void> {
  isFull = true
  type()
  await until(() => expect(useSync.getState().isStorageFailing).toBe(true))
  isFull = false
  await settled()
}

test('values that could not be stored stand below what was typed since, and beside it', async () => {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  await typeWithoutRoom(() => {
    setCells('line', id, kitId, { name: 'Oil', qty: 2, link: 'https://shop.co/1' })
    // The first write is under way by now.
    setCells('line', id, kitId, { name: 'Oil filter', price: 850 })
    setCells('line', id, kitId, { qty: 4 })
  })
  expect((await readBuild(kitId, buildId)).kit.lines).toMatchObject([
    { name: 'Oil filter', qty: 4, price: 850, link: 'https://shop.co/1' },
  ])
})

test('a removal that could not be stored is taken back by what was typed since', async () => {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  await typeWithoutRoom(() => {
    setCells('line', id, kitId, { del: true })
    setCells('line', id, kitId, { name: 'Towels', del: false })
  })
  expect((await readBuild(kitId, buildId)).kit.lines).toMatchObject([{ name: 'Towels' }])
})

test('a removal that is given again is later than what was typed between', async () => {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  setCells('line', id, kitId, { qty: 2 })
  for (const cells of [{ del: true }, { name: 'Towels' }, { del: true }])
    setCells('line', id, kitId, cells)
  await settled()
  expect((await readBuild(kitId, buildId)).kit.lines).toEqual([])
})

test('a text that could not be stored stands below what was typed since', async () => {
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Rags' }, { name: 'Funnel' })
  const [first = '', second = ''] = lineIds
  await typeWithoutRoom(() => {
    setDraft(first, 'price', '8')
    setDraft(first, 'price', '8,')
    setDraft(second, 'price', '9,')
  })
  const { drafts } = await readBuild(kitId, buildId)
  expect([first, second].map((id) => drafts.get(`${id}:price`))).toEqual(['8,', '9,'])
  await typeWithoutRoom(() => {
    setDraft(first, 'price', '8,5')
    setDraft(first, 'price', null)
  })
  expect((await readBuild(kitId, buildId)).drafts.get(`${first}:price`)).toBeUndefined()
})
