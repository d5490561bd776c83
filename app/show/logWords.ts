import type { Due } from '#shared/kinds/maintenance.ts'

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

/** "91,200 miles" */
export function milesText(miles: number): string {
  return `${miles.toLocaleString('en-US')} ${miles === 1 ? 'mile' : 'miles'}`
}

/** "at 96,200 miles or on May 22, 2027" */
export function dueText({ miles, day }: Due): string {
  const parts = [miles !== null && `at ${milesText(miles)}`, day !== null && `on ${dayText(day)}`]
  return parts.filter(Boolean).join(' or ')
}
