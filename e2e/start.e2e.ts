// `npm start` as a person or a service manager uses it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from './harness.ts'
import { isAlive, processTree } from './processes.ts'
import { freePort, rootFolder, serverEnvironment, waitForHealth } from './server.ts'

const exitMs = 10_000
/** Generous: no test here is about the time of a start. */
const startMs = 120_000

// T107
test('a second start on the same data names the first, and SIGTERM ends it through npm', async ({
  ownFolder,
}) => {
  const dataDir = join(ownFolder, 'data')
  const first = await npmStart(dataDir)
  try {
    await waitForHealth(first.url, first.hasEnded, startMs).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${first.output()}`)
    })
    // The output goes through npm, whose exit may be known before the last lines.
    await expect.poll(first.output, 'the address is printed').toContain(first.url)

    const second = await npmStart(dataDir)
    expect(await second.exitCode()).not.toBe(0)
    const firstPids = processTree(first.pid)
    const named = () => {
      const numbers = (second.output().match(/\d+/g) ?? []).map(Number)
      return firstPids.filter((pid) => numbers.includes(pid))
    }
    await expect(() => expect(named(), second.output()).toHaveLength(1)).toPass({ timeout: exitMs })
    expect((await fetch(`${first.url}/api/health`)).ok, 'the first goes on').toBe(true)

    const sentAt = Date.now()
    process.kill(first.pid, 'SIGTERM')
    await first.exitCode()
    await expect(() => expect(firstPids.filter(isAlive)).toEqual([])).toPass({ timeout: exitMs })
    expect(Date.now() - sentAt).toBeLessThan(exitMs)

    const third = await npmStart(dataDir)
    await waitForHealth(third.url, third.hasEnded, startMs)
    process.kill(third.pid, 'SIGTERM')
    await third.exitCode()
  } finally {
    // Processes the test left behind, and no others: only descendants of those it started.
    for (const pid of started.flatMap(processTree).filter(isAlive)) process.kill(pid, 'SIGKILL')
  }
})

const started: number[] = []

async function npmStart(dataDir: string) {
  const port = await freePort()
  let output = ''
  const child = spawn('npm', ['start'], {
    cwd: rootFolder,
    env: serverEnvironment({ PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'info' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output += text.toString()))
  }
  const { pid } = child
  if (pid === undefined) throw new Error('npm could not be started')
  started.push(pid)
  const ended = once(child, 'exit')
  return {
    pid,
    url: `http://127.0.0.1:${port}`,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    exitCode: async () => {
      await ended
      return child.exitCode
    },
  }
}
