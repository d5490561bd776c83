/** Price history. A price holds until the next observation: steps, never slopes. */

/** A merchant's total at a time. */
export interface PriceObservation {
  /** Milliseconds since 1970. */
  at: number
  cents: number
}

/** A price that held from `from` until `to`. */
export interface PriceStep {
  from: number
  to: number
  cents: number
}

export const HISTORY_DAYS = 90
export const MAX_HISTORY_DAYS = 730

/**
 * Observations as steps from `since` to `until`. The last one before the window holds at its start;
 * equal prices in a row merge. Input in any order; of two at the same millisecond the later one in
 * the list counts.
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

/** Lowest of several merchants' prices over time, as steps. */
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

/** Summary of a series; null for none. `change` is relative: 0.1 is 10% above the first. */
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
