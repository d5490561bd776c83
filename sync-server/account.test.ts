import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { newId } from '#shared/ids.ts'
import { connect, type Database } from './db/connect.ts'
import { reachDatabaseBeside } from './db/reachDatabase.ts'
import { readEnv } from './env/env.ts'
import { quiet } from './testDatabase.ts'
import { startProcess, type TestProcess } from './testProcess.ts'

const program = fileURLToPath(new URL('./account.ts', import.meta.url))
let dataDir: string
let server: TestProcess

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wrenchlist-'))
  server = startProcess({ DATA_DIR: dataDir })
  await server.ready
  await withDatabase(async ({ knex }) => {
    for (const username of ['Alice', 'bob']) {
      const key = username.toLowerCase()
      const at = new Date()
      const id = newId()
      await knex('users').insert({
        id,
        username,
        username_key: key,
        email: `${key}@example.com`,
        email_key: `${key}@example.com`,
        password_hash: 'x',
        created_at: at,
        password_changed_at: at,
      })
      await knex('sessions').insert({
        id: newId(),
        user_id: id,
        token_hash: Buffer.from(id),
        label: 'A phone',
        created_at: at,
        last_seen_at: at,
        authenticated_at: at,
      })
    }
  })
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  rmSync(dataDir, { recursive: true, force: true })
})

async function withDatabase<T>(look: (database: Database) => Promise<T>): Promise<T> {
  const { env, close } = await reachDatabaseBeside(readEnv({ DATA_DIR: dataDir }), quiet)
  const database = await connect({ databaseUrl: env.DATABASE_URL, log: quiet })
  try {
    return await look(database)
  } finally {
    await database.close()
    await close()
  }
}

/** The command as a process of its own. */
async function run(words: string[], settings: Record<string, string> = {}) {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...words], {
    env: { ...inherited, DATA_DIR: dataDir, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const heard = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (heard.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (heard.stderr += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...heard }
}

const userOf = (username: string) =>
  withDatabase(({ knex }) =>
    knex('users').where({ username }).first<Record<string, unknown> | undefined>(),
  )

test('beside a running server an account becomes an administrator by its name, and stops being one', async () => {
  expect(await run(['admin', 'bob'])).toEqual({
    code: 0,
    stdout: 'bob is an administrator now.\n',
    stderr: '',
  })
  expect((await run(['no-admin', 'BOB'])).code).toBe(0)
  expect(await userOf('bob')).toMatchObject({ is_admin: false })
  expect((await run(['admin', 'alice'])).stdout).toBe('Alice is an administrator now.\n')
  expect((await run(['admin', 'alice'])).stdout).toBe('Alice was an administrator already.\n')
  expect(await userOf('Alice')).toMatchObject({ is_admin: true })
  expect((await run(['moderator', 'bob'])).stdout).toContain('bob is a moderator')
  expect(await userOf('bob')).toMatchObject({ is_admin: false, role: 'moderator' })
  expect((await run(['catalogue', 'bob'])).stdout).toContain('bob looks after the catalogue')
  expect((await run(['no-admin', 'bob'])).code).toBe(0)
  expect(await userOf('bob')).toMatchObject({ is_admin: false, role: null })
})

test('an account is suspended, told, let in again, and deleted; all of it is on record', async () => {
  const suspended = await run(['suspend', 'bob'])
  expect(suspended.stdout).toBe('bob is suspended and signed out everywhere.\n')
  expect((await run(['unsuspend', 'bob'])).code).toBe(0)
  expect(readdirSync(join(dataDir, 'mail'))).toHaveLength(2)
  expect(await run(['delete', 'bob'])).toMatchObject({
    code: 0,
    stdout: 'The account bob is deleted.\n',
  })
  expect(await run(['delete', 'bob'])).toMatchObject({
    code: 1,
    stderr: 'There is no account with this username.\n',
  })
  const { code, stdout } = await run(['delete', 'alice'])
  expect([code, stdout]).toEqual([0, expect.stringContaining('Nobody is an administrator')])

  await withDatabase(async ({ knex }) => {
    expect(await knex('users').whereNull('deleted_at')).toEqual([])
    expect(await knex('sessions').whereNull('revoked_at')).toEqual([])
    const acts = await knex('audit_log').orderBy('id').select<{ actor: string; action: string }[]>()
    expect(new Set(acts.map((act) => act.actor))).toEqual(new Set(['command line']))
    expect(acts.map((act) => act.action).join(' ')).toBe(
      'make_admin unmake_admin make_admin give_role give_role unmake_admin suspend unsuspend process_deletion process_deletion',
    )
  })
})

test('without a server the command starts the database for itself, and a server goes on after it', async () => {
  server.child.kill('SIGTERM')
  expect(await server.ended).toBe(0)
  const { code, stderr } = await run(['admin', 'alice'])
  expect([code, stderr]).toEqual([1, 'There is no account with this username.\n'])
  server = startProcess({ DATA_DIR: dataDir })
  await server.ready
})

test('a folder without a database is left as it is', async () => {
  const empty = join(dataDir, 'nothing')
  const { code, stderr } = await run(['admin', 'alice'], { DATA_DIR: empty })
  expect([code, stderr]).toEqual([
    1,
    `There is no database in ${empty} yet. Start Wrenchlist first.\n`,
  ])
  expect(existsSync(empty)).toBe(false)
})

test('words that are no command show what there is', async () => {
  expect(await run([])).toMatchObject({ code: 0, stderr: '' })
  for (const words of [['admin'], ['__proto__', 'alice']]) {
    const { code, stdout, stderr } = await run(words)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('npm run account -- suspend USERNAME')
  }
})
