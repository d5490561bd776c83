import Dexie from 'dexie'
import type { Net } from '../api/net.ts'
import { afterEach, describe, expect, test } from 'vitest'

import type { Kind } from '#shared/kinds/schema.ts'
import type { StoredRow } from './db.ts'
import { type Store, getMeta, putMeta } from './store.ts'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { openIdentity } from './clock.ts'
import { WrenchlistDatabase } from './db.ts'
import { dexieStore } from './dexieStore.ts'
import { edit } from '../sync/write/edit.ts'
import { flush } from '../sync/send/flush.ts'
import { MemoryServer } from '../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from './testMemoryStore.ts'

const opened: WrenchlistDatabase[] = []
let count = 0

function open(name = `test-${count++}`): WrenchlistDatabase {
  const database = new WrenchlistDatabase(name)
  opened.push(database)
  return database
}

afterEach(async () => {
  for (const database of opened.splice(0)) await database.delete()
})

test('what looks at a thousand things in memory is still one transaction, and goes back whole', async () => {
  const database = open()
  const store = dexieStore(database)
  const note = async (failsAfter: number) => {
    // A cached look-up: its promise comes from neither Dexie nor IndexedDB.
    const look = async (at: number) => at
    await store.transact(async (tx) => {
      await putMeta(tx, 'first', 1)
      for (let at = 0; at < failsAfter; at++) await look(at)
      await putMeta(tx, 'last', (await getMeta(tx, 'first')) ?? 0)
      if (failsAfter === 1_000) throw new Error('no room')
    })
  }
  await expect(note(1_000)).rejects.toThrow('no room')
  expect(await database.meta.count()).toBe(0)
  await note(2_000)
  expect(await database.meta.count()).toBe(2)
})

/** Deterministic randomness, so two runs draw the same ids. */
function counting(): (length: number) => Uint8Array {
  let state = 1
  return (length) =>
    Uint8Array.from({ length }, () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16)
}

/** Runs the same edits on any store, against its own server. */
async function work(store: Store): Promise<MemoryServer> {
  const random = counting()
  let now = 1_700_000_000_000
  const env = { store, now: () => (now += 1_000), random }
  const server = new MemoryServer(() => now)
  await openIdentity(store, random)
  const net: Net = {
    sync: async (request) => ({ kind: 'answer', answer: server.sync(request) }),
  }
  const kit = newId(random)
  const buildIds = new Map([[kit, 'AAAAAA']])
  const lines = Array.from({ length: 12 }, () => newId(random))
  for (const [index, id] of lines.entries()) {
    const cells = { ord: `a${index}`, name: `Part ${index}`, price: index * 100 }
    await edit(env, [{ kind: 'line', id, kit, cells }], { buildIds })
    if (index % 5 === 4) await flush(env, net)
  }
  await edit(env, [{ kind: 'line', id: lines[3] ?? '', kit, cells: { del: true } }])
  await edit(env, [{ kind: 'kit', id: kit, kit, cells: { notes: '30 Nm' } }])
  await flush(env, net)
  await edit(env, [{ kind: 'kit', id: kit, kit, cells: { name: 'waits' } }])
  return server
}

describe('the store on IndexedDB', () => {
  test('ends with the same rows, outbox, clock and server as the one in memory', async () => {
    const database = open()
    const memory = new MemoryStore()
    const [onDisk, inMemory] = [await work(dexieStore(database)), await work(memory)]
    const byKey = (a: object, b: object) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)
    const sorted = (rows: Iterable<object>) => [...rows].toSorted(byKey)
    expect(sorted(await database.rows.toArray())).toEqual(sorted(memory.tables.rows.values()))
    expect(sorted(await database.pending.toArray())).toEqual(sorted(memory.tables.pending.values()))
    const meta = (await database.meta.toArray()).map((row) => [row.key, row.value])
    expect(new Map(meta as [string, unknown][])).toEqual(memory.tables.meta)
    expect(onDisk.rows).toEqual(inMemory.rows)
    expect(await database.pending.count()).toBe(1)
  })

  test('stores all of a transaction or nothing of it', async () => {
    const database = open()
    const store = dexieStore(database)
    const broken = store.transact(async (tx) => {
      await putMeta(tx, 'first', 1)
      await getMeta(tx, 'first')
      throw new Error('power cut')
    })
    await expect(broken).rejects.toThrow('power cut')
    expect(await database.meta.count()).toBe(0)
  })

  test('gives two tabs that edit at once different stamps, and loses neither edit', async () => {
    const [first, second] = [open('two-tabs'), open('two-tabs')]
    const env = (database: WrenchlistDatabase) => ({
      store: dexieStore(database),
      now: () => 1_700_000_000_000,
      random: (length: number) => crypto.getRandomValues(new Uint8Array(length)),
    })
    const kit = newId()
    const buildIds = new Map([[kit, 'AAAAAA']])
    const line = (tab: WrenchlistDatabase, name: string) =>
      edit(env(tab), [{ kind: 'line', id: newId(), kit, cells: { ord: 'a0', name } }], { buildIds })
    await Promise.all([first, second].map((tab) => openIdentity(dexieStore(tab), env(tab).random)))
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => line(index % 2 ? first : second, `Part ${index}`)),
    )
    const rows = await first.pending.toArray()
    expect(rows.filter((row) => row.kind === 'line')).toHaveLength(40)
    const stamps = rows.flatMap((row) => Object.values(row.cells).map((cell) => cell[1]))
    expect(new Set(stamps).size).toBe(stamps.length)
    expect(new Set(stamps.map((stamp) => stamp.slice(10))).size).toBe(1)
  })
})

test('all rows of an owner are gone through in parts, each once, on both stores alike', async () => {
  const stamp = packStamp(1_700_000_000_000, 0, 'somenode0')
  const row = (principal: string, kind: Kind, id: string): StoredRow => ({
    p: principal,
    kind,
    id,
    kit: 'k',
    mine: true,
    cells: { name: ['x', stamp] },
  })
  const rows = ['c', 'a', 'e', 'b', 'd'].flatMap((id) => [
    row('u:1', 'line', id),
    row('u:1', 'kit', id),
    row('u:2', 'line', id),
  ])
  const seen: string[][] = []
  for (const store of [dexieStore(open()), new MemoryStore()]) {
    await store.transact((tx) => tx.put('rows', rows))
    const names: string[] = []
    for (let after = ''; ; after = names.at(-1) ?? '') {
      const from = after
      const some = await store.transact((tx) => tx.range('rows', 'u:1', { after: from, limit: 3 }))
      if (some.length === 0) break
      names.push(...some.map(({ kind, id }) => `${kind} ${id}`))
    }
    seen.push(names)
  }
  expect(seen[0]).toEqual(
    rows
      .filter(({ p }) => p === 'u:1')
      .map(({ kind, id }) => `${kind} ${id}`)
      .toSorted(),
  )
  expect(seen[1]).toEqual(seen[0])
})

/** The database as another app version declares it. */
class Other extends Dexie {
  constructor(name: string, version: number) {
    super(name)
    this.version(version).stores({
      meta: 'key',
      rows: '[p+kind+id], [p+kit], [p+buildId]',
      pending: '[p+kind+id], [p+kit]',
      drafts: '[p+id+cell]',
      problems: 'id, [p+at]',
      calls: 'id, kind',
    })
    if (version > 3) this.version(version).stores({ later: '++id' })
  }
}

describe('another version of the app', () => {
  const stamp = packStamp(1_700_000_000_000, 0, 'somenode0')
  const row = {
    p: 'u:1',
    kind: 'kit',
    id: 'k',
    kit: 'k',
    mine: true,
    cells: { name: ['Oil change', stamp] },
  }

  test('left its rows and its queue, and they are used', async () => {
    const name = `older-${count++}`
    const older = new Other(name, 2)
    const pending = { ...row, cells: {}, shape: 1, tries: 0, next: 0, at: 1 }
    await older.table('rows').put(row)
    await older.table('pending').put(pending)
    older.close()
    const database = open(name)
    const latest = database.rows.where('[p+touched]').between(['u:1', ''], ['u:1', '~'])
    expect((await latest.toArray()).map(({ id, touched }) => [id, touched])).toEqual([['k', stamp]])
    expect(await database.pending.toArray()).toEqual([pending])
  })

  test('upgrades the database in another tab, and this one stores on in it', async () => {
    const name = `newer-${count++}`
    const database = open(name)
    await database.meta.put({ key: 'typed', value: 1 })
    const newer = new Other(name, 9)
    await newer.open()
    await database.meta.put({ key: 'typed', value: 2 })
    expect(await newer.table('meta').get('typed')).toEqual({ key: 'typed', value: 2 })
    await dexieStore(database).transact((tx) => putMeta(tx, 'typed', 3))
    expect(await newer.table('meta').get('typed')).toEqual({ key: 'typed', value: 3 })
    newer.close()
  })
})
