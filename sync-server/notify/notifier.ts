/** Every minute: what has become so, and who is told of it now. */
import { setImmediate as turn } from 'node:timers/promises'

import { noteRound } from '../jobs/noteRound.ts'
import { startRounds, type Rounds } from '../jobs/rounds.ts'
import { deliverDue, type DeliverDeps } from './deliver.ts'
import { lookAtServices } from './serviceRound.ts'
import { lookAtWatches } from './watchRound.ts'

const FIRST_AFTER_MS = 15_000
const EVERY_MS = 60_000
/** Turns of one kind of work in a row: the next minute goes on. */
const MAX_TURNS = 100

/** Does all that is due once. What fails is logged and tried again. @returns the steps that failed */
export async function runNotifier(
  deps: DeliverDeps,
  isStopping: () => boolean = () => false,
): Promise<string[]> {
  const failed: string[] = []
  const beside: Promise<unknown>[] = []
  const steps: [string, () => Promise<boolean>][] = [
    ['watches', () => lookAtWatches(deps.db, deps.now())],
    ['services', () => lookAtServices(deps.db, deps.now())],
    ['delivery', () => deliverDue(deps, isStopping, beside)],
  ]
  for (const [what, step] of steps) {
    try {
      for (let turns = 0; turns < MAX_TURNS && !isStopping() && (await step()); turns++) {
        await turn()
      }
    } catch (error) {
      failed.push(what)
      deps.log.error({ err: error, what }, 'notifications: a step failed')
    }
  }
  for (const end of await Promise.allSettled(beside)) {
    if (end.status === 'rejected') deps.log.error({ err: end.reason }, 'somebody was not told')
  }
  return failed
}

/** Runs it shortly after the start and then every minute. */
export const startNotifier = (deps: DeliverDeps): Rounds =>
  startRounds(
    (isStopping) => noteRound(deps, 'notifications', () => runNotifier(deps, isStopping)),
    {
      firstAfterMs: FIRST_AFTER_MS,
      everyMs: EVERY_MS,
    },
  )
