// `npm test`: every check and every test, with all set-up, on a machine that has only Node and npm.
// The last line printed is always `N passed, N failed`, over checks and test cases together.
import { join } from 'node:path'
import { findChromium } from './machine/chromium.mjs'
import { debianPostgres } from './machine/debianPostgres.mjs'
import { findFirefox, findWebKit } from './machine/engines.mjs'
import { openFigures } from './figures.mjs'
import { ensureInstalled, root } from './install.mjs'
import { isStale } from './built/staleness.mjs'
import {
  playwrightReports,
  refuse,
  run,
  runCheck,
  runSuite,
  sayFailures,
  stopRunning,
  vitestReports,
} from './testReports.mjs'

const sections = {
  checks: 'format, lint and types',
  unit: 'unit tests of shared, app and server, on the PostgreSQL that comes with it',
  twins: 'seeds of the simulation on IndexedDB and PostgreSQL',
  debian: 'what depends on the version again, on Debian’s PostgreSQL',
  budgets: 'bytes, requests and round trips beside their budgets',
  e2e: 'browser tests in a real Chromium, against the built server',
  engines: 'the main stories on Chromium, Firefox and WebKitGTK',
}
const usage = `npm test                    everything
npm test -- SECTION ...     only these sections:
${Object.entries(sections)
  .map(([name, text]) => `  ${name.padEnd(8)} ${text}`)
  .join('\n')}

Debian's PostgreSQL and a missing Chromium are installed where that is possible (Debian as root;
Chromium also through Playwright). Where it is not, its section is left out with a notice; with CI set
it fails.
A browser engine that cannot be had counts as failed everywhere: name the other sections to go without.
  TEST_DATABASE_URL   a PostgreSQL to use instead of a throw-away one
  CHROMIUM_PATH       the browser to use
  FIREFOX_PATH        the Firefox to use`

/** Where an older PostgreSQL may do otherwise; a standby needs programs that come with no package. */
const DEPENDING = ['db', 'sync', 'jobs', 'backup', 'postgres/convert', 'parts', 'routes/kits']

const isCi = Boolean(process.env.CI) && process.env.CI !== 'false'
const total = { passed: 0, failed: 0 }

const asked = process.argv.slice(2)
if (asked.includes('--help')) {
  console.log(usage)
} else if (asked.some((name) => !Object.hasOwn(sections, name))) {
  console.error(`There is no such section: ${asked.join(' ')}\n\n${usage}`)
  process.exitCode = 2
} else {
  await runSections(new Set(asked.length > 0 ? asked : Object.keys(sections)))
}

async function runSections(wanted) {
  let isOver = false
  // Also after an exception, a signal or process.exit(): an unfinished run is a failed one.
  process.on('exit', () => {
    if (!isOver) total.failed += 1
    if (total.failed > 0) process.exitCode ||= 1
    sayFailures()
    console.log(`\n${total.passed} passed, ${total.failed} failed`)
  })
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    process.on(signal, () => void stopRunning().then(() => process.exit(code)))
  }

  await section('Packages', () => {
    ensureInstalled() // ends this process when it cannot
    return { passed: 1, failed: 0 }
  })
  if (wanted.has('checks')) {
    await section('Format', () => runCheck('npm', ['run', '--silent', 'format:check']))
    await section('Lint', () => runCheck('npm', ['run', '--silent', 'lint']))
    await section('Types', () => runCheck('npm', ['run', '--silent', 'types']))
  }
  if (wanted.has('unit')) await section('Unit tests', runUnit)
  if (wanted.has('twins')) await section('Simulation on the real stores', runTwins)
  if (wanted.has('debian')) await section('Server tests on Debian’s PostgreSQL', runDebian)
  if (['budgets', 'e2e', 'engines'].some((name) => wanted.has(name))) {
    const build = await section('Build', buildIfStale)
    const onBuild = (act) => () => (build.failed > 0 ? refuse('Not run: no build') : act())
    if (wanted.has('budgets')) await section('Budgets', onBuild(runBudgets))
    if (wanted.has('e2e')) await section('Browser tests', onBuild(runBrowser))
    if (wanted.has('engines')) await section('Browser engines', onBuild(runEngines))
  }
  isOver = true
}

async function section(title, act) {
  console.log(`\n=== ${title}`)
  const startedAt = performance.now()
  const result = await act()
  total.passed += result.passed
  total.failed += result.failed
  const outcome = result.failed > 0 ? 'FAILED' : result.passed > 0 ? 'ok' : 'LEFT OUT'
  console.log(
    `--- ${title}: ${outcome} after ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  return result
}

function buildIfStale() {
  if (isStale()) return runCheck('npm', ['run', '--silent', 'build'])
  console.log('dist/ is up to date')
  return { passed: 1, failed: 0 }
}

function runUnit() {
  const projects = ['shared', 'app', 'server'].flatMap((name) => ['--project', name])
  return runSuite(vitest('unit', projects))
}

function runTwins() {
  return runSuite(vitest('twins', ['--project', 'twins']))
}

function runDebian() {
  const programs = debianPostgres()
  if (!programs) return missing('PostgreSQL of Debian')
  const files = DEPENDING.map((name) => `sync-server/${name}`)
  return runSuite(
    vitest('debian', ['--project', 'server', ...files], { TEST_POSTGRES_BIN: programs }),
  )
}

/** What is exact on any machine. */
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
  const args = ['--import', 'tsx', `bench/${bench}.ts`]
  const hasSucceeded = await run(process.execPath, args, {
    CHROMIUM_PATH: chromium,
    ...figures.env,
  })
  const { over } = figures.close()
  return hasSucceeded ? '' : over.join('; ') || `bench/${bench}.ts did not run`
}

async function runBrowser() {
  const chromium = await findChromium({ install: true })
  if (!chromium) return missing('Chromium')
  return runSuite({
    args: ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'],
    env: { CHROMIUM_PATH: chromium },
    report: join(root, 'test-results/e2e.json'),
    ...playwrightReports,
  })
}

/** The stories run on the engines that are here; each one that is not is a failure of its own. */
async function runEngines() {
  const paths = {
    chromium: await findChromium({ install: true }),
    firefox: findFirefox(),
    webkit: findWebKit(),
  }
  const absent = Object.keys(paths).filter((name) => !paths[name])
  const present = Object.keys(paths).filter((name) => paths[name])
  const program = 'node_modules/@playwright/test/cli.js'
  const suite = {
    args: [program, 'test', '-c', 'e2e/engines/playwright.config.ts'].concat(
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

/** On a developer's machine a notice; in CI nobody reads notices. */
function missing(what) {
  const text = `There is no ${what} here and none could be installed (see above)`
  if (isCi) return refuse(`Not run: ${text}`)
  console.log(`NOTICE: ${text}: these tests were NOT run.`)
  return { passed: 0, failed: 0 }
}
