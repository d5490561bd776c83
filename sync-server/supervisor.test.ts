/** Several server processes on one PostgreSQL share what they know, and one may die. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import type { Op } from '#shared/sync/protocol.ts'
import type { Database } from './db/connect.ts'

import { kitScope } from '#shared/cells/limits.ts'
import { isAlive } from '../e2e/processes.ts'
import { openEmptyDatabase } from './testDatabase.ts'
import { killAll, startProcess, type TestProcess } from './testProcess.ts'
import { TestDevice } from './testServer.ts'

const ADMIN_EMAILS = 'boss@example.com'
const MAIL_DIR = mkdtempSync(join(tmpdir(), 'wrenchlist-mail-'))
const running: TestProcess[] = []
afterEach(() => killAll(running))
afterAll(() => rmSync(MAIL_DIR, { recursive: true, force: true }))

function start(settings: Record<string, string>): TestProcess {
  const started = startProcess({ LOG_LEVEL: 'info', ...settings })
  running.push(started)
  return started
}

test('several processes share the database that comes with Wrenchlist', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  const { ready, child, ended } = start({ DATA_DIR, PROCESSES: '2' })
  const url = await ready
  const device = new TestDevice(url)
  const kit = device.kit({ name: 'Shared' })
  await device.push(kit, ...Array.from({ length: 20 }, () => device.line(kit.id)))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(readdirSync(join(DATA_DIR, 'postgres-18'))).not.toContain('postmaster.pid')
  rmSync(DATA_DIR, { recursive: true, force: true })
})

interface Line {
  msg: string
  worker: number
  code?: number | null
  signal?: string | null
}

const logged = ({ heard }: TestProcess, msg: RegExp): Line[] =>
  heard.stderr
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter((line) => msg.test(line.msg))
const LINES_A_KIT = 200
const READY = /^a server process is ready$/

/** Retries like a real device: an unacknowledged push may or may not have happened. */
async function pushed(device: TestDevice, ops: Op[]): Promise<void> {
  for (;;) {
    try {
      const results = await device.push(...ops)
      expect(results.every(({ ok }) => ok)).toBe(true)
      return
    } catch (error) {
      if (!/fetch failed|terminated|^503/.test((error as Error).message)) throw error
      await sleep(50)
    }
  }
}

describe('on one PostgreSQL', () => {
  let database: Database
  let DATABASE_URL: string
  beforeAll(async () => {
    database = await openEmptyDatabase()
    DATABASE_URL = database.url
  })
  afterAll(() => database.close())

  /** An administrator's token. */
  async function administrator(url: string): Promise<string> {
    const post = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      expect(response.ok).toBe(true)
      return (await response.json()) as { token: string }
    }
    const login = { username: 'boss', password: 'Torque 30 Nm, dry!' }
    await post('/api/auth/register', { ...login, email: ADMIN_EMAILS })
    await database.knex('users').update({ email_verified_at: new Date() })
    return (await post('/api/auth/login', login)).token
  }

  test('servers that start at once on an empty database all come up, and know of each other', async () => {
    const servers = [{}, {}, { PROCESSES: '2' }].map((more) =>
      start({ DATABASE_URL, ADMIN_EMAILS, MAIL_DIR, ...more }),
    )
    const urls = await Promise.all(servers.map(({ ready }) => ready))
    for (const { heard } of servers) expect(heard.stdout.match(/ready at/g)).toHaveLength(1)
    const [here = '', there = ''] = urls
    const writer = new TestDevice(here)
    const kit = writer.kit({ name: 'Shared' })
    await writer.push(kit)

    const reader = new TestDevice(there)
    const leaving = new AbortController()
    const stream = await fetch(`${there}/api/sync/live?kits=${kit.id}`, {
      headers: { 'X-Device-Key': reader.secret },
      signal: leaving.signal,
    })
    const lines: string[] = []
    const reading = (async () => {
      for await (const chunk of stream.body ?? []) lines.push(Buffer.from(chunk).toString())
    })().catch(() => undefined)
    // The listening process may still be connecting: a lost poke does no harm.
    await expect
      .poll(
        async () => {
          await writer.push(writer.line(kit.id, { name: 'Filter' }))
          return lines.join('')
        },
        { interval: 100 },
      )
      .toContain(`"poke":["${kitScope(kit.id)}"`)
    leaving.abort()
    await reading

    const headers = {
      Authorization: `Bearer ${await administrator(here)}`,
      Prefer: 'respond-async',
    }
    const begun = await Promise.all(
      urls.map((url) => fetch(`${url}/api/scrape/fcpeuro`, { method: 'POST', headers })),
    )
    expect(begun.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  })

  // T104
  test('when one process is killed the others go on, a new one comes, and nothing acknowledged is lost', async () => {
    const server = start({ DATABASE_URL, PROCESSES: '2' })
    const url = await server.ready
    const device = new TestDevice(url)
    const acknowledged: string[] = []
    let isOver = false
    const pushing = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const kit = device.kit({ name: 'Survivor' })
          await pushed(device, [kit])
          for (let n = 0; n < LINES_A_KIT && !isOver; n++) {
            const line = device.line(kit.id, { name: 'Bolt' })
            await pushed(device, [line])
            acknowledged.push(line.id)
          }
        }
      }),
    )
    await expect.poll(() => logged(server, READY).length).toBe(2)
    for (let round = 1; round <= 2; round++) {
      await sleep(300)
      const pids = logged(server, READY).map(({ worker }) => worker)
      process.kill(pids.at(-1) ?? 0, 'SIGKILL')
      await expect.poll(() => logged(server, READY).length).toBe(2 + round)
    }
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
    isOver = true
    await pushing
    expect(logged(server, /another one takes its place/).map(({ signal }) => signal)).toEqual([
      'SIGKILL',
      'SIGKILL',
    ])
    const stored: string[] = await database.knex('lines').pluck('id')
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    expect(new Set(stored).size).toBe(stored.length)

    const { child, ended, heard } = server
    child.kill('SIGTERM')
    // Exit code 1 would mean a killed process, 9.5 s after the signal.
    expect(await ended).toBe(0)
    expect(heard.stdout.match(/ready at/g)).toHaveLength(1)
    for (const { worker } of logged(server, READY)) expect(() => process.kill(worker, 0)).toThrow()
  })

  test('a process that cannot start says so once, and ends the whole', async () => {
    const there = start({ DATABASE_URL })
    const { port } = new URL(await there.ready)
    const { ended, heard } = start({ DATABASE_URL, PROCESSES: '4', PORT: port })
    expect(await ended).toBe(1)
    expect(heard.stderr.match(/is in use by another program/g)).toHaveLength(1)
  })

  test('processes whose supervisor is killed end by themselves', async () => {
    const server = start({ DATABASE_URL, PROCESSES: '2' })
    await server.ready
    await expect.poll(() => logged(server, READY).length).toBe(2)
    const pids = logged(server, READY).map(({ worker }) => worker)
    server.child.kill('SIGKILL')
    await once(server.child, 'exit')
    // Containers without an init leave zombies: they count as gone.
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })
})
