/** Drafts follow their kit into any copy. */
import { beforeEach, expect, test } from 'vitest'

import type { SyncRequest } from '#shared/sync/protocol.ts'
import type { Json } from '#shared/cells/cells.ts'

import { newBuildId, newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { readBuild } from '../../kits/open/builds.ts'
import { customize } from '../../kits/open/openBuild.ts'
import { drawKit, storeBuild } from '../../kits/open/testBuild.ts'
import { db } from '../../device/db.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { movedKey } from '../../device/store.ts'
import { answered, answerWith } from '../../../../lab/simulation/testDesk.ts'
import { flush } from '../send/flush.ts'
import { isFork } from './fork.ts'
import { forks, setCells, setDraft, settled } from './writeQueue.ts'
import { takeUnstored } from './takeUnstored.ts'

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.rows, db.pending, db.drafts].map((table) => table.clear()))
})

/** Somebody else's kit with two lines, each with a price draft of this device. */
async function halfTypedInAnothers() {
  const { kitId: kit } = await drawKit()
  const [first, second] = [newId(), newId()]
  const stamp = packStamp(Date.now() - 60_000, 0, 'otherNode')
  const row = (kind: 'kit' | 'line', id: string, values: Record<string, Json>) => ({
    p: shownPrincipal(),
    kind,
    id,
    kit,
    mine: false,
    cells: Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, [value, stamp] as const]),
    ),
  })
  await db.rows.bulkPut([
    row('kit', kit, { buildId: newBuildId(), name: 'Theirs' }),
    row('line', first, { ord: 'a0', name: 'Oil filter' }),
    row('line', second, { ord: 'a1', name: 'Drain plug' }),
  ])
  setDraft(kit, 'adding', 'Brake pa')
  setDraft(first, 'price', '12.')
  setDraft(second, 'price', '3.')
  await settled()
  return { kit, first, second }
}

const textOf = async (id: string | undefined, cell: string) =>
  (await db.drafts.get([shownPrincipal(), id ?? '', cell]))?.text

test('into the copy that the first change of somebody else’s kit makes', async () => {
  const { kit, first, second } = await halfTypedInAnothers()
  setCells('line', first, kit, { name: 'Oil filter with seal' })
  await settled()
  const { ids = {} } = forks.get(kit) ?? {}
  expect(await textOf(ids[kit], 'adding')).toBe('Brake pa')
  expect([await textOf(ids[first], 'price'), await textOf(ids[second], 'price')]).toEqual([
    '12.',
    '3.',
  ])
  // A field that knows its line by the old id continues in the copy.
  setDraft(first, 'price', '12.5x')
  await settled()
  expect(await textOf(ids[first], 'price')).toBe('12.5x')
  setDraft(first, 'price', null)
  await settled()
  expect([await textOf(first, 'price'), await textOf(ids[first], 'price')]).toEqual([
    undefined,
    undefined,
  ])
})

test('into that copy also where the page is left before either is stored', async () => {
  const { kit, first } = await halfTypedInAnothers()
  localStorage.clear()
  setCells('line', first, kit, { name: 'Oil filter with seal' })
  setDraft(first, 'price', '12.7')
  await Promise.resolve()
  const [key = ''] = Object.keys(localStorage)
  const left = localStorage.getItem(key) ?? ''
  await settled()
  // As the next page finds it.
  forks.clear()
  await Promise.all([db.pending.clear(), db.meta.delete(`fork:${shownPrincipal()}:${kit}`)])
  await db.meta.delete('storedUpTo')
  localStorage.setItem(key, left)
  await takeUnstored()
  const rows = await db.pending.toArray()
  const line = rows.find(({ cells }) => cells['name']?.[0] === 'Oil filter with seal')
  expect(await textOf(line?.id, 'price')).toBe('12.7')
})

test('with a line that its owner has deleted since', async () => {
  const { kit, first } = await halfTypedInAnothers()
  const stored = await db.rows.get([shownPrincipal(), 'line', first])
  const del = [true, packStamp(Date.now(), 0, 'otherNode')] as const
  await db.rows.put({ ...stored!, cells: { ...stored!.cells, del } })
  setCells('line', first, kit, { name: 'Oil filter with seal' })
  await settled()
  expect(await textOf(forks.get(kit)?.ids[first], 'price')).toBe('12.')
})

/** Answers not_owner to every op. */
const notOwner = async (request: SyncRequest) =>
  answered(answerWith({ results: request.ops.map(() => ({ err: 'not_owner' })) }))

test.each([
  ['read one by one', 200],
  ['read by the hundred', 0],
])('into the copy of a kit that turns out to be somebody else’s, %s', async (_how, manyRows) => {
  const { kitId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  setDraft(id, 'price', '8,')
  setDraft(kitId, 'adding', 'Fun')
  await settled()
  let isSent = false
  const net = {
    sync: async (request: SyncRequest) => {
      if (isSent) return { kind: 'failed' as const }
      isSent = true
      return notOwner(request)
    },
  }
  await flush(env, net, { manyRows })
  const moved = (await db.meta.get(movedKey(shownPrincipal(), kitId)))?.value
  const ids: Record<string, string> = isFork(moved) ? moved.ids : {}
  expect([await textOf(ids[id], 'price'), await textOf(ids[kitId], 'adding')]).toEqual([
    '8,',
    'Fun',
  ])
})

test('into a copy that is made on purpose', async () => {
  const { kitId: from, lineIds } = await storeBuild({ name: 'Rags' }, { name: 'Funnel' })
  const [first = '', second = ''] = lineIds
  setDraft(first, 'price', '8,')
  setDraft(second, 'price', '9,')
  await settled()
  const buildId = newBuildId()
  const found = await customize(buildId, from)
  const { kit } = await readBuild(found.kind === 'here' ? found.kitId : '', buildId)
  const textOfLine = (name: string) =>
    textOf(kit.lines.find((line) => line.name === name)?.id, 'price')
  expect([await textOfLine('Rags'), await textOfLine('Funnel')]).toEqual(['8,', '9,'])
})
