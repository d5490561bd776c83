/** Restoring a backup of any database into any other is all or nothing. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { encodeRequest } from '#shared/sync/protocol.ts'

import type { Database } from '../db/connect.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { setAdministrator, setSuspended } from '../accounts/administrators.ts'
import { processDeletion, requestDeletion } from '../erasure/deletion.ts'
import { connect } from '../db/connect.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { plantDemo } from '../demo/plantDemo.ts'
import { runHousekeeping } from '../housekeeping/housekeeping.ts'
import { openEmptyDatabase, openTestDatabase, quiet } from '../testDatabase.ts'
import { startProcess } from '../testProcess.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { restoreBackup } from './restoreBackup.ts'
import { readTables } from './tables.ts'
import { writeBackup } from './writeBackup.ts'

const KITS = 30
const about = { version: '1.2.3', now: Date.parse('2026-05-01T12:00:00Z') }

let folder: string
let source: Database
let server: TestServer
let device: TestDevice
let account: TestAccount
const backup = () => join(folder, 'all.backup')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrenchlist-backup-'))
  source = await openTestDatabase()
  await plantDemo(source.knex, about.now)
  server = await startTestServer({ database: source })
  account = await registerAccount(server, 'keeper')
  device = new TestDevice(server.url, account)
  for (let n = 0; n < KITS; n++) {
    const kit = device.kit({ name: `Kit ${n}`, notes: `"quoted", back\\slash,\ttab\n𝄞 ${n}` })
    const lines = [1, 2].map(() => device.line(kit.id, { name: 'Filter', unitPrice: 1_299 }))
    await device.push(kit, ...lines, device.version(kit.id, { name: `Kit ${n}` }))
  }
  await writeBackup(source.knex, backup(), about)
})
afterAll(async () => {
  await server.close()
  await source.close()
  rmSync(folder, { recursive: true })
})

/** Every row of every table as text, ordered; without the epoch, which has to differ. */
async function contents({ knex }: Database): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const { table, columns } of await readTables(knex)) {
    const list = columns.map(() => '??::text').join(', ')
    const { rows } = await knex.raw(`select array[${list}] as row from ?? order by 1`, [
      ...columns.map(({ name }) => name),
      table,
    ])
    all[table] = rows
      .map(({ row }: { row: string[] }) => JSON.stringify(row))
      .filter((row: string) => !row.startsWith('["epoch"'))
  }
  return all
}

test('all rows come back, in another database', async () => {
  const before = await contents(source)
  expect(before['kits']).toHaveLength(KITS)
  expect(before['lines']).toHaveLength(2 * KITS)
  expect(before['parts']?.length).toBeGreaterThan(10)
  const target = await openEmptyDatabase()
  const restored = await restoreBackup(target, backup(), { isReplacing: false, isMove: true })
  expect(restored.madeAt).toBe('2026-05-01T12:00:00.000Z')
  expect(await contents(target)).toEqual(before)
  expect(await target.gen()).not.toBe(await source.gen())
  // Sequences continue above the highest number.
  const highest = await target.knex('merchants').max<{ max: number }[]>('id')
  const [next] = await target
    .knex('merchants')
    .insert({
      ...(await target.knex('merchants').first()),
      id: undefined,
      name: 'N',
      name_key: 'n',
    })
    .returning<{ id: number }[]>('id')
  expect(next?.id).toBe((highest[0]?.max ?? 0) + 1)
  // A second round trip changes nothing.
  const again = join(folder, 'again.backup')
  await target.knex('merchants').where({ id: next?.id }).delete()
  await writeBackup(target.knex, again, about)
  const linesOf = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n')
  expect(linesOf(again)).toHaveLength(linesOf(backup()).length)
  await target.close()
})

// T116
test('after it a device is told that the history is another one, and brings back what is missing', async () => {
  const target = await openEmptyDatabase()
  const late = device.kit({ name: 'After the backup' })
  await device.push(late)
  await restoreBackup(target, backup(), { isReplacing: false, isMove: true })
  const restored = await startTestServer({ database: target })
  const same = new TestDevice(restored.url, account)
  same.cursors = { ...device.cursors }
  const old = await server.database.gen()
  const answer = await same.sync()
  expect(answer.gen).not.toBe(old)
  expect(answer.rows.some(({ id }) => id === late.id)).toBe(false)
  // As in app/data/sync/receive/recoverFromRollback.ts: all own rows count as unsent.
  const [result] = await same.push(late)
  expect(result).toMatchObject({ ok: 1 })
  expect(await target.knex('kits').where({ id: late.id })).toHaveLength(1)
  await restored.close()
  await target.close()
})

test('a database in which there is something is refused, until that is asked for', async () => {
  const target = await openTestDatabase()
  await target.knex('contact_messages').first()
  const other = await startTestServer({ database: target })
  await registerAccount(other, 'somebody')
  await other.close()
  await expect(restoreBackup(target, backup(), { isReplacing: false })).rejects.toThrow(
    'There is something in the database already (users). With --replace it goes for good',
  )
  expect(await target.knex('users').pluck('username')).toEqual(['somebody'])
  await restoreBackup(target, backup(), { isReplacing: true })
  expect(await target.knex('users').pluck('username')).toEqual(['keeper'])
  await target.close()
})

test('a file that was cut, changed or is something else restores nothing', async () => {
  const target = await openTestDatabase()
  const before = await contents(target)
  const gen = await target.gen()
  const whole = readFileSync(backup())
  const text = gunzipSync(whole).toString()
  const lines = text.split('\n')
  const aRow = lines.findIndex((line) => line.includes('Kit 7'))
  const flipped = Buffer.from(whole)
  flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 0xff
  const cases: [why: string, bytes: Buffer | string, told: RegExp][] = [
    ['cut in the middle', whole.subarray(0, whole.length / 2), /is damaged: its end is missing/],
    ['cut at its last byte', whole.subarray(0, -1), /is damaged/],
    ['one byte changed', flipped, /is damaged/],
    ['a number that is none', gzipSync(text.replace(/","\d+"/, '","21n1"')), /is damaged: a value/],
    ['one value changed', gzipSync(text.replace('Kit 7', 'Kit 8')), /its checksum is another/],
    ['one row taken out', gzipSync(lines.toSpliced(aRow, 1).join('\n')), /rows are missing/],
    ['its end taken out', gzipSync(lines.slice(0, -2).join('\n')), /its end is missing/],
    ['something behind', gzipSync(`${text}["more"]\n`), /something stands behind its end/],
    ['no gzip', 'hello', /is damaged: it cannot be unpacked/],
    ['no backup', gzipSync('{"a":1}\n'), /is no backup of Wrenchlist/],
    ['nothing', '', /is damaged/],
    ['newer', gzipSync(text.replace('014_', '914_')), /was made by a newer Wrenchlist/],
    ['newer format', gzipSync(text.replace('"format":1', '"format":2')), /by a newer Wrenchlist/],
    ['a table of its own', gzipSync(text.replace('"users"', '"pg_authid"')), /its tables are not/],
  ]
  for (const [why, bytes, told] of cases) {
    const file = join(folder, 'bad.backup')
    writeFileSync(file, bytes)
    await expect(restoreBackup(target, file, { isReplacing: true }), why).rejects.toThrow(told)
    expect(await target.gen(), why).toBe(gen)
  }
  expect(await contents(target)).toEqual(before)
  await target.close()
})

test('a backup of an older version is brought to the present shape', async () => {
  const old = await openEmptyDatabase()
  const first = migrations.slice(0, 10)
  await migrate(old, first)
  const file = join(folder, 'old.backup')
  await writeBackup(old.knex, file, about)
  await old.close()
  const target = await openEmptyDatabase()
  await restoreBackup(target, file, { isReplacing: false })
  expect(await target.knex('knex_migrations').pluck('name')).toHaveLength(migrations.length)
  await target.close()
})

test('a backup is for its owner alone, and one that cannot be written hurts nothing', async () => {
  expect(statSync(backup()).mode & 0o777).toBe(0o600)
  const place = join(folder, 'none', 'x.backup')
  await expect(writeBackup(source.knex, place, about)).rejects.toThrow('ENOENT')
  await expect(source.knex('kits').first()).resolves.toBeTruthy()
})

// T60
test('it signs everybody out, and what was taken from accounts since stays taken', async () => {
  const target = await openTestDatabase()
  const running = await startTestServer({ database: target })
  const names = ['deleted', 'suspended', 'former', 'changed', 'plain', 'keeper', 'other']
  const accounts = new Map<string, TestAccount>()
  for (const name of names) accounts.set(name, await registerAccount(running, `${name}1`))
  const idOf = (name: string) => accounts.get(name)?.user.id ?? ''
  const deps = running.deps
  await setAdministrator(deps, 'former1', 'operator', 'test')
  await setAdministrator(deps, 'keeper1', 'catalogue', 'test')
  await setAdministrator(deps, 'other1', 'moderator', 'test')
  const kit = new TestDevice(running.url, accounts.get('deleted')).kit({ name: 'Gone' })
  await new TestDevice(running.url, accounts.get('deleted')).push(kit)
  await target.knex('mail_tokens').insert({
    token_hash: Buffer.from('x'),
    user_id: idOf('plain'),
    purpose: 'reset',
    email_key: 'plain1@example.com',
    created_at: new Date(),
    expires_at: new Date(Date.now() + 60_000),
  })
  const factor = (id: string) => ({
    id,
    user_id: idOf('plain'),
    kind: 'totp',
    label: '',
    key: 'A'.repeat(32),
    counter: 0,
    created_at: new Date(),
  })
  const code = (hash: string) => ({ user_id: idOf('plain'), hash: Buffer.from(hash) })
  await target.knex('factors').insert([factor('kept'), factor('stolen')])
  await target.knex('recovery_codes').insert([code('left'), code('used')])
  const ticket = { ...code('proof'), purpose: 'proof', data: '', expires_at: new Date(8e12) }
  await target.knex('tickets').insert(ticket)
  const file = join(folder, 'accounts.backup')
  await writeBackup(target.knex, file, about)
  await target.knex('factors').where({ id: 'stolen' }).delete()
  await target.knex('recovery_codes').where(code('used')).delete()

  const { id } = await requestDeletion(deps, idOf('deleted'))
  await processDeletion(deps, id, 'test')
  await setSuspended(deps, 'suspended1', true, 'test')
  await setAdministrator(deps, 'former1', null, 'test')
  await setAdministrator(deps, 'other1', 'catalogue', 'test')
  const newHash = 'of another password'
  const later = new Date(Date.now() + 1_000)
  await target
    .knex('users')
    .where({ id: idOf('changed') })
    .update({ password_hash: newHash, password_changed_at: later })
  const { revoked } = await restoreBackup(target, file, { isReplacing: true })
  expect(revoked).toMatchObject({ restricted: 4, deleted: 1, mailTokens: 1 })
  expect(await target.knex('sessions').whereNull('revoked_at')).toEqual([])
  expect(await target.knex('factors').pluck('id')).toEqual(['kept'])
  expect(await target.knex('recovery_codes')).toEqual([code('left')])
  expect(await target.knex('tickets')).toEqual([])
  for (const account of accounts.values()) {
    const headers = { Authorization: `Bearer ${account.token}` }
    expect((await fetch(`${running.url}/api/auth/user`, { headers })).status).toBe(401)
  }
  await runHousekeeping(deps)
  const users = await target.knex('users').select<Record<string, unknown>[]>()
  const userOf = (name: string) => users.find((user) => user['id'] === idOf(name))
  expect(userOf('deleted')).toMatchObject({
    deleted_at: expect.any(Date) as Date,
    username_key: null,
  })
  expect((await fetch(`${running.url}/api/kits/${kit.id}`)).status).toBe(404)
  expect(userOf('suspended')).toMatchObject({ suspended_at: expect.any(Date) as Date })
  expect(userOf('former')).toMatchObject({ is_admin: false })
  expect([userOf('keeper')?.['role'], userOf('other')?.['role']]).toEqual(['catalogue', null])
  expect(userOf('changed')).toMatchObject({ password_hash: newHash })
  expect(userOf('plain')).toMatchObject({ suspended_at: null, deleted_at: null })
  await running.close()
  await target.close()
})

// T79
test('the calendar’s address of an account whose password was changed, or that ended one since, stays ended', async () => {
  const target = await openTestDatabase()
  const running = await startTestServer({ database: target })
  const [changed, kept] = [await registerAccount(running), await registerAccount(running)]
  const paths: string[] = []
  for (const each of [changed, kept]) {
    const answer = await new TestDevice(running.url, each).post('/api/calendar', {})
    paths.push(new URL(((await answer.json()) as { address: string }).address).pathname)
  }
  const file = join(folder, 'calendars.backup')
  await writeBackup(target.knex, file, about)
  const body = { password: 'Third 60 Nm, wet!' }
  await new TestDevice(running.url, changed).post('/api/auth/change-password', body)
  await restoreBackup(target, file, { isReplacing: true })
  const statuses = paths.map(async (path) => (await fetch(running.url + path)).status)
  expect(await Promise.all(statuses)).toEqual([404, 200])
  await running.close()
  await target.close()
})

test('a database in a schema of another name is restored too', async () => {
  const target = await openEmptyDatabase()
  await target.knex.raw('create schema garage')
  const url = new URL(target.url)
  url.searchParams.set('options', '-c search_path=garage')
  const inGarage = await connect({ databaseUrl: url.href, log: quiet })
  await migrate(inGarage)
  await restoreBackup(inGarage, backup(), { isReplacing: true })
  expect(await inGarage.knex('kits')).toHaveLength(KITS)
  await inGarage.close()
  await target.close()
})

test('beside a server that is being used it takes its turn, and devices hear of the other history', async () => {
  const target = await openTestDatabase()
  const running = startProcess({ DATABASE_URL: target.url, MAIL_DIR: folder })
  const url = await running.ready
  const busy = Array.from({ length: 4 }, () => new TestDevice(url))
  const before = (await busy[0]!.sync()).gen
  const statuses = new Set<number>()
  let isOver = false
  const pushing = busy.map(async (each) => {
    while (!isOver) {
      const kit = each.kit({ name: 'Meanwhile' })
      const ops = [kit, each.line(kit.id), each.version(kit.id), each.comment(kit.id, 'x')]
      const request = { principal: each.principal, node: each.node, claims: [], ops, cursors: {} }
      statuses.add((await each.post('/api/sync', encodeRequest(request))).status)
    }
  })
  for (let round = 0; round < 3; round++) {
    await restoreBackup(target, backup(), { isReplacing: true, isMove: true })
  }
  isOver = true
  await Promise.all(pushing)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  const after = await target.gen()
  expect(after).not.toBe(before)
  await expect.poll(async () => (await busy[0]!.sync()).gen).toBe(after)
  const { rows } = await new TestDevice(url, account).sync()
  expect(rows.filter(({ kind }) => kind === 'kit')).toHaveLength(KITS)
  running.child.kill('SIGTERM')
  expect(await running.ended).toBe(0)
  await target.close()
})
