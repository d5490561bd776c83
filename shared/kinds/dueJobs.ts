/** When a car's jobs are due again: an interval belongs to the job until somebody ends it. */
import { type Distance, milesOf, sumOf } from './distance.ts'
import type { Read } from './odometer.ts'

import { taskKey } from './task.ts'

export interface JobEntry extends Read, Interval {
  id: string
  task: string
}

/** A recurring job. */
export interface Due {
  /** Id of the last entry of the job. */
  id: string
  task: string
  /** "2027-05-22", null when it is due by distance alone. */
  day: string | null
  at: Distance | null
  state: 'overdue' | 'soon' | 'later'
}

export const isUrgent = ({ state }: Due) => state !== 'later'

const SOON_DAYS = 30
const SOON_MILES = 500
const DAY_MS = 86_400_000

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

/** Between the jobs of one text. */
const DIVIDER = /([;,/+&|\n]|\s(?:and|und|y|et)\s)/i

/**
 * Jobs of a text such as "Oil change, tire rotation": its longest parts that are jobs, as a name may
 * have a comma itself; and all of its parts where each is one.
 * @param isJob by key
 */
function jobsIn(task: string, isJob: (key: string) => boolean): string[] {
  const pieces = task.split(DIVIDER)
  const parts = pieces.filter((_, at) => at % 2 === 0).map(taskKey)
  if (parts.every(isJob)) return [taskKey(task), ...parts]
  const jobs: string[] = []
  for (let from = 0, to = pieces.length; from < pieces.length; to -= 2) {
    const key = taskKey(pieces.slice(from, to).join(''))
    if (isJob(key)) jobs.push(key)
    if (isJob(key) || to - from === 1) [from, to] = [to + 1, pieces.length + 2]
  }
  return jobs
}

/** Each job's interval comes from the latest entry that has one, counted from the last entry. */
export function dueOf(entries: readonly JobEntry[], { readings, mileage, today }: Odometer): Due[] {
  const said = new Map<string, JobEntry>()
  for (const entry of entries)
    if (hasInterval(entry) && !said.has(taskKey(entry.task))) said.set(taskKey(entry.task), entry)
  const latest = new Map<string, JobEntry>()
  for (const entry of entries)
    for (const key of jobsIn(entry.task, (job) => said.has(job)))
      if (!latest.has(key)) latest.set(key, entry)
  return [...said]
    .flatMap(([key, { task: named, every, everyMonths }]) => {
      const last = latest.get(key)
      if (!last) return []
      const { id } = last
      const task = taskKey(last.task) === key ? last.task : named
      const day = everyMonths === null ? null : addMonths(last.day, everyMonths)
      const done = every && (readings.get(last) ?? nearestTo(last.day, readings))
      const sum = done && every && sumOf(done, every)
      // A new odometer would not have shown it yet.
      const at = sum && { ...sum, value: Math.max(sum.value, 0) }
      if (day === null && at === null) return []
      return [{ id, task, day, at, state: stateOf(day, at, mileage, today) }]
    })
    .sort((a, b) => RANK[a.state] - RANK[b.state] || a.task.localeCompare(b.task))
}

/** Id of a due job: that of its last entry, and its name where several are due by that. */
export const dueId = ({ id, task }: Due, all: readonly Due[]): string =>
  all.filter((one) => one.id === id).length > 1 ? `${id}-${encodeURIComponent(taskKey(task))}` : id

/** Reading nearest to that day, for a job logged without mileage. */
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

/** Same day some months later, clamped to the end of a shorter month. */
export function addMonths(day: string, months: number): string | null {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0))
  if (Number.isNaN(last.getTime())) return null
  last.setUTCDate(Math.min(date, last.getUTCDate()))
  return last.toISOString().slice(0, 10)
}
