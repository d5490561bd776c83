import { setTimeout as sleep } from 'node:timers/promises'

/** The result of `query`, or an error after `ms`, which includes the wait for a connection. */
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
