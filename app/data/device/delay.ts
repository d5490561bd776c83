export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Exponential backoff, milliseconds: a second, doubled with each try, five minutes at most. */
export const backoffMs = (tries: number, mostMs = 5 * 60_000): number =>
  Math.min(mostMs, 1_000 * 2 ** tries)
