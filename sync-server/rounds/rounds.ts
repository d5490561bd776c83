/** Recurring background work. */

const MAX_STOPPING_MS = 4_000

export interface Rounds {
  /** Waits up to 4 s for the running round. */
  stop(): Promise<void>
}

/**
 * Runs a round, and the next one some time after its end.
 * @param round never throws; ends early once `isStopping` returns true
 */
export function startRounds(
  round: (isStopping: () => boolean) => Promise<void>,
  { firstAfterMs, everyMs }: { firstAfterMs: number; everyMs: number },
): Rounds {
  let isStopped = false
  let running = Promise.resolve()
  const later = (ms: number): NodeJS.Timeout =>
    setTimeout(() => {
      running = round(() => isStopped).then(() => {
        if (!isStopped) timer = later(everyMs)
      })
    }, ms).unref()
  let timer = later(firstAfterMs)
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      // A longer step is rolled back, and repeated next time.
      const patience = new Promise((resolve) => setTimeout(resolve, MAX_STOPPING_MS).unref())
      await Promise.race([running, patience])
    },
  }
}
