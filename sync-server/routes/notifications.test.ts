import { afterAll, beforeAll, expect, test } from 'vitest'

import type { NoticesAnswer } from '#shared/notify/notifications.ts'
import type { NoticeWorld } from '../notify/testNotices.ts'

import { DEFAULT_SETTINGS, MAX_PUSH_DEVICES } from '#shared/notify/notifications.ts'
import { unsubscribeToken } from '../notify/noticeKeys.ts'
import { person, startNoticeWorld, waitFor } from '../notify/testNotices.ts'
import { testReceiver } from '../notify/testReceiver.ts'
import { BOSS_EMAIL, TestDesk } from '../testDesk.ts'

let world: NoticeWorld
let desk: TestDesk
beforeAll(async () => {
  world = await startNoticeWorld({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(world.server)
})
afterAll(() => world.close())

const knex = () => world.server.database.knex
const noted = (userId: string) =>
  knex()('notifications').where({ user_id: userId }).select('kind', 'title', 'body', 'path')

test('settings are everybody’s until somebody chooses, and then theirs', async () => {
  const maria = await person(world)
  const read = async () =>
    (await (await maria.device.call('GET', '/api/notifications')).json()) as NoticesAnswer
  expect(await read()).toEqual({
    settings: DEFAULT_SETTINGS,
    canMail: true,
    publicKey: world.server.deps.noticeKeys.vapid.publicKey,
    devices: [],
  })
  await maria.choose({ zone: 'Europe/Berlin', quiet: null, dailyAt: 0 }, 'off')
  expect((await read()).settings).toMatchObject({
    zone: 'Europe/Berlin',
    quiet: null,
    dailyAt: 0,
    kinds: { price: 'off' },
  })
})

test('the first device says where its owner lives, and no later one changes what was chosen', async () => {
  const maria = await person(world)
  const zoneOf = async () =>
    ((await (await maria.device.call('GET', '/api/notifications')).json()) as NoticesAnswer)
      .settings.zone
  await maria.post('/api/watches', { set: [], gone: [], zone: 'America/Chicago' })
  expect(await zoneOf()).toBe('America/Chicago')
  await maria.post('/api/watches', { set: [], gone: [], zone: 'Asia/Tokyo' })
  expect(await zoneOf()).toBe('America/Chicago')
})

// T76
test('a device is listed under its name, taken over with its keys, and only the newest 20 stay', async () => {
  const [maria, tom] = [await person(world), await person(world)]
  const { keys } = await maria.subscribe('shared')
  const devicesOf = async ({ device }: typeof maria) =>
    ((await (await device.call('GET', '/api/notifications')).json()) as NoticesAnswer).devices
  expect(await devicesOf(maria)).toEqual([
    { label: expect.any(String) as string, since: expect.any(String) as string, isThis: true },
  ])
  await tom.post('/api/push', { endpoint: 'https://push.example/shared', keys })
  expect(await devicesOf(maria)).toEqual([])
  expect(await devicesOf(tom)).toHaveLength(1)
  // Knowing the endpoint is not enough to take a subscription over.
  await maria.post('/api/push', {
    endpoint: 'https://push.example/shared',
    keys: testReceiver().keys,
  })
  expect(await devicesOf(tom)).toHaveLength(1)
  await knex()('rate_limits').delete()
  for (let n = 0; n < MAX_PUSH_DEVICES; n++) {
    world.now++
    await tom.subscribe(`more${n}`)
  }
  expect(await devicesOf(tom)).toHaveLength(MAX_PUSH_DEVICES)
  const kept = knex()('push_subscriptions').where({ user_id: tom.account.user.id })
  expect(await kept.pluck('endpoint')).not.toContain('https://push.example/shared')
})

test.each([
  ['plain http', 'http://push.example/a'],
  ['a port', 'https://push.example:8443/a'],
  ['an address of this machine', 'https://127.0.0.1/a'],
  ['an address of IPv6', 'https://[::1]/a'],
  ['a name of the own network', 'https://localhost/a'],
  ['a name and a password', 'https://a:b@push.example/a'],
  ['no address', 'push'],
  ['a script', 'javascript:alert(1)'],
  ['a very long one', `https://push.example/${'x'.repeat(1_100)}`],
  // T75
])('a push service with %s is refused in words', async (_, endpoint) => {
  const maria = await person(world)
  const answer = await maria.post('/api/push', { endpoint, keys: testReceiver().keys })
  expect(answer).toEqual({
    status: 422,
    answer: {
      code: 'invalid',
      error: 'This is no address of a push service.',
      field: 'endpoint',
    },
  })
})

test('keys no push could be locked for are refused in words', async () => {
  const maria = await person(world)
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: 'A'.repeat(22) }
  const { status, answer } = await maria.post('/api/push', {
    endpoint: 'https://push.example/a',
    keys,
  })
  expect({ status, answer }).toEqual({
    status: 422,
    answer: { code: 'invalid', error: 'These keys are not readable.', field: 'keys' },
  })
})

test.each([
  [{ dailyAt: 1_440 }, 'dailyAt', 'A time is a minute of the day'],
  [{ zone: 'Mars/Olympus' }, 'zone', 'A time zone is a name such as America/Chicago'],
  [
    { kinds: { ...DEFAULT_SETTINGS.kinds, price: 'often' } },
    'kinds.price',
    'This is not one of the choices.',
  ],
])('settings that are none are refused in words: %j', async (wrong, field, error) => {
  const maria = await person(world)
  const { status, answer } = await maria.post('/api/notifications', {
    ...DEFAULT_SETTINGS,
    ...wrong,
  })
  expect({ status, answer }).toEqual({ status: 422, answer: { code: 'invalid', error, field } })
})

// T78
test('the way out of mail needs no login: looking does nothing, the button and a mail program do', async () => {
  const maria = await person(world)
  const userId = maria.account.user.id
  const token = unsubscribeToken(world.server.deps.noticeKeys.unsubscribe, userId)
  const address = `${world.server.url}/api/unsubscribe?token=${token}`
  const mails = async () =>
    ((await (await maria.device.call('GET', '/api/notifications')).json()) as NoticesAnswer)
      .settings.mail
  const looked = await fetch(address, { redirect: 'manual' })
  expect(looked.status).toBe(303)
  expect(looked.headers.get('Location')).toBe(`/unsubscribe#token=${token}`)
  expect(await mails()).toBe(true)
  const pressed = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.status).toBe(200)
  expect(await pressed.json()).toEqual({
    email: expect.stringMatching(/^w…@example.com$/) as string,
  })
  expect(await mails()).toBe(false)
  await maria.choose({})
  expect(await mails()).toBe(true)
  const fromPage = await fetch(`${world.server.url}/api/unsubscribe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(fromPage.status).toBe(200)
  expect(await mails()).toBe(false)
})

// T78
test('a changed way out ends nobody’s mail', async () => {
  const [maria, tom] = [await person(world), await person(world)]
  const secret = world.server.deps.noticeKeys.unsubscribe
  const token = unsubscribeToken(secret, maria.account.user.id)
  const wrong = [
    tom.account.user.id + token.slice(22),
    `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    token.slice(1),
    '',
    'ä'.repeat(44),
  ]
  for (const each of wrong) {
    const address = `${world.server.url}/api/unsubscribe?token=${encodeURIComponent(each)}`
    expect((await fetch(address, { method: 'POST' })).status, each).toBe(404)
  }
})

test('the owner of a kit is told of others’ comments, not of own ones', async () => {
  const [maria, tom] = [await person(world), await person(world)]
  const kit = maria.device.kit({ name: 'Brakes' })
  await maria.device.push(kit)
  await maria.device.push(maria.device.comment(kit.id, 'My own'))
  await tom.device.push(tom.device.comment(kit.id, `Nice.\n\n${'x'.repeat(4_000)}`))
  await tom.post('/api/comments', { kitId: kit.id, content: 'By REST' })
  const told = await noted(maria.account.user.id)
  expect(told).toHaveLength(2)
  expect(told[0]).toEqual({
    kind: 'comment',
    title: `${tom.account.user.username} commented on Brakes`,
    body: expect.stringMatching(/^Nice\. x{390,}…$/) as string,
    path: `/kit/${kit.id}`,
  })
  expect(await noted(tom.account.user.id)).toEqual([])
})

test('who owns a kit that is hidden is told, once for each time', async () => {
  const maria = await person(world)
  const kit = maria.device.kit({ name: 'Brakes' })
  await maria.device.push(kit)
  for (const hidden of [true, true, false]) {
    await desk.post(`/api/admin/kits/${kit.id}`, { hidden, reason: 'An advert.' })
  }
  expect(await noted(maria.account.user.id)).toEqual([
    expect.objectContaining({
      kind: 'hidden',
      title: 'Your kit Brakes was hidden',
      body: expect.stringContaining('The reason: An advert.') as string,
    }),
  ])
})

test('all of it is in the file of an account, but no key of a push, and goes with the account', async () => {
  const maria = await person(world)
  await maria.subscribe()
  await maria.post('/api/watches', { set: [waitFor('F1', { targetCents: 500 })], gone: [] })
  await maria.choose({})
  const text = await (await maria.device.call('GET', '/api/account/data')).text()
  const { notifications } = JSON.parse(text) as { notifications: Record<string, unknown[]> }
  expect(notifications['watches']).toMatchObject([{ partNumber: 'F1', targetCents: 500 }])
  expect(notifications['pushedTo']).toMatchObject([{ service: 'push.example' }])
  expect(text).not.toContain('p256dh')
  await maria.device.post('/api/request-account-deletion', {})
  const request = await desk.openRequestOf(maria.account.user.username)
  expect((await desk.decide(request, 'process')).status).toBe('processed')
  for (const table of ['watches', 'push_subscriptions', 'notification_settings', 'notifications']) {
    expect(await knex()(table).where({ user_id: maria.account.user.id }), table).toEqual([])
  }
})
