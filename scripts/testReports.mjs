// Runs one step of `npm test` and counts its results, from reports rather than from printed text.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './install.mjs'

let running
// Sections run one at a time; the current one must not outlive this process.
process.on('exit', () => running?.kill('SIGINT'))

/** Stops the running program, and gives it a moment to clean up and flush its output. */
export async function stopRunning() {
  if (!running) return
  const ended = once(running, 'close')
  running.kill('SIGINT')
  await Promise.race([ended, wait(10_000)])
}

/**
 * Runs a program with its output passed through.
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env added to ours; undefined removes a variable
 * @returns {Promise<boolean>} whether it ended with 0
 */
export function run(program, args, env = {}) {
  return new Promise((resolve) => {
    running = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: program === 'npm' && process.platform === 'win32',
    })
    running.once('error', (error) => {
      console.error(error.message)
      resolve(false)
    })
    running.once('close', (code) => {
      running = undefined
      resolve(code === 0)
    })
  })
}

/** Runs a program beside the sections, and prints its output once it has ended. */
export function runAside(program, args) {
  return new Promise((resolve) => {
    const aside = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    for (const stream of [aside.stdout, aside.stderr]) {
      stream.on('data', (text) => (printed += String(text)))
    }
    const end = () => resolve(printed.trim() && console.log(printed.trim()))
    aside.once('error', end).once('close', end)
    process.once('exit', () => aside.kill())
  })
}

/**
 * A check that passes or fails as a whole: one passed, or one failed and named at the end.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runCheck(program, args) {
  if (await run(program, args)) return { passed: 1, failed: 0 }
  return refuse(`${program} ${args.join(' ')}`)
}

/** Failures by name, printed at the end. */
const failures = []

/** One failure, printed here and again at the end. */
export function refuse(reason, passed = 0) {
  console.error(`Failed: ${reason}`)
  failures.push({ name: reason })
  return { passed, failed: 1 }
}

/**
 * A test runner that writes a JSON report. Crashing, failing outside any test and running no test
 * at all each count as one failure: silence must not look like success. There are no retries.
 * @param {{
 *   args: string[],
 *   env: Record<string, string | undefined>,
 *   report: string,
 *   read: (report: any) => {
 *     passed: number, failed: { name: string, why?: string }[], skipped: number, broken: number
 *   },
 * }} suite `read` counts a report
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSuite({ args, env, report, read }) {
  const { hasSucceeded, passed, failed, skipped, broken } = await runReported(
    args,
    env,
    report,
    read,
  )
  if (skipped > 0) console.log(`${skipped} skipped`)
  failures.push(...failed, ...outside(broken))
  if (failed.length + broken > 0) return { passed, failed: failed.length + broken }
  if (passed === 0) return refuse('No test ran, or the test runner crashed')
  if (hasSucceeded) return { passed, failed: 0 }
  return refuse('Every test passed, but the test runner itself failed', passed)
}

async function runReported(args, env, report, read) {
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const hasSucceeded = await run(process.execPath, args, env)
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'))
    return { hasSucceeded, ...read(json) }
  } catch {
    // No report: the runner crashed before its end.
    return { hasSucceeded, passed: 0, failed: [], skipped: 0, broken: 0 }
  }
}

const outside = (count) => (count > 0 ? [{ name: `${count} errors outside any test` }] : [])

/** Lines and characters of an error that are enough to locate it. */
const LINES = 8
const LETTERS = 900
// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[\d;]*m/g

/** Start of a failure's message, with the stack lines of our own code. */
function whyOf(message = '') {
  const lines = message
    .replaceAll(COLOURS, '')
    .replaceAll(`${root}/`, '')
    .split('\n')
    .filter(
      (line) => line.trim() !== '' && !line.includes('node_modules') && !/new Promise/.test(line),
    )
  return lines.slice(0, LINES).join('\n    ').slice(0, LETTERS)
}

/** Failures with their reasons, printed before the last line. */
export function sayFailures() {
  if (failures.length === 0) return
  const lines = failures.map(({ name, why }) => `  ${name}${why ? `\n    ${why}` : ''}`)
  console.log(`\nFailed:\n${lines.join('\n')}`)
}

/** Reads vitest's JSON report; a file that cannot even be loaded is a failure without a test. */
export const vitestReports = {
  read: (report) => {
    const hasFailed = ({ status }) => status === 'failed'
    const failed = report.testResults
      .filter(hasFailed)
      .flatMap(({ name, message, assertionResults }) => {
        const file = relative(root, name)
        const tests = assertionResults.filter(hasFailed)
        return tests.length === 0
          ? [{ name: `${file} could not be loaded`, why: whyOf(message) }]
          : tests.map(({ fullName, failureMessages: [first] }) => ({
              name: `${file}: ${fullName}`,
              why: whyOf(first),
            }))
      })
    const skipped = report.numPendingTests + report.numTodoTests
    return { passed: report.numPassedTests, failed, skipped, broken: 0 }
  },
}

/** Reads Playwright's JSON report; its errors are those outside any test, as in a setup. */
export const playwrightReports = {
  read: ({ stats, errors, suites }) => ({
    passed: stats.expected,
    failed: suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
      // A story on several engines is one spec, whose `ok` is that of its first engine.
      tests
        .filter(({ status }) => status === 'unexpected')
        .map(({ projectName, results }) => ({
          name: `${file}:${line} ${title}${projectName && ` (${projectName})`}`,
          why: whyOf(results.at(-1)?.error?.stack ?? results.at(-1)?.error?.message),
        })),
    ),
    skipped: stats.skipped,
    broken: errors.length,
  }),
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)]
