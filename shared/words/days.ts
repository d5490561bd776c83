/** Dates and times as text: by the language, or by a person's own choice. */
import { byLanguage } from './words.ts'

/** Chosen formats, where they differ from the language's. */
export interface OwnTimes {
  day?: (ms: number, hasYear: boolean) => string
  clock?: (ms: number, hasSeconds: boolean) => string
}

let own: OwnTimes = {}

export function writeTimesBy(times: OwnTimes): void {
  own = times
}

const PARTS = { day: 'numeric', month: 'short' } as const
const short = byLanguage((tag) => new Intl.DateTimeFormat(tag, PARTS))
const whole = byLanguage((tag) => new Intl.DateTimeFormat(tag, { ...PARTS, year: 'numeric' }))
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const minute = byLanguage((tag) => new Intl.DateTimeFormat(tag, CLOCK))
const second = byLanguage((tag) => new Intl.DateTimeFormat(tag, { ...CLOCK, second: '2-digit' }))

/** "Nov 22, 2026" in the device's time zone; without the year "Nov 22". */
export function dayWords(ms: number, hasYear = true): string {
  return own.day?.(ms, hasYear) ?? (hasYear ? whole : short)().format(ms)
}

/** `dayWords` of a stored day, "2026-11-22"; '' for an invalid one. */
export function storedDayWords(day: string, hasYear = true): string {
  // At noon, because some time zones skip midnight.
  const ms = Date.parse(`${day}T12:00:00`)
  return Number.isNaN(ms) ? '' : dayWords(ms, hasYear)
}

/** "14:06", "2:06 PM" */
export function clockWords(ms: number, hasSeconds = false): string {
  return own.clock?.(ms, hasSeconds) ?? (hasSeconds ? second : minute)().format(ms)
}
