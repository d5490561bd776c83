// One PostgreSQL cluster of ours: made, started, stopped. Who may use it is said in ownPostgres.ts.
import type { ChildProcess } from 'node:child_process'
import type { Programs } from './programs.ts'
import type { RunAs } from './runAs.ts'

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, fsyncSync, lchownSync, lstatSync } from 'node:fs'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programEnv } from './programs.ts'
import { readPostmaster } from './postmaster.ts'
import { writeFor } from './writeFor.ts'

export interface Cluster {
  /** Where the database lies. */
  folder: string
  programs: Programs
  runAs: RunAs
  /** How clients reach it: where a Unix socket cannot be, a port of the loopback with a password. */
  access: Access
}

export type Access = 'socket' | 'port'

/** Where it listens: in this folder, or where that is '', on this port. */
export interface Place {
  socketFolder: string
  port: number
}

export interface Running {
  child: ChildProcess
  /** The last lines it complained with. */
  heard(): string
}

const USER = 'wrenchlist'
/** Of a socket's address, its end included (sun_path of Linux; macOS has four less). */
const LONGEST_SOCKET = 103
const SOCKET_PORT = 5432
const SOCKET_NAME = `/.s.PGSQL.${SOCKET_PORT}`
/** After a crash it reads its log first, which takes as long as it takes. */
const SILENT_MS = 120_000
const FAST_MS = 8_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 10
const LINES_KEPT = 12

/** Durable before everything else, and small: it lives beside its server. */
function settings(programs: Programs, connections: number): Record<string, string | number> {
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: connections,
    superuser_reserved_connections: 2,
    shared_buffers: '48MB',
    max_wal_size: '256MB',
    max_worker_processes: 2,
    max_parallel_workers: 0,
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    wal_level: 'minimal',
    jit: 'off',
    // Three processes less; what is read here fits into memory.
    ...(programs.major >= 18 ? { io_method: 'sync' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: 'wrenchlist',
    // Errors of statements are answered to whoever asked; here only what concerns the whole.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '',
  }
}

/**
 * Makes a new cluster in `folder`, whole or not at all. Text is compared by code points, so that no
 * system's locale can change an order it is indexed by.
 * @throws a sentence for people
 */
export function createCluster({ folder, programs, runAs, access }: Cluster): void {
  const draft = `${folder}.creating`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (runAs) lchownSync(draft, runAs.uid, runAs.gid)
  const password = access === 'port' ? passwordFile(folder) : undefined
  if (password) writeFor(runAs, password, randomBytes(32).toString('hex'), 0o600)
  const locale =
    programs.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const auth = password
    ? ['--auth=scram-sha-256', `--pwfile=${password}`]
    : ['--auth-local=trust', '--auth-host=reject']
  const answer = spawnSync(
    join(programs.folder, 'initdb'),
    ['-D', draft, '-U', USER, '-E', 'UTF8', '--data-checksums', ...locale, ...auth],
    { ...runAs, cwd: '/', env: programEnv(), encoding: 'utf8', windowsHide: true },
  )
  if (answer.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const said = answer.error?.message ?? (answer.stderr || answer.stdout)
    throw new Error(explained(said, folder, runAs) ?? `The database was not made: ${said.trim()}`)
  }
  renameSync(draft, folder)
  syncFolder(join(folder, '..'))
}

/** A rename is there after a power cut only when its folder was written. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

const passwordFile = (folder: string): string => `${folder}.password`

/**
 * Starts it as a child in a process group of its own, so that Ctrl-C in a terminal is not also told
 * to it, and waits until it answers.
 * @param connections that it takes at most
 * @throws a sentence for people when it ends instead
 */
export async function startCluster(
  { folder, programs, runAs }: Cluster,
  { socketFolder, port }: Place,
  connections: number,
): Promise<Running> {
  const options: Record<string, string | number> = {
    ...settings(programs, connections),
    port,
    listen_addresses: socketFolder ? '' : '127.0.0.1',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
  }
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(programs.folder, 'postgres'), ['-D', folder, ...args], {
    ...runAs,
    cwd: '/',
    env: programEnv(),
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const lines: string[] = []
  child.stderr.on('data', (text: Buffer) => {
    lines.push(...text.toString().split('\n').filter(Boolean))
    lines.splice(0, lines.length - LINES_KEPT)
  })
  const heard = () => lines.join('\n')
  // However this process ends, but for SIGKILL: PostgreSQL is told so, and ends by itself.
  const leave = () => child.kill('SIGINT')
  process.once('exit', leave)
  child.once('exit', () => process.off('exit', leave))
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  let end = Date.now() + SILENT_MS
  for (; Date.now() < end; await sleep(POLL_MS)) {
    if (failure) throw new Error(`PostgreSQL was not started: ${failure.message}`)
    if (child.exitCode !== null || child.signalCode !== null) {
      // What it said last may still be on its way.
      await sleep(POLL_MS)
      throw new Error(explained(heard(), folder, runAs) ?? `PostgreSQL did not start: ${heard()}`)
    }
    const postmaster = readPostmaster(folder)
    if (postmaster?.pid !== child.pid) continue
    if (postmaster?.isReady) return { child, heard }
    end = Date.now() + SILENT_MS
  }
  await stopCluster(child, { programs, folder })
  throw new Error(`PostgreSQL in ${folder} does not start: ${heard()}`)
}

/** Ends it, also while somebody uses it. @returns whether it closed its files */
export async function stopCluster(
  child: ChildProcess,
  { programs, folder }: Pick<Cluster, 'programs' | 'folder'>,
): Promise<boolean> {
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  const over = async (ms: number) => {
    if (isOver()) return true
    const signal = AbortSignal.timeout(ms)
    return once(child, 'exit', { signal }).then(
      () => true,
      () => false,
    )
  }
  // Node's signals end a process of Windows at once, as nothing should end this one.
  if (process.platform === 'win32') {
    spawnSync(join(programs.folder, 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast', '-w'])
  } else if (!isOver()) child.kill('SIGINT')
  if (await over(FAST_MS)) return child.exitCode === 0
  child.kill('SIGQUIT')
  // Nobody else may have the folder before it is gone.
  if (!(await over(IMMEDIATE_MS))) child.kill('SIGKILL')
  await over(IMMEDIATE_MS)
  return false
}

/** The address of a database that listens there. */
export function addressOf({ folder }: Pick<Cluster, 'folder'>, { socketFolder, port }: Place) {
  if (socketFolder) {
    return `postgresql://${USER}@${encodeURIComponent(socketFolder)}:${port}/postgres`
  }
  const password = readFileSync(passwordFile(folder), 'utf8')
  return `postgresql://${USER}:${password}@127.0.0.1:${port}/postgres`
}

/**
 * A place nobody else can come to: a folder that only the owner of the database enters, beside the
 * database, or where that is too long for a socket, in the system's folder for temporary files.
 */
export async function findPlace({ folder, runAs, access }: Cluster): Promise<Place> {
  if (access === 'port') return { socketFolder: '', port: await freePort() }
  const beside = `${folder}.socket`
  // What a crash left there, or what somebody else put there.
  if (!isEmptyFolder(beside)) rmSync(beside, { recursive: true, force: true })
  // PostgreSQL takes a list of them, with commas.
  if (Buffer.byteLength(beside + SOCKET_NAME) <= LONGEST_SOCKET && !beside.includes(',')) {
    if (!existsSync(beside)) mkdirSync(beside, { mode: 0o700 })
    return { socketFolder: owned(beside, runAs), port: SOCKET_PORT }
  }
  const temporary = mkdtempSync(join(realpathSync('/tmp'), 'wrenchlist-'))
  return { socketFolder: owned(temporary, runAs), port: SOCKET_PORT }
}

function isEmptyFolder(path: string): boolean {
  const isFolder = lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  return isFolder && readdirSync(path).length === 0
}

function owned(path: string, runAs: RunAs): string {
  chmodSync(path, 0o700)
  if (runAs) lchownSync(path, runAs.uid, runAs.gid)
  return path
}

/** Takes a socket's folder away that was not beside the database. Nobody may be using it. */
export function leavePlace({ folder }: Pick<Cluster, 'folder'>, { socketFolder }: Place): void {
  const isOurs = dirname(socketFolder) === realpathSync('/tmp') && /wrenchlist-/.test(socketFolder)
  const stat = isOurs && lstatSync(socketFolder, { throwIfNoEntry: false })
  if (!stat || !stat.isDirectory() || stat.uid !== statSync(folder).uid) return
  rmSync(socketFolder, { recursive: true, force: true })
}

/** A port of the loopback that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** What PostgreSQL said, as a sentence that tells what to do; undefined for what is not known. */
function explained(said: string, folder: string, runAs: RunAs): string | undefined {
  const who = runAs ? runAs.name : 'this user'
  const isOfMemory = /shared memory|semaphore/.test(said)
  if (!isOfMemory && /No space left on device|disk quota exceeded/i.test(said)) {
    return `The disk of ${folder} is full. Make room, and start again: nothing was changed.`
  }
  if (/has wrong ownership/.test(said)) {
    return `${folder} belongs to another user than ${who}. Give it back to that user, or start Wrenchlist as its owner.`
  }
  if (/has invalid permissions/.test(said)) {
    return `Others may read ${folder}, and PostgreSQL does not open such a folder. Run: chmod 700 '${folder}'`
  }
  if (/could not look up effective user ID/.test(said)) {
    return 'The user that Wrenchlist runs as has no name on this system, which PostgreSQL needs. Start it as a user that /etc/passwd knows, or set DATABASE_URL.'
  }
  if (/Read-only file system/.test(said)) {
    return `${folder} cannot be written: its file system is read-only. Set DATA_DIR to a folder that can be written.`
  }
  if (/Permission denied/.test(said)) {
    return `${who === 'this user' ? 'This user' : `The user ${who}`} may not write ${folder}. Give it that folder, or set DATA_DIR to another one.`
  }
  return undefined
}

/** Whether what it said is over by itself, when the last of those before it have ended. */
export function isPassing(message: string): boolean {
  return (
    message.includes('pre-existing shared memory block') ||
    /lock file "[^"]*" already exists/.test(message)
  )
}
