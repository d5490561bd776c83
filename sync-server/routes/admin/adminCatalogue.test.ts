import type { DeskMerchants } from '#shared/catalogue/correction.ts'
import type { PartHistory } from '#shared/catalogue/part.ts'
import type {
  HiddenKit,
  ListedUser,
  OutboxLetter,
  ReportedKit,
  Todo,
} from '#shared/admin/people.ts'
import type { TestServer } from '../../testServer.ts'

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { plantDemo } from '../../demo/plantDemo.ts'
import { createDelivery } from '../../mail/deliver.ts'
import { BOSS_EMAIL, TestDesk } from '../../testDesk.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
let desk: TestDesk
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wrenchlist-outbox-'))
  server = await startTestServer({
    env: { ADMIN_EMAILS: [BOSS_EMAIL], MAIL_DIR: folder, SMTP_URL: undefined },
  })
  desk = await TestDesk.open(server)
  await plantDemo(server.deps.db, Date.now())
})
afterAll(async () => {
  expect(server.errors).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const get = async <T>(path: string) => (await desk.call(desk.boss, 'GET', path)) as unknown as T
const actsOn = async (subject: string) => {
  type Entry = { action: string; subject: string }
  const { entries } = await get<{ entries: Entry[] }>('/api/admin/audit')
  return entries.filter((entry) => entry.subject === subject).map(({ action }) => action)
}

describe('merchants', () => {
  const merchants = async () =>
    (await get<DeskMerchants>('/api/admin/catalogue/merchants')).merchants
  const terms = {
    historyAllowed: false,
    maxAgeHours: 12,
    shippingCents: 500,
    freeShippingFromCents: null,
  }

  test('whose prices may not be kept any more lose their past at once', async () => {
    const east = (await merchants()).find(({ name }) => name === 'Demo Parts East')
    const history = async () =>
      (await (await fetch(`${server.url}/api/parts/SF71945/history`)).json()) as PartHistory
    expect((await history()).withheld).not.toContain('Demo Parts East')
    const changed = await desk.post(`/api/admin/merchants/${east?.id}`, terms)
    expect(changed).toMatchObject({ status: 200, historyAllowed: false, maxAgeMs: 12 * 3_600_000 })
    expect((await history()).withheld).toContain('Demo Parts East')
    const kept = await server.deps.db('price_months').where({ merchant_id: Number(east?.id) })
    expect(kept).toEqual([])
    expect(await actsOn(east?.id ?? '')).toEqual(['change_merchant'])
  })

  test('keep their terms when what is said is not readable', async () => {
    const [first] = await merchants()
    for (const [bad, field] of [
      [{ ...terms, maxAgeHours: 0 }, 'maxAgeHours'],
      [{ ...terms, shippingCents: -1 }, 'shippingCents'],
      [{ ...terms, shippingCents: 1.5 }, 'shippingCents'],
      [{ ...terms, historyAllowed: 'yes' }, 'historyAllowed'],
    ] as const)
      expect(await desk.post(`/api/admin/merchants/${first?.id}`, bad)).toMatchObject({ field })
    expect((await desk.post('/api/admin/merchants/99999', terms)).status).toBe(404)
    expect((await desk.post('/api/admin/merchants/x', terms)).status).toBe(404)
    expect((await merchants())[0]).toEqual(first)
  })
})

describe('a kit that readers report', () => {
  const reports = async () =>
    (await get<{ reports: ReportedKit[] }>('/api/admin/kit-reports')).reports

  async function reportedKit(name: string) {
    const owner = new TestDevice(server.url, await registerAccount(server))
    const kit = owner.kit({ name })
    await owner.push(kit)
    const readers = [await registerAccount(server), await registerAccount(server)]
    for (const account of readers) {
      const reader = new TestDevice(server.url, account)
      for (const reason of ['It is an advertisement.', 'Again'])
        expect((await reader.call('POST', `/api/kits/${kit.id}/report`, { reason })).status).toBe(
          200,
        )
    }
    return kit.id
  }

  test('waits once, with what each reader said first, and can be hidden', async () => {
    const id = await reportedKit('Buy watches')
    const found = (await reports()).find(({ kitId }) => kitId === id)
    expect(found).toMatchObject({
      kitName: 'Buy watches',
      hidden: false,
      count: 2,
      reasons: ['It is an advertisement.', 'It is an advertisement.'],
    })
    const { items } = await get<Todo>('/api/admin/todo')
    expect(items.filter(({ kind }) => kind === 'kit')).toHaveLength(1)
    const hidden = await desk.post(`/api/admin/kit-reports/${id}`, { action: 'hide' })
    expect(hidden).toMatchObject({ hidden: true })
    expect((await fetch(`${server.url}/api/kits/${id}`)).status).toBe(404)
    expect(await reports()).toEqual([])
    expect(await actsOn(id)).toEqual(['hide_kit'])
  })

  test('is listed while it is hidden, the latest first, and can be shown again', async () => {
    const hiddenNames = async () =>
      (await get<{ kits: HiddenKit[] }>('/api/admin/hidden-kits')).kits.map(
        ({ kitName }) => kitName,
      )
    const ids = [await reportedKit('Cheap pills'), await reportedKit('Free phones')]
    for (const id of ids) await desk.post(`/api/admin/kit-reports/${id}`, { action: 'hide' })
    expect((await hiddenNames()).slice(0, 2).toSorted()).toEqual(['Cheap pills', 'Free phones'])
    await desk.post(`/api/admin/kits/${ids[0]}`, { hidden: false })
    expect(await hiddenNames()).not.toContain('Cheap pills')
    expect((await fetch(`${server.url}/api/kits/${ids[0]}`)).status).toBe(200)
    expect(await actsOn(ids[0] ?? '')).toEqual(['unhide_kit', 'hide_kit'])
  })

  test('stays when nothing is wrong with it, and that is written down once', async () => {
    const id = await reportedKit('Fine')
    for (let n = 0; n < 2; n++) {
      const answer = await desk.post(`/api/admin/kit-reports/${id}`, { action: 'dismiss' })
      expect(answer).toMatchObject({ status: 200, hidden: false })
    }
    expect(await reports()).toEqual([])
    expect((await fetch(`${server.url}/api/kits/${id}`)).status).toBe(200)
    expect(await actsOn(id)).toEqual(['dismiss_reports'])
  })

  test('has to be there, and its reader signed in', async () => {
    const reader = new TestDevice(server.url, await registerAccount(server))
    expect((await reader.call('POST', `/api/kits/${newId()}/report`, {})).status).toBe(404)
    expect((await reader.call('POST', '/api/kits/x/report', {})).status).toBe(404)
    const reason = 'x'.repeat(501)
    expect((await reader.call('POST', `/api/kits/${newId()}/report`, { reason })).status).toBe(422)
    const stranger = new TestDevice(server.url)
    expect((await stranger.call('POST', `/api/kits/${newId()}/report`, {})).status).toBe(401)
    expect(
      await desk.post(`/api/admin/kit-reports/${newId()}`, { action: 'dismiss' }),
    ).toMatchObject({
      status: 404,
    })
  })
})

describe('accounts', () => {
  type Page = { users: ListedUser[]; next: string | null }

  test('are found by name and by the beginning of the address, with what is known', async () => {
    await registerAccount(server, 'Findable', 'odd.address@example.com')
    for (const q of ['INDAB', 'odd.addr'])
      expect((await get<Page>(`/api/admin/users?q=${q}`)).users).toMatchObject([
        { username: 'Findable', isVerified: true, isAdmin: false, suspendedAt: null },
      ])
    expect((await get<Page>('/api/admin/users?q=%25')).users).toEqual([])
    expect((await get<Page>('/api/admin/users?q=boss')).users[0]).toMatchObject({ isAdmin: true })
  })

  test('that are suspended are listed by themselves', async () => {
    await registerAccount(server, 'Rowdy')
    await desk.post('/api/admin/users/rowdy', { suspended: true })
    const { users } = await get<Page>('/api/admin/users?state=suspended')
    expect(users.map(({ username }) => username)).toEqual(['Rowdy'])
    expect(users[0]?.suspendedAt).not.toBeNull()
  })

  test('go on behind the name that the page before ended with', async () => {
    const { users } = await get<Page>('/api/admin/users')
    const names = users.map(({ username }) => username.toLowerCase())
    expect(names).toEqual(names.toSorted())
    const rest = await get<Page>(`/api/admin/users?after=${names[0]}`)
    expect(rest.users[0]?.username.toLowerCase()).toBe(names[1])
    expect(await get('/api/admin/users?state=odd')).toMatchObject({ status: 422, field: 'state' })
  })
})

describe('mail without a mail server', () => {
  const outbox = () => get<{ isOutbox: boolean; letters: OutboxLetter[] }>('/api/admin/mail')

  test('is shown, without the links that would let an administrator into an account', async () => {
    const { deliver } = createDelivery(server.deps.env)
    // File timestamps may lag by some milliseconds.
    const before = Date.now() - 1_000
    const text = 'Grüße, open https://x.example/reset-password?token=secret-123 to go on. '.repeat(
      3,
    )
    const letter = { subject: 'Reset – your password', text, html: '<p>x' }
    await deliver({ ...letter, to: 'somebody@example.com' })
    await deliver({ ...letter, to: BOSS_EMAIL })
    writeFileSync(join(folder, 'other.txt'), 'no letter')
    const { isOutbox, letters } = await outbox()
    expect(isOutbox).toBe(true)
    expect(letters.map(({ to }) => to).toSorted()).toEqual([BOSS_EMAIL, 'somebody@example.com'])
    const foreign = letters.find(({ to }) => to !== BOSS_EMAIL)
    expect(foreign?.subject).toBe('Reset – your password')
    expect(foreign?.text).toContain(
      'Grüße, open https://x.example/reset-password?token=… to go on.',
    )
    expect(foreign?.text).not.toContain('secret-123')
    expect(foreign?.at).toBeGreaterThan(before)
    expect(letters.find(({ to }) => to === BOSS_EMAIL)?.text).toContain('token=secret-123')
  })

  test('is nobody else’s', async () => {
    const other = new TestDevice(server.url, await registerAccount(server))
    for (const path of [
      'mail',
      'users',
      'kit-reports',
      'hidden-kits',
      'catalogue/merchants',
      'todo',
    ])
      expect((await other.call('GET', `/api/admin/${path}`)).status).toBe(403)
    for (const path of [`kit-reports/${newId()}`, 'merchants/1'])
      expect((await other.call('POST', `/api/admin/${path}`, {})).status).toBe(403)
  })
})
