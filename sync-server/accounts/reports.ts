/** Comments that readers have reported, and what administrators decide about them. */
import type { HiddenKitsPage, KitReportsPage, ReportsPage } from '#shared/desk/people.ts'
import type { Knex } from 'knex'

import type { Cells } from '#shared/sync/cells.ts'
import type { ApplyEnv } from '../sync/applyOps.ts'

import { textIn } from '#shared/sync/cells.ts'
import { authorName } from '#shared/kinds/comment.ts'
import { A_PAGE, pageOf, splitPlace } from '../http/keyset.ts'
import { inWriteTransaction } from '../sync/applyOps.ts'
import { moderateComment, REMOVED } from '../sync/moderate.ts'
import { tellOfRemovedComment } from '../notify/kitNotices.ts'
import { noteAlert } from '../status/alerts.ts'
import { audit } from './audit.ts'

const MAX_REASONS = 20

interface ReportRow {
  comment_id: string
  kit_id: string
  cells: Cells
  build_id: string
  kit_name: string | null
  reasons: string[]
  reported_at: Date
  count: string
}

/** The comments whose reports wait for a decision, the longest waiting first. */
export async function openReports(db: Knex, after?: string, limit = A_PAGE): Promise<ReportsPage> {
  const [at, id] = splitPlace(after)
  const { rows } = await db.raw<{ rows: ReportRow[] }>(
    `select r.comment_id, c.kit_id, c.cells, k.build_id,
       coalesce(k.summary->>'name', k.cells->'name'->>0) as kit_name,
       (array_agg(r.reason order by r.reported_at) filter (where r.reason <> ''))
         [1:${MAX_REASONS}] as reasons,
       min(r.reported_at) as reported_at, count(*) as count
     from comment_reports r
     join comments c on c.id = r.comment_id
     join kits k on k.kit_id = c.kit_id
     where r.decided_at is null and coalesce((c.cells->'del'->>0)::boolean, false) = false
     group by r.comment_id, c.kit_id, c.id, k.kit_id, k.id
     having :at::timestamptz is null or (min(r.reported_at), r.comment_id) > (:at, :id)
     order by min(r.reported_at), r.comment_id limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page, next } = pageOf(rows, limit, (row) => [row.reported_at, row.comment_id])
  const reports = page.map((row) => ({
    commentId: row.comment_id,
    kitId: row.kit_id,
    buildId: row.build_id,
    kitName: row.kit_name ?? '',
    author: authorName(row.cells),
    content: textIn(row.cells, 'text'),
    reasons: row.reasons ?? [],
    reportedAt: row.reported_at.toISOString(),
    count: Number(row.count),
  }))
  return { reports, next }
}

/**
 * Takes a reported comment away, or finds nothing wrong with it; either closes its reports.
 * @param reason told to its author, and written down; '' for none
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
    // A dismissal without a report is a repeat, and nothing happened.
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

interface KitReportRow {
  kit_id: string
  build_id: string
  kit_name: string | null
  hidden: boolean
  reasons: string[] | null
  reported_at: Date
  count: string
}

/** The kits whose reports wait for a decision, the longest waiting first. */
export async function openKitReports(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<KitReportsPage> {
  const [at, id] = splitPlace(after)
  const { rows } = await db.raw<{ rows: KitReportRow[] }>(
    `select r.kit_id, k.build_id, k.hidden_at is not null as hidden,
       coalesce(k.summary->>'name', k.cells->'name'->>0) as kit_name,
       (array_agg(r.reason order by r.reported_at) filter (where r.reason <> ''))
         [1:${MAX_REASONS}] as reasons,
       min(r.reported_at) as reported_at, count(*) as count
     from kit_reports r join kits k on k.kit_id = r.kit_id
     where r.decided_at is null and coalesce((k.cells->'del'->>0)::boolean, false) = false
     group by r.kit_id, k.kit_id, k.id
     having :at::timestamptz is null or (min(r.reported_at), r.kit_id) > (:at, :id)
     order by min(r.reported_at), r.kit_id limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page, next } = pageOf(rows, limit, (row) => [row.reported_at, row.kit_id])
  const reports = page.map((row) => ({
    kitId: row.kit_id,
    buildId: row.build_id,
    kitName: row.kit_name ?? '',
    hidden: row.hidden,
    reasons: row.reasons ?? [],
    reportedAt: row.reported_at.toISOString(),
    count: Number(row.count),
  }))
  return { reports, next }
}

/** The kits that only their owners find, the latest first. */
export async function hiddenKits(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<HiddenKitsPage> {
  const [at, id] = splitPlace(after)
  const { rows } = await db.raw<{
    rows: { kit_id: string; build_id: string; kit_name: string | null; hidden_at: Date }[]
  }>(
    `select kit_id, build_id, hidden_at,
       coalesce(summary->>'name', cells->'name'->>0) as kit_name
     from kits
     where hidden_at is not null and coalesce((cells->'del'->>0)::boolean, false) = false
       and (:at::timestamptz is null or (hidden_at, kit_id) < (:at, :id))
     order by hidden_at desc, kit_id desc limit :limit`,
    { at, id, limit: limit + 1 },
  )
  const { page, next } = pageOf(rows, limit, (row) => [row.hidden_at, row.kit_id])
  const kits = page.map((row) => ({
    kitId: row.kit_id,
    buildId: row.build_id,
    kitName: row.kit_name ?? '',
    hiddenAt: row.hidden_at.toISOString(),
  }))
  return { kits, next }
}

/** Notes a report, which administrators are told of; a second one of the same person says the same. */
export async function reportKit(
  env: Pick<ApplyEnv, 'db' | 'now'>,
  { kitId, reporter, reason }: { kitId: string; reporter: string; reason: string },
): Promise<void> {
  await env.db.transaction(async (trx) => {
    const stored: unknown[] = await trx('kit_reports')
      .insert({ kit_id: kitId, reporter, reason, reported_at: new Date(env.now()) })
      .onConflict(['kit_id', 'reporter'])
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
