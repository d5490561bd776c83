import { beforeEach, expect, test } from 'vitest'

import type { StoredRow } from '../../device/db.ts'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { db } from '../../device/db.ts'
import { openDevice, shownPrincipal } from '../../device/device.ts'
import { readRecentBuilds } from './ownBuilds.ts'
import { setCells, settled } from '../../sync/write/writeQueue.ts'

const NOW = 1_700_000_000_000
const stamp = (ms: number) => packStamp(NOW + ms, 0, 'othernode')

function storedKit(at: number, more: Partial<StoredRow> = {}): StoredRow {
  const id = newId()
  const buildId = `K${String(at).padStart(5, '0')}`
  const cells = { buildId: [buildId, stamp(at)] as const, name: [`Job ${at}`, stamp(at)] as const }
  return {
    p: shownPrincipal(),
    kind: 'kit',
    id,
    kit: id,
    mine: true,
    cells,
    buildId,
    touched: stamp(at),
    ...more,
  }
}

beforeEach(async () => {
  await openDevice()
  await Promise.all([db.rows.clear(), db.pending.clear()])
})

const names = async (limit: number) => (await readRecentBuilds(limit)).map(({ kit }) => kit.name)

test('the latest of a thousand kits are found, deleted and foreign ones left out', async () => {
  const kits = Array.from({ length: 1_000 }, (_, at) => storedKit(at))
  const gone = storedKit(2_000, { cells: { ...kits[0]?.cells, del: [true, stamp(2_000)] } })
  await db.rows.bulkPut([...kits, gone, storedKit(3_000, { mine: false })])
  expect(await names(3)).toEqual(['Job 999', 'Job 998', 'Job 997'])
})

test('a kit somebody types in comes first, also while that is unsent', async () => {
  const kits = Array.from({ length: 300 }, (_, at) => storedKit(at))
  await db.rows.bulkPut(kits)
  const [oldest] = kits
  if (!oldest) throw new Error('there is no kit')
  setCells('line', newId(), oldest.id, { ord: 'a0', name: 'Gasket' })
  await settled()
  expect(await names(2)).toEqual(['Job 0', 'Job 299'])
})

test('a kit deleted here, not yet there, makes room for the next', async () => {
  const kits = Array.from({ length: 5 }, (_, at) => storedKit(at))
  await db.rows.bulkPut(kits)
  const latest = kits[4]
  if (!latest) throw new Error('there is no kit')
  setCells('kit', latest.id, latest.id, { del: true })
  await settled()
  expect(await names(2)).toEqual(['Job 3', 'Job 2'])
})

test('a kit is not missed while the answer to it is stored', async () => {
  const kitId = newId()
  setCells('kit', kitId, kitId, { buildId: 'K99999', name: 'Just sent' })
  await settled()
  const reading = names(5)
  // As an answer does: pending rows become confirmed in one transaction.
  await db.transaction('rw', db.rows, db.pending, async () => {
    for (const { p, kind, id, kit, cells } of await db.pending.toArray()) {
      await db.rows.put({ ...storedKit(1), p, kind, id, kit, cells })
    }
    await db.pending.clear()
  })
  expect(await reading).toEqual(['Just sent'])
})
