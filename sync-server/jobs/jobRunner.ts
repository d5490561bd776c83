/**
 * Runs jobs from the database: one at a time stores, and beside it the files of some sources are
 * fetched, however slowly their hosts send. A job whose server died continues after its last
 * commit, on whichever server polls next; after three such ends it fails visibly.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { setTimeout as sleep } from 'node:timers/promises'

import { newId, type RandomBytes } from '#shared/ids.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'
import { isOver, type Job, type JobKind } from '#shared/catalogue/job.ts'
import { JobFailure, OUR_SIDE } from './jobFailure.ts'
import { type JobRow, type Progress, readJob, writeProgress } from './jobStore.ts'
import { inLanguage } from '../words/language.ts'
import { tell } from '../words/told.ts'

const LOOK_EVERY_MS = 5_000
const ALIVE_EVERY_MS = 700
/** Lease of a job; longer than a busy database delays a heartbeat. */
const DEAD_AFTER_SECONDS = 20
const MAX_ATTEMPTS = 3
const WATCH_EVERY_MS = 150
/** Parallel fetches per server. */
const FETCHES = 4

/** A leased job. */
export interface Work {
  job: JobRow
  /** Lease holder: its writes count only while it has the job. */
  runner: string
  /** Aborted on cancellation, shutdown, or loss of the lease. */
  signal: AbortSignal
  /** Saves progress, in the transaction of the work it counts. */
  progress(trx: Knex, progress: Progress): Promise<void>
  /** Ends the fetch phase: resolves once no other job stores, or on abort. */
  storeNext(): Promise<void>
}

/** Does jobs of one kind, from `job.done` on. Throws JobFailure with a sentence for people. */
export type Worker = (work: Work) => Promise<void>

export interface Jobs {
  /** Polls at once. */
  poke(): void
  /** The job once it is over, or its current row on shutdown or abort. */
  finished(id: string, signal?: AbortSignal): Promise<Job | null>
  /** Releases the running job, which continues at the next start. */
  stop(): Promise<void>
}

export interface RunnerDeps {
  db: Knex
  now(): number
  random: RandomBytes
  log: Logger
}

type End = 'done' | 'failed' | 'cancelled'

export function startJobs(deps: RunnerDeps, workers: Record<JobKind, Worker>): Jobs {
  const { db, now, log } = deps
  const runner = newId(deps.random)
  const stopping = new AbortController()
  /** Lane 0 stores, the others fetch. */
  const lanes = Array.from<Promise<void> | null>({ length: 1 + FETCHES }).fill(null)
  let pokes = 0

  /** Leases the next job. A source run that broke off while storing starts over with its fetch. */
  async function claim(isFetching: boolean): Promise<JobRow | undefined> {
    const { rows } = await db.raw<{ rows: JobRow[] }>(
      `update jobs set state = 'running', runner = :runner, alive_at = now(),
         attempts = attempts + 1, started_at = coalesce(started_at, :at), is_fetching = :isFetching
       where id = (
         select id from jobs where (kind = 'source') = :isFetching and (state = 'queued'
           or (state = 'running' and alive_at <= now() - :dead * interval '1 second'))
         order by created_at limit 1 for update skip locked)
       returning *`,
      { runner, at: new Date(now()), dead: DEAD_AFTER_SECONDS, isFetching },
    )
    return rows[0]
  }

  async function run(job: JobRow): Promise<void> {
    const ending = new AbortController()
    let isLost = false
    const alive = setInterval(() => {
      void db
        .raw<{ rows: { cancel_asked: boolean }[] }>(
          `update jobs set alive_at = now() where id = :id and runner = :runner returning cancel_asked`,
          { id: job.id, runner },
        )
        .then(({ rows: [row] }) => {
          isLost = !row
          if (!row || row.cancel_asked) ending.abort()
        })
        .catch((error: unknown) => log.warn({ err: error }, 'a job could not show it lives'))
    }, ALIVE_EVERY_MS)
    const signal = AbortSignal.any([ending.signal, stopping.signal])
    const progress = (trx: Knex, how: Progress) => writeProgress(trx, job.id, runner, how)
    try {
      if (job.attempts > MAX_ATTEMPTS) {
        throw new JobFailure(
          tell('The server ended {times} times in the middle of it.', { times: MAX_ATTEMPTS }),
        )
      }
      const storeNext = () => enter(job.id, signal)
      if (!job.cancel_asked) await workers[job.kind]({ job, runner, signal, progress, storeNext })
      if (stopping.signal.aborted) await release(job.id)
      else if (!isLost) await end(job.id, signal.aborted || job.cancel_asked ? 'cancelled' : 'done')
    } catch (error) {
      if (stopping.signal.aborted) await release(job.id)
      else if (ending.signal.aborted && !isLost) await end(job.id, 'cancelled')
      else if (!isLost) await fail(job, error)
    } finally {
      clearInterval(alive)
    }
  }

  async function fail({ id }: JobRow, error: unknown): Promise<void> {
    const isExpected = error instanceof JobFailure
    if (!isExpected) log.error({ err: error, job: id }, 'a job failed')
    const words = isExpected ? error.message : OUR_SIDE
    await end(id, 'failed', words)
    await noteAlert(db, 'run')
  }

  async function enter(id: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isIn = await mine(id)
        .update({ is_fetching: false })
        .catch((error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === '23505') return null
          throw error
        })
      if (isIn !== null) return
      await sleep(WATCH_EVERY_MS)
    }
  }

  const mine = (id: string) => db('jobs').where({ id, runner, state: 'running' })
  const end = (id: string, state: End, error = '') =>
    mine(id).update({ state, error, runner: null, finished_at: new Date(now()) })
  /** Releases the lease at once, without counting a crash. */
  const release = (id: string) =>
    mine(id).update({
      runner: null,
      // A source goes back to fetching: it must not block storing while fetch lanes are busy.
      is_fetching: db.raw(`kind = 'source'`),
      alive_at: db.raw(`'-infinity'`),
      attempts: db.raw('attempts - 1'),
    })

  async function work(lane: number): Promise<void> {
    const isFetching = lane > 0
    let seen: number
    do {
      seen = pokes
      try {
        while (!stopping.signal.aborted) {
          const job = await claim(isFetching)
          if (!job) break
          // Starts the next lane: there may be another job.
          if (isFetching) start(lanes.indexOf(null, 1))
          await run(job)
        }
      } catch (error) {
        // The next poll tries again, when the database may be back.
        log.warn({ err: error }, 'jobs could not be worked off')
      }
    } while (seen !== pokes && !stopping.signal.aborted)
  }

  function start(lane: number): void {
    if (lane < 0 || stopping.signal.aborted) return
    // Stored text is for everybody, so not in the requester's language.
    lanes[lane] ??= inLanguage(null, () => work(lane)).finally(() => (lanes[lane] = null))
  }

  function poke(): void {
    pokes++
    start(0)
    start(lanes.indexOf(null, 1))
  }

  const look = setInterval(poke, LOOK_EVERY_MS).unref()
  poke()

  return {
    poke,
    async finished(id, signal) {
      for (;;) {
        const job = await readJob(db, id)
        if (!job || isOver(job) || stopping.signal.aborted || signal?.aborted) return job
        await sleep(WATCH_EVERY_MS)
      }
    },
    async stop() {
      clearInterval(look)
      stopping.abort()
      await Promise.all(lanes.filter((lane) => lane !== null))
    },
  }
}
