/** The server as a child process, bundled as for npm start, but without pages. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))
export const main = bundled('main.ts', 'testServer')
/** Found beside the server's bundle. */
export const filesProcess = bundled('workerProcess/fileProcess.ts', 'files')

/** A bundle starts ten times as fast as compiling file by file. @returns the file */
export function bundled(entry: string, name: string): string {
  // A process started from a bundle finds the others beside it.
  if (import.meta.url.endsWith('.mjs')) return pathOf(`./${name}.mjs`)
  const folder = pathOf('../node_modules/.cache/wrenchlist')
  mkdirSync(folder, { recursive: true })
  const [draft, file] = [`${folder}/${name}-${process.pid}.mjs`, `${folder}/${name}.mjs`]
  buildSync({
    entryPoints: [pathOf(`./${entry}`)],
    outfile: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    logLevel: 'error',
  })
  // Other test files may bundle at the same time: the rename is atomic.
  renameSync(draft, file)
  return file
}

export interface TestProcess {
  child: ChildProcess
  /** Output so far. */
  heard: { stdout: string; stderr: string }
  /** Its exit code. */
  ended: Promise<number | null>
  /** URL of the ready line; rejects with stderr when it exits before. */
  ready: Promise<string>
}

/** User of a process, and the command that starts it, Node by default. */
interface Under {
  uid?: number
  gid?: number
  command?: readonly string[]
}

/** Starts on a free port; inherits the caller's environment except DATABASE_URL. */
export function startProcess(settings: Record<string, string>, under: Under = {}): TestProcess {
  const { DATABASE_URL: _, ...inherited } = process.env
  const env = { ...inherited, PORT: '0', LOG_LEVEL: 'error', ...settings }
  const { command = [], ...as } = under
  const [program, ...words] = [...command, process.execPath, main]
  const child = spawn(program, words, { env, ...as })
  const heard = { stdout: '', stderr: '' }
  child.stdout.on('data', (text: Buffer) => (heard.stdout += text.toString()))
  child.stderr.on('data', (text: Buffer) => (heard.stderr += text.toString()))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const ready = new Promise<string>((resolve, reject) => {
    const look = () => {
      const url = /ready at (http:\S+)/.exec(heard.stdout)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', look)
    void ended.then(() => reject(new Error(heard.stderr)))
  })
  ready.catch(() => undefined)
  return { child, heard, ended, ready }
}

/** SIGKILL for those still running. */
export async function killAll(processes: TestProcess[]): Promise<void> {
  for (const { child } of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
