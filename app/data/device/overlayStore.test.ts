/** Values in memory merge with those that reached the disk meanwhile, never overwrite them. */
import { beforeEach, expect, test } from 'vitest'

import type { StoredRow } from './db.ts'
import { type Store, getMeta, putMeta } from './store.ts'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { openIdentity } from './clock.ts'
import { edit } from '../sync/write/edit.ts'
import { flush } from '../sync/send/flush.ts'
import { MemoryServer } from '../../../lab/simulation/memoryServer.ts'
import { MemoryStore } from './testMemoryStore.ts'
import { OverlayStore } from './overlayStore.ts'

const now = 1_700_000_000_000
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const kit = newId()

let below: MemoryStore
let above: OverlayStore

beforeEach(async () => {
  below = new MemoryStore()
  await openIdentity(below, random)
  above = new OverlayStore(below)
})

/** Types the kit's name at an offset in milliseconds. */
const type = (store: Store, name: string, inMs = 0) =>
  edit({ store, now: () => now + inMs, random }, [{ kind: 'kit', id: kit, kit, cells: { name } }], {
    buildIds: new Map([[kit, 'AAAAAA']]),
  })

const namesIn = (rows: Iterable<{ cells: StoredRow['cells'] }>) =>
  [...rows].map(({ cells }) => cells['name']?.[0])

test('of what was typed in two tabs the later stays, above or below', async () => {
  await type(above, 'in memory')
  await type(below, 'in another tab, later', 1_000)
  await above.commit()
  expect(namesIn(below.tables.pending.values())).toEqual(['in another tab, later'])
  await type(above, 'in memory, last', 2_000)
  await above.commit()
  expect(namesIn(below.tables.pending.values())).toEqual(['in memory, last'])
})

test('what another tab types between two changes in memory waits beside them', async () => {
  await type(below, 'on disk')
  await type(above, 'in memory', 1_000)
  const change = { kind: 'kit' as const, id: kit, kit, cells: { notes: 'in another tab' } }
  await edit({ store: below, now: () => now + 2_000, random }, [change])
  await type(above, 'in memory, again', 3_000)
  await above.commit()
  const [waiting] = below.tables.pending.values()
  const { name, notes } = waiting?.cells ?? {}
  expect([name?.[0], notes?.[0]]).toEqual(['in memory, again', 'in another tab'])
})

test('of what two tabs have read the later stays', async () => {
  const row = (name: string, ms: number): StoredRow => {
    const cells = { name: [name, packStamp(now + ms, 0, 'nodeofone')] as const }
    return { p: 'd:1', kind: 'kit', id: kit, kit, mine: true, cells }
  }
  await above.transact((tx) => tx.put('rows', [row('read from memory', 0)]))
  await below.transact((tx) => tx.put('rows', [row('read by another tab, later', 1_000)]))
  await above.commit()
  expect(namesIn(below.tables.rows.values())).toEqual(['read by another tab, later'])
})

test('the clock goes on from whichever is ahead', async () => {
  const clockOf = () => below.tables.meta.get('clock')
  await type(above, 'in memory')
  await type(below, 'in another tab, later', 1_000)
  const later = clockOf()
  await above.commit()
  expect(clockOf()).toEqual(later)
  await type(above, 'in memory, last', 2_000)
  await above.commit()
  expect(clockOf()).toMatchObject({ ms: now + 2_000 })
})

test('work that fails leaves nothing behind', async () => {
  const broken = above.transact(async (tx) => {
    await putMeta(tx, 'first', 1)
    throw new Error('broken')
  })
  await expect(broken).rejects.toThrow('broken')
  expect(await above.transact((tx) => getMeta(tx, 'first'))).toBeUndefined()
})

test('what went below waits there no more once it was sent, from either', async () => {
  const server = new MemoryServer(() => now)
  const send = (store: Store) =>
    flush(
      { store, now: () => now, random },
      { sync: async (request) => ({ kind: 'answer', answer: server.sync(request) }) },
    )
  await type(above, 'sent from below')
  await above.commit()
  await send(below)
  await above.commit()
  expect([...below.tables.pending]).toEqual([])
  await type(above, 'sent from memory', 1_000)
  await above.commit()
  await send(above)
  await above.commit()
  expect([...below.tables.pending]).toEqual([])
  expect(namesIn(below.tables.rows.values())).toEqual(['sent from memory'])
})
