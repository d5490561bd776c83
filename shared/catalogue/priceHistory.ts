/** Prices over time. A price stands until the next one is seen: steps, never a slope between two. */

/** What a merchant asked in all, and when it said so. */
export interface PriceObservation {
  /** Milliseconds since 1970. */
  at: number
  cents: number
}

/** One price and the time it stood: from `from` up to `to`. */
export interface PriceStep {
  from: number
  to: number
  cents: number
}

export const HISTORY_DAYS = 90
export const MAX_HISTORY_DAYS = 730

/**
 * Observations as steps in the window from `since` to `until`. What was seen before the window
 * stands at its beginning; equal prices in a row are one step. In any order; of two at the same
 * millisecond the last one counts.
 */
export function priceSteps(
  observations: readonly PriceObservation[],
  { since, until }: { since: number; until: number },
): PriceStep[] {
  const steps: PriceStep[] = []
  for (const { at, cents } of observations.toSorted((a, b) => a.at - b.at)) {
    if (at > until) break
    const from = Math.max(at, since)
    const last = steps.at(-1)
    if (last?.cents === cents) continue
    if (last && last.from === from) steps.pop()
    else if (last) last.to = from
    const before = steps.at(-1)
    if (before?.cents === cents) before.to = until
    else steps.push({ from, to: until, cents })
  }
  return steps
}

/** The lowest price of several merchants at each time, as steps. */
export function lowestSteps(all: readonly (readonly PriceStep[])[]): PriceStep[] {
  const edges = [...new Set(all.flat().flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const lowest: PriceStep[] = []
  for (const [index, from] of edges.entries()) {
    const to = edges[index + 1]
    if (to === undefined) break
    const prices = all
      .flat()
      .flatMap((step) => (step.from <= from && step.to >= to ? [step.cents] : []))
    if (prices.length === 0) continue
    const cents = Math.min(...prices)
    const last = lowest.at(-1)
    if (last?.cents === cents && last.to === from) last.to = to
    else lowest.push({ from, to, cents })
  }
  return lowest
}

/** What of a series is said in words; null for none. `change` is the last beside the first, in parts of 1. */
export function priceSummary(
  steps: readonly PriceStep[],
): { low: number; high: number; last: number; change: number } | null {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) return null
  const prices = steps.map(({ cents }) => cents)
  return {
    low: Math.min(...prices),
    high: Math.max(...prices),
    last: last.cents,
    change: first.cents === 0 ? 0 : (last.cents - first.cents) / first.cents,
  }
}
