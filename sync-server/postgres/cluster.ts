// One PostgreSQL cluster of ours: created, started, stopped. roles.ts says who may use it.
import type { RunAs } from './runAs.ts'

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, existsSync, fsyncSync, lchownSync, lstatSync } from 'node:fs'
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { programEnv, type Programs } from './programs.ts'
import { readPostmaster } from './postmaster.ts'
import { addressesAt, secureCluster, SUPERUSER, type Addresses } from './roles.ts'

export interface Cluster {
  /** Data directory. */
  folder: string
  programs: Programs
  runAs: RunAs
  /** Client access: a Unix socket, or where there are none, a loopback port with a password. */
  access: Access
}

export type Access = 'socket' | 'port'

/** A socket folder, or with '' this port. */
export interface Place {
  socketFolder: string
  port: number
}

export interface Running {
  child: ChildProcess
  /** The last lines of its log. */
  heard(): string
}

/** Marks a cluster as ours. */
export const CLUSTER_NAME = 'wrenchlist'
/** Bytes of a socket path with its terminator (sun_path on Linux; macOS has four fewer). */
const LONGEST_SOCKET = 103
const SOCKET_PORT = 5432
const SOCKET_NAME = `/.s.PGSQL.${SOCKET_PORT}`
/** Limit without a log line: crash recovery takes as long as it takes. */
const SILENT_MS = 120_000
const FAST_MS = 8_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 10
const LINES_KEPT = 12

/** Durable above all, and small: it runs beside its server. */
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
    // Three processes fewer; the data read here fits into memory.
    ...(programs.major >= 18 ? { io_method: 'sync' } : {}),
    timezone: 'UTC',
    log_timezone: 'UTC',
    cluster_name: CLUSTER_NAME,
    // Statement errors go to the client; the log has only server-wide messages.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '',
  }
}

/**
 * Creates a cluster in `folder`, all or nothing. Text is compared by code point, so that no system
 * locale can change the order of an index.
 * @throws a sentence for people
 */
export function createCluster({ folder, programs, runAs }: Cluster): void {
  const draft = `${folder}.creating`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (runAs) lchownSync(draft, runAs.uid, runAs.gid)
  const locale =
    programs.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale=C.UTF-8']
  const answer = spawnSync(
    join(programs.folder, 'initdb'),
    ['-D', draft, '-U', SUPERUSER, '-E', 'UTF8', '--data-checksums', ...locale, '--auth=reject'],
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

/** A rename survives a power cut only once its folder is flushed. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/**
 * Starts it as a child in a process group of its own, which Ctrl-C does not reach, and waits until
 * it accepts connections.
 * @param connections max_connections
 * @throws a sentence for people when it exits instead
 */
export async function startCluster(
  cluster: Cluster,
  { socketFolder, port }: Place,
  connections: number,
): Promise<Running> {
  const { folder, programs, runAs } = cluster
  const against = secureCluster(cluster)
  if (against) {
    throw new Error(explained(against, folder, runAs) ?? `PostgreSQL did not start: ${against}`)
  }
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
  endWithUs(child, runAs)
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  let end = Date.now() + SILENT_MS
  for (; Date.now() < end; await sleep(POLL_MS)) {
    if (failure) throw new Error(`PostgreSQL was not started: ${failure.message}`)
    if (child.exitCode !== null || child.signalCode !== null) {
      // Its last output may still be on its way.
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

/**
 * Stops PostgreSQL however this process ends, even by SIGKILL: the pipe to a shell closes, and the
 * shell signals it. If PostgreSQL exits first, the shell is told before its pid can be reused.
 */
function endWithUs(child: ChildProcess, runAs: RunAs): void {
  if (process.platform === 'win32' || child.pid === undefined) return
  const watcher = spawn('/bin/sh', ['-c', 'read -r _ || kill -INT "$0"', String(child.pid)], {
    ...runAs,
    cwd: '/',
    env: programEnv(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell, the next start cleans up.
  for (const part of [watcher, watcher.stdin]) part.on('error', () => undefined)
  child.once('exit', () => watcher.stdin.end('over\n'))
}

/** Stops it, with clients connected or not. @returns whether it shut down cleanly */
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
  // On Windows Node's signals kill at once: pg_ctl stops it cleanly.
  if (process.platform === 'win32') {
    spawnSync(join(programs.folder, 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast', '-w'])
  } else if (!isOver()) child.kill('SIGINT')
  if (await over(FAST_MS)) return child.exitCode === 0
  child.kill('SIGQUIT')
  // Nobody may reuse the folder before it has exited.
  if (!(await over(IMMEDIATE_MS))) child.kill('SIGKILL')
  await over(IMMEDIATE_MS)
  return false
}

/** URLs of a database that listens there. */
export function addressesOf(
  { folder }: Pick<Cluster, 'folder'>,
  { socketFolder, port }: Place,
): Addresses {
  const host = socketFolder ? encodeURIComponent(socketFolder) : '127.0.0.1'
  return addressesAt(folder, `${host}:${port}`)
}

/**
 * A socket folder only the database's owner can enter: beside the database, or where that path is
 * too long for a socket, in the system's temporary folder.
 */
export async function findPlace({ folder, runAs, access }: Cluster): Promise<Place> {
  if (access === 'port') return { socketFolder: '', port: await freePort() }
  const beside = `${folder}.socket`
  // Left by a crash, or put there by somebody else.
  if (!isEmptyFolder(beside)) rmSync(beside, { recursive: true, force: true })
  // A comma would separate two folders for PostgreSQL.
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

/** Removes a socket folder in the temporary folder. Nobody may be using it. */
export function leavePlace({ folder }: Pick<Cluster, 'folder'>, { socketFolder }: Place): void {
  const isOurs = dirname(socketFolder) === realpathSync('/tmp') && /wrenchlist-/.test(socketFolder)
  const stat = isOurs && lstatSync(socketFolder, { throwIfNoEntry: false })
  if (!stat || !stat.isDirectory() || stat.uid !== statSync(folder).uid) return
  rmSync(socketFolder, { recursive: true, force: true })
}

/** A free loopback port. */
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

/** PostgreSQL's message as advice; undefined for an unknown one. */
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

/** Whether the failure passes by itself, once the previous backends have exited. */
export function isPassing(message: string): boolean {
  return (
    message.includes('pre-existing shared memory block') ||
    /lock file "[^"]*" already exists/.test(message)
  )
}
