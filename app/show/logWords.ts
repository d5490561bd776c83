import type { Distance, DistanceUnit } from '#shared/kinds/distance.ts'
import type { Due } from '#shared/kinds/maintenance.ts'

import { inUnit } from '#shared/kinds/distance.ts'

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

/** "91,200 miles"; in another unit than it was typed in "146,772 km (91,200 miles)". */
export function distanceText(distance: Distance, unit: DistanceUnit | null = null): string {
  const { value, unit: own } = distance
  if (unit && unit !== own) {
    return `${distanceText(inUnit(distance, unit))} (${distanceText(distance)})`
  }
  const name = own === 'km' ? 'km' : value === 1 ? 'mile' : 'miles'
  return `${value.toLocaleString('en-US')} ${name}`
}

/** "at 96,200 miles or on May 22, 2027" */
export function dueText({ at, day }: Due, unit: DistanceUnit | null): string {
  const parts = [at && `at ${distanceText(at, unit)}`, day !== null && `on ${dayText(day)}`]
  return parts.filter(Boolean).join(' or ')
}
