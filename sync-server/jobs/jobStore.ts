/** Jobs as they are kept: begun, looked at, cancelled. Who works on them is in jobRunner.ts. */
import type { Knex } from 'knex'

import type { Job, JobKind, JobsPage, JobState, PreviewPart } from '#shared/catalogue/job.ts'
import type { RandomBytes } from '#shared/ids.ts'

import { MAX_JOB_PROBLEMS, PREVIEW_PARTS } from '#shared/catalogue/job.ts'
import { isId, newId } from '#shared/ids.ts'
import { t } from '#shared/words/words.ts'
import { audit } from '../accounts/audit.ts'
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

const SEEN = [
  'id',
  'kind',
  'source',
  'state',
  'requested_by',
  'total',
  'done',
  'saved',
  'added',
  'refused',
  'problems',
  'parts',
  'error',
  'cancel_asked',
  'attempts',
  'created_at',
  'started_at',
  'finished_at',
].map((column) => `j.${column}`)

/** Who begins what is due: nobody. */
export const SCHEDULE = 'schedule'

export interface NewJob {
  kind: JobKind
  /** For people. */
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
 * Puts a job up, unless there is one: then nothing changes.
 * @returns its id, or the job that is in the way
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
    `insert into jobs (id, kind, source, state, requested_by, subject, created_at)
     values (:id, :kind, :source, :state, :requested_by, :subject, :created_at)
     on conflict ((true)) where state in ('queued', 'running') do nothing returning id`,
    { ...row, subject: subject ?? null },
  )
  // It may have ended just now; then the answer is without it, and another try begins.
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
    .select<(JobRow & { username: string | null })[]>(...SEEN, 'u.username')

/** What is running or about to; null for nothing. */
export async function activeJob(db: Knex): Promise<Job | null> {
  const [row] = await jobs(db).whereIn('j.state', ['queued', 'running']).limit(1)
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
  const page = rows.slice(0, JOBS_A_PAGE)
  return {
    jobs: page.map(seen),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}

/**
 * Asks a job to end early: one that waits ends at once, one that runs at its next product. What is
 * over stays as it is.
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

function seen(row: JobRow & { username: string | null }): Job {
  return {
    id: row.id,
    kind: row.kind,
    source: row.source,
    state: row.state,
    total: row.total,
    done: row.done,
    saved: row.saved,
    added: row.added,
    refused: row.refused,
    problems: row.problems.map(({ what, reason }) => ({ what, reason: retell(reason) })),
    parts: row.parts,
    error: retell(row.error),
    isCancelling: row.cancel_asked && row.state === 'running',
    resumed: Math.max(0, row.attempts - 1),
    startedBy: row.username ?? (row.requested_by === SCHEDULE ? t('its schedule') : ''),
    createdAt: row.created_at.getTime(),
    startedAt: row.started_at?.getTime() ?? null,
    finishedAt: row.finished_at?.getTime() ?? null,
  }
}

export interface Progress {
  /** It begins anew: the counts of a try before it are of nothing that stayed. */
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

/** Adds to a job how far it is. @throws Error when `runner` does not have it any more */
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
  // Rolls back what would be done twice.
  if (changed === 0) throw new Error('this job is in other hands')
}

/** The first `max` of what is there and what comes. */
function appended(trx: Knex, column: string, items: readonly unknown[], max: number) {
  return trx.raw(
    `(select jsonb_agg(item order by n) from (
       select item, n from jsonb_array_elements(${column} || ?::jsonb) with ordinality as a(item, n)
       where n <= ?) first)`,
    [JSON.stringify(items.slice(0, max)), max],
  )
}
