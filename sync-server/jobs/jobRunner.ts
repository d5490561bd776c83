/**
 * Works off the jobs of the database, one at a time. A job whose server ended in the middle goes on
 * where its last commit was, on whichever server looks next; after three such ends it fails visibly.
 */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import { setTimeout as sleep } from 'node:timers/promises'

import type { Job, JobKind } from '#shared/catalogue/job.ts'
import type { RandomBytes } from '#shared/ids.ts'
import type { JobRow, Progress } from './jobStore.ts'

import { newId } from '#shared/ids.ts'
import { noteAlert } from '../status/alerts.ts'
import { isOver } from '#shared/catalogue/job.ts'
import { JobFailure, OUR_SIDE } from './jobFailure.ts'
import { readJob, writeProgress } from './jobStore.ts'
import { inLanguage } from '../words/language.ts'
import { tell } from '../words/told.ts'

const LOOK_EVERY_MS = 5_000
const ALIVE_EVERY_MS = 700
/** Longer than a busy database makes a sign of life wait. */
const DEAD_AFTER_SECONDS = 20
const MAX_ATTEMPTS = 3
const WATCH_EVERY_MS = 150

/** A job in somebody's hands. */
export interface Work {
  job: JobRow
  /** Whose hands: what they write down counts for as long as the job is theirs. */
  runner: string
  /** Aborted when it is cancelled, when the server stops, or when another server took it over. */
  signal: AbortSignal
  /** Writes down how far it is; in the transaction of what was done, so that both are true. */
  progress(trx: Knex, progress: Progress): Promise<void>
}

/** Does a job of one kind, from `job.done` on. Throws JobFailure with a sentence for people. */
export type Worker = (work: Work) => Promise<void>

export interface Jobs {
  /** Says that there may be something to do. */
  poke(): void
  /** The job once it is over, or as it is when the server stops or `signal` is aborted. */
  finished(id: string, signal?: AbortSignal): Promise<Job | null>
  /** Lets go of the job under way, which goes on at the next start. */
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
  let running: Promise<void> | null = null
  let isPoked = false

  async function claim(): Promise<JobRow | undefined> {
    const { rows } = await db.raw<{ rows: JobRow[] }>(
      `update jobs set state = 'running', runner = :runner, alive_at = now(),
         attempts = attempts + 1, started_at = coalesce(started_at, :at)
       where id = (
         select id from jobs where state = 'queued' or (state = 'running'
           and alive_at <= now() - :dead * interval '1 second')
         order by created_at limit 1 for update skip locked)
       returning *`,
      { runner, at: new Date(now()), dead: DEAD_AFTER_SECONDS },
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
      if (!job.cancel_asked) await workers[job.kind]({ job, runner, signal, progress })
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

  const mine = (id: string) => db('jobs').where({ id, runner, state: 'running' })
  const end = (id: string, state: End, error = '') =>
    mine(id).update({ state, error, runner: null, finished_at: new Date(now()) })
  /** The next start goes on at once, and it does not count as a crash. */
  const release = (id: string) =>
    mine(id).update({
      runner: null,
      alive_at: db.raw(`'-infinity'`),
      attempts: db.raw('attempts - 1'),
    })

  async function work(): Promise<void> {
    do {
      isPoked = false
      try {
        while (!stopping.signal.aborted) {
          const job = await claim()
          if (!job) break
          await run(job)
        }
      } catch (error) {
        // Asked again in some seconds, when the database may be back.
        log.warn({ err: error }, 'jobs could not be worked off')
      }
    } while (isPoked && !stopping.signal.aborted)
  }

  function poke(): void {
    if (stopping.signal.aborted) return
    isPoked = true
    // What it stores is for everybody, not for whoever asked.
    running ??= inLanguage(null, work).finally(() => (running = null))
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
      await running
    },
  }
}
