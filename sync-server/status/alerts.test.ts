import type { AddressInfo } from 'node:net'

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { Alert } from './alerts.ts'
import type { TestServer } from '../testServer.ts'

import { systemOutside } from '../catalogue/outside.ts'
import { call, newAddress } from '../testClient.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'
import { noteAlert, tellAlerts } from './alerts.ts'

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

const report = (message: string, more: object = {}) =>
  call(server, 'POST', '/api/errors/frontend', {
    from: newAddress(),
    body: { errors: [{ message, ...more }] },
  })

async function tell(env = server.deps.env): Promise<void> {
  await tellAlerts({ ...server.deps, env })
  await server.deps.mailer.idle()
}

const kinds = () => posted.splice(0).map(({ kind, count, words }) => [kind, count, words])
const mails = () =>
  server.letters
    .splice(0)
    .filter(({ to }) => to === BOSS)
    .map(({ subject }) => subject)

test('new faults are told by mail and webhook, once an hour, with how many there were', async () => {
  await report('It broke 1')
  await tell()
  expect(kinds()).toEqual([['error', 1, 'It broke 1']])
  expect(mails()).toEqual(['1 new error'])
  // The same one, a warning and one of the test page are nothing new.
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
  // The first alert after a quiet hour is told at once, what follows within the hour together.
  expect(kinds()).toEqual([['error', 2, 'Another']])
  now += HOUR_MS
  await tell()
  expect(kinds()).toEqual([['error', 1, 'A fourth one']])
  expect(mails()).toEqual(['2 new errors', '1 new error'])
})

test('so are reports of kits, each person counted once, and runs that failed', async () => {
  const maria = new TestDevice(server.url, await registerAccount(server, 'maria'))
  const kit = maria.kit({ name: 'Seen' })
  await maria.push(kit, maria.version(kit.id))
  const reader = new TestDevice(server.url, await registerAccount(server, 'reader'))
  for (const _time of [1, 2]) {
    const path = `/api/kits/${kit.id}/report`
    expect((await reader.call('POST', path, { reason: 'An advertisement' })).status).toBe(200)
  }
  await noteAlert(server.database.knex, now, 'run', 'Winter prices: there is no file.')
  await tell()
  expect(kinds()).toEqual(
    expect.arrayContaining([
      ['report', 1, 'An advertisement'],
      ['run', 1, 'Winter prices: there is no file.'],
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
  expect(kinds()).toEqual([['error', 1, 'While it was away']])
  expect(mails()).toEqual([])
})

test('an address of a network of one’s own is not asked unless its host is named', async () => {
  now += 2 * HOUR_MS
  const env = { ...server.deps.env, ALERT_MAIL: false, SHOP_HOSTS: new Map() }
  await report('Nobody hears it')
  await tell({ ...env, ALERT_WEBHOOK: 'https://127.0.0.1/hooks' })
  expect(kinds()).toEqual([])
})
