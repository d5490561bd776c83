// `npm run detect`: plants faults in the code of sync one at a time, and says how many seeds of the
// simulation it takes until each is noticed, and by what. A pattern picks faults; STARTS, FROM and
// LIMIT say how often, from which seed and how far it looks.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { faults } from '../lab/faults/faultsTable.mjs'
import { FaultyCopy, isThere } from '../lab/faults/faultyCopy.mjs'
import { ensureInstalled } from './install.mjs'
import { DIRECTED, mutants } from '../lab/faults/mutantsTable.mjs'
import { bundleModel, kindOf, SeedRunner } from '../lab/faults/seedRuns.mjs'

const STARTS = Number(process.env.STARTS ?? 5)
const FROM = Number(process.env.FROM ?? 5_000_001)
/** Seeds between two starts: more than any fault is allowed. */
const APART = 100_000
/** A rule that so many seeds do not see needs a directed test. */
const SEEDS_OF_A_RULE = 400
const limit = process.env.LIMIT && Number(process.env.LIMIT)

const ofSync = ({ file }) => /^app\/data\/|^shared\//.test(file)
const rules = mutants.filter(ofSync).map(({ rule, tests = [], ...mutant }) => ({
  ...mutant,
  fault: `rule: ${rule}`,
  seeds: SEEDS_OF_A_RULE,
  tests: [...DIRECTED, ...tests],
}))
const word = new RegExp(process.argv[2] ?? '')
const chosen = [...faults, ...rules].filter(({ fault }) => word.test(fault))

ensureInstalled()
const folder = mkdtempSync(join(tmpdir(), 'detect-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const sound = join(folder, 'sound.mjs')
await bundleModel(sound)
/** Seeds that fail without any fault tell of none. */
const failing = new Set()
/** Tests that were seen to pass without any fault. */
const passing = new Set()
const results = []
let next = 0
await Promise.all(Array.from({ length: cpus().length }, lane))
const bad = results.filter(({ isFine }) => !isFine)
const tested = results.filter(({ isFine, by }) => isFine && by === 'test')
console.log(
  `\n${results.length} faults: ${results.length - bad.length - tested.length} noticed by seeds, ` +
    `${tested.length} by a directed test, ${bad.length} not as they should be`,
)
for (const { fault } of bad) console.log(`  ${fault}`)
if (failing.size > 0) console.log(`Fails without a fault: seeds ${[...failing].join(' ')}`)
process.exit(bad.length > 0 ? 1 : 0)

/** Takes one fault after the other. */
async function lane() {
  let copy = null
  const sure = new SeedRunner(sound)
  for (let at; (at = next++) < chosen.length;) {
    const fault = chosen[at]
    say({ fault: fault.fault, ...(await notice(fault, at)) })
  }
  sure.close()

  async function notice(fault, at) {
    if (!isThere(fault))
      return { isFine: false, text: `not found in ${fault.file}: mend the table` }
    let more = ''
    try {
      const seen = fault.seeds ? await bySeeds(fault, at, sure) : null
      if (seen?.isFine || !fault.tests) return { ...seen, by: 'seeds' }
      copy ??= new FaultyCopy()
      more = seen ? `; ${seen.text}` : ''
      const failed = await byTests(copy, fault)
      const test = failed ? `test: ${failed.title}` : 'no directed test'
      return { isFine: failed !== null, by: 'test', text: test + more }
    } catch (error) {
      // The others are tried all the same.
      return { isFine: false, text: error.message.slice(0, 300) + more }
    }
  }
}

/** @returns the test that notices, null for none */
async function byTests(copy, fault) {
  const { tests } = fault
  const broken = passing.has(tests.join()) ? null : await copy.firstFailure(tests)
  if (broken) throw new Error(`fails without a fault: ${broken.title}`)
  passing.add(tests.join())
  return copy.with(fault, async () => {
    const failed = await copy.firstFailure(tests)
    // A test that fails for want of time sees nothing: it has to fail again.
    const again = failed && (await copy.firstFailure(tests))
    return again?.title === failed?.title ? failed : null
  })
}

function say({ fault, isFine, by, text }) {
  results.push({ fault, isFine, by })
  console.log(`${isFine ? 'noticed    ' : 'NOT NOTICED'}  ${fault}\n               ${text}`)
}

/** How many seeds it takes, from several first ones. */
async function bySeeds(fault, at, sure) {
  const bundle = join(folder, `fault${at}.mjs`)
  await bundleModel(bundle, fault)
  const most = limit ?? fault.seeds
  const counts = []
  const kinds = new Map()
  let runner = new SeedRunner(bundle)
  let misses = 0
  // Once more than half of them have seen nothing the middle one has not either.
  for (let start = 0; start < STARTS && misses <= (STARTS - 1) / 2; start++) {
    const found = await firstNoticed(
      () => {
        if (!runner.isAlive) runner = new SeedRunner(bundle)
        return runner
      },
      FROM + start * APART,
      most,
      sure,
    )
    if (found) kinds.set(found.kind, (kinds.get(found.kind) ?? 0) + 1)
    else misses++
    counts.push(found?.count ?? Infinity)
  }
  runner.close()
  rmSync(bundle)
  counts.sort((a, b) => a - b)
  // Starts that were left out could not have brought it below the limit.
  const median = counts[Math.floor((STARTS - 1) / 2)] ?? Infinity
  const list = counts.map((count) => (count === Infinity ? `>${most}` : count)).join(' ')
  const by = [...kinds].sort(([, a], [, b]) => b - a).map(([kind, count]) => `${kind} x${count}`)
  const middle = median === Infinity ? `>${most}` : median
  const text = `${middle} seeds of ${fault.seeds} allowed (${list})  ${by.join(', ')}`
  return { isFine: median <= fault.seeds, text }
}

async function firstNoticed(runnerNow, from, most, sure) {
  const last = from + most - 1
  for (let first = from; first <= last;) {
    const { failed } = await runnerNow().run({ first, last, isUntilFailed: true })
    const [failure] = failed
    if (!failure) return null
    const { seed, message } = failure
    const own = await sure.run({ first: seed, last: seed })
    if (own.failed.length === 0) return { count: seed - from + 1, kind: kindOf(message) }
    failing.add(seed)
    first = seed + 1
  }
  return null
}
