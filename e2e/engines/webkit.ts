// WebKitGTK, the nearest to an iPhone that Debian has, over WebDriver on a virtual X server.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import type { EngineBrowser, Key, LaunchOptions } from './engine.ts'

import { killProfile } from '../processes.ts'
import { freePort } from '../server.ts'

const shell = fileURLToPath(new URL('webkitShell.py', import.meta.url))
/** The name under which WebDriver gives an element's id (W3C WebDriver, 12.1 Elements). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
/** Code points of keys without a letter (W3C WebDriver, 17.4.2 Keyboard actions). */
const KEYS: Record<Key, string> = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' }

export async function launchWebKit(options: LaunchOptions): Promise<EngineBrowser> {
  const program = process.env['WEBKIT_DRIVER_PATH']
  if (!program) throw new Error('WEBKIT_DRIVER_PATH is not set: npm test -- engines does it')
  const display = await startDisplay()
  const port = await freePort()
  const driver = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    env: { ...process.env, DISPLAY: display.name },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true, // a group of its own, with the browser it starts
  })
  // The shell logs the console of pages to the stdout it inherits from the driver.
  createInterface(driver.stdout).on('line', (line) => {
    if (/CONSOLE .*\bERROR\b/.test(line)) options.onProblem(line)
  })
  const endGroup = endWith(driver, () => killGroup(driver))
  const endDriver = async () => {
    await endGroup()
    await display.end()
  }
  try {
    const session = await startSession(`http://127.0.0.1:${port}`, options)
    return {
      tab: tabOf(session),
      close: async () => {
        await session('DELETE', '')
        await endDriver()
      },
      kill: async () => {
        await killProfile(options.profile)
        await endDriver()
      },
    }
  } catch (error) {
    await endDriver()
    throw error
  }
}

/** Sends one command of a session and returns its value. */
type Session = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

async function startSession(url: string, { profile, isNarrow }: LaunchOptions): Promise<Session> {
  for (const endAt = Date.now() + 60_000; ; await wait(30)) {
    if (await fetch(`${url}/status`).catch(() => undefined)) break
    if (Date.now() > endAt) throw new Error('The WebDriver of WebKit does not answer')
  }
  const args = [`--size=${isNarrow ? '390x844' : '1280x800'}`, `--profile=${profile}`]
  const alwaysMatch = {
    browserName: 'webkitShell',
    'webkitgtk:browserOptions': { binary: shell, args },
  }
  const capabilities = { capabilities: { alwaysMatch } }
  const made = await command(`${url}/session`, 'POST', capabilities)
  const { sessionId } = made as { sessionId: string }
  // One at a time: a script sent during a load takes the load's answer, so the load never ends.
  let last: Promise<unknown> = Promise.resolve()
  const session: Session = (method, path, body) => {
    const act = () => command(`${url}/session/${sessionId}${path}`, method, body)
    const done = last.then(act, act)
    last = done
    return done
  }
  await session('POST', '/timeouts', { script: 60_000, pageLoad: 120_000 })
  return session
}

async function command(url: string, method: string, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(150_000),
  })
  const { value } = (await answer.json()) as { value: unknown }
  if (!answer.ok) {
    const { error, message } = value as { error: string; message: string }
    throw new Error(`${error}: ${message}`)
  }
  return value
}

function tabOf(session: Session): EngineBrowser['tab'] {
  const keys = (actions: object[]) =>
    session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  const stroke = (value: string) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
  return {
    goto: async (url) => void (await session('POST', '/url', { url })),
    reload: async () => void (await session('POST', '/refresh')),
    evaluate: async (source) => {
      const script = `const done = arguments[0]
        Promise.resolve().then(() => (${source}))
          .then((value) => done({ value }), (error) => done({ error: String(error) }))`
      const result = await session('POST', '/execute/async', { script, args: [] })
      const { value, error } = result as { value?: unknown; error?: string }
      if (error !== undefined) throw new Error(error)
      return value
    },
    click: async (css) => {
      const found = await session('POST', '/element', { using: 'css selector', value: css })
      const id = (found as Record<string, string>)[ELEMENT]
      await session('POST', `/element/${id}/click`)
    },
    type: async (text) => void (await keys(Array.from(text).flatMap(stroke))),
    press: async (key) => void (await keys(stroke(KEYS[key]))),
    screenshot: async () => Buffer.from(String(await session('GET', '/screenshot')), 'base64'),
  }
}

/**
 * An X server for one browser: without a window manager the second window of a display is never
 * painted. It ends with `end`, or with this process.
 */
async function startDisplay(): Promise<{ name: string; end: () => Promise<void> }> {
  const args = ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp']
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const end = endWith(server, () => void server.kill()) // SIGTERM, so it removes its lock file
  const numbers = server.stdio[3]
  if (!numbers) throw new Error('Xvfb has no pipe for its number')
  const failed = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended at once')
  })
  const [number] = (await Promise.race([once(numbers, 'data'), failed])) as [Buffer]
  failed.catch(() => undefined)
  return { name: `:${number.toString().trim()}`, end }
}

/** Ends a child with this process, or earlier by the returned function. */
function endWith(child: ChildProcess, end: () => void): () => Promise<void> {
  process.once('exit', end)
  return async () => {
    process.off('exit', end)
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    end()
    await ended
  }
}

function killGroup({ pid }: ChildProcess) {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Every process of the group is gone already.
  }
}
