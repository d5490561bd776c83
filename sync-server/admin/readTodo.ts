/** All that waits for somebody, as one queue. */
import type { Todo, TodoItem } from '#shared/admin/people.ts'
import type { Deps } from '../routes/guards/deps.ts'

import { openKitReports, openReports } from '../moderation/reports.ts'
import { listDeletions } from '../erasure/listDeletions.ts'
import { listModerated } from '../sync/globalTasks.ts'
import { retell } from '../words/told.ts'
import { listMessages } from './answerMessages.ts'
import { readDisk } from './overview.ts'

/** Rows of a kind. */
const MOST = 100
const WEEK_MS = 7 * 24 * 3_600_000
/** Part of a disk that has to be free. */
const ENOUGH = 0.1

/** @param isOperator whether it asks for more than what people wrote */
export async function readTodo(deps: Deps, isOperator: boolean): Promise<Todo> {
  const found = await Promise.all([ofPeople(deps), isOperator ? ofOperators(deps) : []])
  return { items: found.flat().toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at)) }
}

async function ofPeople({ db }: Deps): Promise<TodoItem[]> {
  const [{ messages }, comments, kits, { waiting }] = await Promise.all([
    listMessages(db, { state: 'waiting' }, MOST),
    openReports(db, undefined, MOST),
    openKitReports(db, undefined, MOST),
    listModerated(db),
  ])
  return [
    ...messages.map((of) => ({ kind: 'message' as const, at: of.receivedAt, of })),
    ...comments.reports.map((of) => ({ kind: 'comment' as const, at: of.reportedAt, of })),
    ...kits.reports.map((of) => ({ kind: 'kit' as const, at: of.reportedAt, of })),
    ...waiting.map((of) => ({ kind: 'task' as const, at: of.addedAt, of })),
  ]
}

async function ofOperators(deps: Deps): Promise<TodoItem[]> {
  const { db, env } = deps
  const now = new Date(deps.now())
  const weekAgo = new Date(deps.now() - WEEK_MS)
  const [{ requests }, { rows }, disk] = await Promise.all([
    listDeletions(db, undefined, MOST),
    db.raw<{ rows: Counted[] }>(COUNTED, { now, weekAgo }),
    readDisk(env.DATA_DIR),
  ])
  const isFull = disk !== null && disk.free < disk.total * ENOUGH
  return [
    ...requests
      .filter(({ status }) => status === 'open')
      .map((of) => ({ kind: 'deletion' as const, at: of.requestedAt, of })),
    ...rows.map(({ kind, at, text, ...of }) => ({
      kind,
      at: at.toISOString(),
      of: { ...of, text: retell(text) },
    })),
    ...(isFull
      ? [{ kind: 'disk' as const, at: now.toISOString(), of: { name: '', text: '', count: 1 } }]
      : []),
  ]
}

interface Counted {
  kind: 'file' | 'source' | 'errors' | 'mails' | 'backup'
  at: Date
  name: string
  text: string
  count: number
}

/** A new installation has nothing to back up yet. */
const COUNTED = `select * from (
    (select 'file' as kind, f.created_at as at, coalesce(s.name, f.name) as name, '' as text,
       f.accepted as count
     from feeds f left join feed_sources s on s.id = f.source_id
     where f.state = 'waiting' order by f.created_at desc limit ${MOST})
    union all
    select 'source', coalesce((select max(f.created_at) from feeds f where f.source_id = s.id),
      s.created_at), name, error, greatest(failures, 1) from feed_sources s where error <> ''
    union all
    select 'errors', max(last_at), '', '', count(*)::int from error_groups
    where resolved_at is null and not is_test and level = 'error'
    union all
    select 'mails', max(tried_at), '', '', count(*)::int from mails
    where state in ('refused', 'failed') and tried_at > :weekAgo
    union all
    select 'backup', :now::timestamptz, '', '', count(*)::int from users
    where created_at < :weekAgo
      and not exists (select from backups where state = 'made' and created_at > :weekAgo)
  ) found where count > 0`
