/** Circuit breaker per host, open for a while after several failures in a row. */
const FAILURES = 5
const REST_MS = 60_000
const MAX_HOSTS = 1_000

export interface Breakers {
  /** Seconds until the host may be asked; 0 for now. */
  wait(host: string): number
  succeeded(host: string): void
  failed(host: string): void
}

export function createBreakers(now: () => number): Breakers {
  const hosts = new Map<string, { failures: number; until: number }>()
  return {
    wait(host) {
      const left = (hosts.get(host)?.until ?? 0) - now()
      // After a clock set back it must not stay open for longer than usual.
      return left > 0 && left <= REST_MS ? Math.ceil(left / 1_000) : 0
    },
    succeeded: (host) => void hosts.delete(host),
    failed(host) {
      const failures = (hosts.get(host)?.failures ?? 0) + 1
      if (hosts.size >= MAX_HOSTS) hosts.clear()
      // After the rest one try decides: a failure opens it again at once.
      hosts.set(host, { failures, until: failures >= FAILURES ? now() + REST_MS : 0 })
    },
  }
}
