/** Public reads on a real standby that follows by streaming, falls behind, goes and comes back. */
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { TestAccount, TestServer } from '../testServer.ts'
import type { Database } from './connect.ts'
import type { OldReads } from './replica.ts'

import { until } from '#shared/testPatience.ts'
import { createLocalLive } from '../sync/live.ts'
import { replicationPrograms, startReplicated } from '../testCluster.ts'
import { openTestDatabase, quiet } from '../testDatabase.ts'
import { registerAccount, startTestServer } from '../testServer.ts'
import { connect } from './connect.ts'
import { migrate } from './migrate.ts'
import { createReplica } from './replica.ts'

/** More than a busy machine takes from a write to the read behind it. */
const MAX_LAG_MS = 8_000

test('a standby that is not there leaves every read to the database', async () => {
  const own = await openTestDatabase()
  const said: string[] = []
  const note = (...words: unknown[]) => void said.push(String(words.at(-1)))
  const reads = createReplica({
    url: 'postgresql://nobody@127.0.0.1:1/none',
    db: own.knex,
    live: createLocalLive(),
    maxLagMs: MAX_LAG_MS,
    log: { info: note, warn: note },
  })
  const count = async () => {
    const { rows } = await reads.read((db) =>
      db.raw<{ rows: { one: number }[] }>('select 1 as one'),
    )
    return rows[0]?.one
  }
  expect(await count()).toBe(1)
  await until(() => expect(said.length).toBeGreaterThan(0))
  expect(await count()).toBe(1)
  await reads.close()
  await own.close()
})

// The package of programs has none to make a standby with: `npm test -- debian` runs it on the system's.
const programs = replicationPrograms()
if (programs) describe('a replica', () => onReplica(programs))

function onReplica(programs: string): void {
  let clusters: Awaited<ReturnType<typeof startReplicated>>
  let database: Database
  let reads: OldReads
  let server: TestServer
  let account: TestAccount
  /** What the server said of the replica, in order. */
  const said: string[] = []

  beforeAll(async () => {
    clusters = await startReplicated(programs)
    const { url } = clusters.primary
    database = await connect({ databaseUrl: url, log: quiet })
    await migrate(database)
    const live = createLocalLive()
    reads = createReplica({
      url: clusters.standby.url,
      db: database.knex,
      live,
      maxLagMs: MAX_LAG_MS,
      log: {
        info: (message: unknown) => said.push(String(message)),
        warn: (fields: unknown) => said.push((fields as { why: string }).why),
      },
    })
    server = await startTestServer({ database, reads, live })
    account = await registerAccount(server)
  })
  afterAll(async () => {
    await server?.close()
    await reads?.close()
    await database?.close()
    clusters?.stop()
  })

  const last = () => said.at(-1)
  const isUsed = () => expect.poll(last).toBe('public reads go to the replica')

  async function onStandby(sql: string): Promise<void> {
    const client = new pg.Client({ connectionString: clusters.standby.url })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }

  const authorised = () => ({ Authorization: `Bearer ${account.token}` })

  async function save(buildId: string, name: string): Promise<void> {
    const response = await fetch(`${server.url}/api/kits`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorised() },
      body: JSON.stringify({ buildId, kitName: name, parts: [{ name: 'Oil filter' }] }),
    })
    expect(await response.text()).toContain('Kit saved')
  }

  async function names(headers: Record<string, string> = {}): Promise<string[]> {
    const response = await fetch(`${server.url}/api/kits`, { headers })
    const kits = (await response.json()) as { name: string }[]
    return kits.map(({ name }) => name)
  }

  test('answers strangers while it keeps up; who signed in reads what was just written', async () => {
    await isUsed()
    await onStandby('select pg_wal_replay_pause()')
    await save('kitOne', 'One')
    expect(await names(authorised())).toEqual(['One'])
    expect(await names()).toEqual([])
    // A link that was just made opens at once, and shows what was just saved.
    const link = () => fetch(`${server.url}/api/lists/kitOne`).then((response) => response.text())
    expect(await link()).toContain('"name":"One"')
    await onStandby('select pg_wal_replay_resume()')
    await expect.poll(() => names()).toEqual(['One'])
    await onStandby('select pg_wal_replay_pause()')
    await save('kitOne', 'One again')
    expect(await names()).toEqual(['One'])
    expect(await link()).toContain('"name":"One again"')
    await onStandby('select pg_wal_replay_resume()')
  })

  test('is left alone while it lags behind, and asked again when it has caught up', async () => {
    await isUsed()
    await onStandby('select pg_wal_replay_pause()')
    await save('kitTwo', 'Two')
    expect(await names()).not.toContain('Two')
    await expect.poll(last).toBe('it is more than 8 s behind')
    expect(await names()).toContain('Two')
    await onStandby('select pg_wal_replay_resume()')
    await isUsed()
    expect(await names()).toContain('Two')
  })

  test('may go away: nobody is refused, and it is asked again when it is back', async () => {
    await isUsed()
    clusters.standby.halt()
    expect(await names()).toContain('Two')
    await expect.poll(last).not.toBe('public reads go to the replica')
    await save('kitTri', 'Three')
    expect(await names()).toContain('Three')
    clusters.standby.goOn()
    await isUsed()
  })

  test('is no other database, and not the database itself', async () => {
    const own: string[] = []
    const wrong = createReplica({
      url: clusters.primary.url,
      db: database.knex,
      live: createLocalLive(),
      maxLagMs: MAX_LAG_MS,
      log: {
        info: () => undefined,
        warn: (fields: unknown) => own.push((fields as { why: string }).why),
      },
    })
    await expect.poll(() => own).toEqual(['it is no standby'])
    await wrong.close()
  })
}
