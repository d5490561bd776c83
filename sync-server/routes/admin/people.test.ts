/** One account on the desk, and acts on it. */
import type { Person, PersonPage } from '#shared/admin/person.ts'
import type { TestAccount, TestServer } from '../../testServer.ts'
import type { ListedUser } from '#shared/admin/people.ts'

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { PERSON_LISTS } from '#shared/admin/person.ts'
import { liftOver } from '../../accounts/administrators.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { mailedToken, registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

const DAY_MS = 86_400_000

let now = Date.now()
let server: TestServer
let desk: TestDesk
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrenchlist-people-'))
  server = await startTestServer({
    env: { ADMIN_EMAILS: [BOSS_EMAIL], MAIL_DIR: folder, SMTP_URL: undefined },
    now: () => now,
  })
  desk = await TestDesk.open(server)
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const pathOf = (id: string) => `/api/admin/people/${id}`
const get = async <T>(path: string) => (await desk.call(desk.boss, 'GET', path)) as unknown as T
const person = ({ user }: TestAccount) => get<Person & { status: number }>(pathOf(user.id))
const list = ({ user }: TestAccount, name: string) =>
  get<PersonPage & { status: number }>(`${pathOf(user.id)}/${name}`)
const act = ({ user }: TestAccount, body: object) => desk.post(pathOf(user.id), body)
const login = async ({ user, password }: TestAccount) => {
  const form = { username: user.username, password }
  const device = new TestDevice(server.url)
  return desk.call(device, 'POST', '/api/auth/login', form)
}
const whoami = async (account: TestAccount) =>
  (await new TestDevice(server.url, account).call('GET', '/api/auth/user')).status
const lettersTo = ({ user }: TestAccount) =>
  server.letters.filter(({ to }) => to === user.email).map(({ subject }) => subject)

describe('the page of an account', () => {
  test('says who it is, and what it did, in pages by key and as files', async () => {
    const account = await registerAccount(server)
    const device = new TestDevice(server.url, account)
    const kits = Array.from({ length: 25 }, (_, n) => device.kit({ name: `Kit ${n}` }))
    await device.push(...kits)
    await device.push(device.comment(kits[0]?.id ?? '', 'Looks good'))
    await desk.call(device, 'POST', '/api/contact', {
      name: 'M',
      email: account.user.email.toUpperCase(),
      message: 'My kit is gone.',
    })
    expect(await person(account)).toMatchObject({
      username: account.user.username,
      email: account.user.email,
      isVerified: true,
      isAdmin: false,
      suspendedAt: null,
      isLeaving: false,
    })
    const first = await list(account, 'kits')
    const second = await list(account, `kits?after=${first.next}`)
    expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 5, null])
    const names = [...first.rows, ...second.rows].map(({ title }) => title)
    expect(new Set(names).size).toBe(25)
    expect(await list(account, 'comments')).toMatchObject({ rows: [{ title: 'Looks good' }] })
    expect(await list(account, 'messages')).toMatchObject({
      rows: [{ title: 'My kit is gone.', state: 'open' }],
    })
    expect((await list(account, 'sessions')).rows.length).toBe(1)
    for (const name of PERSON_LISTS) {
      expect(await list(account, name), name).toMatchObject({ status: 200 })
      const csv = await desk.boss.call('GET', `${pathOf(account.user.id)}/${name}?format=csv`)
      expect(csv.headers.get('Content-Type'), name).toContain('text/csv')
      const lines = (await csv.text()).trim().split('\r\n')
      expect(lines[0], name).toBe('id,at,title,text,state,path')
      if (name === 'kits') expect(lines).toHaveLength(26)
    }
  })

  test('is found by name, address, id, and by the ids of its kits', async () => {
    const account = await registerAccount(server, 'finder_k')
    const device = new TestDevice(server.url, account)
    const kit = device.kit({ name: 'Brakes' })
    await device.push(kit)
    const [buildId] = (kit.cells['buildId'] ?? ['']) as [string]
    for (const q of ['FINDER', 'finder_k@ex', account.user.id, kit.id, buildId]) {
      const { users } = await get<{ users: ListedUser[] }>(
        `/api/admin/users?q=${encodeURIComponent(q)}`,
      )
      expect(
        users.map(({ id }) => id),
        q,
      ).toContain(account.user.id)
    }
    const { users } = await get<{ users: ListedUser[] }>(`/api/admin/users?q=${newId()}`)
    expect(users).toEqual([])
    const csv = await (await desk.boss.call('GET', '/api/admin/users?q=finder&format=csv')).text()
    expect(csv).toMatch(/^\uFEFF?id,username,email,confirmed,administrator,suspended,since\r\n/)
    expect(csv).toContain(`${account.user.id},finder_k,finder_k@example.com,yes,no,,`)
  })

  test('is not there for nobody, and says which place in a list is not readable', async () => {
    const account = await registerAccount(server)
    expect(await get(pathOf(newId()))).toMatchObject({ status: 404 })
    expect(await get(pathOf('x'))).toMatchObject({ status: 404 })
    expect(await list(account, 'secrets')).toMatchObject({ status: 404 })
    expect(await list(account, 'kits?after=x')).toMatchObject({ status: 422, field: 'after' })
    expect(await list(account, 'kits?format=xml')).toMatchObject({ status: 422, field: 'format' })
    for (const [body, field] of [
      [{ action: 'suspend', reason: '' }, 'reason'],
      [{ action: 'suspend', reason: 'x', days: 0 }, 'days'],
      [{ action: 'note', text: 'x'.repeat(2_001) }, 'text'],
      [{ action: 'removeNote', note: 'x' }, 'note'],
      [{ action: 'explode' }, 'action'],
    ] as const)
      expect(await act(account, body)).toMatchObject({ status: 422, field })
  })
})

describe('administrators', () => {
  test('keep notes, with who wrote them, which go with the account', async () => {
    const account = await registerAccount(server)
    await act(account, { action: 'note', text: 'Called about a refund.' })
    const { rows } = await list(account, 'notes')
    expect(rows).toMatchObject([{ title: 'Called about a refund.', text: 'boss' }])
    expect((await list(account, 'acts')).rows).toMatchObject([
      { title: 'read_people', text: 'boss' },
      { title: 'note_account' },
    ])
    const data = await new TestDevice(server.url, account).call('GET', '/api/account/data')
    expect(await data.json()).toMatchObject({ notes: [{ text: 'Called about a refund.' }] })
    await act(account, { action: 'removeNote', note: rows[0]?.id })
    expect((await list(account, 'notes')).rows).toEqual([])
    await act(account, { action: 'note', text: 'Again' })
    await desk.deleteAccount(account)
    expect(await server.deps.db('account_notes').where({ user_id: account.user.id })).toEqual([])
  })

  test('sign an account out everywhere', async () => {
    const account = await registerAccount(server)
    expect(await whoami(account)).toBe(200)
    await act(account, { action: 'signOut' })
    expect(await whoami(account)).toBe(401)
    expect((await login(account)).status).toBe(200)
    expect((await list(account, 'sessions')).rows.map(({ state }) => state)).toContain('ended')
  })

  test('have a password set anew: the old one is over, and a link is mailed', async () => {
    const account = await registerAccount(server)
    expect(await act(account, { action: 'reset' })).toMatchObject({ passwordChangedAt: null })
    expect(await whoami(account)).toBe(401)
    expect((await login(account)).status).toBe(401)
    await server.deps.mailer.idle()
    const token = mailedToken(server, account.user.email, 'reset-password')
    const password = 'Another 40 Nm, dry!'
    const form = { token, password }
    await desk.call(new TestDevice(server.url), 'POST', '/api/auth/reset-password', form)
    expect((await login({ ...account, password })).status).toBe(200)
    for (let n = 0; n < 2; n++) await act(account, { action: 'reset' })
    expect(await act(account, { action: 'reset' })).toMatchObject({ status: 429 })
  })

  test('send the link again to who has not confirmed the address, and to nobody else', async () => {
    const account = await registerAccount(server)
    expect(await act(account, { action: 'resend' })).toMatchObject({ status: 409 })
    await server.deps.db('users').where({ id: account.user.id }).update({ email_verified_at: null })
    const before = lettersTo(account).length
    expect(await act(account, { action: 'resend' })).toMatchObject({ status: 200 })
    expect(lettersTo(account).length).toBe(before + 1)
  })

  test('suspend for a reason and a time: it ends by itself', async () => {
    const account = await registerAccount(server)
    const other = await registerAccount(server)
    const suspend = { action: 'suspend', reason: 'Advertising', days: 7 }
    expect(await act(account, suspend)).toMatchObject({ suspendedUntil: now + 7 * DAY_MS })
    await act(other, suspend)
    expect((await login(account)).status).toBe(403)
    const told = server.letters.findLast(({ to }) => to === account.user.email)?.text
    expect(told).toContain('The reason: Advertising')
    expect(told).toContain('It ends by itself on')
    now += 7 * DAY_MS + 1
    // A sign-in lifts an expired suspension before the round does.
    expect((await login(account)).status).toBe(200)
    await liftOver(server.deps)
    await desk.signInAgain()
    for (const one of [account, other])
      expect(await person(one)).toMatchObject({ suspendedAt: null, suspendedUntil: null })
    expect((await list(other, 'acts')).rows).toMatchObject([
      { title: 'read_people' },
      { title: 'unsuspend', text: 'system' },
      { title: 'suspend' },
    ])
  })

  test('give and take roles, but not their own, nor what the configuration gives', async () => {
    const account = await registerAccount(server)
    expect(await act(account, { action: 'makeAdmin' })).toMatchObject({ isAdmin: true })
    const device = new TestDevice(server.url, account)
    const boss = desk.boss.principal.slice(2)
    const answer = (id: string, body: object) => desk.call(device, 'POST', pathOf(id), body)
    expect(await answer(boss, { action: 'unmakeAdmin' })).toMatchObject({
      status: 409,
      code: 'named',
    })
    expect(await answer(account.user.id, { action: 'unmakeAdmin' })).toMatchObject({
      status: 409,
      code: 'own_account',
    })
    for (const [action, role] of [
      ['makeModerator', 'moderator'],
      ['makeCatalogue', 'catalogue'],
      ['unmakeAdmin', null],
    ] as const) {
      expect(await act(account, { action })).toMatchObject({ isAdmin: false, role })
      const who = await device.call('GET', '/api/auth/user')
      expect(await who.json()).toMatchObject({ isAdmin: false, role })
    }
    const { rows } = await list(account, 'acts')
    expect(rows.map(({ text }) => text)).toContain('boss: role catalogue')
    expect(await answer(boss, { action: 'signOut' })).toMatchObject({ status: 403 })
  })
})
