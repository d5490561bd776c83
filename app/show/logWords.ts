import type { Due, Interval } from '#shared/kinds/dueJobs.ts'

import { type DistanceUnit, distanceText } from '#shared/kinds/distance.ts'
import { storedDayWords } from '#shared/words/days.ts'
import { many, t } from '#shared/words/words.ts'

/** "Nov 22, 2026" */
export function dayText(day: string): string {
  return storedDayWords(day) || t('No date')
}

/** "10,000 km or 12 months" */
export function intervalText({ every, everyMonths }: Interval): string {
  const months = everyMonths === null ? '' : many(everyMonths, '{count} month', '{count} months')
  const distance = every ? distanceText(every) : ''
  return distance && months ? t('{distance} or {months}', { distance, months }) : distance || months
}

/** "at 96,200 miles or on May 22, 2027" */
export function dueText({ at, day }: Due, unit: DistanceUnit | null): string {
  const distance = at && distanceText(at, unit)
  if (day === null) return distance ? t('at {distance}', { distance }) : ''
  const when = { day: dayText(day) }
  return distance ? t('at {distance} or on {day}', { ...when, distance }) : t('on {day}', when)
}
