// `npm run mutants`: takes one rule of sync out at a time, in a copy, and says whether the directed
// tests and the simulation notice. SEEDS says how many seeds; a pattern picks rules.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'
import { mutants } from './mutantsTable.mjs'

const SEEDS = process.env.SEEDS ?? '400'
const DIRECTED = [
  'shared/cells.test.ts',
  'shared/stamp.test.ts',
  ...['rules', 'faults', 'accounts', 'takenKits', 'simulation/directed'].map(
    (name) => `app/store/${name}.test.ts`,
  ),
]
const SIMULATION = ['app/store/simulation/simulation.test.ts']
const word = process.argv[2] ?? ''

ensureInstalled()
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of ['app', 'shared', 'bundle', 'package.json', 'tsconfig.json', 'vite.config.ts']) {
  cpSync(join(root, name), join(copy, name), { recursive: true })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

let hasFailed = false
for (const isSimulation of [false, true]) {
  if (passes(isSimulation ? SIMULATION : DIRECTED).isPassed) continue
  console.error('The tests fail without any mutant: mend that first.')
  process.exit(1)
}
for (const { rule, file, text, without } of mutants) {
  if (!new RegExp(word).test(rule)) continue
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) {
    console.log(`NOT FOUND  ${rule}: mend scripts/mutantsTable.mjs (${file})`)
    hasFailed = true
    continue
  }
  writeFileSync(
    path,
    source.replace(text, () => without),
  )
  const directed = passes(DIRECTED)
  const simulated = passes(SIMULATION)
  writeFileSync(path, source)
  const isCaught = !directed.isPassed || !simulated.isPassed
  hasFailed ||= !isCaught
  const by = `directed ${directed.isPassed ? 'no ' : 'yes'}  seeds ${simulated.isPassed ? 'no' : simulated.by}`
  console.log(`${isCaught ? 'caught    ' : 'NOT CAUGHT'} ${by.padEnd(34)} ${rule}`)
}
process.exit(hasFailed ? 1 : 0)

/** Runs tests in the copy, up to the first that fails. */
function passes(files) {
  const projects = ['--project', 'app', '--project', 'shared']
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--bail', '1', ...files]
  const env = { ...process.env, SEEDS, SEED: '1', NO_COLOR: '1' }
  const { status, stdout } = spawnSync(process.execPath, args, {
    cwd: copy,
    env,
    encoding: 'utf8',
    timeout: 300_000,
  })
  const found = /seed (\d+) fails: (I\d+)?/.exec(stdout ?? '')
  const by = found ? `yes, ${found[2] ?? 'error'} at ${found[1]}` : 'yes, a fixture'
  return { isPassed: status === 0, by }
}
