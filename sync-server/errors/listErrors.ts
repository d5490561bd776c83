/** Error groups for administrators: list, statistics, and a single one. */
import type { Knex } from 'knex'

import type { Json } from '#shared/cells/cells.ts'

import { z } from 'zod'

import { isStorable } from '#shared/define.ts'
import { usernameKey } from '#shared/account.ts'
import { type Level, LEVELS } from '#shared/admin/errorReport.ts'
import { isId } from '#shared/ids.ts'
import type { Reporter } from './recordReports.ts'
import { anyText, countTo } from '../http/texts.ts'
import { deviceLabel } from '../log/deviceLabel.ts'

const HOUR_MS = 3_600_000
export const CHART_HOURS = 24
const MAX_WORDS = 10
const MAX_PAGE = 200

/** `after` is the previous page's `next`: time and id of its last group. */
export const errorsQuery = z.object({
  level: z.enum(LEVELS, `one of ${LEVELS.join(', ')}`).optional(),
  state: z.enum(['open', 'resolved', 'all'], 'open, resolved or all').default('all'),
  test: z.enum(['0', '1'], '0 or 1').default('1'),
  q: anyText(200).default(''),
  /** Class of reporter; the server's own cannot be pushed out of sight. */
  by: z.enum(['server', 'account', 'stranger'], 'server, account or stranger').optional(),
  /** A username, or an account's id. */
  user: z.string().max(100, 'at most 100 characters').refine(isStorable).default(''),
  /** Groups seen between `from` and `to`. */
  from: z.iso.datetime('not a time').optional(),
  to: z.iso.datetime('not a time').optional(),
  /** Prefix of the page's commit. */
  build: z
    .string()
    .regex(/^\w{0,40}$/, 'letters and digits')
    .default(''),
  /** Part of the page's address. */
  page: z.string().max(200, 'at most 200 characters').refine(isStorable).default(''),
  limit: countTo(MAX_PAGE, 50),
  after: z
    .string()
    .regex(/^\d{1,15}\.[\w-]{22}$/, 'not a position in the list')
    .optional(),
})
export type ErrorsQuery = z.infer<typeof errorsQuery>

interface GroupRow {
  id: string
  class: Reporter['class']
  level: Level
  is_test: boolean
  times: string
  first_at: Date
  last_at: Date
  resolved_at: Date | null
  message: string
  stack: string | null
  component_stack: string | null
  url: string | null
  user_agent: string | null
  build: string
  context: Json
  user_id: string | null
  claimed_user: string | null
  username: string | null
}

const groups = (db: Knex) =>
  db('error_groups as g').leftJoin('users as u', 'u.id', 'g.user_id').select('g.*', 'u.username')

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Groups, last seen first, and the cursor of the next page, null at the end. */
export async function listErrors(db: Knex, query: ErrorsQuery) {
  const { level, state, test, q, by, user, from, to, build, page: address, limit, after } = query
  const rows: GroupRow[] = await groups(db)
    .where((found) => {
      if (level) found.where('g.level', level)
      if (by) found.where('g.class', by)
      if (state === 'open') found.whereNull('g.resolved_at')
      if (state === 'resolved') found.whereNotNull('g.resolved_at')
      if (test === '0') found.where('g.is_test', false)
      for (const word of q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)) {
        found.whereRaw(`g.search like ? escape '\\'`, [`%${escaped(word)}%`])
      }
      if (user !== '') {
        found.where((either) => {
          void either.where('g.user_id', user).orWhere('u.username_key', usernameKey(user))
        })
      }
      // A group seen both before and after the window counts as seen in it.
      if (from !== undefined) found.where('g.last_at', '>=', from)
      if (to !== undefined) found.where('g.first_at', '<=', to)
      if (build !== '') found.where('g.build', 'like', `${escaped(build)}%`)
      if (address !== '') found.whereRaw(`g.url ilike ? escape '\\'`, [`%${escaped(address)}%`])
      const [ms, id] = after?.split('.') ?? []
      if (ms === undefined || !isId(id)) return
      found.whereRaw('(g.last_at, g.id) < (to_timestamp(?::double precision / 1000), ?)', [ms, id])
    })
    .orderBy([
      { column: 'g.last_at', order: 'desc' },
      { column: 'g.id', order: 'desc' },
    ])
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const hasMore = rows.length > page.length
  return {
    logs: page.map(entryOf),
    next: hasMore && last ? `${last.last_at.getTime()}.${last.id}` : null,
  }
}

export async function readError(db: Knex, id: string) {
  const row: GroupRow | undefined = isId(id)
    ? await groups(db).where('g.id', id).first()
    : undefined
  return row ? entryOf(row) : null
}

/** The specification's entry, plus fields of the group. */
function entryOf(row: GroupRow) {
  return {
    id: row.id,
    /** From the server, an account, or a stranger, who may have made it up. */
    class: row.class,
    level: row.level,
    message: row.message,
    timestamp: row.last_at.toISOString(),
    url: row.url,
    userId: row.user_id,
    username: row.username,
    /** The user id in the report, which anybody can write. Null where the session tells. */
    claimedUserId: row.user_id === null ? row.claimed_user : null,
    stack: row.stack,
    componentStack: row.component_stack,
    userAgent: row.user_agent,
    device: row.user_agent && deviceLabel(row.user_agent),
    /** Commit of the page that reported last; '' without one. */
    build: row.build,
    context: row.context,
    count: Number(row.times),
    firstAt: row.first_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    isTest: row.is_test,
  }
}

/** Totals, and counts by level for the chart's 24 hours, oldest first. */
export async function errorStats(db: Knex, now: number) {
  const first = Math.floor(now / HOUR_MS) * HOUR_MS - (CHART_HOURS - 1) * HOUR_MS
  const total = await db('error_groups').sum<{ sum: string | null }[]>('times as sum')
  const counts: { hour: Date; level: Level; times: string }[] = await db('error_counts as c')
    .join('error_groups as g', 'g.id', 'c.group_id')
    .where('c.hour', '>=', new Date(first))
    .groupBy('c.hour', 'g.level')
    .select('c.hour', 'g.level', db.raw('sum(c.times) as times'))
  const hours = Array.from({ length: CHART_HOURS }, (_, index) => ({
    hour: new Date(first + index * HOUR_MS).toISOString(),
    error: 0,
    warning: 0,
    info: 0,
  }))
  const errorsByLevel = { error: 0, warning: 0, info: 0 }
  for (const { hour, level, times } of counts) {
    const shown = hours[(hour.getTime() - first) / HOUR_MS]
    if (!shown) continue
    shown[level] += Number(times)
    errorsByLevel[level] += Number(times)
  }
  return {
    totalErrors: Number(total[0]?.sum ?? 0),
    last24Hours: LEVELS.reduce((sum, level) => sum + errorsByLevel[level], 0),
    errorsByLevel,
    hours,
  }
}
