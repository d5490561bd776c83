/** Work that only few may do at once; the rest waits in order. */

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** @param most how many do it at once */
export function places(most: number): InTurn {
  const waiting: (() => void)[] = []
  let taken = 0
  return async (work) => {
    if (taken < most) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever ends hands its place on, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else taken--
    }
  }
}
