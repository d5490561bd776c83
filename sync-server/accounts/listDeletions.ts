import type { Knex } from 'knex'

import type { DeletionsPage, DeletionStatus } from '#shared/desk/people.ts'

import { A_PAGE, pageOf, splitPlace } from '../http/keyset.ts'

interface Row {
  id: string
  username: string
  email: string | null
  requested_at: Date
  status: DeletionStatus
  decided_at: Date | null
  place: string
}

/** Open ones by their age, and behind them what was decided, the latest first: as one number. */
const PLACE = `(case when r.status = 'open' then extract(epoch from r.requested_at) * 1000
  else 1e13 - extract(epoch from coalesce(r.decided_at, r.requested_at)) * 1000 end)::bigint`

/** Who asked for the deletion of an account: what is open first, the longest waiting first. */
export async function listDeletions(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<DeletionsPage> {
  const [at, id] = splitPlace(after)
  const rows: Row[] = await db('deletion_requests as r')
    .join('users as u', 'u.id', 'r.user_id')
    .where((behind) => {
      if (at) void behind.whereRaw(`(${PLACE}, r.id) > (?, ?)`, [at.getTime(), id])
    })
    .orderByRaw(`${PLACE}, r.id`)
    .limit(limit + 1)
    .select('r.id', 'u.username', 'u.email', 'r.requested_at', 'r.status', 'r.decided_at')
    .select(db.raw(`${PLACE} as place`))
  const { page, next } = pageOf(rows, limit, (row) => [new Date(Number(row.place)), row.id])
  const requests = page.map((row) => ({
    id: row.id,
    username: row.username,
    email: row.email,
    requestedAt: row.requested_at.toISOString(),
    status: row.status,
    decidedAt: row.decided_at?.toISOString() ?? null,
  }))
  return { requests, next }
}
