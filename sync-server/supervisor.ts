/**
 * Several server processes on one port, which share nothing but the database. The system gives each
 * new connection to a free one, so no proxy stands between a device and its server; one that dies
 * takes only its own connections with it and is restarted.
 */
import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'

import cluster from 'node:cluster'

/** A service manager kills after 10 s. */
const MAX_STOPPING_MS = 9_500
/** A process that lives this long started well. */
const STEADY_MS = 10_000
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
/** In a row, none of them steady: about half a minute. */
const MAX_QUICK_DEATHS = 8
const PLACE = 'WRENCHLIST_PLACE'

export interface SupervisorDeps {
  count: number
  /** Entry file of every process. */
  exec: string
  /** Environment on top of this process's. */
  env: Record<string, string>
  /** How long each still serves after a stop signal. */
  drainMs: number
  log: Pick<Logger, 'info' | 'warn' | 'fatal'>
  /** Receives the processes' ready line, once. */
  say(line: string): void
  /** Resolves when all has to end. */
  stopped: Promise<void>
}

/** 0 for the first process, and for a single one; a replacement inherits the number. */
export function placeAmongProcesses(): number {
  return cluster.isWorker ? Number(process.env[PLACE]) : 0
}

/** In a cluster the supervisor prints it, once all are ready. */
export function sayReady(line: string, say: (line: string) => void): void {
  if (cluster.isWorker) process.send?.({ ready: line })
  else say(line)
}

/**
 * Starts the processes and restarts dead ones until stopped. The first starts alone: a settings
 * error is printed once, and the database is migrated once.
 * @returns the exit code: 0 when stopped, and all ended cleanly in time
 */
export function supervise(deps: SupervisorDeps): Promise<number> {
  const { count, exec, env, drainMs, log, say, stopped } = deps
  // Not round-robin: a connection on its way to a killed process would hang.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  cluster.setupPrimary({ exec })
  const alive = new Set<Worker>()
  const ready = new Set<Worker>()
  const waiting = new Set<NodeJS.Timeout>()
  let hasBegun = false
  let isSaid = false
  let isStopping = false
  let quickDeaths = 0
  let steadyAt = 0
  let code = 0
  // A second signal kills all at once: no process may stay behind.
  process.once('exit', () => kill('SIGKILL'))

  function kill(signal: NodeJS.Signals): void {
    for (const worker of alive) worker.process.kill(signal)
  }

  return new Promise((resolve) => {
    function begin(place: number): void {
      const worker = cluster.fork({ ...env, [PLACE]: String(place) })
      const bornAt = performance.now()
      alive.add(worker)
      const steady = setTimeout(() => {
        steadyAt = performance.now()
        quickDeaths = 0
      }, STEADY_MS)
      worker.on('message', (message: { ready?: string }) => {
        if (message.ready) greet(worker, message.ready)
      })
      worker.once('exit', (exitCode, signal) => {
        clearTimeout(steady)
        alive.delete(worker)
        ready.delete(worker)
        const end = { code: exitCode, signal, livedMs: performance.now() - bornAt }
        lost(worker, place, end)
      })
    }

    function greet(worker: Worker, line: string): void {
      ready.add(worker)
      log.info({ worker: worker.process.pid }, 'a server process is ready')
      if (!hasBegun) {
        hasBegun = true
        for (let n = 1; n < count && !isStopping; n++) begin(n)
      }
      if (ready.size < count || isSaid) return
      isSaid = true
      say(line)
    }

    interface End {
      code: number | null
      signal: string | null
      livedMs: number
    }

    function lost({ process: { pid } }: Worker, place: number, end: End): void {
      // It printed why, and a second one would repeat it.
      if (!hasBegun) return resolve(end.code ?? 1)
      if (isStopping) {
        if (end.code !== 0) code = 1
        if (alive.size === 0) resolve(code)
        return
      }
      if (end.livedMs < STEADY_MS) quickDeaths++
      if (quickDeaths >= MAX_QUICK_DEATHS && ready.size === 0) return giveUp()
      const delayMs =
        quickDeaths === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (quickDeaths - 1), LONGEST_DELAY_MS)
      log.warn(
        { worker: pid, ...end, delayMs },
        'a server process ended, another one takes its place',
      )
      const timer = setTimeout(() => {
        waiting.delete(timer)
        begin(place)
      }, delayMs)
      waiting.add(timer)
    }

    function giveUp(): void {
      const seconds = Math.round((performance.now() - steadyAt) / 1_000)
      log.fatal(
        `Wrenchlist gives up: its processes ended ${quickDeaths} times in ${seconds} s, each soon after its start. The lines above say why.`,
      )
      code = 1
      stop()
    }

    function stop(): void {
      if (isStopping) return
      isStopping = true
      for (const timer of waiting) clearTimeout(timer)
      if (alive.size === 0) return resolve(code)
      kill('SIGTERM')
      setTimeout(() => kill('SIGKILL'), drainMs + MAX_STOPPING_MS).unref()
    }

    void stopped.then(stop)
    begin(0)
  })
}
