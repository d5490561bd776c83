import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect as openSocket, createServer as createNetServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { killAll, startProcess, type TestProcess } from './testProcess.ts'

let dataDir: string
const running: TestProcess[] = []

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
})
afterEach(() => killAll(running))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (settings: Record<string, string> = {}) => {
  const started = startProcess({ DATA_DIR: dataDir, ...settings })
  running.push(started)
  return started
}

/** Below the system's ephemeral range: nobody else gets the port before the server listens. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const server = createNetServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

test('a first start says what takes so long, a second on the same folder is refused', async () => {
  const first = start()
  const url = await first.ready
  expect(first.heard.stdout).toBe(
    `Creating the database in ${dataDir}. This takes some seconds the first time.\nWrenchlist is ready at ${url}\n`,
  )
  expect((await fetch(`${url}/api/health`)).status).toBe(200)

  const second = start()
  expect(await second.ended).toBe(1)
  expect(second.heard.stderr).toContain(`is in use by Wrenchlist process ${first.child.pid} `)
  expect(second.heard.stdout).toBe('')

  const busy = start({ DATA_DIR: join(dataDir, 'other'), PORT: new URL(url).port })
  expect(await busy.ended).toBe(1)
  expect(busy.heard.stderr).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use by another program\./m)
  expect(existsSync(join(dataDir, 'other', 'wrenchlist.lock'))).toBe(false)

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(existsSync(join(dataDir, 'wrenchlist.lock'))).toBe(false)
})

test('one Ctrl-C that arrives twice still ends cleanly, whatever connections are open', async () => {
  const { child, ready, ended } = start()
  const { port } = new URL(await ready)
  const silent = openSocket(Number(port), '127.0.0.1')
  await once(silent, 'connect')
  silent.on('error', () => undefined)
  child.kill('SIGINT')
  child.kill('SIGINT')
  // http/listen.test.ts checks how soon: a database on a busy machine is slow to stop.
  expect(await ended).toBe(0)
  expect(existsSync(join(dataDir, 'wrenchlist.lock'))).toBe(false)
})

test('whoever ends says so before it stops to answer, and has its figures on another port', async () => {
  const METRICS_PORT = String(await freePort())
  const { child, ready, ended } = start({ METRICS_PORT, DRAIN_SECONDS: '6' })
  const url = await ready
  const statusOf = async (path: string) => (await fetch(url + path)).status
  expect(await statusOf('/api/ready')).toBe(200)
  const figures = await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)
  expect(await figures.text()).toContain('wrenchlist_requests_total{route="/api/ready"')
  expect(await statusOf('/metrics')).toBe(404)
  child.kill('SIGTERM')
  await expect.poll(() => statusOf('/api/ready')).toBe(503)
  expect(await statusOf('/api/health')).toBe(200)
  expect(await ended).toBe(0)
})

test('a letter that is on its way when the server is stopped still leaves', async () => {
  const MAIL_DIR = join(dataDir, 'letters')
  const { child, ready, ended, heard } = start({ MAIL_DIR, LOG_LEVEL: 'info' })
  const url = await ready
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      username: 'rosa',
      email: 'rosa@example.com',
      password: 'Torque 30 Nm, dry!',
    }),
  })
  expect(response.status).toBe(201)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  const [file = ''] = readdirSync(MAIL_DIR)
  expect(readFileSync(join(MAIL_DIR, file), 'utf8')).toContain('Subject: Verify your email address')
  expect(heard.stderr).toContain(file)
  expect(heard.stderr).not.toContain('rosa@')
})

test('wrong settings are listed and end the process', async () => {
  const { ended, heard } = start({ PORT: 'x', KILL_SW: '2' })
  expect(await ended).toBe(1)
  expect(heard.stderr).toMatch(/^ {2}PORT must be/m)
  expect(heard.stderr).toMatch(/^ {2}KILL_SW must be/m)
})
