import { beforeAll, beforeEach, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { VersionBody } from '#shared/kinds/version.ts'

import { newId } from '#shared/ids.ts'
import { bodyOf, versionCells } from '#shared/kinds/version.ts'
import { readBuild } from './builds.ts'
import { db } from '../../device/db.ts'
import { openDevice, shownPrincipal } from '../../device/device.ts'
import { setCells, setDraft, settled } from '../../sync/write/writeQueue.ts'
import { restoreVersion } from './restoreVersion.ts'
import { storeBuild } from './testBuild.ts'

let kitId: string
let filter: string
let oil: string

beforeAll(() => openDevice())
beforeEach(async () => {
  const build = await storeBuild({ name: 'Oil filter', price: 1149 }, { name: 'Engine oil' })
  kitId = build.kitId
  ;[filter, oil] = build.lineIds as [string, string]
  await write('kit', kitId, { name: 'Oil change', notes: '30 Nm', task: 'Oil Change' })
})

async function write(kind: 'kit' | 'line' | 'step', id: string, cells: Record<string, Json>) {
  setCells(kind, id, kitId, cells)
  await settled()
}

/** Version body that Save Kit would store now. */
async function saved(): Promise<VersionBody> {
  const { kit } = await readBuild(kitId, '')
  const [body] = [versionCells(kit, 1).body]
  return bodyOf({ body: [body, ''] }) as VersionBody
}

const names = async () => (await saved()).lines.map(({ name }) => name)

test('values, deleted lines, added lines and the job sheet are as they were', async () => {
  const torque = newId()
  await write('step', torque, { ord: 'a0', what: 'torque', text: 'Drain plug', value: '30' })
  const version = await saved()
  await write('kit', kitId, {
    name: 'Brakes',
    notes: '',
    vehicle: { year: 2008, make: 'Audi', model: 'S4' },
  })
  await write('line', oil, { del: true })
  await write('line', filter, { price: 1299, ord: 'a8' })
  await write('line', newId(), { ord: 'a9', name: 'Gloves' })
  await write('step', torque, { del: true })
  await restoreVersion(kitId, version)
  expect(await saved()).toEqual(version)
})

test('a line that was deleted without another change comes back', async () => {
  const version = await saved()
  await write('line', oil, { del: true })
  await restoreVersion(kitId, version)
  expect(await names()).toEqual(['Oil filter', 'Engine oil'])
})

test('undo brings back what was there before, added lines as well', async () => {
  const version = await saved()
  await write('line', oil, { del: true })
  await write('line', filter, { price: 1299 })
  await write('line', newId(), { ord: 'a9', name: 'Gloves', qty: 2 })
  const before = await saved()
  const undo = await restoreVersion(kitId, version)
  await undo?.()
  expect(await saved()).toEqual(before)
})

test('undo leaves alone what was written since', async () => {
  const version = await saved()
  await write('line', oil, { del: true })
  await write('line', filter, { price: 1299 })
  const undo = await restoreVersion(kitId, version)
  await write('line', oil, { qty: 7 })
  await write('kit', kitId, { task: 'Brakes' })
  await undo?.()
  const { lines, task } = await saved()
  expect(lines.map(({ name, qty, price }) => [name, qty, price])).toEqual([
    ['Oil filter', 1, 1299],
    ['Engine oil', 7, null],
  ])
  expect(task).toBe('Brakes')
})

test('it is an edit like any other: everything waits to be sent, and nothing else is touched', async () => {
  const version = await saved()
  await write('line', filter, { price: 1299 })
  const sent = await db.pending.where('[p+kit]').equals([shownPrincipal(), kitId]).toArray()
  await db.pending.clear()
  await db.rows.bulkPut(
    sent.map(({ p, kind, id, kit, cells }) => ({ p, kind, id, kit, cells, mine: true })),
  )
  await restoreVersion(kitId, version)
  const waiting = await db.pending.where('[p+kit]').equals([shownPrincipal(), kitId]).toArray()
  expect(waiting.map(({ id, cells }) => [id, Object.keys(cells)])).toEqual([[filter, ['price']]])
  const stored = await db.rows.get([shownPrincipal(), 'line', filter])
  const [waits, was] = [waiting[0]?.cells['price'], stored?.cells['price']]
  expect(String(waits?.[1]) > String(was?.[1])).toBe(true)
})

test('a kit that is like that already is left alone', async () => {
  expect(await restoreVersion(kitId, await saved())).toBeNull()
})

test('blank lines are in no version, and stay', async () => {
  const version = await saved()
  const blank = newId()
  await write('line', blank, { ord: 'a9' })
  await write('kit', kitId, { notes: 'other' })
  await restoreVersion(kitId, version)
  const { kit } = await readBuild(kitId, '')
  expect(kit.lines.map(({ id }) => id)).toContain(blank)
  expect(kit.notes).toBe('30 Nm')
})

test('half typed text does not cover what was restored, and comes back with undo', async () => {
  const version = await saved()
  await write('line', filter, { price: 1299 })
  setDraft(filter, 'price', '12.9x')
  const undo = await restoreVersion(kitId, version)
  const draft = async () => (await readBuild(kitId, '')).drafts.get(`${filter}:price`)
  expect(await draft()).toBeUndefined()
  await undo?.()
  expect(await draft()).toBe('12.9x')
})

test('undo leaves a text alone that was begun since and is no value yet', async () => {
  const version = await saved()
  await write('line', filter, { price: 1299 })
  setDraft(filter, 'price', '12,')
  await settled()
  const undo = await restoreVersion(kitId, version)
  setDraft(filter, 'price', 'about 9')
  await settled()
  await undo?.()
  expect((await readBuild(kitId, '')).drafts.get(`${filter}:price`)).toBe('about 9')
})
