// `npm run hostile`: hostile clients against the built server, each for 5 minutes; `-- --minutes 0.3`
// for a try, `-- --only sockets` for one of them. See lab/bench/hostile/run.ts.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { isStale } = await import('./built/staleness.mjs')
if (isStale()) {
  const { build } = await import('./build.mjs')
  await build()
}
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', 'lab/bench/hostile/run.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)
process.exit(status ?? 1)
