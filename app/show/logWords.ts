import type { DistanceUnit } from '#shared/kinds/distance.ts'
import type { Due } from '#shared/kinds/maintenance.ts'

import { distanceText } from '#shared/kinds/distance.ts'

const DAY = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** "Nov 22, 2026" */
export function dayText(day: string): string {
  const time = Date.parse(day)
  return Number.isNaN(time) ? 'No date' : DAY.format(time)
}

/** "at 96,200 miles or on May 22, 2027" */
export function dueText({ at, day }: Due, unit: DistanceUnit | null): string {
  const parts = [at && `at ${distanceText(at, unit)}`, day !== null && `on ${dayText(day)}`]
  return parts.filter(Boolean).join(' or ')
}
