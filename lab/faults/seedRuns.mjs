// Runs seeds of the simulation in processes of their own, out of a bundle: with all that a test
// runner does around a file, a seed takes three times as long.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/install.mjs'

const MODEL = ['simulate', 'trace', 'flapping']
/** A seed takes a tenth of a second; one that takes so long goes round in circles. */
const STUCK_MS = 120_000

/**
 * Bundles the model and the code it runs.
 * @param {{ file: string, text: string, without: string }} [fault] a text that is replaced in a file
 */
export async function bundleModel(outfile, fault) {
  const { build } = await import('esbuild')
  const contents = MODEL.map((name) => `export * from './lab/simulation/${name}.ts'`)
  const plugins = fault ? [plant(fault)] : []
  await build({
    stdin: { contents: contents.join('\n'), resolveDir: root },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    plugins,
    logLevel: 'silent',
  })
}

const plant = ({ file, text, without }) => ({
  name: 'plant',
  setup(build) {
    const filter = new RegExp(`${file.replaceAll('/', '[/\\\\]').replaceAll('.', '\\.')}$`)
    build.onLoad({ filter }, ({ path }) => {
      if (path !== join(root, ...file.split('/'))) return null
      const source = readFileSync(path, 'utf8')
      return { contents: source.replace(text, () => without), loader: 'ts' }
    })
  },
})

/** How a failure is grouped: its invariant, and what it says first where that are words. */
export function kindOf(message) {
  const found = /^seed \d+ fails: (I\d+): (?:\["([a-z ]+)")?/.exec(message)
  return found ? `${found[1]} ${found[2] ?? ''}`.trim() : 'an error'
}

/** A process that runs seeds of one bundle, as long as it is kept. */
export class SeedRunner {
  isAlive = true
  #child
  /** @type {{ resolve: (result: any) => void, timer: any, first: number, seed: number } | null} */
  #waiting = null

  constructor(bundle) {
    this.#child = spawn(process.execPath, [join(root, 'lab/faults/seedRunner.mjs'), bundle], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.#child.on('message', (message) => this.#hear(message))
    this.#child.on('exit', () => {
      this.isAlive = false
      this.#end({ message: 'its process ended' })
    })
  }

  /**
   * Runs seeds from the first to the last, or to the first that fails with `isUntilFailed`.
   * @returns `{ ran, sums, failed: [{ seed, message }], tookMs: [] }`
   */
  run(task) {
    return new Promise((resolve) => {
      this.#waiting = { resolve, timer: null, first: task.first, seed: task.first }
      this.#startTimer()
      this.#child.send(task)
    })
  }

  close() {
    this.isAlive = false
    this.#child.kill('SIGKILL')
  }

  #startTimer() {
    clearTimeout(this.#waiting.timer)
    this.#waiting.timer = setTimeout(() => {
      this.close()
      this.#end({ message: `it goes on for ${STUCK_MS / 1_000} s` })
    }, STUCK_MS)
  }

  #hear(message) {
    if (!this.#waiting) return
    if (message.at !== undefined) {
      this.#waiting.seed = message.at
      this.#startTimer()
    } else this.#settle(message)
  }

  /** It ran into something that is no answer: the seed it was at has failed. */
  #end({ message }) {
    if (!this.#waiting) return
    const { first, seed } = this.#waiting
    const failed = [{ seed, message: `seed ${seed} fails: ${message}` }]
    this.#settle({ ran: seed - first + 1, sums: {}, failed, tookMs: [] })
  }

  #settle(result) {
    clearTimeout(this.#waiting.timer)
    const { resolve } = this.#waiting
    this.#waiting = null
    resolve(result)
  }
}
