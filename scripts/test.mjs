// `npm test`: the gate, every promise tested once, on a machine with only Node and npm. `all` adds
// the rest: more seeds, more stories, older databases (docs/checks.md).
// The last line printed is always `N passed, N failed`, over checks and test cases together.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './machine/chromium.mjs'
import { debianPostgres } from './machine/debianPostgres.mjs'
import { findFirefox, findWebKit } from './machine/engines.mjs'
import { memoryFolder } from './machine/memoryFolder.mjs'
import { openFigures } from './figures.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isStale } from './built/staleness.mjs'
import {
  playwrightReports,
  refuse,
  run,
  runAside,
  runCheck,
  runSuite,
  sayFailures,
  stopRunning,
  vitestReports,
} from './testReports.mjs'

/** The gate, in its order. */
const gate = {
  checks: 'format, lint and types',
  unit: 'unit tests of shared, app and server, on the PostgreSQL that comes with it',
  seeds: '500 fresh seeds of the simulation, 12 on IndexedDB and PostgreSQL',
  budgets: 'bytes, requests and round trips beside their budgets',
  stories: 'browser tests in a real Chromium, against the built server, one a promise',
  engines: 'the main story on Firefox and WebKitGTK',
}
/** Sections that `all` adds. Debian’s PostgreSQL joins the gate if a change could affect it. */
const rest = {
  debian: 'what depends on the version again, on Debian’s PostgreSQL',
  slow: 'unit tests of costs, hostile and large inputs, and of processes that start and end',
  moreSeeds: '1,000 fresh seeds of the simulation, 40 on the real stores',
  moreStories: 'the other browser tests: more sizes, themes and turns',
  moreEngines: 'the other stories on Chromium, Firefox and WebKitGTK',
}
const sections = { ...gate, ...rest }
const list = (named) =>
  Object.entries(named)
    .map(([name, text]) => `  ${name.padEnd(12)} ${text}`)
    .join('\n')
const usage = `npm test                    the gate
npm run test:all            the gate, and the rest
npm test -- SECTION ...     only these sections:
${list(gate)}
the rest:
${list(rest)}
  --begin-within MINUTES   no section of the rest begins later; the end names what was not run

Debian's PostgreSQL and missing browsers are installed where that is possible (Debian as root; a
Chromium also through Playwright). What cannot be had counts as failed; Debian's PostgreSQL only with
CI set. Name other sections to go without.
  TEST_DATABASE_URL   a PostgreSQL to use instead of a throw-away one
  CHROMIUM_PATH       the browser to use
  FIREFOX_PATH        the Firefox to use`

/** Folders an older PostgreSQL may affect; a standby needs programs that no package brings. */
const DEPENDING = [
  'db',
  'sync/',
  'jobs',
  'housekeeping',
  'backup/backup',
  'catalogue',
  'routes/kits',
]

const isCi = Boolean(process.env.CI) && process.env.CI !== 'false'
const total = { passed: 0, failed: 0 }
/** Outcome of each section: its seconds and counts, or that it did not run. */
const took = []

const { asked, beginWithinMs } = readArguments(process.argv.slice(2))
if (asked.includes('--help')) {
  console.log(usage)
} else if (asked.some((name) => name !== 'all' && !Object.hasOwn(sections, name))) {
  console.error(`There is no such section: ${asked.join(' ')}\n\n${usage}`)
  process.exitCode = 2
} else {
  const names = asked.includes('all') ? Object.keys(sections) : asked
  await runSections(new Set(names.length > 0 ? names : namesOfGate()))
}

function readArguments(given) {
  const at = given.indexOf('--begin-within')
  if (at < 0) return { asked: given, beginWithinMs: Infinity }
  return { asked: given.toSpliced(at, 2), beginWithinMs: Number(given[at + 1]) * 60_000 }
}

function namesOfGate() {
  return [...Object.keys(gate), ...(touchesDatabase() ? ['debian'] : [])]
}

async function runSections(wanted) {
  let isOver = false
  // Runs after an exception, a signal or process.exit() too: an unfinished run is a failed one.
  process.on('exit', () => {
    if (!isOver) total.failed += 1
    if (total.failed > 0) process.exitCode ||= 1
    sayFailures()
    saySections()
    console.log(`\n${total.passed} passed, ${total.failed} failed`)
  })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => void stopRunning().then(() => process.exit(code)))
  }

  const folder = process.env['TMPDIR'] ?? memoryFolder()
  if (folder) process.env['TMPDIR'] = folder
  const wants = (...names) => names.some((name) => wanted.has(name))
  const machine = prepareMachine([
    ...(wants('seeds', 'budgets', 'stories', 'engines', 'moreSeeds', 'moreStories', 'moreEngines')
      ? ['chromium']
      : []),
    ...(wants('engines', 'moreEngines') ? ['firefox', 'webkit'] : []),
    ...(wants('debian') ? ['postgres'] : []),
  ])
  await section('Packages', () => {
    ensureInstalled() // ends this process when it cannot
    return { passed: 1, failed: 0 }
  })
  if (wanted.has('checks')) {
    await section('Format', () => runCheck('npm', ['run', '--silent', 'format:check']))
    await section('Lint', () => runCheck('npm', ['run', '--silent', 'lint']))
    await section('Types', () => runCheck('npm', ['run', '--silent', 'types']))
  }
  let build
  const onBuild = (act) => async () => {
    build ??= await section('Build', buildIfStale)
    return build.failed > 0 ? refuse('Not run: no build') : act()
  }
  const acts = {
    unit: runUnit,
    seeds: () => runSeeds(500, 12),
    budgets: onBuild(runBudgets),
    stories: onBuild(() => runStories(['--grep-invert', '@all'])),
    engines: onBuild(() => runEngines(['firefox', 'webkit'], '--grep')),
    debian: runDebian,
    slow: () => runSuite(vitest('slow', ['--project', 'slow'])),
    moreSeeds: () => runSeeds(1_000, 40),
    moreStories: onBuild(() => runStories(['--grep', '@all'])),
    moreEngines: onBuild(() => runEngines(['chromium', 'firefox', 'webkit'], '--grep-invert')),
  }
  for (const [name, act] of Object.entries(acts)) {
    if (!wanted.has(name)) continue
    if (Object.hasOwn(rest, name) && performance.now() > beginWithinMs) {
      took.push([name, 'NOT RUN'])
      continue
    }
    // Unit tests need neither browsers nor Debian's PostgreSQL.
    if (name !== 'unit') await machine
    await section(name, act)
  }
  isOver = true
}

/** Installs browsers and databases while npm installs packages: both wait for the network. */
async function prepareMachine(names) {
  if (names.length > 0) await runAside(process.execPath, ['scripts/machine/prepare.mjs', ...names])
}

function saySections() {
  for (const [title, outcome] of took) console.log(`${title.padEnd(12)} ${outcome}`)
}

async function section(title, act) {
  console.log(`\n=== ${title}`)
  const startedAt = performance.now()
  const result = await act()
  total.passed += result.passed
  total.failed += result.failed
  const outcome = result.failed > 0 ? 'FAILED' : result.passed > 0 ? 'ok' : 'LEFT OUT'
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`--- ${title}: ${outcome} after ${seconds} s`)
  took.push([title, `${seconds} s, ${result.passed} passed, ${result.failed} failed`])
  return result
}

function buildIfStale() {
  if (isStale()) return runCheck('npm', ['run', '--silent', 'build'])
  console.log('dist/ is up to date')
  return { passed: 1, failed: 0 }
}

function runUnit() {
  const projects = ['plain', 'app', 'screens', 'server'].flatMap((name) => ['--project', name])
  return runSuite(vitest('unit', projects))
}

/** Fresh seeds: each minute has ten thousand of its own, so that no run repeats another's. */
async function runSeeds(count, twins) {
  const first = (Math.floor(Date.now() / 60_000) % 1_000_000) * 10_000
  const simulated = await runCheck('node', ['scripts/simulate.mjs', `${count}`, `${first}`])
  const args = ['--project', 'twins']
  const { passed, failed } = await runSuite(vitest('twins', args, { SEEDS: `${twins}` }))
  return { passed: simulated.passed + passed, failed: simulated.failed + failed }
}

/** Whether unpushed changes touch code that depends on the version of PostgreSQL. */
function touchesDatabase() {
  const changed = (...since) =>
    spawnSync('git', ['diff', '--name-only', ...since], { cwd: root, encoding: 'utf8' })
  const answer = [changed('@{upstream}'), changed('HEAD~1')].find(({ status }) => status === 0)
  return /^sync-server\/(db|postgres|backup)\//m.test(answer?.stdout ?? '')
}

function runDebian() {
  const programs = debianPostgres()
  if (!programs) return missing('PostgreSQL of Debian')
  const files = DEPENDING.map((name) => `sync-server/${name}`)
  return runSuite(
    vitest('debian', ['--project', 'server', '--project', 'slow', ...files], {
      TEST_POSTGRES_BIN: programs,
    }),
  )
}

/** Budgets whose figures are exact on any machine. */
async function runBudgets() {
  const chromium = await findChromium({ install: true })
  if (!chromium) return missing('Chromium')
  const result = { passed: 0, failed: 0 }
  for (const bench of ['sync/wire', 'screens/shell']) {
    const failed = await failureOf(bench, chromium)
    if (failed) result.failed += refuse(failed).failed
    else result.passed++
  }
  return result
}

async function failureOf(bench, chromium) {
  const figures = openFigures()
  const args = ['--import', 'tsx', `lab/bench/${bench}.ts`]
  const hasSucceeded = await run(process.execPath, args, {
    CHROMIUM_PATH: chromium,
    ...figures.env,
  })
  const { over } = figures.close()
  return hasSucceeded ? '' : over.join('; ') || `lab/bench/${bench}.ts did not run`
}

async function runStories(chosen) {
  const chromium = await findChromium({ install: true })
  if (!chromium) return missing('Chromium')
  const program = 'node_modules/@playwright/test/cli.js'
  return runSuite({
    args: [program, 'test', '-c', 'e2e/playwright.config.ts', ...chosen],
    env: { CHROMIUM_PATH: chromium },
    report: join(root, 'test-results/e2e.json'),
    ...playwrightReports,
  })
}

/** Runs the stories on the installed engines; each missing one is a failure of its own. */
async function runEngines(names, choice) {
  const paths = {
    chromium: await findChromium({ install: true }),
    firefox: findFirefox(),
    webkit: findWebKit(),
  }
  const absent = names.filter((name) => !paths[name])
  const present = names.filter((name) => paths[name])
  const program = 'node_modules/@playwright/test/cli.js'
  const suite = {
    args: [program, 'test', '-c', 'e2e/engines/playwright.config.ts', choice, '@main'].concat(
      present.map((name) => `--project=${name}`),
    ),
    env: {
      CHROMIUM_PATH: paths.chromium ?? undefined,
      FIREFOX_PATH: paths.firefox ?? undefined,
      WEBKIT_DRIVER_PATH: paths.webkit ?? undefined,
    },
    report: join(root, 'test-results/engines.json'),
    ...playwrightReports,
  }
  const result = present.length > 0 ? await runSuite(suite) : { passed: 0, failed: 0 }
  for (const name of absent) {
    result.failed += refuse(`the engine ${name} is not here and could not be installed`).failed
  }
  return result
}

function vitest(name, args, env = {}) {
  const report = join(root, `test-results/${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const program = 'node_modules/vitest/vitest.mjs'
  return { args: [program, 'run', ...args, ...reporters], env, report, ...vitestReports }
}

/** Prints a notice on a developer's machine; fails in CI, where nobody reads notices. */
function missing(what) {
  const text = `There is no ${what} here and none could be installed (see above)`
  if (isCi) return refuse(`Not run: ${text}`)
  console.log(`NOTICE: ${text}: these tests were NOT run.`)
  return { passed: 0, failed: 0 }
}
