import { beforeEach, describe, expect, test } from 'vitest'

import type { Json } from '#shared/cells/cells.ts'
import type { PendingRow } from '../device/db.ts'
import type { BackupFile } from './backupFile.ts'

import { newId } from '#shared/ids.ts'
import { packStamp } from '#shared/cells/stamp.ts'
import { findHere } from '../kits/open/builds.ts'
import { queueCall } from '../api/calls.ts'
import { db } from '../device/db.ts'
import { openDevice, shownPrincipal } from '../device/device.ts'
import { setCells, setDraft, settled } from '../sync/write/writeQueue.ts'
import { drawKit } from '../kits/open/testBuild.ts'
import { previewBackup, restoreBackup } from './restoreBackup.ts'
import {
  collectUnsent,
  parseBackupFile,
  readBackupFile,
  unsentFileName,
  writeBackupFile,
} from './backupFile.ts'

const PHONE = 'd:0123456789abcdef0123456789abcdef'
const ACCOUNT = 'u:oG3J-0POSHGaTUtY5l3kiA'
const line = newId()
let kit = ''
let buildId = ''

const clear = () =>
  Promise.all([db.pending, db.rows, db.problems, db.drafts, db.calls].map((t) => t.clear()))

beforeEach(async () => {
  await openDevice()
  await clear()
  ;({ buildId, kitId: kit } = await drawKit())
  setCells('kit', kit, kit, { name: 'Brakes', notes: '30 Nm' })
  setCells('line', line, kit, { ord: 'a0', name: 'Pads', qty: 2 })
  setDraft(line, 'price', '12,')
  await settled()
})

const written = async (file: BackupFile) => (await writeBackupFile(file)).join('')
const reread = async () => parseBackupFile(await written(await collectUnsent()))

/** Same content, owned by somebody this device is not. */
const of = (file: BackupFile, principal: string): BackupFile =>
  JSON.parse(JSON.stringify(file).replaceAll(shownPrincipal(), principal))

const pendingOf = async (principal = shownPrincipal()) =>
  (await db.pending.toArray()).filter((row) => row.p === principal)
const problem = (more: object) => ({
  id: `${line}:qty`,
  p: shownPrincipal(),
  at: 5,
  kind: 'line' as const,
  row: line,
  kit,
  cell: 'qty',
  value: 7 as Json,
  code: 'overwritten',
  ...more,
})

describe('the file', () => {
  test('holds what everybody on this device has not sent, and no key and no token', async () => {
    const { secret } = await openDevice()
    for (const row of await pendingOf()) await db.pending.put({ ...row, p: ACCOUNT })
    await db.problems.put(problem({}))
    await queueCall('contact', { name: 'D', email: 'd@example.com', message: 'Hello' })
    await queueCall('logout', { token: 'token-of-dana' })
    const file = await collectUnsent()
    expect(file.pending).toHaveLength(4)
    expect(file.drafts).toHaveLength(1)
    expect(file.problems).toHaveLength(1)
    expect(file.messages).toHaveLength(1)
    const text = await written(file)
    expect(text).not.toContain(secret)
    expect(text).not.toContain('token-of-dana')
    expect(parseBackupFile(text)).toEqual(file)
  })

  test('is named by the day', () => {
    expect(unsentFileName(new Date(2026, 10, 5).getTime())).toBe(
      'wrenchlist-unsent-2026-11-05.json',
    )
  })
})

describe('restoring', () => {
  test('brings everything back to an empty device, and a second time changes nothing', async () => {
    await db.problems.put(problem({}))
    const file = await reread()
    const before = await pendingOf()
    await clear()
    expect(await previewBackup(file)).toMatchObject({ changes: 4, kits: 1, copies: 0 })
    expect(await db.pending.count()).toBe(0)
    await restoreBackup(file)
    expect(await pendingOf()).toEqual(before)
    expect((await db.drafts.toArray()).map(({ text }) => text)).toEqual(['12,'])
    expect(await db.problems.count()).toBe(1)
    expect(await findHere(buildId)).toBe(kit)
    expect(await restoreBackup(file)).toMatchObject({ changes: 0, known: 4 })
    expect(await pendingOf()).toEqual(before)
  })

  test('keeps what was typed later on this device', async () => {
    const file = await reread()
    setCells('line', line, kit, { qty: 9 })
    await settled()
    await db.pending.delete([shownPrincipal(), 'kit', kit])
    expect(await restoreBackup(file)).toMatchObject({ changes: 1, known: 2 })
    const row = await db.pending.get([shownPrincipal(), 'line', line])
    expect(row?.cells['qty']?.[0]).toBe(9)
  })

  test('gives a stamp from a clock that ran ahead anew', async () => {
    const file = await reread()
    for (const row of file.pending) {
      for (const [name, [value]] of Object.entries(row.cells)) {
        row.cells[name] = [value, `zyyyyyy---${'A'.repeat(9)}`]
      }
    }
    await clear()
    await restoreBackup(file)
    const stamps = (await pendingOf()).flatMap(({ cells }) => Object.values(cells).map((c) => c[1]))
    expect(stamps.filter((stamp) => stamp.startsWith('z'))).toEqual([])
    expect(stamps).toHaveLength(6)
  })

  test('keeps a value that the rules refuse among the problems', async () => {
    const file = await reread()
    const row = file.pending.find(({ kind }) => kind === 'line')
    if (row) row.cells['qty'] = [-5, row.cells['qty']?.[1] ?? '']
    await clear()
    await restoreBackup(file)
    expect((await db.problems.toArray())[0]).toMatchObject({ cell: 'qty', value: -5 })
    expect((await db.pending.get([shownPrincipal(), 'line', line]))?.cells['qty']).toBeUndefined()
  })

  test('puts the work of an account that is signed out here under that account', async () => {
    const file = of(await reread(), ACCOUNT)
    await clear()
    await db.meta.put({ key: `name:${ACCOUNT}`, value: 'dana' })
    expect(await restoreBackup(file)).toMatchObject({ copies: 0, changes: 3 })
    expect(await pendingOf(ACCOUNT)).toHaveLength(2)
    expect(await pendingOf()).toHaveLength(0)
    await db.meta.delete(`name:${ACCOUNT}`)
  })
})

describe('a kit of another device', () => {
  test('comes in as a copy with ids of its own, with what is typed and what was refused', async () => {
    await db.problems.put(problem({}))
    const file = of(await reread(), PHONE)
    await clear()
    expect(await restoreBackup(file)).toMatchObject({ changes: 4, kits: 1, copies: 1 })
    const rows = await pendingOf()
    const names = rows.map(({ cells }) => cells['name']?.[0])
    expect(new Set(names)).toEqual(new Set(['Brakes', 'Pads']))
    expect(names).toHaveLength(2)
    expect(rows.some(({ id }) => id === kit || id === line)).toBe(false)
    expect(rows.some(({ cells }) => cells['buildId']?.[0] === buildId)).toBe(false)
    const copy = rows.find(({ kind }) => kind === 'line')
    expect((await db.drafts.toArray())[0]).toMatchObject({ id: copy?.id, p: shownPrincipal() })
    expect((await db.problems.toArray())[0]).toMatchObject({ row: copy?.id, kit: copy?.kit })
    expect(await pendingOf(PHONE)).toHaveLength(0)
    expect(await restoreBackup(file)).toMatchObject({ changes: 0, known: 4 })
    expect(await pendingOf()).toEqual(rows)
  })

  test('is whole although only one value of it was unsent', async () => {
    const stored = (await pendingOf()).map(({ p, kind, id, kit: of_, cells }) => {
      return { p, kind, id, kit: of_, cells, mine: true }
    })
    await db.rows.bulkPut(stored)
    await db.pending.clear()
    await db.drafts.clear()
    setCells('line', line, kit, { qty: 3 })
    await settled()
    const file = of(await reread(), PHONE)
    expect(file.pending).toHaveLength(1)
    await clear()
    await restoreBackup(file)
    const rows = await pendingOf()
    expect(rows.find(({ kind }) => kind === 'kit')?.cells['notes']?.[0]).toBe('30 Nm')
    const copied = rows.find(({ kind }) => kind === 'line')?.cells
    expect([copied?.['name']?.[0], copied?.['qty']?.[0]]).toEqual(['Pads', 3])
  })

  test('comments of it are posted by nobody else without a press', async () => {
    const comment = newId()
    setCells('comment', comment, kit, { text: 'Use OEM' })
    await settled()
    const file = of(await reread(), ACCOUNT)
    await clear()
    file.names[ACCOUNT] = 'dana'
    expect((await restoreBackup(file)).strangers).toEqual(['dana'])
    expect((await db.pending.toArray()).some(({ kind }) => kind === 'comment')).toBe(false)
    expect((await db.problems.toArray())[0]).toMatchObject({
      kind: 'comment',
      value: 'Use OEM',
      code: 'other_author',
    })
    expect((await restoreBackup(file)).changes).toBe(0)
    expect(await db.problems.count()).toBe(1)
  })
})

test('an outbox of 12,000 rows is written in pieces, and read as it was', async () => {
  const rows = Array.from({ length: 12_000 }, (_, at): PendingRow => {
    const stamp = packStamp(1_700_000_000_000 + at, 0, 'somenode0')
    const cells = { name: [`Part ${at}`, stamp] as const }
    return {
      p: shownPrincipal(),
      kind: 'line',
      id: newId(),
      kit,
      cells,
      shape: 1,
      tries: 0,
      next: 0,
      at,
    }
  })
  await clear()
  await db.pending.bulkPut(rows)
  const file = await collectUnsent()
  const pieces = await writeBackupFile(file)
  expect(pieces.length).toBeGreaterThan(12)
  const read = parseBackupFile(pieces.join(''))
  expect(read.pending.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  await clear()
})

describe('what is not such a file is refused in words', () => {
  const refused = async (change: (file: Record<string, unknown>) => void) => {
    const file = JSON.parse(await written(await collectUnsent())) as Record<string, unknown>
    change(file)
    return () => parseBackupFile(JSON.stringify(file))
  }

  test('anything else', () => {
    expect(() => parseBackupFile('hello')).toThrow(/no file of unsent work/)
    expect(() => parseBackupFile('{"wrenchlist":"kit"}')).toThrow(/no file of unsent work/)
  })

  test('one from a newer Wrenchlist', async () => {
    expect(await refused((file) => (file['shape'] = 99))).toThrow(/newer Wrenchlist/)
  })

  test('one with too many rows, or too large', async () => {
    const rows = Array.from({ length: 200_001 }, () => 1)
    expect(await refused((file) => (file['pending'] = rows))).toThrow(/200,00\d rows/)
    const large = Object.defineProperty(new Blob(['{}']), 'size', { value: 101 * 1024 * 1024 })
    await expect(readBackupFile(large)).rejects.toThrow(/larger than 100 MB/)
  })

  test.each([
    ['a stamp that is none', { cells: { name: ['x', 'soon'] } }],
    ['a kind that only the server writes', { kind: 'beaten' }],
    ['a kind that nobody knows', { kind: 'invoice' }],
    ['an id that is none', { id: '../x' }],
    ['a kit that is not its own', { kind: 'kit', kit: newId() }],
    ['an owner that is none', { p: 'everybody' }],
  ])('%s', async (_what, change) => {
    const damage = await refused((file) => {
      const [row] = file['pending'] as object[]
      file['pending'] = [{ ...row, ...change }]
    })
    expect(damage).toThrow(/damaged/)
  })
})
