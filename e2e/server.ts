// The real built server in a process of its own, for tests that stop, kill and restart it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'

export const rootFolder = fileURLToPath(new URL('..', import.meta.url))
export const serverFile = fileURLToPath(new URL('../dist/server.mjs', import.meta.url))
const startMs = 120_000
const stopMs = 10_000

/** Servers to kill on exit: none outlives its tests. */
const alive = new Set<ChildProcess>()
process.once('exit', () => alive.forEach((child) => child.kill('SIGKILL')))

export type TestServer = {
  /** Origin, the same over restarts, so that a browser keeps its stored data. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** The configuration of every start. */
  readonly env: Record<string, string>
  /** Headers of a test's every request: its IP address, if several tests share the server. */
  readonly headers: Record<string, string>
  /** Turns a name into a username unique on this server. */
  readonly nameOf: (name: string) => string
  /** Everything printed so far, over all starts. */
  readonly output: () => string
  /** The process id, or undefined while it is not running. */
  readonly pid: () => number | undefined
  /** Starts it and waits until /api/health answers. `env` adds configuration for this start. */
  readonly start: (env?: Record<string, string>) => Promise<void>
  /** SIGTERM, as a service manager would; fails when it is not gone cleanly within 10 s. */
  readonly stop: () => Promise<void>
  /** SIGKILL: a crash. */
  readonly kill: () => Promise<void>
  readonly restart: (env?: Record<string, string>) => Promise<void>
}

/** E2E_DIST names another build than the usual one, such as a later version. */
function builtServer(env: Record<string, string>): string {
  return env['E2E_DIST'] ? join(env['E2E_DIST'], 'server.mjs') : serverFile
}

/** A server on a free port over this data folder, not yet started. `always`: env of every start. */
export async function createServer(
  dataDir: string,
  always: Record<string, string> = {},
): Promise<TestServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let running: ChildProcess | undefined
  let output = ''

  async function start(env: Record<string, string> = {}) {
    if (running) throw new Error('The server is running already')
    const child = spawn(process.execPath, [builtServer(env)], {
      cwd: rootFolder,
      env: serverEnvironment({ PORT: String(port), DATA_DIR: dataDir, ...always, ...env }),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    alive.add(child)
    child.once('exit', () => alive.delete(child))
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (output += text.toString()))
    await waitForHealth(url, () => hasEnded(child), startMs).catch((error: unknown) => {
      child.kill('SIGKILL')
      running = undefined
      throw new Error(`The server did not start: ${String(error)}\n${output}`)
    })
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL') {
    const child = running
    running = undefined
    if (!child) throw new Error('The server is not running')
    if (hasEnded(child)) throw new Error(`The server had ended by itself\n${output}`)
    const ended = once(child, 'exit')
    child.kill(signal)
    const isGone = await Promise.race([ended.then(() => true), wait(stopMs, false, { ref: false })])
    if (!isGone) child.kill('SIGKILL')
    if (signal === 'SIGTERM' && child.exitCode !== 0) {
      const how = isGone ? `ended with ${child.exitCode ?? child.signalCode}` : 'was still there'
      throw new Error(`${stopMs} ms after SIGTERM at most, the server ${how}\n${output}`)
    }
  }

  const stop = () => end('SIGTERM')
  return {
    url,
    port,
    dataDir,
    env: always,
    headers: {},
    nameOf: (name) => name,
    output: () => output,
    pid: () => running?.pid,
    start,
    stop,
    kill: () => end('SIGKILL'),
    restart: async (env) => {
      await stop()
      await start(env)
    },
  }
}

/** Only the env a server needs: a developer's DATABASE_URL or PUBLIC_URL must not leak in. */
export function serverEnvironment(settings: Record<string, string>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings }
}

/** Resolves once /api/health answers 200; rejects when `isOver` says so or the time is up. */
export async function waitForHealth(url: string, isOver: () => boolean, timeoutMs: number) {
  for (const endAt = Date.now() + timeoutMs; Date.now() < endAt; await wait(50)) {
    if (isOver()) throw new Error('it ended')
    const answer = await fetch(`${url}/api/health`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error(`no healthy answer within ${timeoutMs} ms`)
}

/**
 * A free port below the ephemeral range: nobody else gets it while the server is down between two
 * starts, or before its first one, in this run.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    if (take(port) && !(await isListening(port))) return port
  }
}

const taken = new Set<number>()

/** @returns whether no test had the port before: each worker is a process of its own */
function take(port: number): boolean {
  if (taken.has(port)) return false
  taken.add(port)
  const folder = process.env['E2E_FOLDER']
  if (!folder) return true
  try {
    writeFileSync(join(folder, `port-${port}`), '', { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null
}
