/**
 * Usage events of the app. Nothing is recorded before consent, and the code that stores and sends
 * is not even loaded; see analytics.ts.
 */
import type { AnalyticsEvent } from '#shared/analytics.ts'

import { mayCount, useConsent } from './consent.ts'

type WithoutTime<Event> = Event extends unknown ? Omit<Event, 'at'> : never
export type Happened = WithoutTime<AnalyticsEvent>

/** Buffer limit until analytics.ts is loaded. */
const MAX_EARLY = 20

let early: AnalyticsEvent[] = []
let keep: ((event: AnalyticsEvent) => void) | null = null

/** Records an event, if allowed. */
export function track(happened: Happened): void {
  if (!mayCount(useConsent.getState())) return
  const event: AnalyticsEvent = { ...happened, at: Date.now() }
  if (keep) keep(event)
  else if (early.length < MAX_EARLY) early.push(event)
}

/** Passes buffered and future events to `keeper`; null stops. */
export function keepTracked(keeper: typeof keep): void {
  keep = keeper
  const before = early
  early = []
  if (keeper) for (const event of before) keeper(event)
}
