/** Reading what was written without doing so after every single key, which costs more than the key. */
import Dexie from 'dexie'

/**
 * Makes the reading of one live query calm: it reads at once after a rest, and then no more often
 * than every `everyMs`. The last write is always read; but as with every live query of Dexie, a write
 * during a reading begins it anew, so while they go on nothing may be shown: never for what is typed.
 * @returns wraps a reading; of several that wait only the last is done, which is the one that counts
 */
export function calmReader(
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
    // Dexie's own promise: what is read after it still belongs to the live query that waits.
    return new Dexie.Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs)
    }).then(readNow)
  }
}
