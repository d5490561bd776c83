import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { createLog } from '../log/log.ts'
import { call } from '../testClient.ts'
import { registerAccount, startTestServer, TestDevice } from '../testServer.ts'

interface Line {
  requestId?: string
  level: number
  msg: string
  method?: string
  err?: { message: string }
}

let server: TestServer
const lines: string[] = []
const readLines = () => lines.map((line) => JSON.parse(line) as Line)
beforeAll(async () => {
  server = await startTestServer({
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    env: { ADMIN_EMAILS: ['desk@example.com'] },
  })
})
afterAll(() => server.close())

async function ask(path: string, id?: string, port = server): Promise<Response> {
  return fetch(port.url + path, { headers: id === undefined ? {} : { 'X-Request-Id': id } })
}

test('every answer names its request, and so does the line of the log', async () => {
  for (const path of ['/api/health', '/api/nowhere', '/builder', '/assets/none.js']) {
    const response = await ask(path)
    await response.text()
    const id = response.headers.get('X-Request-Id') ?? ''
    expect(id).toMatch(/^[\w-]{11}$/)
    const ours = readLines().filter((line) => line.requestId === id)
    expect(ours.map(({ msg }) => msg)).toContain('request')
  }
})

// T46
test('a path longer than any of ours is refused before anything looks at it, whatever it holds', async () => {
  for (const piece of ['/', '@', '.', 'a', '%40', '-']) {
    for (const start of ['/', '/api/', '/assets/', '/pass/']) {
      const path = start + piece.repeat(Math.floor(14_000 / piece.length))
      const response = await ask(path)
      const { code } = (await response.json()) as { code: string }
      expect([start, piece, response.status, code]).toEqual([start, piece, 414, 'too_long'])
    }
  }
})

test('a name is taken over from a proxy that is trusted, when it can be one', async () => {
  const uuid = '018f3a5e-9c1d-7b42-8f00-1d2c3b4a5968'
  expect((await ask('/api/health', uuid)).headers.get('X-Request-Id')).toBe(uuid)
  for (const bad of [
    'short',
    'a b c d e f',
    '<script>alert(1)</script>',
    'x'.repeat(37),
    '{"a":1}',
  ]) {
    const id = (await ask('/api/health', bad)).headers.get('X-Request-Id')
    expect(id).not.toBe(bad)
  }
  const open = await startTestServer({ database: server.database, env: { TRUST_PROXY: 0 } })
  expect((await ask('/api/health', uuid, open)).headers.get('X-Request-Id')).not.toBe(uuid)
  await open.close()
})

test('a failure of ours names the request to people, in the log and in the report', async () => {
  const desk = await registerAccount(server, 'desk', 'desk@example.com')
  const { knex } = server.database
  await knex.schema.renameTable('tasks', 'tasks_gone')
  const { status, headers, body } = await call(server, 'GET', '/api/tasks')
  await knex.schema.renameTable('tasks_gone', 'tasks')
  const id = headers.get('X-Request-Id') ?? 'none'
  expect([status, body.code]).toEqual([500, 'unexpected'])
  expect(body.error).toBe(
    `Something went wrong on our side. Please try again. Should it stay so, tell us this number: ${id}`,
  )
  const line = readLines().find(({ msg }) => msg === 'unexpected failure')
  expect(line?.requestId).toBe(id)
  const found = () =>
    call<{ errors: { message: string; context: object }[] }>(
      server,
      'GET',
      `/api/errors/logs?q=${id}`,
      { token: desk.token },
    )
  await expect.poll(async () => JSON.stringify((await found()).body)).toContain(id)
})

// T59, T79
test('at level trace the log holds nothing that is private', async () => {
  lines.length = 0
  const account = await registerAccount(server, 'quiet', 'quiet.person@example.com')
  const device = new TestDevice(server.url, account)
  const kit = device.kit({ name: 'Secret Surprise', notes: 'the key is under the mat' })
  await device.push(
    kit,
    device.line(kit.id, { name: 'Hidden valve' }),
    device.comment(kit.id, 'psst, quietly'),
  )
  await device.push({ ...kit, cells: device.cells({ name: 'x'.repeat(5_000) }) })
  const token = account.token
  const asked: [path: string, body?: unknown][] = [
    ['/api/auth/login', { username: 'quiet', password: account.password }],
    ['/api/auth/login', { username: 'quiet.person@example.com', password: 'Wrong 12 Nm, wet!' }],
    [
      '/api/auth/change-password',
      { currentPassword: account.password, password: 'New 70 Nm, wet!' },
    ],
    ['/api/auth/forgot-password', { email: 'quiet.person@example.com' }],
    [
      '/api/contact',
      {
        name: 'Quiet Person',
        email: 'quiet.person@example.com',
        message: 'my VIN WAUGL78E08A123456',
      },
    ],
    ['/api/errors', { message: 'private boom', url: 'https://x.example/reset?token=reset-me-123' }],
    ['/api/auth/check-username/quiet.person@example.com'],
    ['/api/verify-email?token=verify-me-123'],
    ['/api/auth/verify-email', { token: 'verify-me-456', password: 'Wrong 13 Nm, wet!' }],
    ['/reset-password?token=reset-me-123'],
    ['/list/AAAAAA?from=quiet.person@example.com'],
    [`/api/calendar/${'calendar-key'.padEnd(43, '-')}.ics`],
    // The route reads it however it is written.
    [`/api/calendar/${'other-key'.padEnd(42, '-')}%2D.ics`],
    [`/api/calendar/${'third%2Dkey%2D'.repeat(4)}.ics`],
    ['/api/sync', { nonsense: 'the key is under the mat' }],
  ]
  for (const [path, body] of asked) {
    const headers = { 'Content-Type': 'application/json', 'X-Device-Key': device.secret }
    await fetch(server.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, Authorization: `Bearer ${token}`, Cookie: 'private=cookie' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).then((response) => response.text())
  }
  await server.deps.mailer.idle()
  const text = lines.join('')
  expect(readLines().length).toBeGreaterThan(asked.length)
  const ofLetters = server.letters.flatMap(
    ({ text: letter }) => letter.match(/(?<=token=)[\w-]{43}/g) ?? [],
  )
  const keys = [token, device.secret, account.secret, account.password, ...ofLetters]
  for (const secret of [
    ...keys,
    'Wrong 12 Nm',
    'New 70 Nm',
    'quiet.person',
    'Secret Surprise',
    'under the mat',
    'Hidden valve',
    'psst, quietly',
    'WAUGL',
    'private boom',
    'reset-me',
    'verify-me',
    'Wrong 13 Nm',
    'private=cookie',
    'Bearer',
    'Quiet Person',
    'calendar-key',
    'other-key',
    'third%2Dkey',
  ]) {
    expect(text, `the log holds ${secret}`).not.toContain(secret)
  }
  const requests = readLines().filter(({ msg }) => msg === 'request')
  expect(requests.every(({ requestId }) => requestId !== undefined)).toBe(true)
})

test('the line says who is signed in and what was refused, of what counts for security', async () => {
  const account = await registerAccount(server, 'watched', 'watched@example.com')
  const line = async (
    method: 'GET' | 'POST',
    path: string,
    options: Parameters<typeof call>[3],
  ) => {
    const { headers } = await call(server, method, path, options)
    const id = headers.get('X-Request-Id')
    return readLines().find(({ requestId, msg }) => requestId === id && msg === 'request')
  }
  const form = { username: 'watched', password: account.password }
  const user = account.user.id
  expect(await line('POST', '/api/auth/login', { body: form })).toMatchObject({ status: 200, user })
  const wrong = { ...form, password: 'Wrong-password-1' }
  expect(await line('POST', '/api/auth/login', { body: wrong })).toMatchObject({
    status: 401,
    refusal: 'bad_login',
  })
  const { token } = account
  expect(await line('GET', '/api/admin/audit', { token })).toMatchObject({
    status: 403,
    refusal: 'not_admin',
    user,
  })
  expect(await line('GET', '/api/auth/user', { token: 'x'.repeat(43) })).toMatchObject({
    status: 401,
    refusal: 'signed_out',
  })
})

test('a refusal is no failure: nothing is logged above its line', async () => {
  lines.length = 0
  expect((await call(server, 'GET', '/api/kits/none')).status).toBe(404)
  expect(readLines().map(({ level }) => level)).toEqual([30])
})
