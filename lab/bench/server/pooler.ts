// A throw-away PgBouncer in transaction mode, for the bench that shows Wrenchlist behind one.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  canInstallPackages,
  installPackages,
  refreshPackageLists,
} from '../../../scripts/machine/apt.mjs'
import { freePort } from '../../../sync-server/postgres/cluster.ts'
import { clusterOwner, temporaryRoot } from '../../../sync-server/testCluster.ts'

const START_MS = 10_000

interface Pooler {
  url: string
  /** From now on it stands in front of the database at `target`, as after a failover. */
  moveTo(target: string): void
  stop(): void
}

/**
 * A pooler in front of the database at `url`, found or installed as Debian's package; null after
 * printing why there is none.
 */
export async function startPooler(url: string): Promise<Pooler | null> {
  const program = find() ?? install()
  if (!program) return null
  const owner = clusterOwner()
  const folder = mkdtempSync(join(temporaryRoot(), 'wrenchlist-pool-'))
  if (owner) chownSync(folder, owner.uid, owner.gid)
  chmodSync(folder, 0o755)
  const { username, pathname } = new URL(url)
  const listening = await freePort()
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')]
  writeFileSync(users, `"${username}" ""\n`)
  const pointTo = (target: string) => {
    const { hostname, port } = new URL(target)
    writeFileSync(
      settings,
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listening}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
unix_socket_dir =
`,
    )
  }
  pointTo(url)
  const child = spawn(program, ['-q', settings], {
    ...owner,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  for (const until = Date.now() + START_MS; !(await isOpen(listening)); await sleep(50)) {
    if (child.exitCode === null && Date.now() < until) continue
    stop()
    console.error('No pooler: PgBouncer did not start')
    return null
  }
  return {
    url: `postgres://${username}@127.0.0.1:${listening}${pathname}`,
    moveTo(target) {
      pointTo(target)
      child.kill('SIGHUP')
    },
    stop,
  }
}

function find(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file)) ?? null
}

function install(): string | null {
  if (!canInstallPackages()) return none('installing one needs root and apt-get')
  refreshPackageLists()
  const refusal = installPackages(['pgbouncer'])
  // The package starts a service of its own where there is a service manager.
  spawnSync('systemctl', ['disable', '--now', 'pgbouncer'], { stdio: 'ignore' })
  return find() ?? none(refusal ?? 'the package brought no program')
}

function none(reason: string): null {
  console.error(`No pooler: ${reason}`)
  return null
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
