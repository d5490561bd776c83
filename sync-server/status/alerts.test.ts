import type { AddressInfo } from 'node:net'

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Alert } from './alerts.ts'
import type { TestServer } from '../testServer.ts'

import { cleanReport } from '#shared/admin/errorReport.ts'
import { recordReports } from '../errors/recordReports.ts'
import { systemOutside } from '../outside/outside.ts'
import { call, newAddress } from '../testClient.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'
import { tellAlerts } from './alerts.ts'

const HOUR_MS = 3_600_000
const BOSS = 'boss@example.com'

let server: TestServer
let hook: Server
let hookStatus = 200
const posted: Alert[] = []
let now = Date.now()
beforeAll(async () => {
  hook = createServer((request, response) => {
    void text(request).then((body) => {
      if (hookStatus === 200) posted.push(JSON.parse(body) as Alert)
      response.writeHead(hookStatus).end()
    })
  })
  hook.listen(0, '127.0.0.1')
  await once(hook, 'listening')
  const { port } = hook.address() as AddressInfo
  server = await startTestServer({
    env: {
      ADMIN_EMAILS: [BOSS],
      ALERT_WEBHOOK: 'http://chat.lan/hooks/1',
      SHOP_HOSTS: new Map([['chat.lan', { address: '127.0.0.1', port, isTls: false }]]),
    },
    outside: systemOutside,
    now: () => now,
  })
})
afterAll(async () => {
  await server.close()
  hook.close()
})

let maria: TestDevice
beforeAll(async () => {
  maria = new TestDevice(server.url, await registerAccount(server, 'maria'))
})

const report = (message: string, more: object = {}) =>
  maria.post('/api/errors/frontend', { errors: [{ message, ...more }] })

async function tell(env = server.deps.env): Promise<void> {
  await tellAlerts({ ...server.deps, env })
  await server.deps.mailer.idle()
}

const made = {
  stack: '',
  componentStack: '',
  url: '',
  userAgent: '',
  level: 'error',
  userId: null,
  timestamp: new Date(now).toISOString(),
} as const

const kinds = () => posted.splice(0).map(({ kind, count }) => [kind, count])
const mails = () =>
  server.letters
    .splice(0)
    .filter(({ to }) => to === BOSS)
    .map(({ subject }) => subject)

test('new faults are told by mail and webhook, once an hour, with how many there were', async () => {
  await report('It broke 1')
  await tell()
  expect(kinds()).toEqual([['error', 1]])
  expect(mails()).toEqual(['1 new error'])
  // A repeat, a warning and a test error are not alerts.
  await report('It broke 2')
  await report('Warned', { level: 'warning' })
  await report('Tried', { context: { test: true } })
  now += HOUR_MS
  await tell()
  expect([kinds(), mails()]).toEqual([[], []])
  await report('Another')
  await report('A third')
  await tell()
  await report('A fourth one')
  await tell()
  // The first alert after a quiet hour is sent at once, later ones together after an hour.
  expect(kinds()).toEqual([['error', 2]])
  now += HOUR_MS
  await tell()
  expect(kinds()).toEqual([['error', 1]])
  expect(mails()).toEqual(['2 new errors', '1 new error'])
})

test('so are reports of kits, each person counted once, and runs that failed', async () => {
  const kit = maria.kit({ name: 'Seen' })
  await maria.push(kit, maria.version(kit.id))
  const reader = new TestDevice(server.url, await registerAccount(server, 'reader'))
  for (const _time of [1, 2]) {
    const path = `/api/kits/${kit.id}/report`
    expect((await reader.call('POST', path, { reason: 'An advertisement' })).status).toBe(200)
  }
  await noteAlert(server.database.knex, 'run')
  await tell()
  expect(kinds()).toEqual(
    expect.arrayContaining([
      ['report', 1],
      ['run', 1],
    ]),
  )
  expect(mails().toSorted()).toEqual(['1 failed run', '1 new report'])
})

test('a webhook that is away is asked again, and nothing is forgotten', async () => {
  now += 2 * HOUR_MS
  const env = { ...server.deps.env, ALERT_MAIL: false }
  hookStatus = 503
  await report('While it was away')
  await tell(env)
  expect(kinds()).toEqual([])
  hookStatus = 200
  now += 6 * 60_000
  await tell(env)
  expect(kinds()).toEqual([['error', 1]])
  expect(mails()).toEqual([])
})

test('an address of a network of one’s own is not asked unless its host is named', async () => {
  now += 2 * HOUR_MS
  const env = { ...server.deps.env, ALERT_MAIL: false, SHOP_HOSTS: new Map() }
  await report('Nobody hears it')
  await tell({ ...env, ALERT_WEBHOOK: 'https://127.0.0.1/hooks' })
  expect(kinds()).toEqual([])
})

test('somebody signed in puts off nothing that the server says either', async () => {
  now += 2 * HOUR_MS
  await server.deps.db('alerts').delete()
  await report('Made up')
  await tell()
  const itself = { class: 'server', near: '', far: '' } as const
  await recordReports(server.deps, [cleanReport({ ...made, message: 'It broke itself' })], itself)
  await tell()
  expect(kinds()).toEqual([
    ['error', 1],
    ['server', 1],
  ])
  expect(mails().at(-1)).toBe('1 new error of the server itself')
})

// T55
test('strangers put off nothing that the server says, and none of their words is passed on', async () => {
  now += 2 * HOUR_MS
  await server.deps.db('alerts').delete()
  server.letters.splice(0)
  const bait = ['<!channel>', '@everyone', '<http://evil.example|Sign in>', 'https://evil.example']
  const errors = [{ message: bait.join(' '), url: 'https://evil.example/', userAgent: bait[0] }]
  await call(server, 'POST', '/api/errors/frontend', { from: newAddress(), body: { errors } })
  await tell()
  // The hour is per kind: others are sent at once.
  await report('It broke for somebody known')
  await tell()
  expect(kinds()).toEqual([
    ['stranger', 1],
    ['error', 1],
  ])
  const reader = new TestDevice(server.url, await registerAccount(server, 'evil'))
  const kit = maria.kit({ name: bait.join(' ') })
  await maria.push(kit, maria.version(kit.id))
  const reason = { reason: bait.join(' ') }
  expect((await reader.call('POST', `/api/kits/${kit.id}/report`, reason)).status).toBe(200)
  const email = 'channel@evil.example'
  const body = { name: bait.join(' ').slice(0, 60), email, message: bait.join(' ') }
  const sent = await call(server, 'POST', '/api/contact', { from: newAddress(), body })
  expect(sent.status).toBe(200)
  expect((await reader.call('POST', '/api/request-account-deletion', {})).status).toBe(200)
  await tell()
  const said = JSON.stringify([
    posted,
    server.letters
      .filter(({ to }) => to === BOSS)
      .map(({ text, html, subject, replyTo }) => [text, html, subject, replyTo]),
  ])
  const told = kinds()
  expect(told).toHaveLength(3)
  for (const kind of ['deletion', 'message', 'report']) expect(told).toContainEqual([kind, 1])
  expect(said).toContain('/admin/accounts')
  expect(said).not.toMatch(/evil|channel|everyone/)
  expect(mails()).toHaveLength(5)
})
