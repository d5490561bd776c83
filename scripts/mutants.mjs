// `npm run mutants`: takes one rule of sync or of access out at a time, in a copy, and says which directed test
// and which seed of the simulation notices. SEEDS says how many seeds, 0 for tests alone; a pattern
// picks rules.
import { FaultyCopy, isThere } from '../lab/faults/faultyCopy.mjs'
import { ensureInstalled } from './install.mjs'
import { DIRECTED, mutants } from '../lab/faults/mutantsTable.mjs'

const SEEDS = process.env.SEEDS ?? '400'
const SIMULATION = ['lab/simulation/simulation.test.ts', '-t', 'seeds from']
const word = process.argv[2] ?? ''
const isSimulated = SEEDS !== '0'

ensureInstalled()
const copy = new FaultyCopy()
const chosen = mutants.filter(({ rule }) => new RegExp(word).test(rule))
const serverTests = [...new Set(chosen.flatMap(({ tests = [] }) => tests))]
const ofApp = [DIRECTED, ...(isSimulated ? [SIMULATION] : [])]
const isOfServerOnly = chosen.every(({ file }) => isOfServer(file))
for (const files of [...(isOfServerOnly ? [] : ofApp), serverTests]) {
  const fault = files.length > 0 && (await firstFailure(files))
  if (!fault) continue
  console.error(`The tests fail without any mutant: mend that first.\n${fault.message}`)
  process.exit(1)
}

let unnoticed = 0
for (const mutant of chosen) {
  const { rule, file, tests } = mutant
  if (!isThere(mutant)) {
    console.log(`NOT FOUND  ${rule}: mend lab/faults/mutantsTable.mjs (${file})`)
    unnoticed++
    continue
  }
  const { directed, seed } = await copy.with(mutant, async () => ({
    directed:
      (tests && (await firstFailure(tests))) ||
      (isOfServer(file) ? null : await firstFailure(DIRECTED)),
    seed: isSimulated && !isOfServer(file) ? await firstFailure(SIMULATION) : undefined,
  }))
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

/** @returns the first test that fails, null when all pass */
function firstFailure(files) {
  return copy.firstFailure(files, { SEEDS, SEED: '1' })
}
