/** Starts runs of due sources; one missed while no server ran is made up for. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { RandomBytes } from '#shared/ids.ts'
import type { Jobs } from '../jobs/jobRunner.ts'

import { nextRun } from '#shared/catalogue/schedule.ts'
import { beginJob, SCHEDULE } from '../jobs/jobStore.ts'
import { startRounds, type Rounds } from '../rounds/rounds.ts'
import { dateOf, type SourceRow } from './sourceStore.ts'

const LOOK_EVERY_MS = 30_000

export interface DueDeps {
  db: Knex
  log: Logger
  random: RandomBytes
  now(): number
  jobs: Pick<Jobs, 'poke'>
}

/** Starts the run that is longest due and not under way. @returns whether it did */
export async function beginDue(deps: DueDeps): Promise<boolean> {
  const { db, now, jobs } = deps
  const isBegun = await db.transaction(async (trx) => {
    const source: SourceRow | undefined = await trx('feed_sources')
      .where({ kind: 'address' })
      .where('next_at', '<=', new Date(now()))
      .whereNotExists((query) => {
        query.from('jobs').where({ kind: 'source' }).whereIn('state', ['queued', 'running'])
        query.whereRaw('jobs.subject = feed_sources.id')
      })
      .orderBy('next_at')
      .forUpdate()
      .skipLocked()
      .first()
    if (!source) return false
    const { id, name, schedule } = source
    const begun = await beginJob(trx, deps, {
      kind: 'source',
      source: name,
      by: SCHEDULE,
      subject: id,
    })
    // Its due time stays: the next round tries again.
    if ('busy' in begun) return false
    await trx('feed_sources')
      .where({ id })
      .update({ next_at: dateOf(nextRun(schedule, now())) })
    return true
  })
  if (isBegun) jobs.poke()
  return isBegun
}

export const startDueSources = (deps: DueDeps): Rounds =>
  startRounds(
    async () => {
      try {
        while (await beginDue(deps));
      } catch (error) {
        deps.log.warn({ err: error }, 'due sources could not be looked for')
      }
    },
    { firstAfterMs: 0, everyMs: LOOK_EVERY_MS },
  )
