/** Counts what is open by whose it is, up to so many of one. */
export interface OpenCounts {
  /** @returns whether there was room; then it is counted until `close` */
  open(key: string): boolean
  /** Once for each `open` that had room. */
  close(key: string): void
}

/** @param most of one key; 0 for no limit */
export function createOpenCounts(most: number): OpenCounts {
  const counts = new Map<string, number>()
  return {
    open(key) {
      const count = counts.get(key) ?? 0
      if (most > 0 && count >= most) return false
      counts.set(key, count + 1)
      return true
    },
    close(key) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
