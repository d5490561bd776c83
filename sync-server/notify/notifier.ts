/** Every minute: checks watches and services, and delivers notices. */
import { setImmediate as turn } from 'node:timers/promises'

import { noteRound } from '../rounds/noteRound.ts'
import { startRounds, type Rounds } from '../rounds/rounds.ts'
import { deliverDue, type DeliverDeps } from './deliver.ts'
import { lookAtServices } from './serviceRound.ts'
import { lookAtWatches } from './watchRound.ts'

const FIRST_AFTER_MS = 15_000
const EVERY_MS = 60_000
/** Turns per step; the next minute continues. */
const MAX_TURNS = 100

/** Runs all steps once. Failures are logged and retried. @returns the steps that failed */
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

/** Runs shortly after the start, then every minute. */
export const startNotifier = (deps: DeliverDeps): Rounds =>
  startRounds(
    (isStopping) => noteRound(deps, 'notifications', () => runNotifier(deps, isStopping)),
    {
      firstAfterMs: FIRST_AFTER_MS,
      everyMs: EVERY_MS,
    },
  )
