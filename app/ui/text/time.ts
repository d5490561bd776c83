/** Times as people say them. */
import { byLanguage, ENGLISH, t } from '#shared/words/words.ts'

const clock = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
)
const dayOfYear = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short' }),
)
const day = byLanguage(
  (tag) => new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'short', year: 'numeric' }),
)
const second = byLanguage(
  (tag) =>
    new Intl.DateTimeFormat(tag === ENGLISH.tag ? 'en-GB' : tag, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
)

/** "14:06" */
export function clockTime(ms: number): string {
  return clock().format(ms)
}

/** "21 Nov 2026, 14:04:18" */
export function wholeTime(ms: number): string {
  return second().format(ms)
}

/** "today at 14:06", "yesterday at 9:05", "tomorrow at 9:05", "on Mar 3 at 14:06", "on Mar 3, 2024" */
export function dayAndTime(ms: number, now: number): string {
  const days = daysBetween(ms, now)
  const time = clockTime(ms)
  if (days === 0) return t('today at {time}', { time })
  if (days === 1) return t('yesterday at {time}', { time })
  if (days === -1) return t('tomorrow at {time}', { time })
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return isThisYear
    ? t('on {day} at {time}', { day: dayOfYear().format(ms), time })
    : t('on {day}', { day: day().format(ms) })
}

/** "just now", "2 min ago", "3 h ago", and from a day on the date */
export function ago(ms: number, now: number): string {
  const minutes = Math.floor((now - ms) / 60_000)
  if (minutes < 1) return t('just now')
  if (minutes < 60) return t('{minutes} min ago', { minutes })
  if (minutes < 24 * 60) return t('{hours} h ago', { hours: Math.floor(minutes / 60) })
  return dayAndTime(ms, now)
}

/** Calendar days of the device's time zone, whatever the length of a day. */
function daysBetween(ms: number, now: number): number {
  const noon = (time: number) => new Date(time).setHours(12, 0, 0, 0)
  return Math.round((noon(now) - noon(ms)) / 86_400_000)
}
