// `npm run mutants`: takes one rule of sync or of access out at a time, in a copy, and says which directed test
// and which seed of the simulation notices. SEEDS says how many seeds, 0 for tests alone; a pattern
// picks rules.
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
  ...[
    'answers',
    'wrongClocks',
    'lostValues',
    'outbox',
    'faults',
    'accounts',
    'takenKits',
    'longAway',
    'tabs',
    'pace',
    'simulation/directed',
  ].map((name) => `app/store/${name}.test.ts`),
]
const SIMULATION = ['app/store/simulation/simulation.test.ts', '-t', 'seeds from']
const COPIED = 'app shared sync-server bundle package.json tsconfig.json vite.config.ts'
const word = process.argv[2] ?? ''
const isSimulated = SEEDS !== '0'

ensureInstalled()
const copy = mkdtempSync(join(tmpdir(), 'mutants-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const name of COPIED.split(' ')) {
  cpSync(join(root, name), join(copy, name), { recursive: true })
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

const chosen = mutants.filter(({ rule }) => new RegExp(word).test(rule))
const serverTests = [...new Set(chosen.flatMap(({ tests = [] }) => tests))]
const ofApp = [DIRECTED, ...(isSimulated ? [SIMULATION] : [])]
const isOfServerOnly = chosen.every(({ file }) => isOfServer(file))
for (const files of [...(isOfServerOnly ? [] : ofApp), serverTests]) {
  const fault = files.length > 0 && firstFailure(files)
  if (!fault) continue
  console.error(`The tests fail without any mutant: mend that first.\n${fault.message}`)
  process.exit(1)
}

let unnoticed = 0
for (const { rule, file, text, without, tests } of chosen) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) {
    console.log(`NOT FOUND  ${rule}: mend scripts/mutantsTable.mjs (${file})`)
    unnoticed++
    continue
  }
  writeFileSync(
    path,
    source.replace(text, () => without),
  )
  const directed =
    (tests && firstFailure(tests)) || (isOfServer(file) ? null : firstFailure(DIRECTED))
  const seed = isSimulated && !isOfServer(file) ? firstFailure(SIMULATION) : undefined
  writeFileSync(path, source)
  if (!directed && !seed) unnoticed++
  console.log(`${directed || seed ? 'noticed' : 'NOT NOTICED'}  ${rule}`)
  console.log(`    test:  ${directed ? directed.title : 'none'}`)
  if (seed !== undefined) console.log(`    seeds: ${seed ? seedOf(seed) : `none of ${SEEDS}`}`)
}
console.log(`\n${chosen.length} rules taken out, ${unnoticed} not noticed`)
process.exit(unnoticed > 0 ? 1 : 0)

/** Only the server's own tests run its files. */
function isOfServer(file) {
  return file.startsWith('sync-server/')
}

function seedOf({ message }) {
  const found = /seed (\d+) fails: (I\d+)?/.exec(message)
  return found ? `${found[1]} needed (${found[2] ?? 'an error'})` : 'an error'
}

/** Runs tests in the copy, up to the first that fails. @returns it, null when all pass */
function firstFailure(files) {
  const projects = ['app', 'shared', 'server'].flatMap((name) => ['--project', name])
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...projects, '--bail', '1', ...files]
  const env = { ...process.env, SEEDS, SEED: '1', NO_COLOR: '1', TEST_DATABASE_URL: '' }
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [...args, '--reporter=json'],
    {
      cwd: copy,
      env,
      encoding: 'utf8',
      timeout: 900_000,
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  if (status === 0) return null
  const report = /\{"numTotalTestSuites".*/s.exec(stdout ?? '')
  const results = report ? JSON.parse(report[0]).testResults : []
  const failed = results.flatMap((result) =>
    result.assertionResults.filter((test) => test.status === 'failed'),
  )[0]
  if (failed) return { title: failed.fullName.trim(), message: failed.failureMessages.join('\n') }
  // A mutant that does not even load, or takes for ever, says nothing of the tests.
  const message = results.find((result) => result.message)?.message ?? error ?? stderr
  console.error(`The tests could not be run: ${message}`)
  process.exit(1)
}
