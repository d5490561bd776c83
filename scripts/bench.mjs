// `npm run bench`: every bench after another, or those that are named: `npm run bench -- wire shell`.
// It ends with every figure that is over its budget.
import { spawnSync } from 'node:child_process'
import { openFigures } from './figures.mjs'
import { ensureInstalled, root } from './install.mjs'

/** The rooms of lab/bench/ with their benches, in the order in which they run. */
const ROOMS = {
  sync: ['wire', 'slowSync', 'converge', 'live'],
  screens: [
    'shell',
    'firstVisit',
    'lighthouse',
    'start',
    'kills',
    'keys',
    'routes',
    'garage',
    'bigPull',
    'picker',
    'kits',
    'search',
    'basket',
    'passing',
  ],
  volume: ['growth', 'storage', 'catalogue'],
  server: [
    'server',
    'boot',
    'fanOut',
    'load',
    'database',
    'feed',
    'endurance',
    'fullDisk',
    'failover',
  ],
}
const files = new Map(
  Object.entries(ROOMS).flatMap(([room, names]) =>
    names.map((name) => [name, `lab/bench/${room}/${name}.ts`]),
  ),
)
const all = [...files.keys()]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !files.has(name))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}

ensureInstalled()
const { isStale } = await import('./built/staleness.mjs')
if (isStale()) {
  const { build } = await import('./build.mjs')
  await build()
}
const figures = openFigures()
const failed = []
for (const name of asked.length > 0 ? asked : all) {
  const startedAt = performance.now()
  console.log(`\n=== ${name}`)
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', files.get(name)], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...figures.env },
  })
  if (status !== 0) failed.push(name)
  console.log(`--- ${name}: ${Math.round((performance.now() - startedAt) / 1000)} s`)
}
const { judged, over } = figures.close()
if (over.length > 0) console.log(`\nOver their budget\n${over.map((row) => `  ${row}`).join('\n')}`)
console.log(`\n${judged - over.length} figures within their budget, ${over.length} over`)
// A bench that broke has no figure to be over.
if (failed.length > 0) console.log(`Not ended well: ${failed.join(', ')}`)
process.exit(failed.length > 0 ? 1 : 0)
