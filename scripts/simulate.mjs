// `npm run simulate -- 100000`: so many seeds of the simulation of sync. `-- --seed 281` runs one again.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './install.mjs'

const usage = `npm run simulate -- COUNT          seeds 1 to COUNT
npm run simulate -- --seed SEED    that seed alone`

const [first, second] = process.argv.slice(2)
const isReplay = first === '--seed'
const number = Number((isReplay ? second : first) ?? 2_000)
if (!Number.isInteger(number) || number < 0) {
  console.error(usage)
  process.exit(2)
}

ensureInstalled()
const env = {
  ...process.env,
  SEED: isReplay ? String(number) : '1',
  SEEDS: String(isReplay ? 1 : number),
}
const args = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--project',
  'app',
  'app/store/simulation/simulation.test.ts',
]
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env })
process.exit(status ?? 1)
