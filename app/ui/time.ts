/** Times as people say them. */

const CLOCK = new Intl.DateTimeFormat('en-US', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'short' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})

/** "14:06" */
export function clockTime(ms: number): string {
  return CLOCK.format(ms)
}

/** "21 Nov 2026, 14:04:18" */
export function wholeTime(ms: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).format(ms)
}

/** "today at 14:06", "yesterday at 9:05", "tomorrow at 9:05", "on Mar 3 at 14:06", "on Mar 3, 2024" */
export function dayAndTime(ms: number, now: number): string {
  const days = daysBetween(ms, now)
  if (days === 0) return `today at ${clockTime(ms)}`
  if (days === 1) return `yesterday at ${clockTime(ms)}`
  if (days === -1) return `tomorrow at ${clockTime(ms)}`
  const isThisYear = new Date(ms).getFullYear() === new Date(now).getFullYear()
  return isThisYear ? `on ${DAY.format(ms)} at ${clockTime(ms)}` : `on ${DAY_AND_YEAR.format(ms)}`
}

/** "just now", "2 min ago", "3 h ago", and from a day on the date */
export function ago(ms: number, now: number): string {
  const minutes = Math.floor((now - ms) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h ago`
  return dayAndTime(ms, now)
}

/** Calendar days of the device's time zone, whatever the length of a day. */
function daysBetween(ms: number, now: number): number {
  const noon = (time: number) => new Date(time).setHours(12, 0, 0, 0)
  return Math.round((noon(now) - noon(ms)) / 86_400_000)
}
