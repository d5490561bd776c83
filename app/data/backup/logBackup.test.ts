/** Maintenance log in a backup restored by another account or on another device. */
import { expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { entriesOf } from '#shared/kinds/maintenance.ts'
import { db } from '../device/db.ts'
import { openDevice, shownPrincipal } from '../device/device.ts'
import { setCells, settled } from '../sync/write/writeQueue.ts'
import { restoreBackup } from './restoreBackup.ts'
import { collectBackup, parseBackupFile, writeBackupFile } from './backupFile.ts'

const OTHER_PHONE = 'd:0123456789abcdef0123456789abcdef'

async function shownLog() {
  await settled()
  const rows = await db.pending.toArray()
  return entriesOf(rows.filter(({ p, kind }) => kind === 'log' && p === shownPrincipal()))
}

test('comes back whole on another device, what waited included, and once however often', async () => {
  await openDevice()
  const [sent, removed] = [newId(), newId()]
  setCells('log', sent, '', { kit: null, task: 'Oil', day: '2026-11-22', mileage: 1_000 })
  setCells('log', removed, '', { kit: null, task: 'Wrong', day: '2026-11-22' })
  await settled()
  for (const { p, kind, id, kit, cells } of await db.pending.toArray()) {
    await db.rows.put({ p, kind, id, kit, cells, mine: true })
  }
  await db.pending.clear()
  setCells('log', sent, '', { mileage: 1_100 })
  setCells('log', removed, '', { del: true })
  await settled()
  const text = (await writeBackupFile(await collectBackup())).join('')
  await Promise.all([db.rows.clear(), db.pending.clear()])
  const file = parseBackupFile(text.replaceAll(shownPrincipal(), OTHER_PHONE))
  await restoreBackup(file)
  await restoreBackup(file)
  expect(await shownLog()).toMatchObject([
    { task: 'Oil', day: '2026-11-22', mileage: { value: 1_100, unit: 'mi' } },
  ])
})
