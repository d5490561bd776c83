import { networksAround } from '../outside/networkOf.ts'

/**
 * Open connections or streams per network, with a limit; the IPv6 networks around one have four
 * times the limit each.
 */
export interface OpenCounts {
  /** @returns whether there was room; counted until `close` if so */
  open(key: string): boolean
  /** Once for each successful `open`. */
  close(key: string): void
}

/** @param most per key; 0 for no limit */
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
