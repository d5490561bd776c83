// A copy of the project in which a text is replaced, and its tests.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'

const COPIED = 'app shared sync-server lab bundle scripts package.json tsconfig.json vite.config.ts'
const TIMEOUT_MS = 900_000

/** Whether the text of a fault stands once in its file. */
export function isThere({ file, text }) {
  return readFileSync(join(root, file), 'utf8').split(text).length === 2
}

export class FaultyCopy {
  #folder = mkdtempSync(join(tmpdir(), 'faulty-'))

  constructor() {
    process.on('exit', () => rmSync(this.#folder, { recursive: true, force: true }))
    for (const name of COPIED.split(' '))
      cpSync(join(root, name), join(this.#folder, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'))
  }

  /** Does something while the fault is in the copy. */
  async with({ file, text, without }, work) {
    const path = join(this.#folder, file)
    const source = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      source.replace(text, () => without),
    )
    try {
      return await work()
    } finally {
      writeFileSync(path, source)
    }
  }

  /**
   * Runs tests up to the first that fails. @returns it, null when all pass
   * @param {Record<string, string>} [more] of the environment
   */
  async firstFailure(files, more = {}) {
    const names = files.filter((name) => !name.startsWith('-'))
    const rooms = { app: ['app', 'screens'], shared: ['shared'], 'sync-server': ['server', 'slow'] }
    const projects = Object.entries(rooms).flatMap(([room, ofRoom]) =>
      names.some((file) => file.startsWith(`${room}/`)) ? ofRoom : [],
    )
    const args = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--bail',
      '1',
      '--reporter=json',
      ...files,
    ]
    for (const name of projects) args.push('--project', name)
    const env = { ...process.env, NO_COLOR: '1', TEST_DATABASE_URL: '', ...more }
    const { code, stdout, stderr } = await run(args, { cwd: this.#folder, env })
    if (code === 0) return null
    const report = /\{"numTotalTestSuites".*/s.exec(stdout)
    const results = report ? JSON.parse(report[0]).testResults : []
    const failed = results.flatMap((result) =>
      result.assertionResults.filter((test) => test.status === 'failed'),
    )[0]
    if (failed) return { title: failed.fullName.trim(), message: failed.failureMessages.join('\n') }
    // Its tests were found, and what they begin with failed.
    const begun = results.find(({ message, assertionResults }) => message && assertionResults[0])
    if (begun) return { title: `the beginning of ${begun.name}`, message: begun.message }
    // A fault that does not even load, or takes for ever, says nothing of the tests.
    throw new Error(
      `The tests could not be run: ${results.find(({ message }) => message)?.message ?? stderr}`,
    )
  }
}

function run(args, options) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { ...options, timeout: TIMEOUT_MS })
    let [stdout, stderr] = ['', '']
    child.stdout.on('data', (text) => (stdout += text))
    child.stderr.on('data', (text) => (stderr += text))
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
