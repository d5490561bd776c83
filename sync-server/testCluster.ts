// Throw-away PostgreSQL clusters for tests and benchmarks. Existing clusters of the machine are
// never touched: only programs are shared.
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './postgres/cluster.ts'
import { findPrograms, programEnv, programsIn, systemFolders } from './postgres/programs.ts'
import { closedTo, runAsFor, type RunAs } from './postgres/runAs.ts'

export interface TestCluster {
  url: string
  /** Like a crash; the data stays. */
  halt(): void
  goOn(): void
  stop(): void
}

/**
 * A PostgreSQL for tests: TEST_DATABASE_URL, else a new cluster in a temporary folder on its own
 * port, removed by stop(), at exit, and on SIGINT or SIGTERM. TEST_POSTGRES_BIN names a folder of
 * other programs than Wrenchlist's.
 */
export async function startPostgres(): Promise<{ url: string; stop(): void }> {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { url: given, stop: () => undefined }
  const cluster = createCluster(usualPrograms())
  return { url: await cluster.start(), stop: cluster.stop }
}

/** A PostgreSQL as durable as in production. @param parent of its folder */
export async function startCareful(parent?: string): Promise<TestCluster> {
  const cluster = createCluster(usualPrograms(), { isCareful: true, parent })
  return { url: await cluster.start(), ...cluster }
}

/** The system's programs, including those for a standby, which no package has. */
export function replicationPrograms(): string | undefined {
  const owner = clusterOwner()
  const names = ['pg_basebackup', 'pg_ctl']
  return systemFolders().find(
    (folder) =>
      programsIn(folder, owner) !== undefined &&
      names.every((name) => spawnSync(join(folder, name), ['--version']).status === 0),
  )
}

/** A database and a streaming standby: either may be halted and resumed. */
export async function startReplicated(programs: string): Promise<{
  primary: TestCluster
  standby: TestCluster & { promote(): void }
  stop(): void
}> {
  const first = createCluster(programs)
  const url = await first.start()
  const second = createCluster(programs, { source: url })
  const stop = () => {
    second.stop()
    first.stop()
  }
  try {
    const standby = { url: await second.start(), ...second }
    return { primary: { url, ...first }, standby, stop }
  } catch (error) {
    stop()
    throw error
  }
}

function usualPrograms(): string {
  const folder = process.env['TEST_POSTGRES_BIN']
  if (folder) return folder
  // Copied once per machine if their user cannot enter the checkout.
  return findPrograms(clusterOwner(), join(temporaryRoot(), 'wrenchlist-programs')).folder
}

interface Options {
  /** Database to copy and to follow. */
  source?: string
  isCareful?: boolean
  parent?: string | undefined
}

function createCluster(programs: string, { source, isCareful = false, parent }: Options = {}) {
  const owner = clusterOwner()
  const folder = mkdtempSync(join(parent ?? temporaryRoot(), 'wrenchlist-pg-'))
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  let isStopped = false

  /** Runs a PostgreSQL program as the cluster's owner; throws with its output. */
  function run(program: string, args: string[]): void {
    const answer = spawnSync(join(programs, program), args, {
      ...owner,
      cwd: folder,
      env: programEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    if (answer.status === 0) return
    throw new Error(`${program}: ${answer.error?.message ?? (answer.stderr || answer.stdout)}`)
  }

  // Synchronous, because it also runs on exit, where nothing asynchronous does.
  function stop(): void {
    if (isStopped) return
    isStopped = true
    process.off('exit', stop)
    for (const [signal, handler] of handlers) process.off(signal, handler)
    try {
      run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w'])
    } catch {
      // It never came up, which start() has reported.
    }
    rmSync(folder, { recursive: true, force: true })
  }

  const exitCodes = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }
  const handlers = Object.entries(exitCodes).map(
    ([signal, code]) => [signal, () => process.exit(code)] as const,
  )
  process.on('exit', stop)
  for (const [signal, handler] of handlers) process.on(signal, handler)

  async function start(): Promise<string> {
    if (owner) chownSync(folder, owner.uid, owner.gid)
    chmodSync(folder, 0o700)
    if (source) run('pg_basebackup', ['-D', data, '-d', source, '-R', '-c', 'fast', '-N'])
    else initialise(run, data)
    for (let attempt = 1; ; attempt += 1) {
      const port = await freePort()
      const careless = isCareful ? '' : CARELESS
      appendFileSync(join(data, 'postgresql.conf'), settings(folder, port) + careless)
      try {
        run('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-t', '60'])
        return `postgres://wrenchlist@127.0.0.1:${port}/postgres`
      } catch (error) {
        // Another process may have taken the port between probing and listening.
        if (attempt === 3) throw new Error(`${String(error)}\n${readLog(log)}`, { cause: error })
      }
    }
  }

  return {
    start,
    stop,
    halt: () => run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']),
    goOn: () => run('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-t', '60']),
    /** Promotes a standby to primary. */
    promote: () => run('pg_ctl', ['promote', '-D', data, '-w', '-t', '60']),
  }
}

/**
 * Linguistic order where ICU is built in: production databases often sort so, and only then does a
 * column without `collate "C"` show. Builds without ICU get plain C.
 */
function initialise(run: (program: string, args: string[]) => void, data: string): void {
  const always = ['-D', data, '-U', 'wrenchlist', '--auth=trust', '--encoding=UTF8', '--no-sync']
  try {
    run('initdb', [...always, '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'])
  } catch {
    rmSync(data, { recursive: true, force: true })
    run('initdb', [...always, '--locale=C'])
  }
}

/** Later lines of postgresql.conf win, so a second attempt just appends another port. */
function settings(folder: string, port: number): string {
  return `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${folder}'
max_connections = 200
`
}

/** A throw-away cluster need not survive a crash. */
const CARELESS = `
fsync = off
synchronous_commit = off
full_page_writes = off
`

/** PostgreSQL refuses root: an unprivileged user then. */
export const clusterOwner = (): RunAs => runAsFor('/')

/** A temporary folder that user can enter: root's own TMPDIR may be closed. */
export function temporaryRoot(): string {
  const owner = clusterOwner()
  return [tmpdir(), '/tmp', '/var/tmp'].find((path) => !closedTo(owner, path)) ?? '/tmp'
}

function readLog(log: string): string {
  try {
    return readFileSync(log, 'utf8').split('\n').slice(-10).join('\n')
  } catch {
    return ''
  }
}
