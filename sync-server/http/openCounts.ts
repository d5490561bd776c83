import { networksAround } from './networkOf.ts'

/**
 * Counts what is open by whose it is, up to so many of one; of the IPv6 networks around one, four times as
 * many each.
 */
export interface OpenCounts {
  /** @returns whether there was room; then it is counted until `close` */
  open(key: string): boolean
  /** Once for each `open` that had room. */
  close(key: string): void
}

/** @param most of one key; 0 for no limit */
export function createOpenCounts(most: number): OpenCounts {
  const counts = new Map<string, number>()
  const keysOf = (key: string) => [key, ...networksAround(key)]
  return {
    open(key) {
      const isFull = (each: string, nth: number) => (counts.get(each) ?? 0) >= most * 4 ** nth
      if (most > 0 && keysOf(key).some(isFull)) return false
      for (const each of keysOf(key)) counts.set(each, (counts.get(each) ?? 0) + 1)
      return true
    },
    close(key) {
      for (const each of keysOf(key)) {
        const left = (counts.get(each) ?? 1) - 1
        if (left > 0) counts.set(each, left)
        else counts.delete(each)
      }
    },
  }
}
