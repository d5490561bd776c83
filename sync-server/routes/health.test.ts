import knex from 'knex'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestServer } from '../testServer.ts'

import { call } from '../testClient.ts'
import { startTestServer } from '../testServer.ts'

let server: TestServer
let isStopping = false
beforeAll(async () => {
  server = await startTestServer({ isStopping: () => isStopping })
})
afterAll(() => server.close())

test('a migrated server with its database is ready', async () => {
  const { status, body } = await call(server, 'GET', '/api/ready')
  expect([status, body]).toEqual([200, { status: 'ready' }])
})

test('a server that ends is healthy, and not ready', async () => {
  isStopping = true
  const ready = await call(server, 'GET', '/api/ready')
  const health = await call(server, 'GET', '/api/health')
  isStopping = false
  expect([ready.status, ready.body['status'], health.status]).toEqual([503, 'stopping', 200])
  expect(ready.headers.get('Retry-After')).toBe('5')
})

test('a database that lacks a migration is not ready, one that has more is', async () => {
  const { knex } = server.database
  const [last] = await knex('knex_migrations').orderBy('id', 'desc').limit(1)
  await knex('knex_migrations').where({ id: last.id }).delete()
  const without = await call(server, 'GET', '/api/ready')
  await knex('knex_migrations').insert([last, { ...last, id: last.id + 1, name: '999_newer' }])
  const beyond = await call(server, 'GET', '/api/ready')
  await knex('knex_migrations').where({ name: '999_newer' }).delete()
  expect([without.status, without.body['status']]).toEqual([503, 'not migrated'])
  expect(beyond.status).toBe(200)
})

// T111
test('while all connections are in use both answer 503 before the pool gives up', async () => {
  const { knex } = server.database
  let free = (): void => undefined
  const used = new Promise<void>((resolve) => (free = resolve))
  const { pool } = knex.client as { pool: { max: number; numUsed(): number } }
  const holders = Array.from({ length: pool.max }, () => knex.transaction(() => used))
  await expect.poll(() => pool.numUsed()).toBe(pool.max)
  let hasGivenUp = false
  const other = knex.raw('select 1').catch(() => (hasGivenUp = true))
  const answers = await Promise.all(
    ['/api/health', '/api/ready'].map((path) => call(server, 'GET', path)),
  )
  expect(hasGivenUp).toBe(false)
  free()
  await Promise.all([...holders, other])
  expect(answers.map(({ status }) => status)).toEqual([503, 503])
  expect(answers.map(({ body }) => body['status'])).toEqual(['unavailable', 'unavailable'])
  expect((await call(server, 'GET', '/api/ready')).status).toBe(200)
})

test('a database that is gone makes it not ready', async () => {
  const db = knex({ client: 'pg', connection: 'postgres://nobody@127.0.0.1:1/none' })
  const log = pino({ level: 'silent' })
  const gone = await startTestServer({ database: server.database, db, log })
  const { status, body } = await call(gone, 'GET', '/api/ready')
  expect([status, body['status']]).toEqual([503, 'unavailable'])
  await gone.close()
  await db.destroy()
})
