import { beforeEach, describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { Kind } from '#shared/kinds/schema.ts'
import type { BackupFile } from './backupFile.ts'

import { newId } from '#shared/ids.ts'
import { dollarCents } from '#shared/kinds/kit.ts'
import { ALL_KINDS, ruleOf } from '#shared/kinds/schema.ts'
import { backupFacts } from './backupFacts.ts'
import { db } from '../device/db.ts'
import { openDevice, shownPrincipal } from '../device/device.ts'
import { readOwnBuilds } from '../kits/index/ownBuilds.ts'
import { setCells, settled } from '../sync/write/writeQueue.ts'
import { previewBackup, restoreBackup } from './restoreBackup.ts'
import { storeBuild } from '../kits/open/testBuild.ts'
import { collectBackup, collectUnsent, parseBackupFile, writeBackupFile } from './backupFile.ts'

const OTHER_PHONE = 'd:0123456789abcdef0123456789abcdef'

const clear = async () => {
  await settled()
  const tables = [db.pending, db.rows, db.problems, db.drafts, db.calls]
  await Promise.all(tables.map((table) => table.clear()))
  const metas = await db.meta.toArray()
  const gone = metas.filter(({ key }) => /^(restored|drawn):/.test(key))
  await db.meta.bulkDelete(gone.map(({ key }) => key))
}

beforeEach(async () => {
  await openDevice()
  await clear()
})

/** Confirms every pending row as the server would. */
async function confirmAll() {
  await settled()
  const pending = await db.pending.toArray()
  await db.rows.bulkPut(
    pending.map(({ p, kind, id, kit, cells }) => ({ p, kind, id, kit, cells, mine: true })),
  )
  await db.pending.clear()
}

const written = async (file: BackupFile) => (await writeBackupFile(file)).join('')
const totals = async () =>
  (await readOwnBuilds()).map(({ kit }) => dollarCents(kit.lines)).toSorted((a, b) => a - b)

/** Fills a device with one kit the server has, changed since, and one it does not have. */
async function fill() {
  const { kitId, lineIds } = await storeBuild(
    { name: 'Oil', price: 4599, qty: 2, status: 'ordered' },
    { name: 'Filter', price: 1149 },
  )
  await confirmAll()
  setCells('line', lineIds[1] ?? '', kitId, { qty: 3 })
  await storeBuild({ name: 'Pads', price: 8000 })
  await settled()
}

describe('a backup', () => {
  test('holds kits the server has as well, and no key', async () => {
    const { secret } = await openDevice()
    await fill()
    const file = await collectBackup()
    expect(backupFacts(file)).toEqual({
      kits: 2,
      lines: 3,
      sum: { cents: 9198 + 3447 + 8000, unpriced: 0 },
    })
    const text = await written(file)
    expect(text).not.toContain(secret)
    expect(parseBackupFile(text)).toEqual(file)
    await confirmAll()
    expect(backupFacts(await collectUnsent()).kits).toBe(0)
    expect(backupFacts(await collectBackup()).kits).toBe(2)
  })

  test('holds what is unsent of each kind that a device writes, and brings each back', async () => {
    const { kitId } = await storeBuild({ name: 'Oil' })
    const body = JSON.stringify({ name: '', notes: '', vehicle: null, task: '', lines: [] })
    const typed: Record<Exclude<Kind, 'kit' | 'line' | 'beaten'>, Record<string, Json>> = {
      step: { ord: 'a0', what: 'torque', text: 'Drain plug' },
      version: { savedAt: 1, lineCount: 0, total: 0, body },
      comment: { text: 'Fits well' },
      task: { name: 'Wash the radiator' },
      log: { task: 'Oil change', kit: null },
    }
    for (const kind of ALL_KINDS) {
      if (kind === 'kit' || kind === 'line' || kind === 'beaten') continue
      setCells(kind, newId(), ruleOf(kind).inKit ? kitId : '', typed[kind])
    }
    await settled()
    const rows = async () => {
      const pending = await db.pending.toArray()
      return new Map(pending.map(({ kind, id, kit, cells }) => [kind, { id, kit, cells }]))
    }
    const before = await rows()
    expect([...before.keys()].toSorted()).toEqual(
      ALL_KINDS.filter((kind) => ruleOf(kind).writers !== 'server').toSorted(),
    )
    const text = await written(await collectUnsent())
    await clear()
    await restoreBackup(parseBackupFile(text))
    expect(await rows()).toEqual(before)
  })

  test('makes an empty device show the same totals, and what was ordered', async () => {
    await fill()
    const before = await totals()
    const text = await written(await collectBackup())
    await clear()
    expect(await totals()).toEqual([])
    const file = parseBackupFile(text.replaceAll(shownPrincipal(), OTHER_PHONE))
    expect(await previewBackup(file)).toMatchObject({ kits: 2, copies: 2 })
    expect(await totals()).toEqual([])
    await restoreBackup(file)
    expect(await totals()).toEqual(before)
    const lines = (await db.pending.toArray()).filter(({ kind }) => kind === 'line')
    expect(lines.map(({ cells }) => cells['status']?.[0]).filter(Boolean)).toEqual(['ordered'])
    expect(await restoreBackup(file)).toMatchObject({ changes: 0 })
    expect(await totals()).toEqual(before)
  })

  test('puts the device it is of back as it was, under its own links', async () => {
    await fill()
    const before = await totals()
    const links = (await readOwnBuilds()).map(({ kit }) => kit.buildId).toSorted()
    const text = await written(await collectBackup())
    await clear()
    expect(await restoreBackup(parseBackupFile(text))).toMatchObject({ copies: 0 })
    expect(await totals()).toEqual(before)
    expect((await readOwnBuilds()).map(({ kit }) => kit.buildId).toSorted()).toEqual(links)
  })

  test('brings no older value back over a later one', async () => {
    const { kitId, lineIds } = await storeBuild({ name: 'Oil', price: 100 })
    await confirmAll()
    const text = await written(await collectBackup())
    setCells('line', lineIds[0] ?? '', kitId, { price: 200 })
    await settled()
    expect(await restoreBackup(parseBackupFile(text))).toMatchObject({ changes: 0 })
    expect(await totals()).toEqual([200])
  })

  test('has versions and own comments of own kits: back where they are from, never in a copy', async () => {
    const { kitId } = await storeBuild({ name: 'Oil', price: 100 })
    await confirmAll()
    const of = { p: shownPrincipal(), kit: kitId, mine: true }
    const stamp = Object.values((await db.rows.toArray())[0]?.cells ?? {})[0]?.[1] ?? ''
    const cells = (values: Record<string, Json>) =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, [value, stamp] as const]),
      )
    const saved = { savedAt: 1, lineCount: 1, total: 100 }
    const [whole, bare, own, gone, elsewhere] = [newId(), newId(), newId(), newId(), newId()]
    const author = { id: 'a', name: 'Dana' }
    const body = JSON.stringify({ name: '', notes: '', vehicle: null, task: '', lines: [] })
    await db.rows.bulkPut([
      { ...of, kind: 'version', id: whole, cells: cells({ ...saved, body }) },
      { ...of, kind: 'version', id: bare, cells: cells(saved) },
      { ...of, kind: 'comment', id: own, cells: cells({ text: 'Fits well', author }) },
      { ...of, kind: 'comment', id: gone, cells: cells({ text: 'Oops', del: true }) },
      { ...of, kind: 'comment', id: elsewhere, kit: newId(), cells: cells({ text: 'Nice kit' }) },
    ])
    const text = await written(await collectBackup())
    await clear()
    await restoreBackup(parseBackupFile(text))
    const isOther = ({ kind }: { kind: string }) => kind === 'version' || kind === 'comment'
    const back = (await db.pending.toArray()).filter(isOther)
    expect(new Set(back.map(({ id }) => id))).toEqual(new Set([whole, own]))
    // Only the server writes the author cell.
    expect(Object.keys(back.find(({ id }) => id === own)?.cells ?? {})).toEqual(['text'])

    await clear()
    const file = parseBackupFile(text.replaceAll(shownPrincipal(), OTHER_PHONE))
    expect(await restoreBackup(file)).toMatchObject({ copies: 1 })
    expect((await db.pending.toArray()).filter(isOther)).toEqual([])
  })
})
