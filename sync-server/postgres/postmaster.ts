// The process that serves a cluster, by its pid file (postmaster.pid):
// https://www.postgresql.org/docs/current/storage-file-layout.html
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FILE = 'postmaster.pid'
const FAST_MS = 15_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 20

export interface Postmaster {
  pid: number
  port: number
  /** Folder of its Unix socket, '' for none. */
  socketFolder: string
  /** Whether it accepts connections. */
  isReady: boolean
}

export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, FILE), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const [pid, , , port, socketFolder = '', , , status = ''] = lines
  if (!Number(pid)) return undefined
  return {
    pid: Number(pid),
    port: Number(port ?? 0),
    socketFolder,
    isReady: status.trim() === 'ready',
  }
}

/** The postmaster if it still runs: a crash leaves the pid file behind. */
export function runningPostmaster(cluster: string): Postmaster | undefined {
  const postmaster = readPostmaster(cluster)
  return postmaster && isPostmasterOf(cluster, postmaster.pid) ? postmaster : undefined
}

/**
 * Stops a postmaster whose server is gone, and removes its pid file: PostgreSQL believes the file
 * while any process has that pid, as in a restarted container. Call with the folder locked.
 * @throws a sentence when it does not stop, or is out of reach
 */
export async function endOrphan(cluster: string): Promise<void> {
  const orphan = readPostmaster(cluster)
  if (orphan && isPostmasterOf(cluster, orphan.pid)) {
    const isGone =
      (await ended(cluster, orphan.pid, 'SIGINT', FAST_MS)) ||
      (await ended(cluster, orphan.pid, 'SIGQUIT', IMMEDIATE_MS))
    if (!isGone) throw served(cluster, `process ${orphan.pid}`)
  } else if (orphan && (await answers(orphan))) {
    // A socket works across containers; a pid does not.
    throw served(cluster, 'in another container')
  }
  rmSync(join(cluster, FILE), { force: true })
}

const served = (cluster: string, where: string) =>
  new Error(`PostgreSQL (${where}) still serves ${cluster} and cannot be ended. Stop it first.`)

function answers({ socketFolder, port }: Postmaster): Promise<boolean> {
  if (!socketFolder) return Promise.resolve(false)
  return new Promise((resolve) => {
    const socket = connect(join(socketFolder, `.s.PGSQL.${port}`))
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

async function ended(
  cluster: string,
  pid: number,
  signal: NodeJS.Signals,
  patienceMs: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    return !isPostmasterOf(cluster, pid)
  }
  for (const end = Date.now() + patienceMs; Date.now() < end; await sleep(POLL_MS)) {
    if (!isPostmasterOf(cluster, pid)) return true
  }
  return false
}

/**
 * Whether the process is a PostgreSQL on that cluster, by its command line: everybody may read
 * that, while much else is hidden even from root in a container.
 */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (process.platform === 'win32') {
    const { stdout } = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' })
    return (stdout ?? '').includes('postgres.exe')
  }
  if (!existsSync('/proc/self/cmdline')) {
    const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
    return (stdout ?? '').includes(`-D ${cluster}`)
  }
  try {
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    const folder = args[args.indexOf('-D') + 1] ?? ''
    return (
      basename(program) === 'postgres' &&
      statSync(`/proc/${pid}`).uid === statSync(cluster).uid &&
      realpathSync(folder) === realpathSync(cluster)
    )
  } catch {
    return false
  }
}
