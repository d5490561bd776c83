/** Body of `POST /api/errors/frontend`: types are checked, texts are cut and stripped. */
import type { Json } from '#shared/cells/cells.ts'
import type { ErrorReport } from '#shared/admin/errorReport.ts'

import { z } from 'zod'

import { cleanReport, LEVELS, MAX_REPORT_COUNT, MAX_REPORTS } from '#shared/admin/errorReport.ts'

const DAY_MS = 24 * 3_600_000
/** Older reports count as of now: they waited offline, or their clock is wrong. */
const OLDEST_MS = 7 * DAY_MS

const text = z.string('text is needed').nullish()

const report = z.object({
  id: text,
  message: z.string('text is needed'),
  stack: text,
  componentStack: text,
  url: text,
  userAgent: text,
  timestamp: text,
  level: z.enum(LEVELS, `one of ${LEVELS.join(', ')} is needed`).default('error'),
  userId: text,
  build: text,
  context: z.record(z.string(), z.unknown(), 'an object is needed').nullish(),
  count: z
    .int('a whole number is needed')
    .min(1, 'at least 1')
    .max(MAX_REPORT_COUNT, `at most ${MAX_REPORT_COUNT}`)
    .optional(),
})

const body = z.object({
  errors: z
    .array(report, 'a list is needed')
    .min(1, 'at least one report')
    .max(MAX_REPORTS, `at most ${MAX_REPORTS} reports`),
})

/**
 * Parses the reports of a body, ready to store.
 * @param now milliseconds; no report is later
 * @throws a zod error that names the first wrong field
 */
export function readReports(input: unknown, now: number): ErrorReport[] {
  return body.parse(input).errors.map((given) => {
    const { message, stack, componentStack, url, userAgent, level, userId, build, context, count } =
      given
    return cleanReport({
      ...(given.id && { id: given.id }),
      message,
      stack: stack ?? '',
      componentStack: componentStack ?? '',
      url: url ?? '',
      userAgent: userAgent ?? '',
      timestamp: new Date(timeOf(given.timestamp, now)).toISOString(),
      level,
      userId: userId ?? null,
      ...(build && { build }),
      // JSON.parse can yield nothing else.
      ...(context && { context: context as Record<string, Json> }),
      ...(count !== undefined && { count }),
    })
  })
}

function timeOf(timestamp: string | null | undefined, now: number): number {
  const at = Date.parse(timestamp?.slice(0, 40) ?? '')
  return at >= now - OLDEST_MS && at <= now ? at : now
}
