/** Keeps what may be counted until there is signal. Fetched only once a person has agreed. */
import type { AnalyticsEvent } from '#shared/analytics.ts'

import { BUILT_IN_TASKS } from '#shared/kinds/builtInTasks.ts'
import { newId } from '#shared/ids.ts'
import { storeCall } from '../api/calls.ts'
import { db } from '../device/db.ts'
import { askForSync } from '../device/syncState.ts'
import { keepTracked } from './track.ts'

/** What waits beyond that is worth less than the room: the oldest go. */
const MAX_WAITING = 200

let storing: Promise<void> = Promise.resolve()

/** Begins keeping and sending. */
export function startCounting(): void {
  keepTracked((event) => {
    // One after another, so that they stay in order and within their number.
    storing = storing.then(() => store(event)).catch(() => undefined)
  })
}

/** Ends it. What waits is thrown away: somebody has changed their mind. */
export async function stopCounting(): Promise<void> {
  keepTracked(null)
  await storing
  await db.calls.where('kind').equals('event').delete()
}

async function store(event: AnalyticsEvent): Promise<void> {
  await db.transaction('rw', db.calls, async () => {
    const waiting = await db.calls.where('kind').equals('event').sortBy('at')
    const oldest = waiting.slice(0, Math.max(0, waiting.length - MAX_WAITING + 1))
    await db.calls.bulkDelete(oldest.map(({ id }) => id))
    // Of one millisecond only their keys would tell them apart, and those are drawn by lot.
    const at = Math.max(Date.now(), (waiting.at(-1)?.at ?? 0) + 1)
    await storeCall('event', { ...withoutOwnWords(event) }, newId(), at)
  })
  askForSync()
}

/** A task that somebody named is theirs to tell. */
function withoutOwnWords(event: AnalyticsEvent): AnalyticsEvent {
  if (event.name !== 'kit_task_view') return event
  const isKnown = BUILT_IN_TASKS.some((name) => name === event.task)
  return isKnown ? event : { ...event, task: '' }
}
