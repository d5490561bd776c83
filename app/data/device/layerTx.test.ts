/** A buffered transaction answers and stores the same as a plain one, in any order of calls. */
import { expect, test } from 'vitest'

import type { PulledRow } from '#shared/sync/protocol.ts'
import type { PendingRow, StoredRow } from './db.ts'
import { type RowKey, type StoreTx, getMeta, putMeta } from './store.ts'

import { packStamp } from '#shared/cells/stamp.ts'
import { Lots } from '#shared/testSeeded.ts'
import { openBuffer } from './layerTx.ts'
import { MemoryStore } from './testMemoryStore.ts'

const RUNS = 60
const STEPS = 60
const P = 'u:maria'
const KITS = ['kit1', 'kit2', 'kit3']
const IDS = ['line1', 'line2', 'line3', 'line4']

const keyIn = (lots: Lots): RowKey => {
  const kit = lots.pick(KITS)
  return lots.isLucky(0.3) ? [P, 'kit', kit] : [P, 'line', `${kit}-${lots.pick(IDS)}`]
}
const kitOf = (id: string): string => id.split('-')[0] ?? id

function storedIn(lots: Lots): StoredRow {
  const [p, kind, id] = keyIn(lots)
  const stamp = packStamp(1_700_000_000_000, Math.floor(lots.chance() * 1_000), 'nodeofone')
  return { p, kind, id, kit: kitOf(id), mine: lots.isLucky(0.5), cells: { name: ['x', stamp] } }
}

function pendingIn(lots: Lots): PendingRow {
  const { p, kind, id, kit, cells } = storedIn(lots)
  return { p, kind, id, kit, cells, shape: 1, tries: 0, next: 0, at: Math.floor(lots.chance() * 9) }
}

/** One random read or write, and its result. */
function stepIn(lots: Lots): (tx: StoreTx) => Promise<unknown> {
  const key = keyIn(lots)
  const [p, kind, id] = key
  const kit = lots.pick(KITS)
  const meta = lots.pick(['one', 'two'])
  const rows = [storedIn(lots), storedIn(lots)]
  const pending = [pendingIn(lots), pendingIn(lots)]
  return lots.pick<(tx: StoreTx) => Promise<unknown>>([
    (tx) => tx.get('rows', [p, kind, id]),
    (tx) => tx.many('rows', [key, [P, 'kit', kit]]),
    (tx) => tx.put('rows', rows),
    (tx) => tx.delete('rows', [key]),
    (tx) => tx.range('rows', P, { kit }),
    (tx) => tx.range('rows', P),
    (tx) => tx.range('rows', P, { after: `${kind} ${id}`, limit: 2 }),
    (tx) => tx.get('pending', [p, kind, id]),
    (tx) => tx.many('pending', [key, [P, 'kit', kit]]),
    (tx) => tx.put('pending', pending),
    (tx) => tx.delete('pending', [key]),
    (tx) => tx.range('pending', P, { kit }),
    (tx) => tx.range('pending', P),
    (tx) => getMeta(tx, meta),
    (tx) => putMeta(tx, meta, id),
  ])
}

test.each(Array.from({ length: RUNS }, (_, at) => at + 1))('seed %i', async (seed) => {
  const lots = new Lots(seed)
  const [plain, buffered] = [new MemoryStore(), new MemoryStore()]
  const before = [storedIn(lots), storedIn(lots), storedIn(lots)]
  const waiting = [pendingIn(lots), pendingIn(lots)]
  for (const store of [plain, buffered])
    await store.transact(async (tx) => {
      await tx.put('rows', before)
      await tx.put('pending', waiting)
    })
  const pulled: PulledRow[] = [storedIn(lots), storedIn(lots)].map((row) => ({
    ...row,
    kit: row.kind === 'kit' && lots.isLucky(0.5) ? '' : row.kit,
    version: 1,
  }))
  const steps = Array.from({ length: STEPS }, () => stepIn(lots))
  const told: unknown[] = []
  await plain.transact(async (tx) => {
    for (const step of steps) told.push(await step(tx))
  })
  await buffered.transact(async (tx) => {
    const within = await openBuffer(tx, P, pulled)
    for (const [at, step] of steps.entries())
      expect(await step(within), `step ${at}`).toEqual(told[at])
    await within.close()
  })
  expect(buffered.tables).toEqual(plain.tables)
})
