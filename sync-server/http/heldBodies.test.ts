/** Bodies held back until their session or role has ended. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { PROOF_HEADER } from '#shared/secondFactor.ts'
import { call } from '../testClient.ts'
import { BOSS_EMAIL, TestDesk } from '../testDesk.ts'
import { proofOf } from '../testProof.ts'
import { mailedToken, registerAccount, startTestServer } from '../testServer.ts'

const NEW_PASSWORD = 'Torque 99 Nm, new!'
/** Longer than a body may take without its session being checked again. */
const HELD_MS = 1_200

let server: TestServer
let desk: TestDesk
beforeAll(async () => {
  server = await startTestServer({ env: { ADMIN_EMAILS: [BOSS_EMAIL] } })
  desk = await TestDesk.open(server)
})
afterAll(async () => server.close())

/** Sends the start of a call. @returns sends the rest, and gives its status and code */
function hold(path: string, token: string, body: object, headers: Record<string, string> = {}) {
  const text = JSON.stringify(body)
  const sent = request(server.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': text.length,
      Authorization: `Bearer ${token}`,
      ...headers,
    },
  })
  const answer = new Promise<[number | undefined, unknown]>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      let got = ''
      response.on('data', (bytes: Buffer) => (got += bytes.toString()))
      response.on('end', () =>
        resolve([response.statusCode, (JSON.parse(got) as { code?: string }).code]),
      )
    })
  })
  sent.write(text.slice(0, 5))
  return () => {
    sent.end(text.slice(5))
    return answer
  }
}

test('add no second factor after the password was reset: its owner would be shut out', async () => {
  const { token, user } = await registerAccount(server)
  const path = '/api/auth/second-factors'
  const begun = await call(server, 'POST', path, { body: { kind: 'totp' }, token })
  const code = await generate({ secret: String(begun.body['secret']) })
  const goOn = hold(`${path}/complete`, token, { kind: 'totp', code, label: 'Thief' })
  await sleep(HELD_MS)
  await call(server, 'POST', '/api/auth/forgot-password', { body: { email: user.email } })
  await server.deps.mailer.idle()
  const reset = {
    token: mailedToken(server, user.email, 'reset-password'),
    password: NEW_PASSWORD,
  }
  expect((await call(server, 'POST', '/api/auth/reset-password', { body: reset })).status).toBe(200)
  expect(await goOn()).toEqual([401, 'signed_out'])
  const login = { username: user.username, password: NEW_PASSWORD }
  expect((await call(server, 'POST', '/api/auth/login', { body: login })).status).toBe(200)
})

test('make no operator by one who is none any more', async () => {
  const [second, friend] = [await registerAccount(server), await registerAccount(server)]
  const page = `/api/admin/people/${second.user.id}`
  await desk.post(page, { action: 'makeAdmin' })
  const proof = await proofOf(server.url, `Bearer ${second.token}`)
  const path = `/api/admin/people/${friend.user.id}`
  const body = { action: 'makeAdmin' }
  const goOn = hold(path, second.token, body, { [PROOF_HEADER]: proof })
  await sleep(HELD_MS)
  await desk.post(page, { action: 'unmakeAdmin' })
  expect(await goOn()).toEqual([403, 'not_admin'])
  const people = server.deps.db('users').where({ id: friend.user.id })
  expect(await people.first('is_admin')).toEqual({ is_admin: false })
})
