import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { CONTACT_KEPT_DAYS, MAX_CONTACT_MESSAGE, MAX_CONTACT_NAME } from '#shared/contact.ts'
import { newId } from '#shared/ids.ts'
import { runHousekeeping } from '../housekeeping/housekeeping.ts'
import { tellAlerts } from '../status/alerts.ts'
import { startTestServer } from '../testServer.ts'

let server: TestServer
let now = Date.now()
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

beforeAll(async () => {
  server = await startTestServer({ now: () => now, env: { CONTACT_EMAIL: 'desk@example.com' } })
})
afterAll(async () => server.close())

const anna = { name: 'Anna', email: 'anna@example.com', message: 'Where is\nthe torque table?' }

let visitors = 0
/** Every visitor has its own address, unless one is given. */
async function send(body: unknown, headers: Record<string, string> = {}, to = server) {
  const response = await fetch(`${to.url}/api/contact`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Forwarded-For': `10.1.${visitors >> 8}.${visitors++ & 255}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
  await to.deps.mailer.idle()
  const answer = (await response.json()) as { message?: string; code?: string; field?: string }
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), ...answer }
}

const stored = (to = server) => to.database.knex('contact_messages').orderBy('received_at')

/** Alerts sent from now on. */
async function told(to = server) {
  now += HOUR_MS
  await tellAlerts(to.deps)
  await to.deps.mailer.idle()
  return to.letters.splice(0).map((letter) => [letter.to, letter.subject])
}

// T55
test('a message is stored, and the desk is told that there is one, in none of its words', async () => {
  expect(await send(anna)).toMatchObject({ status: 200, message: 'Message sent!' })
  await send({ ...anna, name: '<img src=x>', message: '<script>alert(1)</script>' })
  expect(await stored()).toMatchObject([anna, { name: '<img src=x>' }])
  now += HOUR_MS
  await tellAlerts(server.deps)
  await server.deps.mailer.idle()
  const [letter] = server.letters.splice(0)
  expect(letter).toMatchObject({
    to: 'desk@example.com',
    subject: '2 messages from the contact form',
  })
  expect(letter?.text).toContain('/admin/accounts')
  expect(JSON.stringify(letter)).not.toMatch(/anna|torque|alert\(1\)|<img/i)
})

describe('what cannot be sent is refused by the name of its field', () => {
  const cases: [string, object, string][] = [
    ['no name', { name: '' }, 'name'],
    ['a blank name', { name: '   ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(MAX_CONTACT_NAME + 1) }, 'name'],
    ['a line break in the name', { name: 'Anna\r\nBcc: all@example.com' }, 'name'],
    ['a tab in the name', { name: 'Anna\tB' }, 'name'],
    ['a line separator in the name', { name: 'Anna\u2028Bcc: x' }, 'name'],
    ['NUL in the name', { name: 'a\u0000b' }, 'name'],
    ['a name of another type', { name: { first: 'Anna' } }, 'name'],
    ['no address', { email: undefined }, 'email'],
    ['half an address', { email: 'anna@' }, 'email'],
    ['two addresses', { email: 'anna@example.com, bob@example.com' }, 'email'],
    ['a name with the address', { email: 'Anna <anna@example.com>' }, 'email'],
    ['a header in the address', { email: 'anna@example.com\r\nBcc: all@example.com' }, 'email'],
    ['an endless address', { email: `${'a'.repeat(250)}@example.com` }, 'email'],
    ['no message', { message: ' \n ' }, 'message'],
    ['a message that is too long', { message: 'x'.repeat(MAX_CONTACT_MESSAGE + 1) }, 'message'],
    ['half a character', { message: '\ud800' }, 'message'],
  ]
  test.each(cases)('%s', async (_what, change, field) => {
    const answer = await send({ ...anna, ...change })
    expect([answer.status, answer.field]).toEqual([422, field])
    expect(await told()).toEqual([])
  })

  test('also a key that is none, and what is not a form', async () => {
    for (const key of ['short', 'x'.repeat(23), '"; drop table users; --']) {
      const answer = await send(anna, { 'Idempotency-Key': key })
      expect([answer.status, answer.field]).toEqual([422, 'Idempotency-Key'])
    }
    expect((await send('text')).status).toBe(422)
    expect((await send(null)).status).toBe(422)
    expect((await send({ ...anna, extra: 'x'.repeat(70_000) })).status).toBe(413)
    expect(server.errors).toEqual([])
  })
})

test('the longest name and message are fine', async () => {
  const name = 'x'.repeat(MAX_CONTACT_NAME)
  const message = 'x'.repeat(MAX_CONTACT_MESSAGE)
  expect((await send({ ...anna, name, message })).status).toBe(200)
})

test('a repeat of a key answers the same and sends nothing again, also at once', async () => {
  const key = newId()
  await told()
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => send(anna, { 'Idempotency-Key': key })),
  )
  answers.push(await send(anna, { 'Idempotency-Key': key }))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
  expect(await told()).toEqual([['desk@example.com', '1 message from the contact form']])
})

test('an address sends five messages at once, and repeats do not count', async () => {
  const from = { 'X-Forwarded-For': '192.0.2.7' }
  const key = newId()
  for (let i = 0; i < 5; i++) {
    expect((await send(anna, { ...from, 'Idempotency-Key': i === 0 ? key : newId() })).status).toBe(
      200,
    )
  }
  const refused = await send(anna, from)
  expect(refused).toMatchObject({ status: 429, code: 'too_many' })
  expect(Number(refused.retryAfter)).toBeGreaterThan(0)
  expect((await send(anna, { ...from, 'Idempotency-Key': key })).status).toBe(200)
  expect((await send(anna, { 'X-Forwarded-For': '192.0.2.8' })).status).toBe(200)
  now += HOUR_MS / 5
  expect((await send(anna, from)).status).toBe(200)
})

test('a day has fewer messages than its hours', async () => {
  const from = { 'X-Forwarded-For': '192.0.2.9' }
  let sent = 0
  for (let hour = 0; hour < 12; hour++) {
    for (let i = 0; i < 6; i++) if ((await send(anna, from)).status === 200) sent++
    now += HOUR_MS
  }
  expect(sent).toBeLessThanOrEqual(30)
})

test('the address for a mail program is the contact address', async () => {
  const response = await fetch(`${server.url}/api/contact`)
  expect(await response.json()).toEqual({ address: 'desk@example.com' })
})

test('a message is erased after a year', async () => {
  const before = (await stored()).length
  now += (CONTACT_KEPT_DAYS - 2) * DAY_MS
  await runHousekeeping(server.deps)
  expect(await stored()).toHaveLength(before)
  now += 3 * DAY_MS
  await runHousekeeping(server.deps)
  expect(await stored()).toEqual([])
  expect(server.errors).toEqual([])
})

test('without a contact address every administrator is written to', async () => {
  const ADMIN_EMAILS = ['a@example.com', 'b@example.com']
  const { database } = server
  const other = await startTestServer({ now: () => now, database, env: { ADMIN_EMAILS } })
  await send(anna, {}, other)
  expect((await told(other)).map(([to]) => to)).toEqual(ADMIN_EMAILS)
  const response = await fetch(`${other.url}/api/contact`)
  expect(await response.json()).toEqual({ address: 'a@example.com' })
  await other.close()
})

test('a message that nobody could be told of waits until somebody is named', async () => {
  const { database } = server
  await told()
  const nobody = await startTestServer({ now: () => now, database })
  expect((await send({ ...anna, message: 'Anybody there?' }, {}, nobody)).status).toBe(200)
  expect(await (await fetch(`${nobody.url}/api/contact`)).json()).toEqual({ address: null })
  expect(await told(nobody)).toEqual([])
  await nobody.close()
  expect(await stored()).toContainEqual(expect.objectContaining({ message: 'Anybody there?' }))
  expect(await told()).toEqual([['desk@example.com', '1 message from the contact form']])
  expect(await told()).toEqual([])
})
