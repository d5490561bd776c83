import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import type { Letter } from '../mail/mailer.ts'
import type { NoticeWorld, Person } from './testNotices.ts'

import { TestDevice } from '../testServer.ts'
import { createMailer } from '../mail/mailer.ts'
import { createLog } from '../log/log.ts'
import { notify } from '../notices/notify.ts'
import { readVapid, testReceiver } from './testReceiver.ts'
import {
  DAY_MS,
  HOUR_MS,
  later,
  person,
  PUSH_HOST,
  shown,
  startNoticeWorld,
} from './testNotices.ts'
import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'

const MINUTE_MS = 60_000
let world: NoticeWorld
let maria: Person
/** Sent letters, and the fault to answer with. */
const letters: Letter[] = []
let fault: Error | null = null
const log = createLog('silent', { write: () => undefined })
const mailer = createMailer(async (letter) => {
  if (fault) throw fault
  letters.push(letter)
  world.server.letters.push(letter)
  return {}
}, log)

beforeAll(async () => {
  world = await startNoticeWorld({ mailer, log })
})
afterAll(() => world.close())
beforeEach(async () => {
  world.now += 5 * DAY_MS
  world.now -= (world.now - 12 * HOUR_MS) % DAY_MS
  world.status = 201
  fault = null
  maria = await person(world)
  letters.length = 0
  world.pushed.length = 0
})

let happened = 0
/** Queues a notice to Maria. */
const happen = (
  kind: 'price' | 'comment' = 'comment',
  title = `Thing ${++happened}`,
  { account } = maria,
) =>
  notify(world.server.database.knex, world.now, {
    owner: account.principal,
    kind,
    subject: title,
    words: () => ({ title, body: `What there is to say of ${title}.` }),
    path: `/kit/${title.replaceAll(' ', '')}`,
  })
const roundAfter = async (ms: number) => {
  later(world, ms)
  await world.round()
}

test('of nothing chosen all of a day comes in one letter, in the morning', async () => {
  await happen('comment', 'Tom commented on Brakes')
  await happen('price', 'Oil filter is $12.00')
  await world.round()
  expect(letters).toEqual([])
  await roundAfter(19 * HOUR_MS)
  expect(letters).toEqual([])
  await roundAfter(HOUR_MS)
  expect(letters).toHaveLength(1)
  const [{ to, subject, text, unsubscribe } = {} as Letter] = letters
  expect(to).toBe(maria.account.user.email)
  expect(subject).toBe('2 things for you on Wrenchlist')
  expect(text).toContain('Tom commented on Brakes\nWhat there is to say')
  expect(text).toContain('/kit/Oilfilteris$12.00')
  expect(unsubscribe).toMatch(/\/api\/unsubscribe\?token=[\w-]{44}$/)
  await roundAfter(DAY_MS)
  expect(letters).toHaveLength(1)
})

// T77
test('at once is within the minute, what follows soon goes together, and quiet hours are quiet', async () => {
  await maria.choose({})
  await happen()
  await world.round()
  expect(letters.map(({ subject }) => subject)).toEqual([`Thing ${happened}`])
  await happen()
  await roundAfter(MINUTE_MS)
  await happen()
  await roundAfter(MINUTE_MS)
  expect(letters).toHaveLength(1)
  await roundAfter(15 * MINUTE_MS)
  expect(letters.map(({ subject }) => subject).at(-1)).toBe('2 things for you on Wrenchlist')
  later(world, 11 * HOUR_MS)
  await happen()
  await world.round()
  expect(letters).toHaveLength(2)
  await roundAfter(9 * HOUR_MS)
  expect(letters).toHaveLength(3)
})

test('a kind that is off is not told, also where it was switched off while it waited', async () => {
  await happen('comment')
  await maria.choose({}, 'off')
  await happen('price')
  await roundAfter(2 * DAY_MS)
  expect(letters).toEqual([])
  const waiting = await world.server.database
    .knex('notifications')
    .where({ user_id: maria.account.user.id, done_at: null })
  expect(waiting).toEqual([])
})

// T76
test('a phone is pushed to with words only it can read, signed by this server', async () => {
  await maria.choose({ mail: false })
  const phone = await maria.subscribe()
  await happen('price', 'Oil filter is $12.00')
  await world.round()
  expect(letters).toEqual([])
  const [push] = world.pushed
  if (!push) throw new Error('nothing was pushed')
  expect(shown(phone, push)).toEqual({
    title: 'Oil filter is $12.00',
    body: 'What there is to say of Oil filter is $12.00.',
    navigate: `${world.server.deps.env.PUBLIC_URL}/kit/Oilfilteris$12.00`,
    tag: 'price:Oil filter is $12.00',
    lang: 'en',
  })
  const { headers, body, path } = push
  expect(path).toBe(`/${maria.account.user.id}`)
  expect(headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '259200',
    urgency: 'normal',
  })
  expect(body.toString('latin1')).not.toContain('Oil')
  const { aud, sub, exp } = readVapid(headers.authorization ?? '') ?? {}
  expect({ aud, sub }).toEqual({ aud: `https://${PUSH_HOST}`, sub: 'mailto:no-reply@127.0.0.1' })
  expect(Number(exp) * 1_000).toBeLessThanOrEqual(world.now + DAY_MS)
})

test('a browser that is not there any more is forgotten, and the others are told on', async () => {
  await maria.choose({ mail: false })
  await maria.subscribe()
  world.status = 410
  await happen()
  await world.round()
  const { answer } = await maria.post<{ devices: unknown[] }>('/api/push/end', { endpoint: 'none' })
  expect(answer.devices).toEqual([])
  await roundAfter(HOUR_MS)
  expect(world.pushed).toHaveLength(1)
})

test.each([503, 429])(
  'a service that answers %i is asked again later, not at once',
  async (status) => {
    await maria.choose({ mail: false })
    await maria.subscribe()
    world.status = status
    await happen()
    await world.round()
    await roundAfter(MINUTE_MS)
    expect(world.pushed).toHaveLength(1)
    world.status = 201
    await roundAfter(10 * MINUTE_MS)
    expect(world.pushed).toHaveLength(2)
    await roundAfter(DAY_MS)
    expect(world.pushed).toHaveLength(2)
  },
)

// T89
test('who has a push service that never answers holds nobody else', async () => {
  const held: ServerResponse[] = []
  world.internet.sites['silent.example'] = (_request, response) => void held.push(response)
  for (let n = 0; n < 6; n++) {
    const stranger = await person(world)
    await stranger.choose({ mail: false })
    const { keys } = testReceiver()
    await stranger.post('/api/push', { endpoint: `https://silent.example/${n}`, keys })
    await happen('comment', `Silent ${n}`, stranger)
  }
  later(world, 1_000)
  await maria.choose({ mail: false })
  await maria.subscribe()
  await happen()
  const round = world.round()
  await expect.poll(() => world.pushed.length).toBe(1)
  await expect.poll(() => held.length).toBe(6)
  // The earlier accounts are still being delivered.
  expect(held.filter(({ destroyed }) => !destroyed)).toHaveLength(6)
  for (const response of held) response.writeHead(201).end()
  await round
})

test('mail that does not leave is kept and tried again, and is pushed once all the same', async () => {
  await maria.choose({})
  await maria.subscribe()
  fault = new Error('away')
  await happen()
  await world.round()
  await roundAfter(11 * MINUTE_MS)
  fault = null
  await roundAfter(21 * MINUTE_MS)
  await roundAfter(DAY_MS)
  expect(letters).toHaveLength(1)
  expect(world.pushed).toHaveLength(1)
})

test('what never leaves is given up after 8 tries', async () => {
  await maria.choose({})
  fault = new Error('away')
  await happen()
  await world.round()
  for (let tries = 0; tries < 10; tries++) await roundAfter(22 * HOUR_MS)
  fault = null
  await roundAfter(2 * DAY_MS)
  expect(letters).toEqual([])
})

test('an address that was never confirmed gets no mail', async () => {
  await world.server.database
    .knex('users')
    .where({ id: maria.account.user.id })
    .update({ email_verified_at: null })
  await happen()
  await roundAfter(2 * DAY_MS)
  expect(letters).toEqual([])
})

// T76
test('whoever is signed out on a device is told nothing there', async () => {
  await maria.choose({ mail: false })
  await maria.subscribe()
  await new TestDevice(world.server.url, maria.account).post('/api/auth/logout', {})
  await happen()
  await world.round()
  expect(world.pushed).toEqual([])
})

// T75
test('a service inside the own network is asked nothing', async () => {
  await maria.choose({ mail: false })
  const { internet } = world
  internet.names['inside.example'] = ['10.0.0.7']
  const keys = (await maria.subscribe()) && (await maria.subscribe('x')).keys
  await maria.post('/api/push', { endpoint: 'https://inside.example/a', keys })
  const before = internet.connected.length
  await happen()
  await world.round()
  expect(internet.resolved).toContain('inside.example')
  expect(internet.connected.slice(before).map(({ hostname }) => hostname)).toEqual([
    PUSH_HOST,
    PUSH_HOST,
  ])
})

// T77
test('the same is told once, and no account can be made to hold more than 200 things', async () => {
  await happen('comment', 'Same')
  await happen('comment', 'Same')
  for (let n = 0; n < 210; n++) await happen()
  const waiting = await world.server.database
    .knex('notifications')
    .where({ user_id: maria.account.user.id })
  expect(waiting).toHaveLength(200)
  await roundAfter(20 * HOUR_MS)
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('And 160 more.')
})

test('an account is written to in the language of the device it was opened on last', async () => {
  const { knex } = world.server.database
  const open = (language: string) =>
    fetch(`${world.server.url}/api/auth/user`, {
      headers: { Authorization: `Bearer ${maria.account.token}`, 'Accept-Language': language },
    })
  await open('en-XA')
  await notify(knex, world.now, {
    owner: maria.account.principal,
    kind: 'comment',
    subject: 'spoken',
    words: () => ({ title: t('Your comment was removed'), body: '' }),
    path: '/kit/one',
  })
  await roundAfter(DAY_MS)
  const [{ subject, html } = {} as Letter] = letters
  expect(subject).toMatch(/^⟦/)
  expect(html).toContain('<html lang="en-XA">')
  await open('en-GB')
  letters.length = 0
  await happen()
  await roundAfter(DAY_MS)
  expect(letters[0]?.html).toContain('<html lang="en">')
  // Amounts in the region's format.
  await open('de-CH,de;q=0.9')
  letters.length = 0
  await notify(knex, world.now, {
    owner: maria.account.principal,
    kind: 'comment',
    subject: 'swiss',
    words: () => ({ title: formatCents(123_450), body: '' }),
    path: '/kit/one',
  })
  await roundAfter(DAY_MS)
  expect(letters[0]?.subject).toMatch(/\$\s1['’]234\.50/)
  expect(letters[0]?.html).toContain('<html lang="de">')
})
