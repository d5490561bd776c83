/** When the jobs of a car come again: an interval belongs to the job until somebody ends it. */
import { type Distance, milesOf, sumOf } from './distance.ts'
import type { Read } from './odometer.ts'

import { taskKey } from './task.ts'

/** What an entry of the log says of its job. */
export interface JobEntry extends Read, Interval {
  id: string
  task: string
}

/** A job that comes again. */
export interface Due {
  /** Of the entry that was the last time. */
  id: string
  task: string
  /** "2027-05-22", null when it is due by distance alone. */
  day: string | null
  at: Distance | null
  state: 'overdue' | 'soon' | 'later'
}

/** Whether it is overdue or due soon. */
export const isUrgent = ({ state }: Due) => state !== 'later'

const SOON_DAYS = 30
const SOON_MILES = 500
const DAY_MS = 86_400_000

/** The entries of a job, in the order given. */
export const entriesOfJob = <T extends JobEntry>(entries: readonly T[], task: string): T[] =>
  entries.filter((entry) => taskKey(entry.task) === taskKey(task))

export interface Interval {
  every: Distance | null
  everyMonths: number | null
}
export const hasInterval = ({ every, everyMonths }: Interval) => Boolean(every ?? everyMonths)

interface Odometer {
  readings: ReadonlyMap<JobEntry, Distance>
  mileage: Distance | null
  today: string
}

/** Each job comes again as the latest entry says that says so at all, counted from the last time. */
export function dueOf(entries: readonly JobEntry[], { readings, mileage, today }: Odometer): Due[] {
  const latest = new Map<string, JobEntry>()
  const said = new Map<string, Interval>()
  for (const entry of entries) {
    const key = taskKey(entry.task)
    if (!latest.has(key)) latest.set(key, entry)
    if (!said.has(key) && hasInterval(entry)) said.set(key, entry)
  }
  return [...said]
    .flatMap(([key, { every, everyMonths }]) => {
      const last = latest.get(key)
      if (!last) return []
      const { id, task } = last
      const day = everyMonths === null ? null : addMonths(last.day, everyMonths)
      const done = every && (readings.get(last) ?? nearestTo(last.day, readings))
      const sum = done && every && sumOf(done, every)
      // Another odometer would not have shown it yet.
      const at = sum && { ...sum, value: Math.max(sum.value, 0) }
      if (day === null && at === null) return []
      return [{ id, task, day, at, state: stateOf(day, at, mileage, today) }]
    })
    .sort((a, b) => RANK[a.state] - RANK[b.state] || a.task.localeCompare(b.task))
}

/** What was read about that day, for a job that was logged without its mileage. */
function nearestTo(day: string, readings: Odometer['readings']): Distance | null {
  const daysOff = (entry: JobEntry) => Math.abs(Date.parse(entry.day) - Date.parse(day))
  const [first, ...others] = readings
  if (!first) return null
  return others.reduce((best, one) => (daysOff(one[0]) < daysOff(best[0]) ? one : best), first)[1]
}

export const RANK = { overdue: 0, soon: 1, later: 2 }

function stateOf(
  day: string | null,
  at: Distance | null,
  mileage: Distance | null,
  today: string,
): Due['state'] {
  const days = day === null ? Infinity : (Date.parse(day) - Date.parse(today)) / DAY_MS
  const left = at && mileage ? milesOf(at) - milesOf(mileage) : Infinity
  if (days < 0 || left <= 0) return 'overdue'
  return days <= SOON_DAYS || left <= SOON_MILES ? 'soon' : 'later'
}

/** The same day some months later, or the last one of a month that is shorter. */
export function addMonths(day: string, months: number): string | null {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  if (Number.isNaN(last.getTime())) return null
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
