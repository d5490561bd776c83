import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../../testServer.ts'

import { newId } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { comment, saveKit } from '../../testKits.ts'
import { registerAccount, startTestServer, TestDevice } from '../../testServer.ts'

let server: TestServer
let bossAccount: TestAccount
let boss: TestDevice
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: ['boss@example.com'] } })
  bossAccount = await registerAccount(server, 'boss', 'boss@example.com')
  boss = signedIn(bossAccount)
})
afterAll(async () => server.close())

const signedIn = (account: TestAccount) => new TestDevice(server.url, account)

type Answer = Record<string, unknown> & { status: number }

async function call(device: TestDevice, method: string, path: string, body?: unknown) {
  const response = await device.call(method, path, body)
  await server.deps.mailer.idle()
  return { status: response.status, ...((await response.json()) as object) } as Answer
}
const post = (path: string, body: unknown) => call(boss, 'POST', path, body)

interface Entry {
  id: string
  actor: string
  action: string
  subject: string
  details: Record<string, unknown>
}

async function acts(query = ''): Promise<Entry[]> {
  return (await call(boss, 'GET', `/api/admin/audit${query}`))['entries'] as Entry[]
}

describe('what is for administrators', () => {
  const id = newId()

  test('is not for an address that was never verified', async () => {
    const env = { ADMIN_EMAILS: ['boss@example.com', 'sly@example.com'] }
    const other = await startTestServer({ database: server.database, env })
    const password = 'Torque 30 Nm, dry!'
    const form = { username: 'sly', email: 'sly@example.com', password }
    const device = new TestDevice(other.url)
    expect((await device.post('/api/auth/register', form)).status).toBe(201)
    const response = await device.post('/api/auth/login', form)
    const { token } = (await response.json()) as { token: string }
    const sly = new TestDevice(other.url, { token, principal: 'u:sly' })
    expect((await sly.call('GET', '/api/admin/audit')).status).toBe(403)
    await other.close()
  })

  test('needs a readable body', async () => {
    const user = await registerAccount(server)
    const bad: [string, unknown, string][] = [
      [`/api/admin/deletion-requests/${id}`, { action: 'erase' }, 'action'],
      [`/api/admin/reports/${id}`, {}, 'action'],
      [`/api/admin/users/${user.user.username}`, { suspended: 'yes' }, 'suspended'],
      [`/api/admin/kits/${id}`, { hidden: null }, 'hidden'],
    ]
    for (const [path, body, field] of bad) {
      expect(await post(path, body)).toMatchObject({ status: 422, field })
    }
    expect((await call(boss, 'GET', '/api/admin/audit?before=x')).status).toBe(422)
    expect((await call(boss, 'GET', '/api/admin/audit?before=1&before=2')).status).toBe(422)
  })

  test('answers 404 for what is not there', async () => {
    const missing: [string, unknown][] = [
      [`/api/admin/deletion-requests/${id}`, { action: 'process' }],
      ['/api/admin/deletion-requests/%00', { action: 'decline' }],
      [`/api/admin/reports/${id}`, { action: 'delete' }],
      [`/api/admin/reports/${id}`, { action: 'dismiss' }],
      ['/api/admin/users/nobody', { suspended: true }],
      ['/api/admin/users/%00', { suspended: true }],
      ['/api/admin/users/deleted%20user', { suspended: true }],
      [`/api/admin/kits/${id}`, { hidden: true }],
      ['/api/admin/kits/zzzzzz', { hidden: true }],
      ['/api/admin/kits/%00', { hidden: true }],
    ]
    for (const [path, body] of missing) {
      const { status, code } = await post(path, body)
      expect([path, status, code]).toEqual([path, 404, 'not_found'])
    }
    expect(server.errors).toEqual([])
  })
})

describe('suspending an account', () => {
  test('signs it out at once, keeps its comments, and tells it', async () => {
    const anna = await registerAccount(server, 'Anna')
    const phone = signedIn(anna)
    const { kitId } = await saveKit(signedIn(await registerAccount(server)))
    await comment(phone, kitId, 'Buy my oil')
    const suspend = () => post('/api/admin/users/anna', { suspended: true, reason: ' Spam. ' })
    expect(await suspend()).toEqual({ status: 200, username: 'Anna', suspended: true })
    expect(await suspend()).toEqual({ status: 200, username: 'Anna', suspended: true })

    expect((await phone.call('GET', '/api/auth/user')).status).toBe(401)
    const login = { username: 'Anna', password: anna.password }
    const refused = await call(new TestDevice(server.url), 'POST', '/api/auth/login', login)
    expect(refused).toMatchObject({ status: 403, code: 'suspended' })
    const shown = await (await fetch(`${server.url}/api/comments/${kitId}`)).text()
    expect(shown).toContain('Buy my oil')
    const told = server.letters.filter((letter) => letter.to === 'anna@example.com')
    expect(told.filter((letter) => letter.subject === 'Your account was suspended')).toHaveLength(1)
    expect(told.at(-1)?.text).toContain('The reason: Spam.')

    const found = (await acts()).filter((entry) => entry.subject === 'Anna')
    expect(found).toEqual([
      expect.objectContaining({
        actor: 'boss',
        action: 'suspend',
        details: { reason: 'Spam.' },
      }) as Entry,
    ])
  })

  test('can be undone; old sessions stay ended', async () => {
    const ben = await registerAccount(server, 'ben')
    await post('/api/admin/users/ben', { suspended: true })
    expect(await post('/api/admin/users/BEN', { suspended: false })).toMatchObject({ status: 200 })
    expect((await signedIn(ben).call('GET', '/api/auth/user')).status).toBe(401)
    const login = { username: 'ben', password: ben.password }
    const device = new TestDevice(server.url)
    expect((await device.post('/api/auth/login', login)).status).toBe(200)
    expect((await acts()).slice(0, 2).map((entry) => entry.action)).toEqual([
      'unsuspend',
      'suspend',
    ])
  })

  test('is not possible for oneself', async () => {
    expect(await post('/api/admin/users/Boss', { suspended: true })).toMatchObject({
      status: 409,
      code: 'own_account',
    })
    expect((await call(boss, 'GET', '/api/auth/user')).status).toBe(200)
  })
})

describe('a kit that an administrator hides', () => {
  test('shows nothing to others, also those who follow it, until it is shown again', async () => {
    const owner = signedIn(await registerAccount(server))
    const { kitId, buildId } = await saveKit(owner, { name: 'Rude words' })
    const friend = new TestDevice(server.url)
    const before = await friend.sync([], { cursors: { [kitScope(kitId)]: 0 } })
    const read = async () => (await fetch(`${server.url}/api/kits/by-build-id/${buildId}`)).status
    expect(await read()).toBe(200)

    const hide = (hidden: boolean, named = kitId) => post(`/api/admin/kits/${named}`, { hidden })
    expect(await hide(true)).toEqual({ status: 200, kitId, hidden: true })
    expect(await hide(true, buildId)).toEqual({ status: 200, kitId, hidden: true })
    expect(await read()).toBe(404)
    const { rows } = await friend.sync([], { cursors: before.cursors })
    expect(rows.map((row) => row.cells['hidden']?.[0])).toEqual([true])

    expect(await hide(false)).toEqual({ status: 200, kitId, hidden: false })
    expect(await read()).toBe(200)
    const found = (await acts()).filter((entry) => entry.subject === kitId)
    expect(found.map((entry) => [entry.action, entry.details['buildId']])).toEqual([
      ['unhide_kit', buildId],
      ['hide_kit', buildId],
    ])
  })
})

describe('reported comments', () => {
  interface Report {
    commentId: string
    reasons: string[]
    count: number
  }
  const reports = async () => (await call(boss, 'GET', '/api/admin/reports'))['reports'] as Report[]

  async function reported(text: string, reasons: string[]) {
    const author = await registerAccount(server)
    const kit = await saveKit(signedIn(await registerAccount(server)), { name: 'Brake pads' })
    const id = await comment(signedIn(author), kit.kitId, text)
    for (const reason of reasons) {
      const reader = signedIn(await registerAccount(server))
      const response = await reader.post(`/api/comments/${id}/report`, { reason })
      expect(response.status).toBeLessThan(300)
    }
    return { id, author, kit }
  }

  test('come once each, with everything an administrator needs to judge them', async () => {
    const { id, author, kit } = await reported('Spam', ['An advert', '', 'Again'])
    expect(await reports()).toEqual([
      {
        commentId: id,
        kitId: kit.kitId,
        buildId: kit.buildId,
        kitName: 'Brake pads',
        author: author.user.username,
        content: 'Spam',
        reasons: ['An advert', 'Again'],
        reportedAt: expect.any(String) as string,
        count: 3,
      },
    ])
    expect(await post(`/api/admin/reports/${id}`, { action: 'dismiss' })).toEqual({
      status: 'dismissed',
    })
    await post(`/api/admin/reports/${id}`, { action: 'dismiss' })
    expect(await reports()).toEqual([])
    const found = (await acts()).filter((entry) => entry.subject === id)
    expect(found.map((entry) => entry.action)).toEqual(['dismiss_reports'])
    const shown = await (await fetch(`${server.url}/api/comments/${kit.kitId}`)).text()
    expect(shown).toContain('Spam')
  })

  test('are taken away from every reader', async () => {
    const { id, kit } = await reported('Insult', ['Rude'])
    const friend = new TestDevice(server.url)
    const before = await friend.sync([], { cursors: { [kitScope(kit.kitId)]: 0 } })
    expect(await post(`/api/admin/reports/${id}`, { action: 'delete' })).toEqual({
      status: 'deleted',
    })
    const { rows } = await friend.sync([], { cursors: before.cursors })
    expect(rows.map((row) => [row.id, row.cells['del']?.[0]])).toEqual([[id, true]])
    const shown = await (await fetch(`${server.url}/api/comments/${kit.kitId}`)).text()
    expect(shown).not.toContain('Insult')
    expect(await reports()).toEqual([])
  })
})

test('the list of acts comes in pages, the newest first, and names no address', async () => {
  await registerAccount(server, 'flip')
  for (let i = 0; i < 55; i++) await post('/api/admin/users/flip', { suspended: i % 2 === 0 })
  const first = await acts()
  const second = await acts(`?before=${first.at(-1)?.id}`)
  const ids = [...first, ...second].map((entry) => Number(entry.id))
  expect(first).toHaveLength(50)
  expect(ids).toEqual([...ids].sort((a, b) => b - a))
  expect(new Set(ids).size).toBe(ids.length)
  expect(await acts('?before=1')).toEqual([])
  expect(JSON.stringify([first, second])).not.toContain('@')
  expect(server.errors).toEqual([])
})

test('what was done is told with names, by pages, and as a file', async () => {
  const rosa = await registerAccount(server, 'rosa_named')
  const device = new TestDevice(server.url, rosa)
  const kit = device.kit({ name: 'Named kit' })
  await device.push(kit, device.version(kit.id, { name: 'Named kit' }))
  await call(boss, 'POST', `/api/admin/kits/${kit.id}`, { hidden: true, reason: '=Spam' })
  const page = (await call(boss, 'GET', '/api/admin/audit')) as unknown as {
    entries: Record<string, unknown>[]
    next: string | null
  }
  expect(page.entries[0]).toMatchObject({
    actor: 'boss',
    action: 'hide_kit',
    kind: 'kit',
    subject: kit.id,
    name: 'Named kit',
    details: { reason: '=Spam' },
  })
  const file = await boss.call('GET', '/api/admin/audit?format=csv')
  const [head, taken, first] = (await file.text()).split('\r\n')
  expect(head).toBe('at,actor,action,kind,subject,name,reason,details,address,device')
  expect(taken).toContain(',boss,export,server,audit,')
  // An id that starts with `-` is escaped like a formula.
  const subject = kit.id.startsWith('-') ? `"'${kit.id}"` : kit.id
  expect(first).toContain(`,boss,hide_kit,kit,${subject},Named kit,"'=Spam",`)
})

test('who wrote a comment that is deleted, or asked for a deletion, is told why', async () => {
  const rosa = await registerAccount(server, 'rosa_told')
  const device = new TestDevice(server.url, rosa)
  const kit = device.kit({ name: 'Talked about' })
  await device.push(kit, device.version(kit.id))
  const comment = device.comment(kit.id, 'Buy here')
  await device.push(comment)
  const reason = 'An advertisement.'
  const path = `/api/admin/reports/${comment.id}`
  expect(await call(boss, 'POST', path, { action: 'delete', reason })).toMatchObject({
    status: 'deleted',
  })
  const told = await server.database.knex('notifications').where({ user_id: rosa.user.id })
  expect(told).toMatchObject([
    { title: 'Your comment was removed', body: expect.stringContaining(reason) as string },
  ])
  const [entry] = await acts()
  expect(entry).toMatchObject({ action: 'delete_comment', details: { reason } })
})
