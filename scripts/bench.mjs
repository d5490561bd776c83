// `npm run bench`: every bench after another, or those that are named: `npm run bench -- wire shell`.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, root } from './install.mjs'

const ALL = [
  'wire',
  'converge',
  'shell',
  'start',
  'kills',
  'keys',
  'routes',
  'garage',
  'bigPull',
  'picker',
  'kits',
  'basket',
  'passing',
  'live',
  'growth',
  'catalogue',
  'server',
  'load',
  'endurance',
  'fullDisk',
  'replica',
]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !ALL.includes(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${ALL.join(', ')}.`)
  process.exit(1)
}

ensureInstalled()
const { isStale } = await import('./staleness.mjs')
if (isStale()) {
  const { build } = await import('./build.mjs')
  await build()
}
let hasFailed = false
for (const name of asked.length > 0 ? asked : ALL) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`], {
    cwd: root,
    stdio: 'inherit',
  })
  hasFailed ||= status !== 0
}
process.exit(hasFailed ? 1 : 0)
