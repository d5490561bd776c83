/** Jobs in the database: enqueued, read, cancelled. jobRunner.ts runs them. */
import type { Knex } from 'knex'

import type { Job, JobKind, JobsPage, JobState, PreviewPart } from '#shared/catalogue/job.ts'

import { MAX_JOB_PROBLEMS, PREVIEW_PARTS } from '#shared/catalogue/job.ts'
import { isId, newId, type RandomBytes } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../auditLog/auditLog.ts'
import { msSql, pageOf } from '../db/keyset.ts'
import { retell, type Told } from '../words/told.ts'

const JOBS_A_PAGE = 20

export interface JobRow {
  id: string
  kind: JobKind
  source: string
  state: JobState
  requested_by: string
  subject: string | null
  plan: string[] | null
  total: number | null
  done: number
  saved: number
  added: number
  refused: number
  problems: { what: string; reason: Told }[]
  parts: PreviewPart[]
  error: Told
  cancel_asked: boolean
  attempts: number
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
}

type SeenRow = Omit<Job, 'startedBy' | 'problems' | 'error'> &
  Pick<JobRow, 'problems' | 'error' | 'requested_by'> & { username: string | null }

/** Actor of scheduled jobs. */
export const SCHEDULE = 'schedule'

export interface NewJob {
  kind: JobKind
  /** Shown to people. */
  source: string
  /** User id, or SCHEDULE. */
  by: string
  subject?: string
}

const ACTIONS = {
  scrape: 'start_scrape',
  additional: 'add_parts',
  feed: 'import_feed',
  source: 'run_source',
  undo: 'undo_feed',
} as const

/**
 * Enqueues a job unless one is active. Only source runs, which begin with a fetch, run beside
 * others: one per source.
 * @returns its id, or the job in the way
 */
export async function beginJob(
  trx: Knex.Transaction,
  { now, random }: { now(): number; random: RandomBytes },
  { kind, source, by, subject }: NewJob,
): Promise<{ id: string } | { busy: Job | null }> {
  const id = newId(random)
  const at = now()
  const row = { id, kind, source, state: 'queued', requested_by: by, created_at: new Date(at) }
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into jobs (id, kind, source, state, requested_by, subject, created_at, is_fetching)
     values (:id, :kind, :source, :state, :requested_by, :subject, :created_at, :isFetching)
     on conflict do nothing returning id`,
    { ...row, subject: subject ?? null, isFetching: kind === 'source' },
  )
  // It may have ended just now: then `busy` is null, and a retry works.
  if (rows.length === 0) return { busy: await activeJob(trx) }
  if (by === SCHEDULE) return { id }
  await audit(trx, at, {
    actor: by,
    action: ACTIONS[kind],
    subject:
      subject === undefined ? `job:${id}` : `${kind === 'source' ? 'source' : 'feed'}:${subject}`,
  })
  return { id }
}

const jobs = (db: Knex) =>
  db('jobs as j')
    .leftJoin('users as u', 'u.id', 'j.requested_by')
    .select<SeenRow[]>(
      db.raw(
        `j.id, j.kind, j.source, j.state, j.total, j.done, j.saved, j.added, j.refused, j.problems,
           j.parts, j.error, j.cancel_asked and j.state = 'running' as "isCancelling",
           greatest(0, j.attempts - 1) as resumed, ${msSql('j.created_at')} as "createdAt",
           ${msSql('j.started_at')} as "startedAt", ${msSql('j.finished_at')} as "finishedAt",
           j.requested_by, u.username`,
      ),
    )

/** The running or next job, storing ones first; null for none. */
export async function activeJob(db: Knex): Promise<Job | null> {
  const [row] = await jobs(db)
    .whereIn('j.state', ['queued', 'running'])
    .orderBy(['j.is_fetching', 'j.created_at'])
    .limit(1)
  return row ? seen(row) : null
}

export async function readJob(db: Knex, id: string): Promise<Job | null> {
  const [row] = isId(id) ? await jobs(db).where('j.id', id) : []
  return row ? seen(row) : null
}

/** @param before a job's id, null for the newest */
export async function listJobs(db: Knex, before: string | null): Promise<JobsPage> {
  const rows = await jobs(db)
    .where((older) => {
      if (before === null) return
      void older.whereRaw('(j.created_at, j.id) < (select created_at, id from jobs where id = ?)', [
        before,
      ])
    })
    .orderBy([
      { column: 'j.created_at', order: 'desc' },
      { column: 'j.id', order: 'desc' },
    ])
    .limit(JOBS_A_PAGE + 1)
  const { page, next } = pageOf(rows, JOBS_A_PAGE, ({ id }) => id)
  return { jobs: page.map(seen), next }
}

/**
 * Cancels a job: a waiting one at once, a running one at its next product. A finished job stays as
 * it is.
 * @returns the job, null when there is none
 */
export async function cancelJob(
  db: Knex,
  now: () => number,
  id: string,
  by: string,
): Promise<Job | null> {
  if (!isId(id)) return null
  await db.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(
      `update jobs set cancel_asked = true,
         finished_at = case when state = 'queued' then :at::timestamptz end,
         state = case when state = 'queued' then 'cancelled' else state end
       where id = :id and state in ('queued', 'running') and not cancel_asked returning id`,
      { id, at: new Date(now()) },
    )
    if (rows.length === 0) return
    await audit(trx, now(), { actor: by, action: 'cancel_job', subject: `job:${id}` })
  })
  return readJob(db, id)
}

const seen = ({ requested_by: by, username, ...row }: SeenRow): Job => ({
  ...row,
  problems: row.problems.map(({ what, reason }) => ({ what, reason: retell(reason) })),
  error: retell(row.error),
  startedBy: username ?? (by === SCHEDULE ? t('its schedule') : ''),
})

export interface Progress {
  /** Resets the counts: nothing of an earlier attempt stayed. */
  isAnew?: boolean
  total?: number
  plan?: string[]
  /** Added to the counts. */
  done?: number
  saved?: number
  added?: number
  refused?: number
  problems?: JobRow['problems']
  parts?: JobRow['parts']
}

/** Saves progress. @throws Error when `runner` has lost the lease */
export async function writeProgress(
  trx: Knex,
  id: string,
  runner: string,
  { isAnew, total, plan, done = 0, saved = 0, added = 0, refused = 0, problems, parts }: Progress,
): Promise<void> {
  const changed = await trx('jobs')
    .where({ id, runner, state: 'running' })
    .update({
      ...(isAnew && { parts: '[]', problems: '[]' }),
      ...Object.fromEntries(
        Object.entries({ done, saved, added, refused }).map(([name, n]) => [
          name,
          isAnew ? n : trx.raw('?? + ?', [name, n]),
        ]),
      ),
      alive_at: trx.raw('now()'),
      ...(total === undefined ? {} : { total }),
      ...(plan && { plan: JSON.stringify(plan) }),
      ...(problems?.length && { problems: appended(trx, 'problems', problems, MAX_JOB_PROBLEMS) }),
      ...(parts?.length && { parts: appended(trx, 'parts', parts, PREVIEW_PARTS) }),
    })
  // Rolls back work that another runner repeats.
  if (changed === 0) throw new Error('this job is in other hands')
}

/** Appends to a list, up to `max` items. */
function appended(trx: Knex, column: string, items: readonly unknown[], max: number) {
  return trx.raw(
    `(select jsonb_agg(item order by n) from (
       select item, n from jsonb_array_elements(${column} || ?::jsonb) with ordinality as a(item, n)
       where n <= ?) first)`,
    [JSON.stringify(items.slice(0, max)), max],
  )
}
