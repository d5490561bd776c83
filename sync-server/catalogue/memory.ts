/** Answers of the outside that may be used again for a while; who asks for one under way waits along. */
export interface Memory<T> {
  get(key: string, make: () => Promise<T>): Promise<T>
}

/**
 * @param options.lifeMs how long an answer counts; failures are not kept
 * @param options.size how many are kept at most, the oldest go first
 */
export function createMemory<T>(
  now: () => number,
  { lifeMs, size }: { lifeMs: number; size: number },
): Memory<T> {
  const kept = new Map<string, { at: number; value: T }>()
  const running = new Map<string, Promise<T>>()
  return {
    get(key, make) {
      const known = kept.get(key)
      // An answer from the future was given before the clock was set back.
      if (known && known.at <= now() && now() - known.at < lifeMs) {
        return Promise.resolve(known.value)
      }
      const asked = running.get(key)
      if (asked) return asked
      const work = make()
        .then((value) => {
          kept.delete(key)
          kept.set(key, { at: now(), value })
          const [oldest] = kept.keys()
          if (kept.size > size && oldest !== undefined) kept.delete(oldest)
          return value
        })
        .finally(() => running.delete(key))
      running.set(key, work)
      return work
    },
  }
}
