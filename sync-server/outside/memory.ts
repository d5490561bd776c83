/** Cache of outside answers; concurrent callers share one request. */
export interface Memory<T> {
  get(key: string, make: () => Promise<T>): Promise<T>
}

/**
 * @param options.lifeMs lifetime; failures are not cached
 * @param options.size most entries; the oldest go first
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
      // A future entry is from before the clock was set back.
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
