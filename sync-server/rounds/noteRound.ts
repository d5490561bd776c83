/** Records a round and its failed steps, so that operators see when it last ran. */
import type { Knex } from 'knex'
import type { Logger } from 'pino'

/** @param work returns the steps that failed */
export async function noteRound(
  { db, now, log }: { db: Knex; now(): number; log: Pick<Logger, 'warn'> },
  name: string,
  work: () => Promise<string[]>,
): Promise<void> {
  const began = new Date(now())
  const failed = await work()
  const isFailed = failed.length > 0
  const ended = new Date(now())
  await db('rounds')
    .insert({
      name,
      began_at: began,
      ended_at: ended,
      runs: 1,
      failures: isFailed ? 1 : 0,
      ...(isFailed && { failed_at: ended, failed_step: failed.join(', ') }),
    })
    .onConflict('name')
    .merge({
      began_at: began,
      ended_at: ended,
      runs: db.raw('rounds.runs + 1'),
      ...(isFailed && {
        failures: db.raw('rounds.failures + 1'),
        failed_at: ended,
        failed_step: failed.join(', '),
      }),
    })
    // An unreachable database is reported elsewhere.
    .catch((error: unknown) => log.warn({ err: error, round: name }, 'a round was not noted'))
}
