/** Due jobs as a calendar, one event each: a file on the device, a feed on the server. */
import type { LogEntry, VehicleLog } from './maintenance.ts'
import { dueId, type Due } from './dueJobs.ts'

import { type DayEvent, calendarText } from '../text/calendar.ts'
import { type Distance, distanceText, milesOf } from './distance.ts'
import { readingsOf } from './odometer.ts'
import { t, worded } from '../words/words.ts'

/** Limit per person; the most urgent come first. */
const MAX_EVENTS = 1_000

/** State of a calendar's address on the server. */
export interface CalendarAnswer {
  since: string | null
  /** Sent once, at creation: only its hash is stored. */
  address?: string
}

const DAY_MS = 86_400_000
/** Readings closer together say little about a car's pace. */
const LEAST_DAYS = 30
/** Older readings are not representative. */
const LOOKED_BACK_DAYS = 730
/** Limit ahead, and back. */
const MOST_DAYS = 3_650

export interface DueCalendar {
  text: string
  /** Events in it. */
  count: number
  /** Jobs due by distance only, of cars without a known pace. */
  left: number
}

/**
 * @param today "2026-11-22"
 * @param addressOf link to a log entry
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
  // Only these are formatted: a log may have ten times as many.
  const events = dated.slice(0, MAX_EVENTS).map(({ log, due, when }): DayEvent => ({
    uid: `due-${dueId(due, log.due)}@wrenchlist`,
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
  /** Estimated from the car's pace. */
  isAbout: boolean
}

/** The earlier of the set day and the estimate by distance; null when both are unknown. */
function whenDue({ day, at }: Due, pace: Pace | null): When | null {
  const about = at && pace && dayAt(at, pace)
  if (about !== null && (day === null || about < day)) return { day: about, isAbout: true }
  return day === null ? null : { day, isAbout: false }
}

/** A car's pace from the readings of the last two years. */
interface Pace {
  time: number
  miles: number
  perDay: number
}

/** Null with too few readings. */
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

/** Day it reaches the distance; null for one far in the future. */
function dayAt(at: Distance, { time, miles, perDay }: Pace): string | null {
  const ahead = (milesOf(at) - miles) / perDay
  if (ahead > MOST_DAYS) return null
  // For a car that hardly moves, the day would be out of any calendar's range.
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
