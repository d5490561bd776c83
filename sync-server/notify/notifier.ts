/** Every minute: what has become so, and who is told of it now. */
import { setImmediate as turn } from 'node:timers/promises'

import { deliverDue, type DeliverDeps } from './deliver.ts'
import { lookAtServices } from './serviceRound.ts'
import { lookAtWatches } from './watchRound.ts'

const FIRST_AFTER_MS = 15_000
const EVERY_MS = 60_000
const MAX_STOPPING_MS = 4_000
/** Turns of one kind of work in a row: the next minute goes on. */
const MAX_TURNS = 100

/** Does all that is due once. What fails is logged and tried again the next time. */
export async function runNotifier(
  deps: DeliverDeps,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const steps: [string, () => Promise<boolean>][] = [
    ['watches', () => lookAtWatches(deps.db, deps.now())],
    ['services', () => lookAtServices(deps.db, deps.now())],
    ['delivery', () => deliverDue(deps, isStopping)],
  ]
  for (const [what, step] of steps) {
    try {
      for (let turns = 0; turns < MAX_TURNS && !isStopping() && (await step()); turns++) {
        await turn()
      }
    } catch (error) {
      deps.log.error({ err: error, what }, 'notifications: a step failed')
    }
  }
}

/** Runs it shortly after the start and then every minute. `stop` waits for the step under way, 4 s. */
export function startNotifier(
  deps: DeliverDeps,
  { firstAfterMs = FIRST_AFTER_MS, everyMs = EVERY_MS } = {},
): { stop(): Promise<void> } {
  let isStopped = false
  let running = Promise.resolve()
  const later = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = runNotifier(deps, () => isStopped).then(() => {
        if (!isStopped) timer = later(everyMs)
      })
    }, ms).unref()
  let timer = later(firstAfterMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      const patience = new Promise((resolve) => setTimeout(resolve, MAX_STOPPING_MS).unref())
      await Promise.race([running, patience])
    },
  }
}
