/**
 * Time from a server's start to its first healthy answer on existing databases, and README's first
 * command on a clean clone: packages, build, database, first page. The latter downloads packages.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort, rootFolder, serverEnvironment, serverFile } from '../../../e2e/server.ts'
import { startPostgres } from '../../../sync-server/testCluster.ts'
import { summary } from '../lab.ts'
import { report, type Row } from '../report.ts'

const RUNS = 7
const POSTGRES_MS = 1_000
const OWN_MS = 1_000
const INSTALL_S = 60
const SERVED_MB = 250

const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-boot-'))
// Under root, PostgreSQL runs as another user, who must be able to reach the folder.
await chmod(folder, 0o755)
const postgres = await startPostgres()
try {
  report('Start of a server', [
    await started('a PostgreSQL that runs', POSTGRES_MS, { DATABASE_URL: postgres.url }),
    await started('the PostgreSQL that comes with it', OWN_MS, {}),
  ])
  report("README's first command on a clean clone", await installed())
} finally {
  postgres.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 10 })
}

/** Median of RUNS starts, after one that creates the tables and does not count. */
async function started(what: string, budget: number, env: Record<string, string>): Promise<Row> {
  const times: number[] = []
  for (let run = 0; run <= RUNS; run++) {
    const port = String(await freePort())
    const from = performance.now()
    const child = spawn(process.execPath, [serverFile], {
      env: serverEnvironment({ PORT: port, DATA_DIR: join(folder, 'data'), ...env }),
      stdio: 'ignore',
    })
    await answered(`http://127.0.0.1:${port}/api/health`, child)
    if (run > 0) times.push(performance.now() - from)
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  const { median, p95 } = summary(times)
  return {
    what: `ready on ${what}, median of ${RUNS}`,
    figure: Math.round(median),
    unit: 'ms',
    budget,
    note: `p95 ${Math.round(p95)} ms`,
  }
}

async function installed(): Promise<Row[]> {
  const clone = join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', rootFolder, clone])
  const port = String(await freePort())
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: serverEnvironment({ PORT: port }),
    stdio: 'ignore',
  })
  try {
    await answered(`http://127.0.0.1:${port}/`, child)
    const seconds = (performance.now() - from) / 1_000
    return [
      { what: 'until the first page', figure: Math.round(seconds), unit: 's', budget: INSTALL_S },
      { what: 'its packages, those that build and test too', figure: megabytes(clone), unit: 'MB' },
      {
        what: 'packages that a server needs',
        figure: served(clone),
        unit: 'MB',
        budget: SERVED_MB,
      },
    ]
  } finally {
    const gone = once(child, 'exit')
    // npm forwards the signal to the server and exits with it.
    child.kill('SIGTERM')
    await gone
  }
}

/** Megabytes of packages that deploy/Dockerfile installs beside the build. */
function served(clone: string): number {
  const bare = join(folder, 'served')
  mkdirSync(bare)
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(clone, file), join(bare, file))
  }
  execFileSync('npm', ['ci', '--omit=dev'], { cwd: bare, stdio: 'ignore' })
  return megabytes(bare)
}

function megabytes(cwd: string): number {
  const args = ['-s', '--apparent-size', '--block-size=1000000', 'node_modules']
  return parseInt(execFileSync('du', args, { cwd }).toString())
}

async function answered(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended.')
    const answer = await fetch(url).catch(() => undefined)
    if (answer?.ok) return
    await wait(10)
  }
}
