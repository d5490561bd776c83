/** The server's clock jumps by a day: order, expiry and limits do not depend on it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import type { TestServer } from './testServer.ts'

import { newDeviceSecret } from '#shared/ids.ts'
import { kitScope } from '#shared/cells/limits.ts'
import { call, newAddress } from './testClient.ts'
import { mailedToken, registerAccount, startTestServer, TestDevice } from './testServer.ts'

const DAY_MS = 86_400_000
const MAX_WAIT_S = 15 * 60
const password = 'Torque 30 Nm, dry!'

let server: TestServer
let aheadMs = 0
const now = () => Date.now() + aheadMs
beforeAll(async () => {
  server = await startTestServer({ now })
})
afterAll(async () => {
  await server.close()
  expect(server.errors).toEqual([])
})
beforeEach(() => {
  aheadMs = 0
})

const post = (path: string, body: unknown, more = {}) =>
  call(server, 'POST', path, { body, from: newAddress(), ...more })
const login = (username: string, secret: string, from = newAddress()) =>
  post('/api/auth/login', { username, password: secret }, { from })

describe.each([
  ['ahead', DAY_MS],
  ['back', -DAY_MS],
])('a clock that jumps a day %s', (word, jumpMs) => {
  // T114
  test('changes nothing of the order in which devices read', async () => {
    const writer = new TestDevice(server.url)
    const reader = new TestDevice(server.url)
    const kit = writer.kit()
    const [first, second, third] = ['a', 'b', 'c'].map((name) => {
      return writer.line(kit.id, { name }, Date.now() - DAY_MS)
    })
    if (!first || !second || !third) throw new Error('three lines')
    reader.cursors = { [kitScope(kit.id)]: 0 }
    const seen = async () =>
      (await reader.sync()).rows.filter(({ kind }) => kind === 'line').map(({ id }) => id)
    await writer.push(kit, first)
    expect(await seen()).toEqual([first.id])
    aheadMs = jumpMs
    await writer.push(second)
    expect(await seen()).toEqual([second.id])
    aheadMs = 0
    await writer.push(third)
    expect(await seen()).toEqual([third.id])
    expect(await seen()).toEqual([])
  })

  test('lets the last of two savings stand', async () => {
    const buildId = word === 'ahead' ? 'clockA' : 'clockB'
    const device = newDeviceSecret()
    const save = (notes: string) =>
      post('/api/auto-save', { buildId, notes, parts: [{ name: notes }] }, { device })
    for (const [ms, notes] of [
      [0, 'first'],
      [jumpMs, 'second'],
      [0, 'third'],
    ] as const) {
      aheadMs = ms
      expect((await save(notes)).status).toBe(200)
      const { body } = await call(server, 'GET', `/api/lists/${buildId}`, {})
      expect(body['kit']).toMatchObject({ notes })
      expect(body['parts']).toMatchObject([{ name: notes }])
    }
  })

  test('leaves used links used, ended sessions ended, and people signed in', async () => {
    const email = `${word}@example.com`
    const username = `sleeper${word}`
    const account = await registerAccount(server, username, email)
    const ended = await registerAccount(server, `${username}2`)
    await post('/api/auth/logout', {}, { token: ended.token })
    await post('/api/auth/forgot-password', { email: ended.user.email })
    await server.deps.mailer.idle()
    const token = mailedToken(server, ended.user.email, 'reset-password')
    const reset = () => post('/api/auth/reset-password', { token, password: 'Another 40 Nm!' })
    expect((await reset()).status).toBe(200)
    const userOf = (bearer: string) => call(server, 'GET', '/api/auth/user', { token: bearer })
    for (const ms of [jumpMs, 0]) {
      aheadMs = ms
      expect((await reset()).status).toBe(400)
      expect((await userOf(ended.token)).status).toBe(401)
      expect((await userOf(account.token)).status).toBe(200)
    }
  })

  test('locks nobody out: not by wrong passwords, not by how often they asked', async () => {
    const { user } = await registerAccount(server, `locked${word}`)
    const from = newAddress()
    const guess = () => login(user.username, 'Wrong 99 Nm, wet!', from)
    for (const ms of [0, jumpMs, 0]) {
      aheadMs = ms
      let answer = await guess()
      for (let n = 0; n < 12 && answer.status !== 429; n++) answer = await guess()
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(MAX_WAIT_S)
    }
    expect((await login(user.username, password)).status).toBe(200)

    const ask = () => post('/api/parts/offers', { parts: [] }, { from })
    for (const ms of [0, jumpMs, 0]) {
      aheadMs = ms
      let answer = await ask()
      for (let n = 0; n < 40 && answer.status === 200; n++) answer = await ask()
      expect(answer.status).toBe(429)
      expect(Number(answer.headers.get('Retry-After'))).toBeLessThanOrEqual(10)
    }
  })
})
