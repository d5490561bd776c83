/**
 * Where the app says what happened. Nothing is noted before the person has agreed to it, and the code
 * that keeps and sends is not even fetched; see analytics.ts.
 */
import type { AnalyticsEvent } from '#shared/analytics.ts'

import { mayCount, useConsent } from './consent.ts'

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never
export type Happened = WithoutTime<AnalyticsEvent>

/** What happened before the code that keeps it was here. */
const MAX_EARLY = 20

let early: AnalyticsEvent[] = []
let keep: ((event: AnalyticsEvent) => void) | null = null

/** Notes what happened, where that is allowed. */
export function track(happened: Happened): void {
  if (!mayCount(useConsent.getState())) return
  const event: AnalyticsEvent = { ...happened, at: Date.now() }
  if (keep) keep(event)
  else if (early.length < MAX_EARLY) early.push(event)
}

/** Gives everything that was noted, and is noted from now on, to `keeper`; null for nobody. */
export function keepTracked(keeper: typeof keep): void {
  keep = keeper
  const before = early
  early = []
  if (keeper) for (const event of before) keeper(event)
}
