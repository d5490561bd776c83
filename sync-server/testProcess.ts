/** The server as a process of its own, bundled as npm start runs it, but without pages. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const pathOf = (place: string) => fileURLToPath(new URL(place, import.meta.url))
export const main = bundled('main.ts', 'testServer')
/** Found beside it. */
export const filesProcess = bundled('feeds/fileProcess.ts', 'files')

/** A tenth of the time that compiling file by file takes at every start. @returns the file */
export function bundled(entry: string, name: string): string {
  // A process that was started from such a bundle finds the others beside it.
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
  // Other test files may be doing the same.
  renameSync(draft, file)
  return file
}

export interface TestProcess {
  child: ChildProcess
  /** What it printed so far. */
  heard: { stdout: string; stderr: string }
  /** Its exit code. */
  ended: Promise<number | null>
  /** The address it says it is ready at; rejects with what it complained of when it ends before. */
  ready: Promise<string>
}

/** Whom a process runs as, and the command that starts it, Node's when there is none. */
interface Under {
  uid?: number
  gid?: number
  command?: readonly string[]
}

/** Starts it on a free port; every other setting of the caller's environment but DATABASE_URL stays. */
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

/** SIGKILL to those that still run. */
export async function killAll(processes: TestProcess[]): Promise<void> {
  for (const { child } of processes.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
