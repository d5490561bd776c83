/** A queue in order, with few places at once. */

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** @param most places */
export function places(most: number): InTurn {
  const waiting: (() => void)[] = []
  let taken = 0
  return async (work) => {
    if (taken < most) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Passes the place on directly, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}
