// A throw-away PostgreSQL for the tests that need a real server. It never looks at, starts or stops
// a cluster that is already on the machine: only binaries are shared.
import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdtempSync, readFileSync } from 'node:fs'
import { rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { binaryFolder, installBinaries } from './postgresBinaries.mjs'

/**
 * A real PostgreSQL to test against: TEST_DATABASE_URL as it is, else a new cluster in a temporary
 * folder on its own port, gone after stop(), at the end of the process, and on SIGINT or SIGTERM.
 * @returns {Promise<{ url: string, stop: () => void } | null>} null after printing why there is none
 */
export async function startPostgres() {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: () => {} }
  const binaries = binaryFolder() ?? installBinaries()
  if (!binaries) return null
  let cluster
  try {
    cluster = createCluster(binaries)
    return { url: await cluster.start(), stop: cluster.stop }
  } catch (error) {
    cluster?.stop()
    console.error(`No PostgreSQL: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/**
 * A PostgreSQL as careful as in production, to be halted and to go on, or null without PostgreSQL's
 * programs: nothing is installed for it. postgres.d.mts says what it has.
 * @param {string} [parent] where its folder is made
 */
export async function startCareful(parent) {
  const binaries = binaryFolder()
  if (!binaries) return null
  const cluster = createCluster(binaries, { isCareful: true, parent })
  try {
    const url = await cluster.start()
    return { url, halt: cluster.halt, goOn: cluster.goOn, stop: cluster.stop }
  } catch (error) {
    cluster.stop()
    throw error
  }
}

/**
 * A database and a standby that follows it by streaming, both new and both one's own: either may be
 * halted and go on. Null without PostgreSQL's programs, which are not installed for it.
 */
export async function startReplicated() {
  const binaries = binaryFolder(['pg_basebackup'])
  if (!binaries) return null
  const primary = createCluster(binaries)
  const url = await primary.start()
  const standby = createCluster(binaries, { source: url })
  const stop = () => {
    standby.stop()
    primary.stop()
  }
  try {
    const { halt, goOn, promote } = standby
    const second = { url: await standby.start(), halt, goOn, promote }
    return { primary: { url, halt: primary.halt, goOn: primary.goOn }, standby: second, stop }
  } catch (error) {
    stop()
    throw error
  }
}

/**
 * @param {{ source?: string, isCareful?: boolean, parent?: string }} [options] source: the database to
 *   copy and to follow; parent: where its folder is made
 */
function createCluster(binaries, { source, isCareful = false, parent } = {}) {
  const owner = clusterOwner()
  const folder = mkdtempSync(join(parent ?? temporaryRoot(owner), 'wrenchlist-pg-'))
  const data = join(folder, 'data')
  const log = join(folder, 'log')
  let stopped = false

  /** Runs one of PostgreSQL's programs as the cluster's owner; throws with what it printed. */
  function run(program, args) {
    const answer = spawnSync(join(binaries, program), args, {
      ...owner,
      cwd: folder,
      // Not our environment: PGDATA, PGHOST and the like would point at somebody's real server.
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    if (answer.status === 0) return
    throw new Error(`${program}: ${answer.error?.message ?? (answer.stderr || answer.stdout)}`)
  }

  // Synchronous, because it also runs from the exit event, where nothing else gets its turn.
  function stop() {
    if (stopped) return
    stopped = true
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
  const handlers = Object.entries(exitCodes).map(([signal, code]) => [
    signal,
    () => process.exit(code),
  ])
  process.on('exit', stop)
  for (const [signal, handler] of handlers) process.on(signal, handler)

  async function start() {
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
        // The port may have been taken between looking and listening.
        if (attempt === 3) throw new Error(`${error.message}\n${readLog(log)}`)
      }
    }
  }

  return {
    start,
    stop,
    /** As a crash does; what it has stays. */
    halt: () => run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w']),
    goOn: () => run('pg_ctl', ['start', '-D', data, '-l', log, '-w', '-t', '60']),
    /** Of a standby: from now on it follows nobody and is written to. */
    promote: () => run('pg_ctl', ['promote', '-D', data, '-w', '-t', '60']),
  }
}

/**
 * Linguistic order where the build has it: production databases usually sort so, and only then does
 * a column that forgot its `collate "C"` show. Older or ICU-less builds get plain C.
 */
function initialise(run, data) {
  const always = ['-D', data, '-U', 'wrenchlist', '--auth=trust', '--encoding=UTF8', '--no-sync']
  try {
    run('initdb', [...always, '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'])
  } catch {
    rmSync(data, { recursive: true, force: true })
    run('initdb', [...always, '--locale=C'])
  }
}

/** Later lines of postgresql.conf win, so a second attempt just appends another port. */
function settings(folder, port) {
  return `
listen_addresses = '127.0.0.1'
port = ${port}
unix_socket_directories = '${folder}'
max_connections = 200
`
}

/** Nothing of a throw-away cluster has to be there after a crash. */
const CARELESS = `
fsync = off
synchronous_commit = off
full_page_writes = off
`

/** initdb and the server refuse root, and need a user with a name. Undefined: run as we are. */
export function clusterOwner() {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const fields = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map((line) => line.split(':'))
      .find(([user]) => user === name)
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('as root it needs a user named postgres or nobody')
}

/** A temporary folder the owner can reach: root's own TMPDIR may lie behind a closed door. */
export function temporaryRoot(owner) {
  if (!owner) return tmpdir()
  const isOpen = (path) =>
    (statSync(path).mode & 0o001) !== 0 && (path === dirname(path) || isOpen(dirname(path)))
  return [tmpdir(), '/tmp', '/var/tmp'].find(isOpen) ?? '/tmp'
}

function readLog(log) {
  try {
    return readFileSync(log, 'utf8').split('\n').slice(-10).join('\n')
  } catch {
    return ''
  }
}

export function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
