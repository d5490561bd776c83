/** Begins the runs of sources that are due; one that was missed while no server ran is made up for. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

import type { RandomBytes } from '#shared/ids.ts'
import type { Jobs } from '../jobs/jobRunner.ts'

import { nextRun } from '#shared/catalogue/schedule.ts'
import { beginJob, SCHEDULE } from '../jobs/jobStore.ts'
import { startRounds, type Rounds } from '../jobs/rounds.ts'
import { dateOf, type SourceRow } from './sourceStore.ts'

const LOOK_EVERY_MS = 30_000

export interface DueDeps {
  db: Knex
  log: Logger
  random: RandomBytes
  now(): number
  jobs: Pick<Jobs, 'poke'>
}

/** Begins the one that is due longest: long work is done one at a time. @returns whether it did */
export async function beginDue(deps: DueDeps): Promise<boolean> {
  const { db, now, jobs } = deps
  const isBegun = await db.transaction(async (trx) => {
    const source: SourceRow | undefined = await trx('feed_sources')
      .where({ kind: 'address' })
      .where('next_at', '<=', new Date(now()))
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
    // Its time is not over: it is looked at again in a moment.
    if ('busy' in begun) return false
    await trx('feed_sources')
      .where({ id })
      .update({ next_at: dateOf(nextRun(schedule, now())) })
    return true
  })
  if (isBegun) jobs.poke()
  return isBegun
}

/** Looks for due sources now and then. */
export const startDueSources = (deps: DueDeps): Rounds =>
  startRounds(
    async () => {
      await beginDue(deps).catch((error: unknown) =>
        deps.log.warn({ err: error }, 'due sources could not be looked for'),
      )
    },
    { firstAfterMs: 0, everyMs: LOOK_EVERY_MS },
  )
