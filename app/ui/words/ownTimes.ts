/** Date and time formats chosen on this device, in localStorage. */
import { dayWords, writeTimesBy } from '#shared/words/days.ts'
import { byLanguage, languageTag } from '#shared/words/words.ts'
import { readChoice, storeChoice } from '../look/choice.ts'
import { CLOCK_KEY, DAYS_KEY } from './timeKeys.ts'

/** Default of the language; "22 Nov 2026"; "Nov 22, 2026"; "2026-11-22". */
export const DAY_ORDERS = ['language', 'dmy', 'mdy', 'ymd'] as const
export type DayOrder = (typeof DAY_ORDERS)[number]
/** 24 hours is the default. */
export const CLOCKS = ['24', '12'] as const
export type Clock = (typeof CLOCKS)[number]

export const ownDayOrder = (): DayOrder => readChoice(DAYS_KEY, DAY_ORDERS, 'language')
export const ownClock = (): Clock => readChoice(CLOCK_KEY, CLOCKS, '24')

/** Applies the chosen formats. */
export function openTimes(): void {
  const order = ownDayOrder()
  const isHalfDay = ownClock() === '12'
  writeTimesBy({
    ...(order !== 'language' && { day: (ms, hasYear) => dayIn(order, ms, hasYear) }),
    ...(isHalfDay && { clock: halfDayClock }),
  })
}

export function chooseDayOrder(order: DayOrder): void {
  storeChoice(DAYS_KEY, order === 'language' ? null : order)
  openTimes()
}

export function chooseClock(clock: Clock): void {
  storeChoice(CLOCK_KEY, clock === '24' ? null : clock)
  openTimes()
}

const CLOCK = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const
const minute = byLanguage((tag) => new Intl.DateTimeFormat(tag, CLOCK))
const second = byLanguage((tag) => new Intl.DateTimeFormat(tag, { ...CLOCK, second: '2-digit' }))

const halfDayClock = (ms: number, hasSeconds: boolean) =>
  (hasSeconds ? second : minute)().format(ms)

/** A day in a given order. Year-first is always complete. */
export function dayIn(order: DayOrder, ms: number, hasYear: boolean): string {
  if (order === 'language') return dayWords(ms, hasYear)
  if (order === 'ymd') {
    const date = new Date(ms)
    const two = (value: number) => String(value).padStart(2, '0')
    return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  }
  const options: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short' }
  if (hasYear) options.year = 'numeric'
  const parts = new Intl.DateTimeFormat(languageTag(), options).formatToParts(ms)
  const its = parts.map(({ type }) => (type === 'literal' ? '' : type.charAt(0))).join('')
  // The language's own format, where it has the order.
  if (order.startsWith(its)) return parts.map(({ value }) => value).join('')
  const valueOf = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? ''
  const [day, month, year] = [valueOf('day'), valueOf('month'), valueOf('year')]
  if (order === 'dmy') return [day, month, year].filter(Boolean).join(' ')
  return [`${month} ${day}`, year].filter(Boolean).join(', ')
}
