/** What is due as a calendar: one event a job, on the device as a file and on the server as a feed. */
import type { DayEvent } from '../text/calendar.ts'
import type { Distance } from './distance.ts'
import type { LogEntry, VehicleLog } from './maintenance.ts'
import type { Due } from './dueJobs.ts'

import { calendarText } from '../text/calendar.ts'
import { distanceText, milesOf } from './distance.ts'
import { readingsOf } from './odometer.ts'
import { t, worded } from '../words/words.ts'

/** Of one person; the most urgent come first. */
const MAX_EVENTS = 1_000

/** What the server says of the address of a calendar. */
export interface CalendarAnswer {
  /** Null while there is none. */
  since: string | null
  /** Said once, as it is made: only its hash is kept. */
  address?: string
}

const DAY_MS = 86_400_000
/** Readings less far apart say little of what a car is driven. */
const LEAST_DAYS = 30
/** What was driven before that is of another time. */
const LOOKED_BACK_DAYS = 730
/** Ahead, and back. */
const MOST_DAYS = 3_650

export interface DueCalendar {
  text: string
  /** Events in it. */
  count: number
  /** Jobs that are due by distance alone, of cars whose readings say no day. */
  left: number
}

/**
 * @param today "2026-11-22"
 * @param addressOf where an entry of the log is shown
 */
export function dueCalendar(
  logs: readonly VehicleLog[],
  today: string,
  addressOf: (entryId: string) => string,
): DueCalendar {
  const all = logs.flatMap((log) => {
    const pace = paceOf(log.entries)
    return log.due.map((due) => ({ log, due, when: whenDue(due, pace) }))
  })
  const dated = all.flatMap(({ when, ...job }) => (when ? [{ ...job, when }] : []))
  // Those alone are put into words: a log may have ten times as many.
  const events = dated.slice(0, MAX_EVENTS).map(({ log, due, when }): DayEvent => ({
    uid: `due-${due.id}@wrenchlist`,
    day: when.day,
    summary: summaryOf(due, when, log),
    description: descriptionOf(due, when, log),
    url: addressOf(due.id),
  }))
  const text = calendarText(t('Services due'), events, today)
  return { text, count: events.length, left: all.length - dated.length }
}

interface When {
  day: string
  /** Counted from how far the car goes. */
  isAbout: boolean
}

/** The earlier of the day that was said and the one by distance; null where neither is known. */
function whenDue({ day, at }: Due, pace: Pace | null): When | null {
  const about = at && pace && dayAt(at, pace)
  if (about !== null && (day === null || about < day)) return { day: about, isAbout: true }
  return day === null ? null : { day, isAbout: false }
}

/** How a car goes by its readings of the last two years. */
interface Pace {
  time: number
  miles: number
  perDay: number
}

/** Null where they do not tell. */
function paceOf(entries: readonly LogEntry[]): Pace | null {
  const read = [...readingsOf(entries)].map(([{ day }, shown]) => ({
    time: Date.parse(day),
    miles: milesOf(shown),
  }))
  const [latest] = read
  if (!latest) return null
  const first = read.findLast(({ time }) => latest.time - time <= LOOKED_BACK_DAYS * DAY_MS)
  const days = first ? (latest.time - first.time) / DAY_MS : 0
  if (!first || days < LEAST_DAYS || latest.miles <= first.miles) return null
  return { ...latest, perDay: (latest.miles - first.miles) / days }
}

/** When it has gone so far; null for a day that is as good as never. */
function dayAt(at: Distance, { time, miles, perDay }: Pace): string | null {
  const ahead = (milesOf(at) - miles) / perDay
  if (ahead > MOST_DAYS) return null
  // Of a car that hardly moves the day would be in a year that no calendar has.
  const days = Math.max(Math.floor(ahead), -MOST_DAYS)
  return new Date(time + days * DAY_MS).toISOString().slice(0, 10)
}

function summaryOf({ task: name }: Due, { isAbout }: When, { title }: VehicleLog): string {
  const task = worded(name)
  return isAbout
    ? t('{task} (about): {vehicle}', { task, vehicle: title })
    : t('{task}: {vehicle}', { task, vehicle: title })
}

function descriptionOf({ at, state }: Due, { isAbout }: When, { title, unit }: VehicleLog): string {
  return [
    title,
    at && t('Due at {distance}', { distance: distanceText(at, unit) }),
    isAbout && t('The day is an estimate from the mileages in your log.'),
    state === 'overdue' && t('Overdue.'),
  ]
    .filter(Boolean)
    .join('\n')
}
