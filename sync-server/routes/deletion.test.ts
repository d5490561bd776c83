import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AccountUser } from '#shared/account.ts'
import type { TestAccount, TestServer } from '../testServer.ts'

import { EMAIL_KEPT_DAYS } from '../accounts/addresses.ts'
import { DELETION_DUE_DAYS } from '../erasure/deletion.ts'
import { runHousekeeping } from '../housekeeping/housekeeping.ts'
import { tellAlerts } from '../status/alerts.ts'
import { BOSS_EMAIL, DELETION_PATH, TestDesk } from '../testDesk.ts'
import { saveKit } from '../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

const DAY_MS = 86_400_000

let server: TestServer
let desk: TestDesk
let now = Date.now()
beforeAll(async () => {
  const env = { ADMIN_EMAILS: [BOSS_EMAIL] }
  server = await startTestServer({ now: () => now, env })
  desk = await TestDesk.open(server)
})
afterAll(async () => server.close())

const signedIn = (account: TestAccount) => new TestDevice(server.url, account)
const subjectsTo = (email: string) =>
  server.letters.filter((letter) => letter.to === email).map((letter) => letter.subject)

describe('asking for the deletion of an account', () => {
  test('tells its owner and the administrators, and shows in the account', async () => {
    const anna = await registerAccount(server, 'Anna')
    const phone = signedIn(anna)
    const body = { username: 'anna', email: 'ANNA@example.com' }
    const answer = await desk.call(phone, 'POST', DELETION_PATH, body)
    expect(answer).toMatchObject({ status: 200, message: 'Account deletion requested' })
    const { user } = { user: await desk.call(phone, 'GET', '/api/auth/user') }
    expect(user['deletionRequestedAt' satisfies keyof AccountUser]).toBe(
      answer['deletionRequestedAt'],
    )
    expect(subjectsTo('anna@example.com')).toContain('You asked to delete your account')
    await tellAlerts(server.deps)
    await server.deps.mailer.idle()
    expect(subjectsTo(BOSS_EMAIL)).toContain('1 account asks to be deleted')
    expect(await desk.openRequestOf('Anna')).not.toBe('')
  })

  test('again changes nothing and sends no further mail', async () => {
    const ben = await registerAccount(server, 'ben')
    const first = await desk.call(signedIn(ben), 'POST', DELETION_PATH, { username: 'ben' })
    const before = server.letters.length
    now += 60_000
    const again = await Promise.all(
      [1, 2, 3].map(() => desk.call(signedIn(ben), 'POST', DELETION_PATH, {})),
    )
    expect(again.map((answer) => answer['deletionRequestedAt'])).toEqual(
      [1, 2, 3].map(() => first['deletionRequestedAt']),
    )
    expect(server.letters).toHaveLength(before)
    expect((await desk.requests()).filter((request) => request.username === 'ben')).toHaveLength(1)
  })

  test('needs a login, and is for no other account than its own', async () => {
    const carl = await registerAccount(server, 'carl')
    const dora = await registerAccount(server, 'dora')
    const anonymous = new TestDevice(server.url)
    expect((await desk.call(anonymous, 'POST', DELETION_PATH, { username: 'carl' })).status).toBe(
      401,
    )
    expect((await desk.call(anonymous, 'DELETE', DELETION_PATH)).status).toBe(401)
    const named = { username: 'carl', email: 'carl@example.com' }
    expect(await desk.call(signedIn(dora), 'POST', DELETION_PATH, named)).toMatchObject({
      status: 422,
      field: 'username',
    })
    const crossed = { username: 'dora', email: 'carl@example.com' }
    expect(await desk.call(signedIn(dora), 'POST', DELETION_PATH, crossed)).toMatchObject({
      status: 422,
      field: 'email',
    })
    expect(await desk.call(signedIn(dora), 'POST', DELETION_PATH, { username: 5 })).toMatchObject({
      status: 422,
      field: 'username',
    })
    expect(await desk.openRequestOf('carl')).toBe('')
    expect(await desk.openRequestOf('dora')).toBe('')
    expect(carl.user.deletionRequestedAt).toBeNull()
  })

  test('can be taken back, also twice; the account goes on meanwhile', async () => {
    const emma = await registerAccount(server, 'emma')
    const phone = signedIn(emma)
    await desk.call(phone, 'POST', DELETION_PATH, {})
    await saveKit(phone)
    expect((await desk.call(phone, 'DELETE', DELETION_PATH)).status).toBe(204)
    expect((await desk.call(phone, 'DELETE', DELETION_PATH)).status).toBe(204)
    expect(await desk.openRequestOf('emma')).toBe('')
    expect((await desk.call(phone, 'GET', '/api/auth/user'))['deletionRequestedAt']).toBeNull()
  })

  test('and taking back does not flood a mailbox', async () => {
    const fred = await registerAccount(server, 'fred')
    const phone = signedIn(fred)
    const statuses: number[] = []
    for (let i = 0; i < 7; i++) {
      statuses.push((await desk.call(phone, 'POST', DELETION_PATH, {})).status)
      await desk.call(phone, 'DELETE', DELETION_PATH)
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429])
  })
})

test('a declined request leaves the account as it was and is told', async () => {
  const gina = await registerAccount(server, 'gina')
  await desk.call(signedIn(gina), 'POST', DELETION_PATH, {})
  const id = await desk.openRequestOf('gina')
  const path = `/api/admin/deletion-requests/${id}`
  const decline = () => desk.call(desk.boss, 'POST', path, { action: 'decline' })
  expect(await decline()).toEqual({ status: 'declined' })
  expect(await decline()).toEqual({ status: 'declined' })
  expect(subjectsTo('gina@example.com').filter((each) => /not deleted/.test(each))).toHaveLength(1)
  expect(await desk.call(desk.boss, 'POST', path, { action: 'process' })).toMatchObject({
    status: 409,
    code: 'decided',
  })
  expect((await desk.call(signedIn(gina), 'GET', '/api/auth/user'))['username']).toBe('gina')
})

describe('a processed deletion', () => {
  test('ends the account: signed out everywhere, no login, the name is free', async () => {
    const hans = await registerAccount(server, 'hans')
    const phone = signedIn(hans)
    const kit = phone.kit({ name: 'Draft' })
    await phone.push(kit)
    expect(await desk.deleteAccount(hans)).toEqual({ status: 'processed' })

    expect((await desk.call(phone, 'GET', '/api/auth/user')).status).toBe(401)
    expect((await phone.post('/api/sync', {})).status).toBe(401)
    await expect(phone.push(phone.kit())).rejects.toThrow(/^401/)
    const login = { username: 'hans', password: hans.password }
    expect(
      (await desk.call(new TestDevice(server.url), 'POST', '/api/auth/login', login)).status,
    ).toBe(401)
    expect(subjectsTo('hans@example.com').at(-1)).toBe('Your account was deleted')

    const user = await server.database.knex('users').where({ id: hans.user.id }).first()
    expect(user).toMatchObject({
      username: 'deleted user',
      username_key: null,
      password_hash: null,
      email_key: null,
    })
    const again = await registerAccount(server, 'hans', 'hans@example.com')
    expect(again.user.id).not.toBe(hans.user.id)
    expect((await signedIn(again).sync()).rows).toEqual([])
  })

  test('repeated changes nothing and sends one mail', async () => {
    const petra = await registerAccount(server, 'petra')
    await desk.call(signedIn(petra), 'POST', DELETION_PATH, {})
    const path = `/api/admin/deletion-requests/${await desk.openRequestOf('petra')}`
    const both = await Promise.all(
      [1, 2].map(() => desk.call(desk.boss, 'POST', path, { action: 'process' })),
    )
    expect(both).toEqual([{ status: 'processed' }, { status: 'processed' }])
    expect(subjectsTo('petra@example.com').filter((each) => /was deleted/.test(each))).toHaveLength(
      1,
    )
  })

  test('comes by itself when nobody decides', async () => {
    const sara = await registerAccount(server, 'sara')
    await desk.call(signedIn(sara), 'POST', DELETION_PATH, {})
    now += (DELETION_DUE_DAYS - 1) * DAY_MS
    await runHousekeeping(server.deps)
    const user = () => server.database.knex('users').where({ id: sara.user.id }).first()
    expect(await user()).toMatchObject({ deleted_at: null })
    now += 2 * DAY_MS
    await runHousekeeping(server.deps)
    expect(await user()).toMatchObject({ deleted_at: new Date(now) })
    await desk.signInAgain()
    expect((await desk.requests()).find((request) => request.status === 'open')).toBeUndefined()
    const audit = await desk.call(desk.boss, 'GET', '/api/admin/audit')
    const [read, before] = audit['entries'] as Record<string, unknown>[]
    expect(read).toMatchObject({ actor: 'boss', action: 'read_people' })
    expect(before).toMatchObject({
      actor: 'system',
      action: 'process_deletion',
      subject: 'deleted user',
      details: { kept: 0, erased: 0 },
    })
  })
})

describe('the address of a deleted account', () => {
  const userOf = (account: TestAccount) =>
    server.database.knex('users').where({ id: account.user.id }).first<{ email: string | null }>()

  test('is erased within 30 days, everywhere', async () => {
    expect(EMAIL_KEPT_DAYS).toBeLessThan(30)
    const tina = await registerAccount(server, 'tina')
    const ulli = await registerAccount(server, 'ulli')
    for (const email of ['tina@example.com', 'ulli@example.com']) {
      const message = { name: 'x', email, message: 'Hello' }
      await desk.call(new TestDevice(server.url), 'POST', '/api/contact', message)
    }
    await desk.deleteAccount(tina)
    const passed = async (days: number) => {
      now += days * DAY_MS
      await runHousekeeping(server.deps)
    }
    await passed(EMAIL_KEPT_DAYS - 1)
    expect((await userOf(tina))?.email).toBe('tina@example.com')
    await passed(1)
    expect(await userOf(tina)).toMatchObject({ email: null, email_key: null, new_email: null })
    const messages = server.database.knex('contact_messages')
    expect(await messages.pluck('email')).toEqual(['ulli@example.com'])
    expect((await userOf(ulli))?.email).toBe('ulli@example.com')
    for (const table of ['users', 'mail_tokens', 'audit_log', 'deletion_requests']) {
      const rows = await server.database.knex(table).select()
      expect([table, JSON.stringify(rows).includes('tina@')]).toEqual([table, false])
    }
    await desk.signInAgain()
  })

  test('of one that was suspended stays, and cannot register again', async () => {
    const vera = await registerAccount(server, 'vera')
    await desk.call(signedIn(vera), 'POST', DELETION_PATH, {})
    await desk.post('/api/admin/users/vera', { suspended: true })
    const id = await desk.openRequestOf('vera')
    await desk.decide(id, 'process')
    now += 40 * DAY_MS
    await runHousekeeping(server.deps)
    expect(await userOf(vera)).toMatchObject({ email_key: 'vera@example.com' })
    await expect(registerAccount(server, 'vera2', 'vera@example.com')).rejects.toThrow()
    const device = new TestDevice(server.url)
    const login = { username: 'vera@example.com', password: vera.password }
    expect((await desk.call(device, 'POST', '/api/auth/login', login)).status).toBe(401)
    const letters = server.letters.length
    const forgotten = { email: 'vera@example.com' }
    expect((await desk.call(device, 'POST', '/api/auth/forgot-password', forgotten)).status).toBe(
      200,
    )
    expect(server.letters).toHaveLength(letters)
    await desk.signInAgain()
  })
})

describe('what a device is told whose account was taken away', () => {
  const told = async (device: TestDevice) => {
    const answer = await desk.call(device, 'POST', '/api/sync', {})
    return { status: answer.status, code: answer['code'] }
  }

  test('that it was deleted, also weeks later, and nothing of it is kept but that', async () => {
    await desk.signInAgain()
    const yolanda = await registerAccount(server, 'yolanda')
    const phone = signedIn(yolanda)
    await desk.deleteAccount(yolanda)
    expect(await told(phone)).toEqual({ status: 401, code: 'account_deleted' })
    const sessions = server.database.knex('sessions').where({ user_id: yolanda.user.id })
    expect(await sessions.select('device', 'label')).toEqual([{ device: null, label: '' }])
    now += 40 * DAY_MS
    await runHousekeeping(server.deps)
    expect(await told(phone)).toEqual({ status: 401, code: 'account_deleted' })
  })

  test('that it is suspended, until it is not', async () => {
    await desk.signInAgain()
    const willi = await registerAccount(server, 'willi')
    const phone = signedIn(willi)
    await desk.post('/api/admin/users/willi', { suspended: true })
    expect(await told(phone)).toEqual({ status: 401, code: 'account_suspended' })
    await desk.post('/api/admin/users/willi', { suspended: false })
    expect(await told(phone)).toEqual({ status: 401, code: 'signed_out' })
  })

  test('a token nobody ever had says nothing of anybody', async () => {
    const stranger = new TestDevice(server.url, {
      ...(await registerAccount(server, 'xaver')),
      token: 'A'.repeat(43),
    })
    expect(await told(stranger)).toEqual({ status: 401, code: 'signed_out' })
  })
})

test('the last administrator can go, with a warning', async () => {
  await desk.call(desk.boss, 'POST', DELETION_PATH, {})
  const id = await desk.openRequestOf('boss')
  const path = `/api/admin/deletion-requests/${id}`
  const answer = await desk.call(desk.boss, 'POST', path, { action: 'process' })
  expect(answer['status']).toBe('processed')
  expect(answer['warning']).toMatch(/npm run account -- admin/)
  expect((await desk.call(desk.boss, 'GET', '/api/admin/audit')).status).toBe(401)
  expect(server.errors).toEqual([])
})
