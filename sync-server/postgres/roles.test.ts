/** Roles of our own PostgreSQL: privileges, logins, and the upgrade of an older folder. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { restoreBackup } from '../backup/restoreBackup.ts'
import { writeBackup } from '../backup/writeBackup.ts'
import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { readGen } from '../db/gen.ts'
import { clusterOwner, temporaryRoot } from '../testCluster.ts'
import { quiet } from '../testDatabase.ts'
import { openOwnPostgres, reachOwnPostgres, type OwnPostgres } from './ownPostgres.ts'
import { findPrograms, programEnv } from './programs.ts'
import { rolesSql } from './roles.ts'
import { writeFor } from './writeFor.ts'

const owner = clusterOwner()
let dataDir: string
const opened: OwnPostgres[] = []
beforeEach(() => {
  dataDir = mkdtempSync(join(temporaryRoot(), 'wrenchlist-roles-'))
  chmodSync(dataDir, 0o755)
})
afterEach(async () => {
  await closeAll()
  rmSync(dataDir, { recursive: true, force: true })
})

const folder = () => join(dataDir, 'postgres-18')

async function open(): Promise<OwnPostgres> {
  const own = await openOwnPostgres({ dataDir, connections: 20, log: quiet })
  opened.push(own)
  return own
}

async function closeAll(): Promise<void> {
  for (const own of opened.splice(0)) await own.close()
}

async function asked(connectionString: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

async function migrated({ ownerUrl }: OwnPostgres): Promise<void> {
  const database = await connect({ databaseUrl: ownerUrl, pool: 1, log: quiet })
  await migrate(database)
  await database.close()
}

const OUTSIDE = [
  `copy (select 1) to program 'true'`,
  `copy kits from program 'true'`,
  `copy (select 1) to '/tmp/wrenchlist-copied'`,
  `select pg_read_file('/etc/passwd')`,
  `select lo_import('/etc/passwd')`,
  `create function run(text) returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'system'`,
  `alter system set log_directory = '/tmp'`,
  'create extension adminpack',
  'create role more superuser',
  'alter role current_user superuser',
  'set role wrenchlist',
  'grant pg_execute_server_program to current_user',
]
const OF_THE_OWNER = ['drop table kits', 'create table more (id int)', 'set role wrenchlist_owner']

/** No login as the former superuser, as a role without its password, or to another database. */
async function expectShut({ url }: OwnPostgres): Promise<void> {
  const entrance = new URL(url)
  entrance.password = ''
  for (const user of ['wrenchlist', 'wrenchlist_owner', 'wrenchlist_app', 'nobody', 'postgres']) {
    entrance.username = user
    await expect(asked(entrance.href, 'select 1')).rejects.toThrow(/no pg_hba.conf entry|password/)
  }
  const other = new URL(url)
  other.pathname = '/template1'
  await expect(asked(other.href, 'select 1')).rejects.toThrow(/no pg_hba.conf entry/)
}

async function expectHarmless({ url, ownerUrl }: OwnPostgres): Promise<void> {
  for (const address of [url, ownerUrl]) {
    expect(await asked(address, 'show is_superuser')).toBe('off')
    for (const sql of OUTSIDE) {
      await expect(asked(address, sql), sql).rejects.toThrow(
        /permission denied|must be|not allowed|only|available/i,
      )
    }
  }
  for (const sql of OF_THE_OWNER) {
    await expect(asked(url, sql), sql).rejects.toThrow(/must be owner|permission denied/)
  }
  expect(
    await asked(url, 'with gone as (delete from kits returning 1) select count(*) from gone'),
  ).toBe('0')
}

// T62, T63
test('neither the server’s role nor that of the tables reaches outside, and nobody else comes in', async () => {
  const own = await open()
  await migrated(own)
  await expectHarmless(own)
  await expectShut(own)
  const file = statSync(`${folder()}.password`)
  expect([file.mode & 0o777, file.uid]).toEqual([0o600, statSync(dataDir).uid])
  expect(readFileSync(join(folder(), 'pg_hba.conf'), 'utf8')).not.toContain('trust')
})

test('the server’s role does what a server does: statistics, locks, and the history it is of', async () => {
  const own = await open()
  const database = await connect({ databaseUrl: own.url, pool: 1, log: quiet })
  await expect(migrate(database)).rejects.toThrow(/Set DATABASE_OWNER_URL/)
  await migrated(own)
  await migrate(database)
  const { rows } = await database.knex.raw<{ rows: { may: boolean }[] }>(
    `select has_table_privilege('parts', 'maintain') as may`,
  )
  expect(rows).toEqual([{ may: true }])
  await database.knex.transaction((trx) =>
    trx.raw('lock table backups in share row exclusive mode'),
  )
  await expect(readGen(database.knex)).resolves.toHaveLength(11)
  await database.close()
})

test('passwords that were lost are made anew', async () => {
  const { url } = await open()
  await closeAll()
  rmSync(`${folder()}.password`)
  const own = await open()
  expect(own.url).not.toBe(url)
  expect(await asked(own.url, 'select 1')).toBe(1)
  await expect(asked(url, 'select 1')).rejects.toThrow(/password authentication failed/)
})

test('nothing that the owner of the tables plants is run by the superuser that looks after both', async () => {
  const own = await open()
  await migrated(own)
  const as = 'returns text language plpgsql as'
  const run = `$$ begin create role planted superuser; return pg_catalog.format($1, $2); end $$`
  for (const type of ['text', 'regclass'])
    await asked(own.ownerUrl, `create function format(text, ${type}) ${as} ${run}`)
  await closeAll()
  rmSync(`${folder()}.password`)
  const { url } = await open()
  expect(await asked(url, `select count(*) from pg_roles where rolname = 'planted'`)).toBe('0')
})

describe('a folder as it was made before there were roles', () => {
  /** Created and started as older versions did. */
  function atThatTime(act: (url: string) => Promise<void>): Promise<void> {
    const programs = findPrograms(owner, join(temporaryRoot(), 'wrenchlist-programs')).folder
    const socket = `${folder()}.socket`
    const run = (name: string, args: string[]) => {
      const answer = spawnSync(join(programs, name), args, {
        ...owner,
        cwd: '/',
        env: programEnv(),
        stdio: 'ignore',
      })
      expect(answer.status).toBe(0)
    }
    for (const path of [folder(), socket]) {
      mkdirSync(path, { mode: 0o700 })
      writeFor(owner, join(path, 'mine'), '')
      rmSync(join(path, 'mine'))
      if (owner) spawnSync('chown', [`${owner.uid}:${owner.gid}`, path])
    }
    run('initdb', [
      '-D',
      folder(),
      '-U',
      'wrenchlist',
      '-E',
      'UTF8',
      '--data-checksums',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--auth-local=trust',
      '--auth-host=reject',
    ])
    const settings = `-c listen_addresses='' -c unix_socket_directories='${socket}'`
    run('pg_ctl', ['start', '-w', '-s', '-D', folder(), '-o', settings, '-l', '/dev/null'])
    return act(`postgresql://wrenchlist@${encodeURIComponent(socket)}/postgres`).finally(() =>
      run('pg_ctl', ['stop', '-w', '-s', '-D', folder(), '-m', 'fast']),
    )
  }

  // T62
  test('has them when it is opened, with all it held, and is backed up and restored', async () => {
    await atThatTime(async (databaseUrl) => {
      expect(reachOwnPostgres(dataDir)?.url).toMatch(/^postgresql:\/\/wrenchlist:@/)
      const database = await connect({ databaseUrl, pool: 1, log: quiet })
      await migrate(database)
      await database.knex('server_state').insert({ key: 'kept', value: 'of before' })
      await database.close()
      expect(
        await asked(databaseUrl, `copy (select 1) to program 'cat > /dev/null'`),
      ).toBeUndefined()
    })
    const own = await open()
    await expectHarmless(own)
    await expectShut(own)
    const kept = `select value from server_state where key = 'kept'`
    expect(await asked(own.url, kept)).toBe('of before')
    const foreign = `select count(*) from pg_class where relnamespace = 'public'::regnamespace
      and relowner <> 'wrenchlist_owner'::regrole`
    expect(await asked(own.url, foreign)).toBe('0')
    const file = join(dataDir, 'all.backup')
    const [app, tables] = await Promise.all(
      [own.url, own.ownerUrl].map((databaseUrl) => connect({ databaseUrl, pool: 1, log: quiet })),
    )
    if (!app || !tables) throw new Error('Not connected.')
    await writeBackup(app.knex, file, { version: '1', now: 0 })
    await restoreBackup(tables, file, { isReplacing: true })
    await app.knex('server_state').where({ key: 'kept' }).update({ value: 'of now' })
    await Promise.all([app.close(), tables.close()])
    expect(await asked(own.url, kept)).toBe('of now')
  })
})

test('deploy/roles.sql is the same', () => {
  const shipped = readFileSync(new URL('../../deploy/roles.sql', import.meta.url), 'utf8')
  expect(shipped.endsWith(rolesSql(`:'app_password'`, `:'owner_password'`))).toBe(true)
})
