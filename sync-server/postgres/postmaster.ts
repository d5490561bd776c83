// The process that serves a cluster, as it says itself in the cluster's folder (postmaster.pid):
// https://www.postgresql.org/docs/current/storage-file-layout.html
import { existsSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const FILE = 'postmaster.pid'
const FAST_MS = 15_000
const IMMEDIATE_MS = 5_000
const POLL_MS = 20

export interface Postmaster {
  pid: number
  port: number
  /** The folder of its Unix socket, '' where it has none. */
  socketFolder: string
  /** Whether it takes connections. */
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

/**
 * Ends what serves the cluster although its server is gone, and takes its note away: PostgreSQL
 * itself believes the note as long as any process has the number, as in a container that was
 * started again.
 * @throws a sentence when it does not end
 */
export async function endOrphan(cluster: string): Promise<void> {
  const orphan = readPostmaster(cluster)
  if (!orphan) return
  if (isPostmasterOf(cluster, orphan.pid)) {
    const isGone =
      (await ended(cluster, orphan.pid, 'SIGINT', FAST_MS)) ||
      (await ended(cluster, orphan.pid, 'SIGQUIT', IMMEDIATE_MS))
    if (!isGone) {
      throw new Error(
        `PostgreSQL (process ${orphan.pid}) still serves ${cluster} and does not end. Stop it first.`,
      )
    }
  }
  rmSync(join(cluster, FILE), { force: true })
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

/** It stands in the folder it serves. Where there is no /proc, whoever has the number is believed. */
function isPostmasterOf(cluster: string, pid: number): boolean {
  if (existsSync('/proc/self/cwd')) {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return false
    }
  }
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
