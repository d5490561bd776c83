/** Limits only a real server shows: its own timeouts, and a connection that falls silent. */
import type { Socket } from 'node:net'

import { connect as openSocket, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { Database } from './connect.ts'

import { openTestDatabase, quiet } from '../testDatabase.ts'
import { problemOf } from '../routes/guards/problems.ts'
import { connect } from './connect.ts'
import { isAway } from './isAway.ts'

// T113
test('what Node, pg and PostgreSQL say of a database that is away is told apart from bugs', () => {
  const coded = (code: string) => Object.assign(new Error('x'), { code })
  for (const code of [
    '08006',
    '57P01',
    '57014',
    '53300',
    '53100',
    '25P03',
    '40P01',
    'ECONNRESET',
  ]) {
    expect(isAway(coded(code)), code).toBe(true)
  }
  for (const full of ['53100', 'ENOSPC']) {
    expect(problemOf(coded(full)), full).toMatchObject({
      status: 503,
      message: 'The server has no room left, so this was not saved. Please try again later.',
    })
  }
  expect(problemOf(coded('53300'))?.message).toMatch(/is busy/)
  expect(isAway(new Error('select 1 - Connection terminated unexpectedly'))).toBe(true)
  expect(isAway(new AggregateError([coded('ECONNREFUSED')]))).toBe(true)
  for (const code of ['23505', '42P01', '22P02', 'ERR_INVALID_ARG_TYPE', 'ENOENT']) {
    expect(isAway(coded(code)), code).toBe(false)
  }
  const noSocket = Object.assign(coded('ENOENT'), { syscall: 'connect' })
  expect(isAway(noSocket)).toBe(true)
  expect(isAway(new TypeError('x is not a function'))).toBe(false)
})

describe('on PostgreSQL', () => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })
  afterAll(() => database.close())

  test('a connection is limited by the server in what it may take', async () => {
    const { rows } = await database.knex.raw(
      `select name, setting from pg_settings where name like '%\\_timeout' and source = 'session'`,
    )
    const limits = rows.map(({ name, setting }: Record<string, string>) => `${name} ${setting}`)
    expect(limits.sort()).toEqual([
      'idle_in_transaction_session_timeout 30000',
      'lock_timeout 5000',
      'statement_timeout 10000',
    ])
  })

  // T110
  test('connections that are ended in the middle are nobody’s fault, and new ones are made', async () => {
    const other = await connect({ databaseUrl: database.url, log: quiet })
    const sleeping = database.knex.raw('select pg_sleep(8)').then(
      () => null,
      (error: unknown) => problemOf(error),
    )
    await expect
      .poll(async () => {
        const { rows } = await other.knex.raw(
          `select pg_terminate_backend(pid) as ended from pg_stat_activity
           where query like '%pg_sleep(8)%' and pid <> pg_backend_pid()`,
        )
        return rows.length
      })
      .toBe(1)
    await other.close()
    expect(await sleeping).toMatchObject({ status: 503, retryAfter: 5 })
    await expect(database.knex.raw('select 1')).resolves.toBeTruthy()
  })

  test('a line that falls silent is given up, and does not stay in the pool', async () => {
    const direct = new URL(database.url)
    const open: Socket[] = []
    const proxy = createServer((inner) => {
      const outer = openSocket(Number(direct.port), direct.hostname)
      open.push(inner, outer)
      for (const socket of [inner, outer]) socket.on('error', () => undefined)
      inner.pipe(outer)
      outer.pipe(inner)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const behind = new URL(direct)
    behind.hostname = '127.0.0.1'
    behind.port = String(typeof address === 'object' && address ? address.port : 0)
    const through = await connect({ databaseUrl: behind.href, pool: 1, log: quiet })
    for (const socket of open) {
      socket.unpipe()
      socket.pause()
    }
    const silent = await through.knex.transaction((trx) => trx.raw('select 1')).catch(problemOf)
    expect(silent).toMatchObject({ status: 503 })
    await expect(through.knex.raw('select 2')).resolves.toBeTruthy()
    await through.close()
    for (const socket of open) socket.destroy()
    proxy.close()
  })
})
