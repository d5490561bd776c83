import type { DistanceUnit } from '#shared/kinds/distance.ts'
import type { Due } from '#shared/kinds/maintenance.ts'

import { distanceText } from '#shared/kinds/distance.ts'
import { storedDayWords } from '#shared/words/days.ts'
import { t } from '#shared/words/words.ts'

/** "Nov 22, 2026" */
export function dayText(day: string): string {
  return storedDayWords(day) || t('No date')
}

/** "at 96,200 miles or on May 22, 2027" */
export function dueText({ at, day }: Due, unit: DistanceUnit | null): string {
  const distance = at && distanceText(at, unit)
  if (day === null) return distance ? t('at {distance}', { distance }) : ''
  const when = { day: dayText(day) }
  return distance ? t('at {distance} or on {day}', { ...when, distance }) : t('on {day}', when)
}
