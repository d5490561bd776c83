import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase, openTestDatabase, quiet } from '../testDatabase.ts'
import { connect, type Database } from './connect.ts'

let database: Database

beforeAll(async () => {
  database = await openEmptyDatabase()
})
afterAll(() => database.close())

/** The driver's connection; the tests need only its own way of closing. */
type Raw = { end(): Promise<void> }
type RawClient = {
  acquireConnection(): Promise<Raw>
  releaseConnection(raw: Raw): Promise<void>
}

test('a connection lost in mid-transaction takes only its own rows with it', async () => {
  const db = database.knex
  await db.raw('create table lost (id int primary key)')
  const lost = db.transaction(async (trx) => {
    await trx('lost').insert({ id: 1 })
    const client = trx.client as RawClient
    await (await client.acquireConnection()).end()
  })
  await expect(lost).rejects.toThrow()

  await db('lost').insert({ id: 2 })
  await db('lost').insert({ id: 3 })
  await expect(db('lost').orderBy('id').pluck('id')).resolves.toEqual([2, 3])
})

test('connections that end while nobody uses them are replaced', async () => {
  const db = database.knex
  await Promise.all([db.raw('select 1'), db.raw('select 2')])
  const client = db.client as RawClient
  const idle = await client.acquireConnection()
  await client.releaseConnection(idle)
  await idle.end()
  await expect(db.raw('select 3')).resolves.toBeTruthy()
  await db.raw(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await Promise.all([4, 5, 6].map((n) => db.raw(`select ${n}`)))
})

test('a query in a transaction that was not given the transaction fails at once', async () => {
  const db = database.knex
  const { pool } = db.client as { pool: { on(name: string, act: () => void): void } }
  let asked = 0
  pool.on('acquireRequest', () => asked++)
  const wrong = db.transaction(async (trx) => {
    await trx.raw('select 1')
    await db.raw('select 2')
  })
  await expect(wrong).rejects.toThrow(/pass trx, not knex/)
  // It waits for no connection: the only one is the transaction's.
  expect(asked).toBe(1)
  await expect(db.raw('select 3')).resolves.toBeTruthy()
})

test('the same query is fine beside, after and in a timer of a transaction', async () => {
  const db = database.knex
  let later: Promise<unknown> | undefined
  const inside = db.transaction(async (trx) => {
    await trx.transaction(async (savepoint) => savepoint.raw('select 1'))
    later = new Promise((resolve, reject) => {
      setTimeout(() => void db.raw('select 2').then(resolve, reject), 20)
    })
  })
  await Promise.all([inside, db.raw('select 3')])
  await expect(later).resolves.toBeTruthy()
  const trx = await db.transaction()
  await trx.raw('select 4')
  await trx.rollback()
})

test('types are those of the driver', async () => {
  const { rows } = await database.knex.raw<{ rows: Record<string, unknown>[] }>(`
    select 9007199254740993::bigint as big, 7::int as small, count(*) as counted,
      1.50::numeric as cents, '\\x00ff'::bytea as bytes, '{"a":[1]}'::jsonb as json,
      array['a','b'] as list, timestamptz '2026-01-02T03:04:05.678Z' as at, null as nothing,
      true as yes, 0.1::float8 as float
    from (values (1), (2)) as v`)
  expect(rows).toEqual([
    {
      big: '9007199254740993',
      small: 7,
      counted: '2',
      cents: '1.50',
      bytes: Buffer.from([0, 255]),
      json: { a: [1] },
      list: ['a', 'b'],
      at: new Date('2026-01-02T03:04:05.678Z'),
      nothing: null,
      yes: true,
      float: 0.1,
    },
  ])
})

test('errors carry code and constraint, and the next query works', async () => {
  const db = database.knex
  await db.raw('create table once_only (id int constraint only_once primary key)')
  await db('once_only').insert({ id: 1 })
  await expect(db('once_only').insert({ id: 1 })).rejects.toMatchObject({
    code: '23505',
    constraint: 'only_once',
  })
  await expect(db('once_only').pluck('id')).resolves.toEqual([1])
})

test('forty transactions at once all commit', async () => {
  const db = database.knex
  await db.raw('create table many (id int)')
  const insert = (id: number) => db.transaction((trx) => trx('many').insert({ id }))
  await Promise.all(Array.from({ length: 40 }, (_, id) => insert(id)))
  await expect(db('many').count().first()).resolves.toEqual({ count: '40' })
})

test('gen stays while nothing happens and changes with the epoch row', async () => {
  const db = database.knex
  const before = await database.gen()
  expect(before).toMatch(/^[\w-]{11}$/)
  await expect(database.gen()).resolves.toBe(before)
  await db.raw('create table if not exists server_state (key text primary key, value text)')
  await db('server_state').insert({ key: 'epoch', value: 'restored' })
  await expect(database.gen()).resolves.not.toBe(before)
})

test('gen changes when tables are made or filled anew, as a restored dump does', async () => {
  const migrated = await openTestDatabase()
  try {
    const db = migrated.knex
    const before = await migrated.gen()
    const state: { key: string; value: string }[] = await db('server_state')
    await db.raw('alter table server_state rename to old_state')
    await db.raw('create table server_state (key text primary key, value text not null)')
    await db('server_state').insert(state)
    const remade = await migrated.gen()
    expect(remade).not.toBe(before)
    await db.raw('truncate scopes')
    await expect(migrated.gen()).resolves.not.toBe(remade)
  } finally {
    await migrated.close()
  }
})

test('trigram search is there', async () => {
  await database.knex.raw('create extension if not exists pg_trgm')
  const { rows } = await database.knex.raw<{ rows: { found: boolean }[] }>(
    `select 'oil filter' like '%filt%' and similarity('oil', 'oil') = 1 as found`,
  )
  expect(rows[0]?.found).toBe(true)
})

// T105
test('a server that may lose acknowledged rows is warned of at start', async () => {
  const warnings: string[] = []
  const log = { warn: (message: string) => void warnings.push(message) }
  const url = new URL(database.url)
  url.searchParams.set('options', '-c synchronous_commit=off')
  const unsafe = await connect({ databaseUrl: url.href, log })
  await unsafe.close()
  expect(warnings).toContainEqual(expect.stringContaining('synchronous_commit off'))
})

test('a database that does not answer is named without its password', async () => {
  const databaseUrl = 'postgresql://app:secret@127.0.0.1:1/wrenchlist'
  const refused = connect({ databaseUrl, log: quiet })
  await expect(refused).rejects.toThrow(/^The database at 127\.0\.0\.1:1 does not answer: .+/)
  await expect(refused).rejects.not.toThrow(/secret/)
})
