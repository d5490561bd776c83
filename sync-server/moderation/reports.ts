/** Comments that readers have reported, and what administrators decide about them. */
import type {
  HiddenKit,
  HiddenKitsPage,
  KitReportsPage,
  ReportedComment,
  ReportedKit,
  ReportsPage,
} from '#shared/admin/people.ts'
import type { Knex } from 'knex'

import { z } from 'zod'

import { type Cells, textIn } from '#shared/cells/cells.ts'
import { authorName } from '#shared/kinds/comment.ts'
import { A_PAGE, pageOf, placeOf, splitPlace, type Timed } from '../db/keyset.ts'
import { type ApplyEnv, inWriteTransaction } from '../sync/applyOps.ts'
import { moderateComment, REMOVED } from './moderate.ts'
import { tellOfRemovedComment } from '../notices/kitNotices.ts'
import type { RateLimits } from '../http/rateLimit.ts'
import { trimmed } from '../http/texts.ts'
import { noteAlert } from '../auditLog/noteAlert.ts'
import { audit } from '../auditLog/auditLog.ts'

const MAX_REASONS = 20
const MAX_REASON = 500

const nameOf = (kit: string) =>
  `coalesce(${kit}.summary->>'name', ${kit}.cells->'name'->>0, '') as "kitName"`

/** Summary of all reports about one thing. */
const ALL_REPORTS = `coalesce((array_agg(r.reason order by r.reported_at)
    filter (where r.reason <> ''))[1:${MAX_REASONS}], '{}') as reasons,
  min(r.reported_at) as "reportedAt", count(*)::int as count`

/** Comments with open reports, longest waiting first. */
export async function openReports(db: Knex, after?: string, limit = A_PAGE): Promise<ReportsPage> {
  const [at, id] = splitPlace(after)
  type Row = Timed<Omit<ReportedComment, 'author' | 'content'>, 'reportedAt'> & { cells: Cells }
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select r.comment_id as "commentId", c.kit_id as "kitId", c.cells, k.build_id as "buildId",
       ${nameOf('k')}, ${ALL_REPORTS}
     from comment_reports r
     join comments c on c.id = r.comment_id
     join kits k on k.kit_id = c.kit_id
     where r.decided_at is null and coalesce((c.cells->'del'->>0)::boolean, false) = false
     group by r.comment_id, c.kit_id, c.id, k.kit_id, k.id
     having :at::timestamptz is null or (min(r.reported_at), r.comment_id) > (:at, :id)
     order by min(r.reported_at), r.comment_id limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page, next } = pageOf(rows, limit, (row) => placeOf(row.reportedAt, row.commentId))
  const reports = page.map(({ cells, ...row }) => ({
    ...row,
    author: authorName(cells),
    content: textIn(cells, 'text'),
  }))
  return { reports, next }
}

/**
 * Deletes a reported comment, or dismisses its reports; either closes them.
 * @param reason told to its author and audited; '' for none
 * @returns false when there is no such comment
 */
export function decideReports(
  env: ApplyEnv,
  commentId: string,
  action: 'delete' | 'dismiss',
  actor: string,
  reason = '',
): Promise<boolean> {
  return inWriteTransaction(env.db, [], async (trx) => {
    const comment: { kit_id: string; owner: string } | undefined = await trx('comments')
      .where({ id: commentId })
      .first('kit_id', 'owner')
    if (!comment) return false
    if (action === 'delete') {
      await moderateComment(trx, env, commentId, REMOVED)
      const { kit_id: kitId, owner } = comment
      await tellOfRemovedComment(trx, env.now(), { commentId, kitId, owner, reason })
    }
    const closed = await trx('comment_reports')
      .where({ comment_id: commentId })
      .whereNull('decided_at')
      .update({ decided_at: new Date(env.now()) })
    // A dismissal without open reports is a repeat, and is not audited.
    if (action === 'delete' || closed > 0) {
      await audit(trx, env.now(), {
        actor,
        action: action === 'delete' ? 'delete_comment' : 'dismiss_reports',
        subject: `comment:${commentId}`,
        details: { kitId: comment.kit_id, reports: closed, ...(reason && { reason }) },
      })
    }
    return true
  })
}

/** The kits whose reports wait for a decision, the longest waiting first. */
export async function openKitReports(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<KitReportsPage> {
  const [at, id] = splitPlace(after)
  const { rows } = await db.raw<{ rows: Timed<ReportedKit, 'reportedAt'>[] }>(
    `select r.kit_id as "kitId", k.build_id as "buildId", k.hidden_at is not null as hidden,
       ${nameOf('k')}, ${ALL_REPORTS}
     from kit_reports r join kits k on k.kit_id = r.kit_id
     where r.decided_at is null and coalesce((k.cells->'del'->>0)::boolean, false) = false
     group by r.kit_id, k.kit_id, k.id
     having :at::timestamptz is null or (min(r.reported_at), r.kit_id) > (:at, :id)
     order by min(r.reported_at), r.kit_id limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page: reports, next } = pageOf(rows, limit, (row) => placeOf(row.reportedAt, row.kitId))
  return { reports, next }
}

/** Hidden kits, latest first. */
export async function hiddenKits(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<HiddenKitsPage> {
  const [at, id] = splitPlace(after)
  const { rows } = await db.raw<{ rows: Timed<HiddenKit, 'hiddenAt'>[] }>(
    `select kit_id as "kitId", build_id as "buildId", hidden_at as "hiddenAt", ${nameOf('kits')}
     from kits
     where hidden_at is not null and coalesce((cells->'del'->>0)::boolean, false) = false
       and (:at::timestamptz is null or (hidden_at, kit_id) < (:at, :id))
     order by hidden_at desc, kit_id desc limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page: kits, next } = pageOf(rows, limit, (row) => placeOf(row.hiddenAt, row.kitId))
  return { kits, next }
}

export const reportBody = z.object({ reason: trimmed(MAX_REASON).default('') })

/** Per account. */
const REPORTS = { burst: 10, perMs: 60_000 }

/** Limits an account's reports. Throws 429. */
export const takeReport = (limits: RateLimits, reporter: string): Promise<void> =>
  limits.take(`reports:${reporter}`, REPORTS)

/** Stores a report of a kit or a comment and alerts administrators; one per person counts. */
export async function report(
  env: Pick<ApplyEnv, 'db' | 'now'>,
  about: 'kit' | 'comment',
  row: { kit_id: string; comment_id?: string; id?: string; reporter: string; reason: string },
): Promise<void> {
  await env.db.transaction(async (trx) => {
    const stored: unknown[] = await trx(`${about}_reports`)
      .insert({ ...row, reported_at: new Date(env.now()) })
      .onConflict([`${about}_id`, 'reporter'])
      .ignore()
      .returning('kit_id')
    if (stored.length > 0) await noteAlert(trx, 'report')
  })
}

/** Closes the reports of a kit. @returns how many there were */
export function closeKitReports(
  trx: Knex.Transaction,
  now: number,
  kitId: string,
): Promise<number> {
  return trx('kit_reports')
    .where({ kit_id: kitId })
    .whereNull('decided_at')
    .update({ decided_at: new Date(now) })
}
