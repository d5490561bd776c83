/** The last keystrokes before a page is left. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

import type { PendingRow } from '../../device/db.ts'

import { msOf } from '#shared/cells/stamp.ts'
import { readBuild } from '../../kits/open/builds.ts'
import { db } from '../../device/db.ts'
import { env, openDevice, shownPrincipal } from '../../device/device.ts'
import { hasUnstored, UNSTORED_PREFIX } from './unstored.ts'
import { edit } from './edit.ts'
import { setCells, setDraft, settled } from './writeQueue.ts'
import { takeUnstored } from './takeUnstored.ts'
import { watchUnstored } from './watchUnstored.ts'
import { drawKit, storeBuild } from '../../kits/open/testBuild.ts'

beforeAll(openDevice)
beforeEach(async () => {
  localStorage.clear()
  await db.meta.delete('clock')
})

const HOUR_MS = 3_600_000

/** Ends the page without an event; it lives on here. @returns what it left behind */
async function leave(): Promise<string> {
  await Promise.resolve()
  const [key] = Object.keys(localStorage)
  return (key && localStorage.getItem(key)) ?? ''
}

/** As the next page finds it. */
async function take(left: string): Promise<void> {
  localStorage.setItem(`${UNSTORED_PREFIX}x`, left)
  await takeUnstored()
  expect(hasUnstored()).toBe(false)
}

const nameOf = async (kitId: string, buildId: string) =>
  (await readBuild(kitId, buildId)).kit.lines.map(({ name }) => name)

test('what is not stored is kept when the page is left, and only until it is', async () => {
  const { kitId, lineIds } = await storeBuild({ name: 'Ra' })
  expect(await leave()).toBe('')
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rag' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  setDraft(lineIds[0] ?? '', 'price', '8,')
  expect(JSON.parse(await leave())).toMatchObject({
    p: shownPrincipal(),
    changes: [{ cells: { name: 'Rag' } }, { cells: { name: 'Rags' } }],
    drafts: [{ cell: 'price', text: '8,' }],
  })
  await settled()
  expect(hasUnstored()).toBe(false)
})

test('the next page stores it, a kit that nobody had begun included', async () => {
  const { kitId, buildId } = await drawKit()
  setCells('line', 'firstLineOfABuild0000x', kitId, { ord: 'a0', name: 'Rags' })
  setDraft('firstLineOfABuild0000x', 'price', '8,')
  const left = await leave()
  await settled()
  await db.pending.clear()
  await db.drafts.clear()
  await take(left)
  const build = await readBuild(kitId, buildId)
  expect([build.kit.buildId, build.kit.lines]).toMatchObject([buildId, [{ name: 'Rags' }]])
  expect([...build.drafts.values()]).toEqual(['8,'])
})

test('what a page was at that is gone by now is taken a moment later', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  const left = await leave()
  await settled()
  localStorage.setItem(`${UNSTORED_PREFIX}x`, left)
  let isHeld = true
  const request = (_name: string, _options: object, work: (lock: object | null) => unknown) =>
    Promise.resolve(work(isHeld ? null : {}))
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  await takeUnstored()
  expect(hasUnstored()).toBe(true)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  watchUnstored()
  isHeld = false
  vi.advanceTimersByTime(3_000)
  vi.useRealTimers()
  await expect.poll(hasUnstored).toBe(false)
  Reflect.deleteProperty(navigator, 'locks')
  expect(await nameOf(kitId, buildId)).toEqual(['Rags'])
})

test('a kit that half a part begins is begun by the next page too', async () => {
  const { kitId, buildId } = await drawKit()
  setCells('kit', kitId, kitId, {})
  setDraft(kitId, 'adding', 'Oil fil')
  const left = await leave()
  await settled()
  await db.pending.clear()
  await db.drafts.clear()
  await take(left)
  const build = await readBuild(kitId, buildId)
  expect([build.isBlank, build.drafts.get(`${kitId}:adding`)]).toEqual([false, 'Oil fil'])
})

test('a text that was taken back and done again before either was stored is there', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  setDraft(id, 'price', 'abc')
  await settled()
  setDraft(id, 'price', null)
  setDraft(id, 'price', 'abc')
  const left = await leave()
  await settled()
  await db.drafts.clear()
  await take(left)
  const build = await readBuild(kitId, buildId)
  expect([...build.drafts]).toEqual([[`${id}:price`, 'abc']])
})

test('what was typed elsewhere since then stays', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags', qty: 2 })
  const left = JSON.parse(await leave()) as { at: number }
  await settled()
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Towels' })
  await settled()
  await take(JSON.stringify({ ...left, at: left.at - 10 * 60_000 }))
  expect(await nameOf(kitId, buildId)).toEqual(['Towels'])
})

test('a text that was finished elsewhere since then stays finished', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  setDraft(id, 'price', '8,')
  const left = JSON.parse(await leave()) as { at: number }
  await settled()
  setCells('line', id, kitId, { price: 850 })
  setDraft(id, 'price', null)
  await settled()
  await take(JSON.stringify({ ...left, at: left.at - 10 * 60_000 }))
  const { kit, drafts } = await readBuild(kitId, buildId)
  expect([kit.lines[0]?.price, drafts.get(`${id}:price`)]).toEqual([850, undefined])
})

/** Sets the device clock back an hour, before any answer corrects it. */
async function goBackAnHour() {
  await db.meta.put({ key: 'clock', value: { ms: Date.now() + HOUR_MS, counter: 0, offset: 0 } })
}

test('the last keys are stored also where the clock has gone back', async () => {
  await goBackAnHour()
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  const before = await db.pending.toArray()
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  const left = await leave()
  await settled()
  await db.pending.bulkPut(before)
  await take(left)
  expect(await nameOf(kitId, buildId)).toEqual(['Rags'])
})

test('a page in which nothing was stored yet knows the clock of before', async () => {
  await goBackAnHour()
  vi.resetModules()
  const device = await import('../../device/device.ts')
  await device.openDevice()
  expect(msOf(device.latestAtStart())).toBeGreaterThan(Date.now() + HOUR_MS / 2)
})

test('of a key that was stored before the page could hear of it the later ones are stored too', async () => {
  await goBackAnHour()
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rag' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  const left = await leave()
  await settled()
  await db.pending
    .where('[p+kit]')
    .equals([shownPrincipal(), kitId])
    .modify((row) => {
      const stamp = row.cells['name']?.[1]
      if (stamp) row.cells['name'] = ['Rag', stamp]
    })
  await take(left)
  expect(await nameOf(kitId, buildId)).toEqual(['Rags'])
})

test('where the clock has gone back what was typed elsewhere since then stays', async () => {
  await goBackAnHour()
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  const left = await leave()
  await settled()
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Towels' })
  await settled()
  await take(left)
  expect(await nameOf(kitId, buildId)).toEqual(['Towels'])
})

test('what a page leaves while another takes what it left before stays to be taken', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  const key = `${UNSTORED_PREFIX}x`
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rag' })
  const first = await leave()
  await settled()
  localStorage.setItem(key, first)
  const next = JSON.parse(first.replaceAll('"Rag"', '"Rags"')) as { number: number }
  const later = JSON.stringify({ ...next, number: next.number + 1 })
  const leaveMore = (row: PendingRow) => {
    localStorage.setItem(key, later)
    return row
  }
  db.pending.hook('reading', leaveMore)
  await takeUnstored()
  db.pending.hook('reading').unsubscribe(leaveMore)
  expect(localStorage.getItem(key)).toBe(later)
  await takeUnstored()
  await settled()
  expect([await nameOf(kitId, buildId), localStorage.getItem(key)]).toEqual([['Rags'], null])
})

test.each(['by its page', 'by the next page'])(
  'what a killed browser brings back of what was stored since %s stays away',
  async (by) => {
    const { kitId, buildId, lineIds } = await storeBuild({ name: 'Rags' })
    const [id = ''] = lineIds
    setCells('line', id, kitId, { partNumber: 'MA-1' })
    setDraft(id, 'price', '8')
    const left = await leave()
    const [key = ''] = Object.keys(localStorage)
    await settled()
    if (by === 'by the next page') {
      await Promise.all([db.pending.clear(), db.drafts.clear(), db.meta.delete('storedUpTo')])
      localStorage.setItem(key, left)
      await takeUnstored()
    }
    setCells('line', id, kitId, { partNumber: 'MA-10211' })
    setDraft(id, 'price', '8,9')
    await settled()
    localStorage.setItem(key, left)
    await takeUnstored()
    const { kit, drafts } = await readBuild(kitId, buildId)
    expect([kit.lines[0]?.partNumber, drafts.get(`${id}:price`)]).toEqual(['MA-10211', '8,9'])
  },
)

test('a page that another one has stored for does not store it again', async () => {
  const { kitId, buildId, lineIds } = await storeBuild({ name: 'Ra' })
  const [id = ''] = lineIds
  setCells('line', id, kitId, { name: 'Rags' })
  const left = JSON.parse(await leave()) as { number: number }
  const [page = ''] = Object.keys(localStorage)
  await settled()
  const change = { kind: 'line', id, kit: kitId, cells: { name: 'Towels' } } as const
  await edit(env, [change], { upTo: { page, number: left.number } })
  expect(await nameOf(kitId, buildId)).toEqual(['Rags'])
  await edit(env, [change], { upTo: { page, number: left.number + 1 } })
  expect(await nameOf(kitId, buildId)).toEqual(['Towels'])
})

test('what nobody of ours has left is thrown away', async () => {
  for (const text of ['', '{', 'null', '{"changes": 1}']) await take(text)
})

// Last test: the page that reloads is this one.
test('a page that stood still begins anew where another took what it left, and leaves it no more', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined)
  const { kitId, lineIds } = await storeBuild({ name: 'Ra' })
  const back = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  const resume = () => document.dispatchEvent(new Event('resume'))
  setCells('line', lineIds[0] ?? '', kitId, { name: 'Rags' })
  expect(await leave()).toContain('Rags')
  resume()
  back()
  expect(reload).not.toHaveBeenCalled()
  localStorage.clear()
  back()
  expect(reload).toHaveBeenCalledOnce()
  resume()
  expect(reload).toHaveBeenCalledTimes(2)
  expect(await leave()).toBe('')
  reload.mockRestore()
  await settled()
})
