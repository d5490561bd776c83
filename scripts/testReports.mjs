// Runs one step of `npm test` and counts what it did, from reports rather than from printed text.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { root } from './install.mjs'

let running
// Sections run one at a time; whichever is on when this process ends must not outlive it.
process.on('exit', () => running?.kill('SIGINT'))

/** Ends what is running, and gives it a moment to clean up and to print its last. */
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
 * @param {Record<string, string | undefined>} env added to ours; undefined takes a variable away
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

/**
 * A check that either holds or does not: one passed or one failed.
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runCheck(program, args) {
  return (await run(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/**
 * A test runner that writes a JSON report. Crashing, failing outside any test and running no test
 * at all each count as one failure: silence must not look like success.
 * @param {{ args: string[], env: Record<string, string | undefined>, report: string, count: (report: any) => { passed: number, failed: number, skipped: number } }} suite
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSuite({ args, env, report, count }) {
  mkdirSync(dirname(report), { recursive: true })
  rmSync(report, { force: true })
  const hasSucceeded = await run(process.execPath, args, env)
  const { passed, failed, skipped } = readReport(report, count)
  if (skipped > 0) console.log(`${skipped} skipped`)
  if (failed > 0) return { passed, failed }
  if (passed === 0) console.error('No test ran, or the test runner crashed')
  else if (!hasSucceeded) console.error('Every test passed, but the test runner itself failed')
  return { passed, failed: passed === 0 || !hasSucceeded ? 1 : 0 }
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 } // no report: the runner crashed before its end
  }
}

/** Counts vitest's JSON report; a file that cannot even be loaded is a failure without a test. */
export function countVitest(report) {
  const hasFailed = ({ status }) => status === 'failed'
  const broken = report.testResults
    .filter(hasFailed)
    .filter(({ assertionResults }) => !assertionResults.some(hasFailed))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts Playwright's JSON report; its errors are those outside any test, as in a set-up. */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}
