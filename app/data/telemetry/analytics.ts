/** Queues countable events until there is signal. Loaded only after consent. */
import type { AnalyticsEvent } from '#shared/analytics.ts'

import { BUILT_IN_TASKS } from '#shared/kinds/builtInTasks.ts'
import { newId } from '#shared/ids.ts'
import { storeCall } from '../api/calls.ts'
import { db } from '../device/db.ts'
import { askForSync } from '../device/syncState.ts'
import { keepTracked } from './track.ts'

/** Queue limit: beyond it the oldest are dropped. */
const MAX_WAITING = 200

let storing: Promise<void> = Promise.resolve()

export function startCounting(): void {
  keepTracked((event) => {
    // One at a time, to keep order and limit.
    storing = storing.then(() => store(event)).catch(() => undefined)
  })
}

/** Stops, and discards the queue: consent was withdrawn. */
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
    // A unique `at`: within one millisecond, order would depend on random keys.
    const at = Math.max(Date.now(), (waiting.at(-1)?.at ?? 0) + 1)
    await storeCall('event', { ...withoutOwnWords(event) }, newId(), at)
  })
  askForSync()
}

/** Custom task names are private and are left out. */
function withoutOwnWords(event: AnalyticsEvent): AnalyticsEvent {
  if (event.name !== 'kit_task_view') return event
  const isKnown = BUILT_IN_TASKS.some((name) => name === event.task)
  return isKnown ? event : { ...event, task: '' }
}
