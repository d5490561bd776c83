/** Stores reports: one row per error group, however often it happens. */
import type { Knex } from 'knex'

import { createHash } from 'node:crypto'

import { type ErrorReport, groupKey, isTestReport, type Level } from '#shared/admin/errorReport.ts'
import { newId, type RandomBytes } from '#shared/ids.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'

const HOUR_MS = 3_600_000

export interface RecordEnv {
  db: Knex
  random: RandomBytes
  /** Milliseconds. */
  now: () => number
}

interface Group {
  fingerprint: string
  level: Level
  times: number
  first: number
  last: number
  report: ErrorReport
  timesByHour: Map<number, number>
}

/** The reporter as the server knows it; the report's own claim is kept apart. */
export interface Reporter {
  class: 'server' | 'account' | 'stranger'
  /** Account id, or the network of a reporter without one. */
  near: string
  /** The wider network around `near`. */
  far: string
}

/**
 * Adds clean reports to their error groups, per reporter class. A group resolved before its latest
 * report opens again.
 */
export async function recordReports(
  { db, random, now }: RecordEnv,
  reports: readonly ErrorReport[],
  by: Reporter,
): Promise<void> {
  await db.transaction(async (trx) => {
    // Fixed order: two calls with the same groups must not deadlock.
    const groups = grouped(await uncounted(trx, reports, now()))
    if (groups.length === 0) return
    const rows = groups.map((group) => rowOf(group, newId(random), by))
    const stored: { id: string; fingerprint: string; is_new: boolean }[] = await trx('error_groups')
      .insert(rows)
      .onConflict(['class', 'fingerprint'])
      .merge({
        times: trx.raw('error_groups.times + excluded.times'),
        first_at: trx.raw('least(error_groups.first_at, excluded.first_at)'),
        last_at: trx.raw('greatest(error_groups.last_at, excluded.last_at)'),
        resolved_at: trx.raw(
          `case when excluded.last_at > error_groups.resolved_at then null
             else error_groups.resolved_at end`,
        ),
        ...Object.fromEntries(LATEST.map((name) => [name, trx.raw('excluded.??', [name])])),
      })
      .returning(['id', 'fingerprint', trx.raw('(xmax = 0) as is_new')])
    const ids = new Map(stored.map(({ id, fingerprint }) => [fingerprint, id]))
    const idOf = ({ fingerprint }: Group) => ids.get(fingerprint) ?? ''
    const { near, far } = by
    await trx('error_reporters')
      .insert(
        groups.map((group) => ({
          group_id: idOf(group),
          near,
          far,
          last_at: new Date(group.last),
        })),
      )
      .onConflict(['group_id', 'near'])
      .merge({ last_at: trx.raw('greatest(error_reporters.last_at, excluded.last_at)') })
    const counts = groups.flatMap((group) =>
      Array.from(group.timesByHour, ([hour, times]) => ({
        group_id: idOf(group),
        hour: new Date(hour),
        times,
      })),
    )
    await trx('error_counts')
      .insert(counts)
      .onConflict(['group_id', 'hour'])
      .merge({ times: trx.raw('error_counts.times + excluded.times') })
    const fresh = new Set(stored.filter((row) => row.is_new).map((row) => row.fingerprint))
    for (const { fingerprint, level, report } of groups) {
      if (level !== 'error' || isTestReport(report) || !fresh.has(fingerprint)) continue
      // Apart, because a kind is told once an hour: nobody who reports must put off what the server says.
      await noteAlert(trx, by.class === 'account' ? 'error' : by.class)
    }
  })
}

/** Reports whose id is new; their ids are stored. A retry counts once. */
async function uncounted(
  trx: Knex.Transaction,
  reports: readonly ErrorReport[],
  now: number,
): Promise<ErrorReport[]> {
  const ids = [...new Set(reports.flatMap(({ id }) => (id ? [id] : [])))].sort()
  if (ids.length === 0) return [...reports]
  const stored: string[] = await trx('error_report_ids')
    .insert(ids.map((id) => ({ id, received_at: new Date(now) })))
    .onConflict('id')
    .ignore()
    .returning('id')
    .then((rows: { id: string }[]) => rows.map(({ id }) => id))
  const fresh = new Set(stored)
  // `delete`, because one call may hold a report twice.
  return reports.filter(({ id }) => id === undefined || fresh.delete(id))
}

const LATEST = [
  'message',
  'stack',
  'component_stack',
  'url',
  'user_agent',
  'context',
  'user_id',
  'claimed_user',
  'search',
  'build',
]

function grouped(reports: readonly ErrorReport[]): Group[] {
  const groups = new Map<string, Group>()
  for (const report of reports) {
    const fingerprint = createHash('sha256').update(groupKey(report)).digest('hex').slice(0, 40)
    const at = Date.parse(report.timestamp)
    const times = report.count ?? 1
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS
    const group = groups.get(fingerprint) ?? {
      fingerprint,
      level: report.level,
      times: 0,
      first: at,
      last: at,
      report,
      timesByHour: new Map<number, number>(),
    }
    group.times += times
    group.first = Math.min(group.first, at)
    if (at >= group.last) {
      group.last = at
      group.report = report
    }
    group.timesByHour.set(hour, (group.timesByHour.get(hour) ?? 0) + times)
    groups.set(fingerprint, group)
  }
  return [...groups.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1))
}

function rowOf(
  { fingerprint, level, times, first, last, report }: Group,
  id: string,
  { class: by, near }: Reporter,
) {
  const { message, stack, componentStack, url, userAgent, context, userId, build } = report
  return {
    id,
    class: by,
    fingerprint,
    level,
    is_test: isTestReport(report),
    times,
    first_at: new Date(first),
    last_at: new Date(last),
    message,
    stack: stack ?? null,
    component_stack: componentStack ?? null,
    url: url ?? null,
    user_agent: userAgent ?? null,
    context: context ?? null,
    user_id: by === 'account' ? near : null,
    claimed_user: userId ?? null,
    build: build ?? '',
    search: `${message}\n${url ?? ''}\n${userAgent ?? ''}\n${requestIdIn(context)}`.toLowerCase(),
  }
}

/** Request id of a server error, the number that users were shown. */
function requestIdIn(context: ErrorReport['context']): string {
  const id = context?.['requestId']
  return typeof id === 'string' ? id : ''
}
