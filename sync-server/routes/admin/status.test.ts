import type { ListedBackup, ListedMail, Overview, Reading } from '#shared/admin/status.ts'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { Announced } from '#shared/admin/announced.ts'
import type { TestServer } from '../../testServer.ts'

import { decodeAnswer } from '#shared/sync/answer.ts'
import { encodeRequest } from '#shared/sync/protocol.ts'
import { restoreBackup } from '../../backup/restoreBackup.ts'
import { migrations } from '../../db/migrate.ts'
import { newerRelease } from '../../postgres/releases.ts'
import { createLog } from '../../log/log.ts'
import { mailBook } from '../../mail/mailBook.ts'
import { createMailer } from '../../mail/mailer.ts'
import { until } from '#shared/testPatience.ts'
import { runMinute } from '../../status/minute.ts'
import { followAnnouncement } from '../../announcement/announcement.ts'
import { openTestDatabase } from '../../testDatabase.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

let server: TestServer
let desk: TestDesk
let folder: string
let now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 5 * MINUTE_MS
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrenchlist-status-'))
  const env = { ADMIN_EMAILS: [BOSS_EMAIL], DATA_DIR: folder, ALERT_MAIL: false }
  server = await startTestServer({ env, now: () => now })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  await rm(folder, { recursive: true })
})

const get = (path: string) => desk.call(desk.boss, 'GET', path)
const overview = async () => (await get('/api/admin/status')) as unknown as Overview

/** Raw sync answer, with the operator's word from its header. */
async function sync(device: TestDevice, ops: Parameters<TestDevice['push']> = []) {
  const { principal, node, cursors } = device
  const response = await device.post('/api/sync', encodeRequest({ principal, node, ops, cursors }))
  const told = response.headers.get('X-Word')
  const word = told === null ? null : (JSON.parse(decodeURIComponent(told)) as Announced)
  return { response, word }
}

describe('the overview', () => {
  test('says what runs, where and with what', async () => {
    const { versions, database, disk, mail } = await overview()
    expect(versions.node).toBe(process.version.slice(1))
    expect(versions.postgres).toBe(server.database.version)
    expect(versions.newerPostgres).toBe(newerRelease(versions.postgres))
    expect(versions.isOwnPostgres).toBe(false)
    expect(versions.schema).toBe(migrations.at(-1)?.name)
    expect(database.bytes).toBeGreaterThan(1_000_000)
    expect(database.connections).toBeGreaterThan(0)
    expect(database.tables.length).toBeGreaterThan(3)
    expect(database.migrations).toMatchObject({ missing: [], unknown: [] })
    expect(disk?.free).toBeGreaterThan(0)
    expect(mail.isSmtp).toBe(false)
  })

  test('shows settings, and of secrets only whether they are set', async () => {
    const secret = 'hush-hush'
    const env = {
      ADMIN_EMAILS: [BOSS_EMAIL],
      SMTP_URL: `smtp://me:${secret}@mail.example:587`,
      DATABASE_URL: `postgresql://me:${secret}@db.example/w`,
      AMAZON_CREDENTIAL_SECRET: secret,
      ALERT_WEBHOOK: `https://chat.example/${secret}`,
      ANALYTICS_URL: `https://count.example/?key=${secret}`,
    }
    const other = await startTestServer({ env, database: server.database, now: () => now })
    try {
      const response = await new TestDevice(other.url, {
        token: desk.token,
        principal: desk.boss.principal,
      }).call('GET', '/api/admin/status')
      const text = await response.text()
      expect(text).not.toContain(secret)
      const { settings } = JSON.parse(text) as Overview
      const named = new Map(settings.map((setting) => [setting.name, setting]))
      expect(named.get('SMTP_URL')).toEqual({ name: 'SMTP_URL', value: null, isSet: true })
      expect(named.get('VPIC_URL')).toEqual({ name: 'VPIC_URL', value: null, isSet: false })
      expect(named.get('PROCESSES')).toEqual({ name: 'PROCESSES', value: '1', isSet: true })
      expect(named.get('ADMIN_EMAILS')?.value).toBe(BOSS_EMAIL)
    } finally {
      await other.close()
    }
  })

  test('tells when the rounds were last, and begins one by hand', async () => {
    expect(await desk.post('/api/admin/rounds/nothing', {})).toMatchObject({ status: 404 })
    await desk.post('/api/admin/rounds/housekeeping', {})
    const done = async () => (await overview()).rounds.find(({ name }) => name === 'housekeeping')
    await expect.poll(done).toMatchObject({ runs: 1, failures: 0, failedAt: null })
  })
})

describe('an announcement', () => {
  test('goes with answers of the sync from its beginning to its end', async () => {
    const device = new TestDevice(server.url)
    const at = (ms: number) => new Date(ms).toISOString()
    const from = now + HOUR_MS
    await desk.post('/api/admin/announcement', {
      text: ' Neu: „Kits“ am Freitag ',
      from: at(from),
      until: at(from + HOUR_MS),
    })
    expect((await sync(device)).word).toBeNull()
    now = from
    await desk.signInAgain()
    expect((await sync(device)).word).toEqual({
      say: { id: expect.any(String) as string, text: 'Neu: „Kits“ am Freitag' },
    })
    now = from + HOUR_MS
    await desk.signInAgain()
    expect((await sync(device)).word).toBeNull()
    await desk.post('/api/admin/announcement', { text: '' })
    expect((await overview()).word.announcement).toBeNull()
  })

  test('ends after it begins, and is not too long', async () => {
    const body = { text: 'x', from: '2026-01-02T00:00:00Z', until: '2026-01-01T00:00:00Z' }
    expect(await desk.post('/api/admin/announcement', body)).toMatchObject({
      status: 422,
      field: 'until',
    })
    const long = { text: 'x'.repeat(301) }
    expect(await desk.post('/api/admin/announcement', long)).toMatchObject({ status: 422 })
  })
})

describe('while the server rests', () => {
  beforeEach(() => desk.post('/api/admin/maintenance', { on: true, text: 'Back at noon.' }))

  test('what is written is refused with its sentence, and is taken afterwards', async () => {
    const device = new TestDevice(server.url)
    const kit = device.kit({ name: 'Typed meanwhile' })
    const { response, word } = await sync(device, [kit])
    expect(response.status).toBe(503)
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await response.json()).toEqual({ error: 'Back at noon.', code: 'maintenance' })
    expect(word).toEqual({ rest: 'Back at noon.' })
    for (const [method, path] of [
      ['POST', '/api/auth/register'],
      ['POST', '/api/contact'],
      ['POST', '/API/Kits/'],
      ['DELETE', '/api/kits/abc'],
    ] as const) {
      const answer = await device.call(method, path, {})
      expect([path, answer.status]).toEqual([path, 503])
    }
    await desk.post('/api/admin/maintenance', { on: false })
    expect(await device.push(kit)).toEqual([{ ok: 1 }])
  })

  test('what is read is answered, and says why nothing is taken', async () => {
    const device = new TestDevice(server.url)
    const { response, word } = await sync(device)
    expect(response.status).toBe(200)
    expect(decodeAnswer(await response.json()).rows).toEqual([])
    expect(word).toEqual({ rest: 'Back at noon.' })
    expect((await device.call('GET', '/api/kits')).status).toBe(200)
  })

  test('an administrator signs in and decides; nobody else does', async () => {
    await desk.signInAgain()
    expect(await desk.post('/api/admin/announcement', { text: '' })).toMatchObject({ status: 200 })
    await desk.post('/api/admin/maintenance', { on: false })
    const other = new TestDevice(server.url, await registerAccount(server))
    await desk.post('/api/admin/maintenance', { on: true })
    const refused = await other.call('POST', '/api/admin/maintenance', { on: false })
    expect(refused.status).toBe(503)
  })

  test('other processes know it within seconds', async () => {
    const word = await followAnnouncement(server.database.knex, { now: () => now, everyMs: 20 })
    try {
      expect(word.current().rest?.text).toBe('Back at noon.')
      await desk.post('/api/admin/maintenance', { on: false })
      await expect.poll(() => word.current().rest).toBeNull()
    } finally {
      word.stop()
    }
  })

  afterAll(async () => {
    await desk.post('/api/admin/maintenance', { on: false })
    // Everything waiting is delivered.
    await runMinute(server.deps)
    await server.deps.mailer.idle()
  })
})

describe('mail', () => {
  test('a letter to oneself says at once what came of it', async () => {
    const before = server.letters.length
    expect(await desk.post('/api/admin/mail-test', {})).toEqual({
      status: 200,
      to: BOSS_EMAIL,
      state: 'sent',
      reason: '',
      isFile: true,
    })
    expect(server.letters[before]).toMatchObject({ to: BOSS_EMAIL })
  })

  const letter = { to: 'rosa@example.com', subject: 'Hello', text: 'Hello', html: '<p>Hello' }
  const refusal = (code: number) => Object.assign(new Error('no'), { responseCode: code })

  /** A mailer on the same log whose server answers in order; '' accepts the letter. */
  function mailerThat(answers: (Error | '')[]) {
    const log = createLog('silent', { write: () => undefined })
    const note = mailBook(server.database.knex, () => now)
    const deliver = async () => {
      const answer = answers.shift()
      if (answer) throw answer
      return {}
    }
    return createMailer(deliver, log, { retriesMs: [], note })
  }
  const mails = async (state = 'all') =>
    (await get(`/api/admin/mails?state=${state}`))['mails'] as ListedMail[]

  test('what a mail server does not take yet waits, and is tried again', async () => {
    const mailer = mailerThat([refusal(451), refusal(421), ''])
    mailer.send(letter)
    await mailer.idle()
    const [waiting] = await mails('waiting')
    expect(waiting).toMatchObject({
      to: 'rosa@example.com',
      tries: 1,
      reason: '451',
      canRetry: true,
    })
    const round = () => runMinute({ ...server.deps, mailer })
    await round()
    expect((await mails('waiting'))[0]?.tries).toBe(1)
    now += 2 * MINUTE_MS
    await round()
    expect((await mails('waiting'))[0]).toMatchObject({ tries: 2, reason: '421' })
    now += 2 * HOUR_MS
    await desk.signInAgain()
    await round()
    expect(await mails('waiting')).toEqual([])
    expect((await mails('sent')).find(({ id }) => id === waiting?.id)).toMatchObject({
      tries: 3,
      canRetry: false,
    })
  })

  test('a mail server that never answers holds nothing else of the minute', async () => {
    const { db } = server.deps
    const waiting = mailerThat([refusal(451)])
    waiting.send(letter)
    await waiting.idle()
    now += 2 * MINUTE_MS
    await db('alerts').insert({ kind: 'run', waiting: 1 }).onConflict('kind').merge()
    await db('alerts').where({ kind: 'run' }).update({ told_at: null })
    let answer = () => {}
    const hanging = new Promise<{ state: 'sent'; reason: string }>((resolve) => {
      answer = () => resolve({ state: 'sent', reason: '' })
    })
    const mailer = { ...waiting, attempt: () => hanging }
    const round = runMinute({ ...server.deps, mailer })
    await until(async () => {
      expect(await db('alerts').where({ kind: 'run' }).whereNotNull('told_at')).toHaveLength(1)
    })
    answer()
    expect(await round).toEqual([])
  })

  test('what a mail server refuses for good is listed, and can be tried or dropped by hand', async () => {
    const mailer = mailerThat([refusal(550), refusal(451), ''])
    mailer.send(letter)
    mailer.send(letter)
    await mailer.idle()
    expect((await mails('refused'))[0]).toMatchObject({ reason: '550', canRetry: false })
    const [waiting] = await mails('waiting')
    const path = `/api/admin/mails/${waiting?.id}`
    expect(await desk.post(path, { action: 'drop' })).toMatchObject({ status: 'dropped' })
    expect(await desk.post(path, { action: 'retry' })).toMatchObject({ status: 404 })
  })

  test('a letter whose link opens an account is not kept', async () => {
    const mailer = mailerThat([refusal(451)])
    const text = 'https://w.example/reset-password#token=abc'
    mailer.send({ ...letter, subject: 'Choose a new password', text })
    await mailer.idle()
    expect((await mails('failed'))[0]).toMatchObject({
      subject: 'Choose a new password',
      canRetry: false,
    })
    const { rows } = await server.database.knex.raw<{ rows: object[] }>(
      `select 1 from mails where letter::text like '%token=%'`,
    )
    expect(rows).toEqual([])
  })

  test('the list comes by pages, and whole as a file', async () => {
    const mailer = mailerThat([])
    for (let n = 0; n < 25; n++) mailer.send({ ...letter, subject: `=cmd ${n}` })
    await mailer.idle()
    const first = await get('/api/admin/mails')
    const second = await get(`/api/admin/mails?after=${String(first['next'])}`)
    const ids = [first, second].flatMap((page) =>
      (page['mails'] as ListedMail[]).map(({ id }) => id),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(25)
    const file = await desk.boss.call('GET', '/api/admin/mails?format=csv')
    expect(file.headers.get('Content-Disposition')).toBe(
      'attachment; filename="wrenchlist-mail.csv"',
    )
    const lines = (await file.text()).trim().split('\r\n')
    expect(lines[0]).toBe('at,to,subject,state,tries,triedAt,nextAt,reason')
    expect(lines.length).toBeGreaterThan(26)
    // Spreadsheets must not run it as a formula.
    expect(lines.filter((line) => line.includes('rosa@example.com,"\'=cmd '))).toHaveLength(25)
  })
})

describe('figures by the hour', () => {
  test('are written once an hour is over, and shown with the delays of pushes', async () => {
    const device = new TestDevice(server.url, await registerAccount(server))
    const kit = device.kit({ name: 'Counted' })
    await device.push(kit, device.version(kit.id, {}, now))
    const { principal, node, cursors } = device
    const late = { principal, node, cursors, ops: [device.line(kit.id)], age: 7_200 }
    expect((await device.post('/api/sync', encodeRequest(late))).status).toBe(200)
    await runMinute(server.deps)
    now += HOUR_MS
    await desk.signInAgain()
    await runMinute(server.deps)
    await runMinute(server.deps)
    const readings = (await get('/api/admin/readings?days=1'))['readings'] as Reading[]
    expect(readings).toHaveLength(24)
    const hour = readings.at(-2)
    expect(hour?.people).toBeGreaterThan(1)
    expect(hour).toMatchObject({ kits: 1, saves: 1, late: 1, p95: 6 * 3_600 })
    expect(hour?.pushes).toBeGreaterThan(1)
    const days = (await get('/api/admin/readings?days=30'))['readings'] as Reading[]
    expect(days).toHaveLength(30)
    expect(days.at(-1)?.kits ?? days.at(-2)?.kits).toBe(1)
    const file = await desk.boss.call('GET', '/api/admin/readings?days=1&format=csv')
    expect((await file.text()).trim().split('\r\n')).toHaveLength(25)
  })
})

describe('a backup', () => {
  const backups = async () => (await overview()).backups
  const made = async (): Promise<ListedBackup> => {
    const { id } = (await desk.post('/api/admin/backups', {})) as unknown as { id: string }
    const found = async () => (await backups()).find((backup) => backup.id === id)
    await expect.poll(async () => (await found())?.state).toBe('made')
    const backup = await found()
    if (!backup) throw new Error('the backup is gone')
    return backup
  }

  const ticketFor = async ({ id }: ListedBackup): Promise<string> => {
    const given = await desk.post(`/api/admin/backups/${id}`, { action: 'ticket' })
    return String(given['ticket'])
  }
  /** As a browser form does. */
  const download = (id: string, ticket: string) =>
    fetch(`${server.url}/api/backups/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ ticket }),
    })

  test('is made beside the running server, and restores into a new database', async () => {
    await desk.post('/api/admin/maintenance', { on: true, text: 'Moving.' })
    const backup = await made()
    await desk.post('/api/admin/maintenance', { on: false })
    expect(backup.bytes).toBeGreaterThan(1_000)
    const answer = await download(backup.id, await ticketFor(backup))
    expect(answer.headers.get('Content-Disposition')).toMatch(/filename="wrenchlist-.*\.backup"/)
    const file = join(folder, 'downloaded.backup')
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    expect(await readFile(file)).toEqual(await readFile(backup.path))
    const target = await openTestDatabase()
    try {
      await restoreBackup(target, file, { isReplacing: true })
      expect(await target.knex('users').pluck('username')).toContain('boss')
      // Rest ends, and waiting letters are dropped: their server has sent them since.
      expect(await target.knex('server_state').where({ key: 'rest' })).toEqual([])
      expect(await target.knex('mails').whereNotNull('letter')).toEqual([])
    } finally {
      await target.close()
    }
  })

  test('is not had by a token alone: not made, not downloaded, not removed', async () => {
    const backup = await made()
    const headers = { ...desk.boss.authorization, 'Content-Type': 'application/json' }
    const call = async (path: string, body: unknown) => {
      const init = { method: 'POST', headers, body: JSON.stringify(body) }
      const answer = await fetch(`${server.url}/api/admin/backups${path}`, init)
      return { status: answer.status, body: (await answer.json()) as unknown }
    }
    const needed = { status: 403, body: { code: 'proof_needed', second: null } }
    expect(await call(`/${backup.id}`, { action: 'ticket' })).toMatchObject(needed)
    expect(await call(`/${backup.id}`, { action: 'remove' })).toMatchObject(needed)
    expect(await call('', {})).toMatchObject(needed)
    expect((await backups()).filter(({ id }) => id === backup.id)).toHaveLength(1)
  })

  test('is downloaded once with a ticket of the last minutes, which stands in no address', async () => {
    const [backup, other] = [await made(), await made()]
    const path = `/api/backups/${backup.id}`
    expect((await download(backup.id, 'guessed')).status).toBe(404)
    expect((await download(backup.id, await ticketFor(other))).status).toBe(404)
    const ticket = await ticketFor(backup)
    expect((await fetch(`${server.url}${path}?ticket=${ticket}`)).status).toBe(405)
    const both = await Promise.all([download(backup.id, ticket), download(backup.id, ticket)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]))
    for (const answer of both) await answer.arrayBuffer()
    const late = await ticketFor(backup)
    now += 6 * MINUTE_MS
    expect((await download(backup.id, late)).status).toBe(404)
  })

  test('is downloaded by nobody whose session or role ended since', async () => {
    const backup = await made()
    const second = await registerAccount(server)
    const page = `/api/admin/people/${second.user.id}`
    const path = `/api/admin/backups/${backup.id}`
    for (const action of ['unmakeAdmin', 'signOut']) {
      await desk.post(page, { action: 'makeAdmin' })
      const device = new TestDevice(server.url, second)
      const { ticket } = await desk.call(device, 'POST', path, { action: 'ticket' })
      expect((await desk.post(page, { action })).status).toBe(200)
      expect((await download(backup.id, String(ticket))).status, action).toBe(404)
    }
  })

  test('is told of to all administrators, also where other alerts are not mailed', async () => {
    await ticketFor(await made())
    // Earlier alerts were sent within the hour.
    now += HOUR_MS
    const before = server.letters.length
    await runMinute(server.deps)
    await server.deps.mailer.idle()
    const told = server.letters.slice(before).filter(({ to }) => to === BOSS_EMAIL)
    const subjects = told.map(({ subject }) => subject)
    expect(subjects.join('\n')).toContain('Somebody downloaded a backup')
  })

  test('goes by hand, and after a week by itself', async () => {
    const [first, second] = [await made(), await made()]
    // Left by a process killed midway.
    const halves = [first, second].map(({ path }) => `${path}.partial`)
    for (const half of halves) await writeFile(half, 'half')
    await desk.post(`/api/admin/backups/${first.id}`, { action: 'remove' })
    expect(existsSync(first.path)).toBe(false)
    expect(existsSync(second.path)).toBe(true)
    expect(halves.map((half) => existsSync(half))).toEqual([false, true])
    now += 2 * HOUR_MS
    await runMinute(server.deps)
    expect(halves.map((half) => existsSync(half))).toEqual([false, false])
    expect(existsSync(second.path)).toBe(true)
    now += 8 * 24 * HOUR_MS
    await runMinute(server.deps)
    await desk.signInAgain()
    expect(await backups()).toEqual([])
    expect(existsSync(second.path)).toBe(false)
  })
})
