/** A database of another major version is the same in the present one, and stays where it was. */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'
import type { Programs } from '../postgres/programs.ts'

import { compareDatabases } from './compareDatabases.ts'
import { connect } from '../db/connect.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { reachDatabase } from '../db/reachDatabase.ts'
import { plantDemo } from '../demo/plantDemo.ts'
import { readEnv } from '../env/env.ts'
import { createLocalLive } from '../sync/live.ts'
import { temporaryRoot } from '../testCluster.ts'
import { openTestDatabase, quiet } from '../testDatabase.ts'
import { startTestServer, TestDevice } from '../testServer.ts'
import {
  addressesOf,
  createCluster,
  findPlace,
  startCluster,
  stopCluster,
} from '../postgres/cluster.ts'
import { convertDatabase } from './convert.ts'
import { lockDirectory } from '../postgres/lock.ts'
import { systemPrograms } from '../postgres/programs.ts'
import { runAsFor } from '../postgres/runAs.ts'

const KITS = 20
let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(temporaryRoot(), 'wrenchlist-convert-'))
  chmodSync(dataDir, 0o755)
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const options = () => ({ dataDir, version: '1.2.3', log: quiet, say: () => undefined })

async function fill(database: Database): Promise<void> {
  await plantDemo(database.knex, Date.parse('2026-05-01T12:00:00Z'))
  const server = await startTestServer({ database, live: createLocalLive() })
  const device = new TestDevice(server.url)
  for (let n = 0; n < KITS; n++) {
    const kit = device.kit({ name: `Kit ${n}`, notes: `"quoted", back\\slash,\ttab\n𝄞 ${n}` })
    await device.push(kit, device.line(kit.id, { name: 'Öl', unitPrice: 1_299, qty: n }))
  }
  await server.close()
}

/** Paths and contents of every file. */
function everything(folder: string): string {
  const hash = createHash('sha256')
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(folder, name)
    hash.update(name)
    if (statSync(path).isFile()) hash.update(readFileSync(path))
  }
  return hash.digest('hex')
}

async function expectConverted(kits: number): Promise<void> {
  const { env, close } = await reachDatabase(readEnv({ DATA_DIR: dataDir }), { log: quiet })
  const database = await connect({ databaseUrl: env.DATABASE_URL, log: quiet })
  await expect(database.knex('kits').count().first()).resolves.toEqual({ count: String(kits) })
  await migrate(database)
  await database.close()
  await close()
}

const runAs = runAsFor('/')
const older = systemPrograms(runAs).find(({ major }) => major < 18)

/** Makes a database of an older major version. @returns its folder */
async function writeOlder(
  programs: Programs,
  write: (database: Database) => Promise<unknown>,
): Promise<string> {
  const folder = join(dataDir, `postgres-${programs.major}`)
  const cluster = { folder, programs, runAs, access: 'socket' } as const
  createCluster(cluster)
  const place = await findPlace(cluster)
  const running = await startCluster(cluster, place, 20)
  const database = await connect({ databaseUrl: addressesOf(cluster, place).ownerUrl, log: quiet })
  await write(database)
  await database.close()
  await stopCluster(running.child, cluster)
  return folder
}

// The npm package has one version, so `npm test` runs these with the system's PostgreSQL as well.
if (older) describe('a database of another major version', () => onOlder(older))

function onOlder(programs: Programs): void {
  test('is read from a copy, compared, and stays as it was', async () => {
    const folder = await writeOlder(programs, async (database) => {
      await migrate(database)
      await fill(database)
    })
    const before = everything(folder)
    const { from, to, rows } = await convertDatabase(options())
    expect([from, to]).toEqual([folder, join(dataDir, 'postgres-18')])
    expect(rows).toBeGreaterThan(2 * KITS)
    expect(everything(folder)).toBe(before)
    expect(readdirSync(dataDir).filter((name) => /convert|engine/.test(name))).toEqual([])
    await expectConverted(KITS)
    await expect(convertDatabase(options())).rejects.toThrow('nothing has to be converted')
  })

  test('is brought to the present shape on the way', async () => {
    await writeOlder(programs, (database) => migrate(database, migrations.slice(0, 10)))
    await convertDatabase(options())
    await expectConverted(0)
  })
}

test('one that is damaged, or in use, leaves everything as it was', async () => {
  const folder = join(dataDir, 'postgres-17')
  mkdirSync(folder)
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  const lock = await lockDirectory(dataDir, () => undefined)
  await expect(convertDatabase(options())).rejects.toThrow(/is in use by Wrenchlist process/)
  lock.release()
  await expect(convertDatabase(options())).rejects.toThrow()
  expect(readdirSync(dataDir)).toEqual(['postgres-17'])
  expect(readdirSync(folder)).toEqual(['PG_VERSION'])
})

test('two databases that differ in one value are told apart', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()]
  for (const { knex } of [one, other]) {
    await knex('server_state').insert({ key: 'x', value: 'the same' })
    await knex('server_state').where({ key: 'node' }).update({ value: 'n' })
  }
  await expect(compareDatabases(one.knex, other.knex)).resolves.toBeGreaterThan(0)
  await other.knex('server_state').where({ key: 'x' }).update({ value: 'the samE' })
  const difference = 'The two databases differ in the table server_state.'
  await expect(compareDatabases(one.knex, other.knex)).rejects.toThrow(difference)
  await other.knex('server_state').where({ key: 'x' }).delete()
  await expect(compareDatabases(one.knex, other.knex)).rejects.toThrow(difference)
  await one.close()
  await other.close()
})
