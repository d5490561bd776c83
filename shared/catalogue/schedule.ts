/** Cron schedules: minute, hour, day of month, month and day of week, in UTC. '' is never. */
import { t } from '../words/words.ts'

interface Field {
  unreadable: (typed: string) => string
  min: number
  max: number
}

const FIELDS: readonly Field[] = [
  {
    unreadable: (typed) => t('The minute is not readable: “{typed}”.', { typed }),
    min: 0,
    max: 59,
  },
  { unreadable: (typed) => t('The hour is not readable: “{typed}”.', { typed }), min: 0, max: 23 },
  { unreadable: (typed) => t('The day is not readable: “{typed}”.', { typed }), min: 1, max: 31 },
  { unreadable: (typed) => t('The month is not readable: “{typed}”.', { typed }), min: 1, max: 12 },
  {
    unreadable: (typed) => t('The weekday is not readable: “{typed}”.', { typed }),
    min: 0,
    max: 7,
  },
]
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Longest gap to a day such as February 29. */
const MAX_DAYS = 366 * 8 + 2
/** Throttle: no merchant's server is asked more often. */
export const MIN_GAP_MS = 15 * MINUTE_MS
export const MAX_SCHEDULE = 80

interface Schedule {
  minutes: number[]
  hours: number[]
  isDay(date: Date): boolean
}

/** @returns the schedule, or a sentence about the mistake */
function read(text: string): Schedule | { problem: string } {
  const words = text.trim().split(/\s+/)
  if (words.length !== FIELDS.length) {
    return { problem: t('Five fields: minute, hour, day, month and day of the week.') }
  }
  const sets: Set<number>[] = []
  for (const [index, field] of FIELDS.entries()) {
    const values = valuesOf(words[index] ?? '', field)
    if (!values) return { problem: field.unreadable(words[index] ?? '') }
    sets.push(values)
  }
  const [minutes, hours, days, months, weekdays] = sets as [
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
    Set<number>,
  ]
  const isAnyDay = words[2] === '*'
  const isAnyWeekday = words[4] === '*'
  return {
    minutes: [...minutes].sort((a, b) => a - b),
    hours: [...hours].sort((a, b) => a - b),
    isDay(date) {
      if (!months.has(date.getUTCMonth() + 1)) return false
      const isOfMonth = days.has(date.getUTCDate())
      const weekday = date.getUTCDay()
      const isOfWeek = weekdays.has(weekday) || (weekday === 0 && weekdays.has(7))
      // As in cron: when both are restricted, either matches.
      if (isAnyDay || isAnyWeekday) return isOfMonth && isOfWeek
      return isOfMonth || isOfWeek
    },
  }
}

/** Values of "1-5", steps of 15, "0,30" and combinations; null when invalid. */
function valuesOf(word: string, { min, max }: Field): Set<number> | null {
  const values = new Set<number>()
  for (const part of word.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part)
    if (!match) return null
    const [, first, last, step] = match
    const from = first === undefined ? min : Number(first)
    const isOpen = first === undefined || (last === undefined && step !== undefined)
    const to = isOpen ? max : Number(last ?? first)
    const by = Number(step ?? 1)
    if (from < min || to > max || to < from || by === 0) return null
    for (let value = from; value <= to; value += by) values.add(value)
  }
  return values
}

/** First time after `after`, milliseconds since 1970; null for never. */
export function nextRun(text: string, after: number): number | null {
  const schedule = text.trim() === '' ? null : read(text)
  if (!schedule || 'problem' in schedule) return null
  const midnight = Math.floor(after / DAY_MS) * DAY_MS
  for (let day = 0; day <= MAX_DAYS; day++) {
    const start = midnight + day * DAY_MS
    if (!schedule.isDay(new Date(start))) continue
    for (const hour of schedule.hours) {
      for (const minute of schedule.minutes) {
        const at = start + (hour * 60 + minute) * MINUTE_MS
        if (at > after) return at
      }
    }
  }
  return null
}

/** Why it is not a schedule, '' for a valid one. */
export function scheduleProblem(text: string): string {
  if (text.trim() === '') return ''
  const schedule = read(text)
  if ('problem' in schedule) return schedule.problem
  if (nextRun(text, 0) === null) return t('There is no such day.')
  const gaps = schedule.minutes.map(
    (minute, at) => (schedule.minutes[at + 1] ?? (schedule.minutes[0] ?? 0) + 60) - minute,
  )
  const isOften = gaps.some((gap) => gap * MINUTE_MS < MIN_GAP_MS)
  return isOften ? t('At most every 15 minutes.') : ''
}

/** Backoff after failures in a row: doubles up to a day. */
export function backoffMs(failures: number): number {
  return Math.min(DAY_MS, MIN_GAP_MS * 2 ** Math.max(0, Math.min(failures, 20) - 1))
}
