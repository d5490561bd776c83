/** The built server in a process of its own, with figures of its CPU and memory. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const serverFile = fileURLToPath(new URL('../../dist/server.mjs', import.meta.url))
const witness = new URL('../../sync-server/testWitness.mjs', import.meta.url).href

/** Figures of testWitness.mjs about the process it is loaded in, since the previous call. */
export interface Witnessed {
  /** Delay of the event loop, milliseconds. */
  loopP50: number
  loopP99: number
  loopMax: number
  /** Longest turn of it in CPU time, and longest garbage collection pause. */
  turnMax: number
  pauseMax: number
  /** Bytes, after a garbage collection. */
  heap: number
  rss: number
}

export interface ServerProcess {
  url: string
  pid: number
  dataDir: string
  /** CPU seconds so far. */
  cpuSeconds(): number
  witness(): Promise<Witnessed>
  /** Figures of each of several PROCESSES. */
  witnessAll(): Promise<Witnessed[]>
  stop(): Promise<void>
}

/** Starts the server on `databaseUrl`, or without one on its bundled PostgreSQL. */
export async function startServerProcess(
  databaseUrl?: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'wrenchlist-bench-'))
  // Under root, PostgreSQL runs as another user, who must be able to reach the folder.
  await chmod(folder, 0o755)
  const dataDir = settings['DATA_DIR'] ?? join(folder, 'data')
  const child = spawn(process.execPath, ['--expose-gc', '--import', witness, serverFile], {
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DATA_DIR: dataDir,
      TRUST_PROXY: '1',
      STORE_MB_PER_DAY: '0',
      LOG_LEVEL: 'fatal',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  while (!/ready at (\S+)/.test(said)) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const asked = async () => {
    const answer = once(child, 'message')
    child.send('how are you?')
    return ((await answer) as [Witnessed | { processes: Witnessed[] }])[0]
  }
  return {
    pid: child.pid ?? 0,
    dataDir,
    url: /ready at (\S+)/.exec(said)?.[1] ?? '',
    cpuSeconds() {
      const fields =
        readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // Fields 14 and 15 of proc(5), in ticks of 10 ms.
      return (Number(fields[11]) + Number(fields[12])) / 100
    },
    witness: async () => (await asked()) as Witnessed,
    async witnessAll() {
      const answer = await asked()
      return 'processes' in answer ? answer.processes : [answer]
    },
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
      process.off('exit', killed)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
