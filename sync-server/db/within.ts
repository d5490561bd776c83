import { setTimeout as sleep } from 'node:timers/promises'

/** What `query` gives, or an error after `ms`: also the wait for a connection is counted. */
export async function within<T>(ms: number, query: PromiseLike<T>): Promise<T> {
  const ending = new AbortController()
  const late = sleep(ms, undefined, { signal: ending.signal }).then(() => {
    throw new Error(`The database did not answer within ${ms} ms.`)
  })
  try {
    return await Promise.race([query, late])
  } finally {
    late.catch(() => undefined)
    ending.abort()
  }
}
