/** Times in words. */
import { clockWords, dayWords } from '#shared/words/days.ts'
import { t } from '#shared/words/words.ts'

/** "14:06" */
export const clockTime = (ms: number): string => clockWords(ms)

/** "Nov 21, 2026, 14:04:18" */
export const wholeTime = (ms: number): string => `${dayWords(ms)}, ${clockWords(ms, true)}`

/** "today at 14:06", "yesterday at 9:05", "tomorrow at 9:05", "on Mar 3 at 14:06", "on Mar 3, 2024" */
export function dayAndTime(ms: number, now: number): string {
  const days = daysBetween(ms, now)
  const time = clockTime(ms)
  if (days === 0) return t('today at {time}', { time })
  if (days === 1) return t('yesterday at {time}', { time })
  if (days === -1) return t('tomorrow at {time}', { time })
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return isThisYear
    ? t('on {day} at {time}', { day: dayWords(ms, false), time })
    : t('on {day}', { day: dayWords(ms) })
}

/** "just now", "2 min ago", "3 h ago", and from a day on the date */
export function ago(ms: number, now: number): string {
  const minutes = Math.floor((now - ms) / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return t('{minutes} min ago', { minutes })
  if (minutes < 24 * 60) return t('{hours} h ago', { hours: Math.floor(minutes / 60) })
  return dayAndTime(ms, now)
}

/** Calendar days in the device's time zone, however long a day is. */
function daysBetween(ms: number, now: number): number {
  const noon = (time: number) => new Date(time).setHours(12, 0, 0, 0)
  return Math.round((noon(now) - noon(ms)) / 86_400_000)
}
