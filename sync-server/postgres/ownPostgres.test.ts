/** Wrenchlist's own PostgreSQL: where it works, what it survives, what it refuses. */
import { execFileSync, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs'
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import type { Database } from '../db/connect.ts'

import { connect } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { reachDatabase, reachDatabaseBeside } from '../db/reachDatabase.ts'
import { readEnv } from '../env/env.ts'
import { temporaryRoot } from '../testCluster.ts'
import { quiet } from '../testDatabase.ts'
import { defaultDataDir } from './dataFolder.ts'
import { openOwnPostgres, type OwnPostgres } from './ownPostgres.ts'
import { endOrphan } from './postmaster.ts'
import { isRoot } from './runAs.ts'

const NOBODY = 65_534
let home: string
let dataDir: string
const opened: OwnPostgres[] = []
beforeEach(() => {
  home = mkdtempSync(join(temporaryRoot(), 'wrenchlist-own-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
})
afterEach(async () => {
  for (const own of opened.splice(0)) await own.close()
  rmSync(home, { recursive: true, force: true })
})

async function open(options: Partial<Parameters<typeof openOwnPostgres>[0]> = {}) {
  const own = await openOwnPostgres({ dataDir, connections: 20, log: quiet, ...options })
  opened.push(own)
  return own
}

async function close(own: OwnPostgres): Promise<void> {
  opened.splice(opened.indexOf(own), 1)
  await own.close()
}

/** First column of a statement's result. */
async function asked(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<unknown[]>({ text: sql, rowMode: 'array' })
    return rows.map(([value]) => value)
  } finally {
    await client.end()
  }
}

const socketOf = ({ url }: OwnPostgres) => decodeURIComponent(new URL(url).hostname)
const cluster = () => join(dataDir, 'postgres-18')
const postmaster = () =>
  Number(readFileSync(join(cluster(), 'postmaster.pid'), 'utf8').split('\n')[0])

/** Opens the database as a server does, while `look` runs. @returns its gen */
async function visited(look?: (database: Database) => Promise<unknown>): Promise<string> {
  const { env, close } = await reachDatabase(readEnv({ DATA_DIR: dataDir }), { log: quiet })
  try {
    const database = await connect({ databaseUrl: env.DATABASE_OWNER_URL, log: quiet })
    try {
      await migrate(database)
      await look?.(database)
      return await database.gen()
    } finally {
      await database.close()
    }
  } finally {
    await close()
  }
}

/** Owner and mode of every file below the folder, and the content of short ones. */
function everything(folder: string): unknown {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { mode, uid, size, mtimeMs } = statSync(join(folder, name))
      return [name, mode, uid, size, mtimeMs]
    })
}

test('it is durable, listens on a socket of its own alone, and compares text by code points', async () => {
  const own = await open()
  const url = own.ownerUrl
  const settings = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']
  for (const setting of settings) expect(await asked(url, `show ${setting}`)).toEqual(['on'])
  expect(await asked(url, 'show listen_addresses')).toEqual([''])
  expect(statSync(socketOf(own)).mode & 0o777).toBe(0o700)
  expect(statSync(cluster()).mode & 0o777).toBe(0o700)
  expect(await asked(url, `select lower('ÄÖ')`)).toEqual(['äö'])
  expect(await asked(url, `select x from (values ('b'), ('B'), ('a')) t(x) order by x`)).toEqual([
    'B',
    'a',
    'b',
  ])
  expect(await asked(url, 'create extension pg_trgm')).toEqual([])
})

// T105
test('every commit is on the disk before it is answered', async () => {
  const { ownerUrl: url } = await open()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const synced = async () => {
    await client.query('select pg_stat_force_next_flush()')
    const { rows } = await client.query<{ count: string }>(
      `select sum(fsyncs) as count from pg_stat_io where object = 'wal'`,
    )
    return Number(rows[0]?.count)
  }
  await client.query('create table written (id int)')
  const before = await synced()
  for (let id = 0; id < 50; id++) await client.query('insert into written values ($1)', [id])
  expect((await synced()) - before).toBeGreaterThanOrEqual(50)
  await client.end()
})

test('a socket has a folder of its own where the path is 200 bytes long, and it goes again', async () => {
  dataDir = join(home, `${'long '.repeat(50)}é,x`.slice(0, 190), 'data')
  expect(Buffer.byteLength(dataDir)).toBeGreaterThan(200)
  const own = await open()
  expect(await asked(own.url, 'select 1')).toEqual([1])
  const folder = socketOf(own)
  expect(folder).toMatch(/^\/tmp\/wrenchlist-\w+$/)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  await close(own)
  expect(existsSync(folder)).toBe(false)
})

test('a path may have spaces, quotes and other letters', async () => {
  dataDir = join(home, `Müller's "garage" %20 #1`, 'data')
  const { url } = await open()
  expect(await asked(url, 'select 1')).toEqual([1])
})

test('where there are no Unix sockets, a port of the loopback asks for a password', async () => {
  const { url } = await open({ access: 'port' })
  expect(new URL(url).hostname).toBe('127.0.0.1')
  expect(await asked(url, 'select 1')).toEqual([1])
  const guessed = new URL(url)
  guessed.password = 'guessed'
  await expect(asked(guessed.href, 'select 1')).rejects.toThrow(/password authentication failed/)
  guessed.password = ''
  await expect(asked(guessed.href, 'select 1')).rejects.toThrow(/password/)
  expect(statSync(`${cluster()}.password`).mode & 0o777).toBe(0o600)
})

test('what was closed keeps its history; a copy of its files put back gets another', async () => {
  await visited()
  const gen = await visited()
  expect(await visited()).toBe(gen)
  const backup = `${dataDir}.backup`
  execFileSync('cp', ['-a', dataDir, backup])
  expect(await visited()).toBe(gen)
  rmSync(dataDir, { recursive: true })
  execFileSync('cp', ['-a', backup, dataDir])
  expect(await visited()).not.toBe(gen)
})

test.each([
  ['of the server', false],
  ['of the server and of PostgreSQL', true],
  // T106
])('kill -9 %s loses nothing, and the next start needs no hand', async (_, isBoth) => {
  const child = fork(new URL('../db/killedWriter.ts', import.meta.url), [dataDir], {
    execArgv: ['--import', 'tsx'],
  })
  const [gen] = (await once(child, 'message')) as [string]
  const left = postmaster()
  child.kill('SIGKILL')
  if (isBoth) process.kill(left, 'SIGKILL')
  await once(child, 'exit')
  const again = await visited(async ({ knex }) => {
    await expect(knex('kept').pluck('id')).resolves.toEqual([1])
    expect(postmaster()).not.toBe(left)
  })
  expect(again).toBe(gen)
})

// T106
test('kill -9 of the server: its PostgreSQL closes its files and ends by itself', async () => {
  const child = fork(new URL('../db/killedWriter.ts', import.meta.url), [dataDir], {
    execArgv: ['--import', 'tsx'],
  })
  await once(child, 'message')
  const left = postmaster()
  child.kill('SIGKILL')
  const runs = () => {
    try {
      return process.kill(left, 0)
    } catch {
      return false
    }
  }
  await expect.poll(runs).toBe(false)
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

// T106
test('kill -9 of PostgreSQL: it comes back by itself under the same address', async () => {
  const own = await open()
  await asked(own.ownerUrl, 'create table kept as select 1 as id')
  for (let round = 0; round < 3; round++) {
    const killed = postmaster()
    process.kill(killed, 'SIGKILL')
    const look = () => asked(own.url, 'select id from kept').catch(() => [])
    await expect.poll(look).toEqual([1])
    expect(postmaster()).not.toBe(killed)
  }
})

test('a note of a PostgreSQL whose number another process has now does not stop the start', async () => {
  await close(await open())
  const note = [String(process.pid), cluster(), '1', '5432', '/nowhere', '', '1 1', 'ready', '']
  writeFileSync(join(cluster(), 'postmaster.pid'), note.join('\n'))
  const { url } = await open()
  expect(await asked(url, 'select 1')).toEqual([1])
})

test('a note at the socket of a PostgreSQL that was killed does not stop the start', async () => {
  await close(await open())
  const socket = `${cluster()}.socket`
  rmSync(socket, { recursive: true, force: true })
  mkdirSync(socket)
  // A live process, another user's where there are users.
  const other = spawn('sleep', ['60'], isRoot() ? { uid: NOBODY, gid: NOBODY } : {})
  await once(other, 'spawn')
  const note = [String(other.pid), cluster(), '1', '5432', socket, ''].join('\n')
  writeFileSync(join(socket, '.s.PGSQL.5432.lock'), note)
  const { url } = await open()
  expect(await asked(url, 'select 1')).toEqual([1])
  other.kill()
})

test('one that serves the folder from another container is not pushed aside', async () => {
  const own = await open()
  const note = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8')
  // A pid as read from another container.
  writeFileSync(join(cluster(), 'postmaster.pid'), note.replace(/^\d+/, '999999'))
  await expect(endOrphan(cluster())).rejects.toThrow(/in another container\) still serves/)
  writeFileSync(join(cluster(), 'postmaster.pid'), note)
  expect(await asked(own.url, 'select 1')).toEqual([1])
})

test('after a crash of everything a command starts the database for itself', async () => {
  const own = await open()
  const note = readFileSync(join(cluster(), 'postmaster.pid'))
  await close(own)
  writeFileSync(join(cluster(), 'postmaster.pid'), note)
  const { env, close: end } = await reachDatabaseBeside(readEnv({ DATA_DIR: dataDir }), quiet)
  expect(await asked(env.DATABASE_URL, 'select 1')).toEqual([1])
  await end()
})

test('a command beside a server uses its database, and without a server starts it for once', async () => {
  const env = readEnv({ DATA_DIR: dataDir })
  const own = await open()
  const beside = await reachDatabaseBeside(env, quiet)
  expect(beside.env.DATABASE_URL).toBe(own.url)
  await beside.close()
  expect(await asked(own.url, 'select 1')).toEqual([1])
  await close(own)
  const alone = await reachDatabaseBeside(env, quiet)
  expect(await asked(alone.env.DATABASE_URL, 'select 1')).toEqual([1])
  await alone.close()
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
})

describe('what cannot be opened is left as it is, and a sentence says what to do', () => {
  async function refused(told: RegExp | string): Promise<void> {
    const before = everything(dataDir)
    await expect(open()).rejects.toThrow(told)
    expect(everything(dataDir)).toEqual(before)
  }

  test('a database of another major version beside none of this one', async () => {
    mkdirSync(join(dataDir, 'postgres-17'), { recursive: true })
    await refused(/is of PostgreSQL 17, and here is 18\. Run: npm run convert$/)
  })

  test('another major version in the place of this one', async () => {
    mkdirSync(cluster(), { recursive: true })
    writeFileSync(join(cluster(), 'PG_VERSION'), '17\n')
    await refused(/holds no database of PostgreSQL 18 but one of 17\./)
  })

  test('a database that others may read', async () => {
    await close(await open())
    chmodSync(cluster(), 0o777)
    await refused(`Run: chmod 700 '${cluster()}'`)
  })

  test('a folder that cannot be made', async () => {
    writeFileSync(dataDir, 'a file')
    dataDir = join(dataDir, 'below')
    await expect(open()).rejects.toThrow(/cannot be made \(ENOTDIR\)\. Set DATA_DIR/)
  })

  test.runIf(isRoot())('a database that is root’s', async () => {
    await close(await open())
    chownSync(cluster(), 0, 0)
    await refused(/belongs to user 0, and PostgreSQL would run as user 65534.*chown -R 65534/)
  })

  test.runIf(isRoot())(
    'a folder that somebody set and PostgreSQL’s user may not enter',
    async () => {
      const closed = join(home, 'closed')
      mkdirSync(closed, { mode: 0o700 })
      dataDir = join(closed, 'data')
      await expect(open()).rejects.toThrow(
        `PostgreSQL never runs as root, and the user nobody may not enter ${closed}. Set DATA_DIR`,
      )
      expect(readdirSync(closed)).toEqual([])
    },
  )
})

describe.runIf(isRoot())('as root', () => {
  const ownerOf = (pid: number) => statSync(`/proc/${pid}`).uid

  test('it is nobody’s in a folder of root’s', async () => {
    await open()
    expect([ownerOf(postmaster()), statSync(dataDir).uid]).toEqual([NOBODY, 0])
  })

  test('in somebody’s home it is theirs, and so is what it makes', async () => {
    // A system user that runs nothing else.
    const games = 5
    chownSync(home, games, 60)
    await open()
    expect(ownerOf(postmaster())).toBe(games)
    expect([statSync(dataDir).uid, statSync(cluster()).uid]).toEqual([games, games])
  })

  // T61
  test('root follows no link in a folder of somebody else’s, and its owner can start after it', async () => {
    const games = 5
    chownSync(home, games, 60)
    await close(await open())
    const [target, folder] = [join(home, 'target'), join(home, 'elsewhere')]
    writeFileSync(target, 'of root')
    mkdirSync(folder, { mode: 0o755 })
    for (const name of ['wrenchlist.left', 'postgres-18.release']) {
      rmSync(join(dataDir, name))
      symlinkSync(target, join(dataDir, name))
    }
    rmSync(`${cluster()}.socket`, { recursive: true })
    symlinkSync(folder, `${cluster()}.socket`)
    await visited()
    expect(readFileSync(target, 'utf8')).toBe('of root')
    expect([statSync(folder).uid, statSync(folder).mode & 0o777]).toEqual([0, 0o755])
    for (const name of readdirSync(dataDir)) {
      expect([name, lstatSync(join(dataDir, name)).uid]).toEqual([name, games])
    }
  })

  test('a database that is there stays, though its folder was closed since', () => {
    const before = process.cwd()
    const closed = join(home, 'closed', 'checkout')
    mkdirSync(join(closed, 'data', 'postgres-18'), { recursive: true })
    chmodSync(join(home, 'closed'), 0o700)
    process.chdir(closed)
    try {
      expect(defaultDataDir()).toBe('./data')
    } finally {
      process.chdir(before)
    }
  })

  test('a checkout that nobody else may enter has its data in /var/lib/wrenchlist', () => {
    const before = process.cwd()
    const closed = join(home, 'closed', 'checkout')
    mkdirSync(closed, { recursive: true })
    chmodSync(join(home, 'closed'), 0o700)
    process.chdir(closed)
    try {
      expect(defaultDataDir()).toMatch(/^\/var\/lib\/wrenchlist\/checkout-[\da-f]{8}$/)
      chmodSync(join(home, 'closed'), 0o755)
      expect(defaultDataDir()).toBe('./data')
    } finally {
      process.chdir(before)
    }
  })
})
