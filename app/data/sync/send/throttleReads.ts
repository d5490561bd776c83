/** Throttles reads after writes: a read per keystroke costs more than the keystroke. */
import Dexie from 'dexie'

/**
 * Throttles one live query: it reads at once after a pause, then at most every `everyMs`. The last
 * write is always read. As with every Dexie live query, a write during a read restarts it, so under
 * constant writes nothing may show: never use it for the text being typed.
 * @returns wraps a read; of several waiting reads only the last one runs
 */
export function throttleReads(
  everyMs: number,
): <Result>(read: () => Promise<Result>) => Promise<Result> {
  let readAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  return (read) => {
    clearTimeout(timer)
    const readNow = () => {
      readAt = performance.now()
      return read()
    }
    const waitMs = readAt + everyMs - performance.now()
    if (waitMs <= 0) return readNow()
    // Dexie's own promise: reads after it still belong to the waiting live query.
    return new Dexie.Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs)
    }).then(readNow)
  }
}
