/** Work that is done again and again while the server runs. */

const MAX_STOPPING_MS = 4_000

export interface Rounds {
  /** Waits for the round under way, 4 s. */
  stop(): Promise<void>
}

/**
 * Does a round, and the next one some time after its end.
 * @param round throws nothing; is asked to end early where `isStopping` answers true
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
      // A step that takes longer is rolled back, and done the next time.
      const patience = new Promise((resolve) => setTimeout(resolve, MAX_STOPPING_MS).unref())
      await Promise.race([running, patience])
    },
  }
}
