/**
 * Several server processes on one port: they share nothing but the database. The system hands each
 * new connection to whichever is free, so nobody stands between a device and its server; one that
 * dies takes its own connections with it and is started again.
 */
import type { Worker } from 'node:cluster'
import type { Logger } from 'pino'

import cluster from 'node:cluster'

/** A service manager waits 10 s before it kills. */
const MAX_STOPPING_MS = 9_500
/** Whoever lives so long was started well. */
const STEADY_MS = 10_000
const FIRST_DELAY_MS = 250
const LONGEST_DELAY_MS = 10_000
/** In a row, each before it was steady: over about half a minute. */
const MAX_QUICK_DEATHS = 8
const PLACE = 'WRENCHLIST_PLACE'

export interface SupervisorDeps {
  count: number
  /** The file every process runs. */
  exec: string
  /** Settings of theirs beside those of this process. */
  env: Record<string, string>
  /** How long each still answers after a stop signal. */
  drainMs: number
  log: Pick<Logger, 'info' | 'warn' | 'fatal'>
  /** Takes what the processes would say, once. */
  say(line: string): void
  /** Fulfilled when all has to end. */
  stopped: Promise<void>
}

/** 0 for the first of the processes, and for a single one; a replacement takes the place over. */
export function placeAmongProcesses(): number {
  return cluster.isWorker ? Number(process.env[PLACE]) : 0
}

/** In a process of many the supervisor says it, once all of them are ready. */
export function sayReady(line: string, say: (line: string) => void): void {
  if (cluster.isWorker) process.send?.({ ready: line })
  else say(line)
}

/**
 * Starts the processes and keeps their number until it is told to stop. The first one starts alone:
 * what is wrong with the settings is said once, and the database is migrated once.
 * @returns the exit code: 0 when it was told to stop and all ended cleanly in time
 */
export function supervise(deps: SupervisorDeps): Promise<number> {
  const { count, exec, env, drainMs, log, say, stopped } = deps
  // Not round-robin: there a connection on its way to a process that is killed would hang.
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
  // A second signal ends this process at once: nobody may stay behind.
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
      // It has said why, and a second one would say the same.
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
