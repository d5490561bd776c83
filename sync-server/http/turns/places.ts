/** Work that only few may do at once; the rest waits in order. */

export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/**
 * @param most how many do it at once
 * @param refuse is called instead of waiting for whoever comes when `maxWaiting` wait already; it throws
 */
export function places(
  most: number,
  { maxWaiting = Infinity, refuse = () => {} }: { maxWaiting?: number; refuse?: () => void } = {},
): InTurn {
  const waiting: (() => void)[] = []
  let taken = 0
  return async (work) => {
    if (taken < most) taken++
    else {
      if (waiting.length >= maxWaiting) refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
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
