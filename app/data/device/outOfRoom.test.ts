/** A full device loses nothing typed, and still sends it. */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'

import type { SyncAnswer } from '#shared/sync/protocol.ts'
import { type Store, putMeta } from './store.ts'

import { newId } from '#shared/ids.ts'
import { fieldOf } from '#shared/cells/cells.ts'
import { until } from '#shared/testPatience.ts'
import { openIdentity } from './clock.ts'
import { db } from './db.ts'
import { env, openDevice, shownPrincipal } from './device.ts'
import { edit } from '../sync/write/edit.ts'
import { flush } from '../sync/send/flush.ts'
import { MemoryServer } from '../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from './testMemoryStore.ts'
import { goOnInMemory } from './outOfRoom.ts'
import { OverlayStore } from './overlayStore.ts'
import { setCells, setDraft, settled, written } from '../sync/write/writeQueue.ts'
import { hasUnstored } from '../sync/write/unstored.ts'
import { openKit } from '../kits/open/openKit.ts'
import { saveKit } from '../kits/open/saveKit.ts'
import { drawKit, storeBuild } from '../kits/open/testBuild.ts'
import { useSync } from './syncState.ts'

const now = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

const asAnswer = (answer: SyncAnswer) => ({ kind: 'answer' as const, answer })
/** Whether the browser refuses writes. */
let isFull = false
/** Called once, in the middle of the next write. */
let whileWriting: (() => void) | null = null
const put = IDBObjectStore.prototype.put
IDBObjectStore.prototype.put = function (...args: Parameters<IDBObjectStore['put']>) {
  if (isFull) throw new DOMException('no room', 'QuotaExceededError')
  whileWriting?.()
  whileWriting = null
  return put.apply(this, args)
}
afterAll(() => {
  IDBObjectStore.prototype.put = put
})

describe('a store over one without room', () => {
  let below: MemoryStore
  let above: OverlayStore
  const server = new MemoryServer(() => now)
  const envOf = (store: Store) => ({ store, now: () => now, random })
  const net = {
    sync: async (request: Parameters<MemoryServer['sync']>[0]) => ({
      ...asAnswer(server.sync(request)),
    }),
  }

  beforeEach(async () => {
    below = new MemoryStore()
    await openIdentity(below, random)
    above = new OverlayStore(below)
  })

  test('keeps what is typed, sends it, and leaves the one below as it was', async () => {
    const kit = newId()
    const buildIds = new Map([[kit, 'AAAAAA']])
    const before = structuredClone(below.tables)
    await edit(envOf(above), [{ kind: 'kit', id: kit, kit, cells: { name: 'Oil' } }], { buildIds })
    await flush(envOf(above), net)
    expect(server.rows.get(`kit:${kit}`)?.row.cells['name']?.[0]).toBe('Oil')
    expect(below.tables).toEqual(before)
  })

  test('goes below in the end: what was sent as sent, what was not as waiting', async () => {
    const kit = newId()
    const line = newId()
    const buildIds = new Map([[kit, 'BBBBBB']])
    await edit(envOf(below), [{ kind: 'kit', id: kit, kit, cells: { name: 'Oil' } }], { buildIds })
    await flush(envOf(above), net)
    await edit(envOf(above), [{ kind: 'line', id: line, kit, cells: { ord: 'a0', name: 'x' } }])
    // Another tab found room meanwhile.
    const later = { ...envOf(below), now: () => now + 1_000 }
    await edit(later, [{ kind: 'kit', id: kit, kit, cells: { notes: 'elsewhere' } }])
    await above.commit()
    const pending = [...below.tables.pending.values()]
    const cellsOf = (id: string) => Object.keys(pending.find((row) => row.id === id)?.cells ?? {})
    expect(cellsOf(kit)).toEqual(['notes'])
    expect(cellsOf(line).toSorted()).toEqual(['name', 'ord'])
    expect([...below.tables.rows.values()].map((row) => row.id)).toContain(kit)
    await flush(envOf(below), net)
    expect(below.tables.pending.size).toBe(0)
    expect(server.rows.get(`line:${line}`)?.row.cells['name']?.[0]).toBe('x')
  })

  test('goes below beside what another tab has read and typed there meanwhile', async () => {
    const kit = newId()
    const buildIds = new Map([[kit, 'CCCCCC']])
    const type = (store: Store, name: string, ms: number) =>
      edit({ ...envOf(store), now: () => ms }, [{ kind: 'kit', id: kit, kit, cells: { name } }], {
        buildIds,
      })
    const clock = () => Number(fieldOf(below.tables.meta.get('clock') ?? null, 'ms'))
    await type(above, 'in memory', now)
    await flush(envOf(above), net)
    await flush(envOf(below), net)
    await type(below, 'on the disk', now + 5_000)
    await flush(envOf(below), net)
    await above.commit()
    const [row] = [...below.tables.rows.values()]
    expect(row?.cells['name']?.[0]).toBe('on the disk')
    // Neither device reissues a stamp.
    expect(clock()).toBe(now + 5_000)
    await type(above, 'in memory again', now + 9_000)
    await above.commit()
    expect(clock()).toBe(now + 9_000)
    await flush(envOf(above), net)
    await above.commit()
    expect(below.tables.pending.size).toBe(0)
    await type(above, 'typed', now + 10_000)
    await edit(envOf(below), [{ kind: 'kit', id: kit, kit, cells: { notes: 'elsewhere' } }])
    await type(above, 'typed on', now + 11_000)
    await above.commit()
    const [pending] = [...below.tables.pending.values()]
    const { name, notes } = pending?.cells ?? {}
    expect([name?.[0], notes?.[0]]).toEqual(['typed on', 'elsewhere'])
  })
})

// T95
test('a full device: what is typed is told about, sent from memory, and stored once there is room', async () => {
  const device = await openDevice()
  const disk = env.store
  const server = new MemoryServer(() => Date.now())
  server.devices.set(device.secret, device.principal)
  const { kitId: kit } = await drawKit()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  isFull = true
  setCells('kit', kit, kit, { name: 'Typed without room' })
  await until(() => expect(env.store).not.toBe(disk))
  expect(useSync.getState().isStorageFailing).toBe(true)
  expect(await db.pending.count()).toBe(0)
  setCells('kit', kit, kit, { notes: 'and more' })
  const send = () => flush(env, { sync: async (request) => asAnswer(server.sync(request)) })
  const sent = (cell: string) => server.rows.get(`kit:${kit}`)?.row.cells[cell]?.[0]
  await until(async () => {
    await send()
    expect([sent('name'), sent('notes')]).toEqual(['Typed without room', 'and more'])
  })
  setCells('kit', kit, kit, { task: 'Oil Change' })
  let isStored = false
  const storing = settled().then(() => (isStored = true))
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  // Fields keep their text until this resolves.
  expect([isStored, useSync.getState().isStorageFailing]).toEqual([false, true])

  isFull = false
  await until(() => expect(useSync.getState().isStorageFailing).toBe(false))
  await storing
  expect(env.store).toBe(disk)
  expect((await db.rows.get([shownPrincipal(), 'kit', kit]))?.cells['notes']?.[0]).toBe('and more')
  const waiting = await db.pending.get([shownPrincipal(), 'kit', kit])
  expect(Object.keys(waiting?.cells ?? {})).toEqual(['task'])
})

test('a full device: a text that waits writes no value over what came since', async () => {
  const { kitId: kit } = await drawKit()
  setCells('kit', kit, kit, { name: 'Spring' })
  await settled()
  isFull = true
  setCells('kit', kit, kit, { name: 'Typed without room' })
  setDraft(kit, 'adding', 'Oil fil')
  const nameNow = () =>
    env.store.transact(
      async (tx) => (await tx.get('pending', [shownPrincipal(), 'kit', kit]))?.cells['name']?.[0],
    )
  await until(async () => expect(await nameNow()).toBe('Typed without room'))
  // As another tab or a server answer would bring it.
  await edit(env, [{ kind: 'kit', id: kit, kit, cells: { name: 'Autumn' } }])
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(await nameNow()).toBe('Autumn')
  isFull = false
  await settled()
  expect((await db.drafts.get([shownPrincipal(), kit, 'adding']))?.text).toBe('Oil fil')
})

test('a full device: what is in memory alone stays in sight, and with the page that is left', async () => {
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  const disk = env.store
  const { buildId, kitId, lineIds } = await storeBuild({ name: 'Rags' })
  const [id = ''] = lineIds
  const kit = openKit(kitId, buildId)
  let told = 0
  const close = kit.subscribe(() => void told++)
  await kit.whenRead()
  isFull = true
  setCells('line', id, kitId, { name: 'Oil' })
  setCells('line', id, kitId, { name: 'Oil filter' })
  window.dispatchEvent(new Event('pagehide'))
  await written()
  expect(env.store).not.toBe(disk)
  // Read again now; the disk still has the old name.
  const before = told
  await until(() => expect(told).toBeGreaterThan(before))
  expect(kit.read()?.kit.lines).toMatchObject([{ name: 'Oil filter' }])
  expect(hasUnstored()).toBe(true)
  isFull = false
  await settled()
  await until(() => expect(hasUnstored()).toBe(false))
  expect((await db.pending.get([shownPrincipal(), 'line', id]))?.cells['name']?.[0]).toBe(
    'Oil filter',
  )
  close()
})

test('what comes into memory while the last of it is stored is stored too', async () => {
  const disk = env.store
  const { transact } = disk
  await goOnInMemory()
  const above = env.store
  let count = 0
  let late: Promise<void> | undefined
  disk.transact = (work) => {
    count++
    late ??= above.transact((tx) => putMeta(tx, 'late', 'stored'))
    // The 1st transaction commits, the 2nd collects late writes, the 3rd finds no room.
    if (count === 3) return Promise.reject(new Error('no room'))
    return transact.call(disk, work) as ReturnType<typeof work>
  }
  await until(() => expect(count).toBe(3))
  await late
  await new Promise((resolve) => setTimeout(resolve, 50))
  // In memory only, and flagged so.
  expect(env.store).toBe(above)
  await settled()
  disk.transact = transact
  expect(env.store).toBe(disk)
  expect((await db.meta.get('late'))?.value).toBe('stored')
})

test('a full device: what is typed while the rest goes to the disk gets there too', async () => {
  const disk = env.store
  const { kitId: kit } = await drawKit()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  isFull = true
  setCells('kit', kit, kit, { name: 'Typed on' })
  await until(() => expect(useSync.getState().isStorageFailing).toBe(true))
  await written()
  whileWriting = () => setCells('kit', kit, kit, { notes: 'meanwhile' })
  isFull = false
  await until(() => expect(useSync.getState().isStorageFailing).toBe(false))
  expect(env.store).toBe(disk)
  const { name, notes } = (await db.pending.get([shownPrincipal(), 'kit', kit]))?.cells ?? {}
  expect([name?.[0], notes?.[0]]).toEqual(['Typed on', 'meanwhile'])
})

test('a full device: a kit is saved from memory, and not said to be with others', async () => {
  await openDevice()
  const { kitId } = await drawKit()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  isFull = true
  setCells('kit', kitId, kitId, { name: 'Brakes' })
  expect(await saveKit(kitId)).toMatchObject({ name: 'Brakes', isUploaded: false })
  isFull = false
  await settled()
})

test('a full device: what was typed since stands over what could not be stored', async () => {
  const { kitId: kit } = await drawKit()
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  isFull = true
  for (const name of ['O', 'Oil']) setCells('kit', kit, kit, { name })
  await until(() => expect(useSync.getState().isStorageFailing).toBe(true))
  isFull = false
  await settled()
  expect((await db.pending.get([shownPrincipal(), 'kit', kit]))?.cells['name']?.[0]).toBe('Oil')
  isFull = true
  for (const text of ['B', 'Br']) setDraft(kit, 'adding', text)
  await until(() => expect(useSync.getState().isStorageFailing).toBe(true))
  isFull = false
  await settled()
  expect((await db.drafts.get([shownPrincipal(), kit, 'adding']))?.text).toBe('Br')
})
