import type { Knex } from 'knex'

import type { DeletionsPage, ListedDeletion } from '#shared/admin/people.ts'

import { A_PAGE, pageOf, placeOf, splitPlace, type Timed } from '../db/keyset.ts'

/** Sort key as one number: open requests by age, then decided ones, latest first. */
const PLACE = `(case when r.status = 'open' then extract(epoch from r.requested_at) * 1000
  else 1e13 - extract(epoch from coalesce(r.decided_at, r.requested_at)) * 1000 end)::bigint`

/** Deletion requests: open ones first, longest waiting first. */
export async function listDeletions(
  db: Knex,
  after?: string,
  limit = A_PAGE,
): Promise<DeletionsPage> {
  const [at, id] = splitPlace(after)
  const rows: (Timed<ListedDeletion, 'requestedAt' | 'decidedAt'> & { place: string })[] = await db(
    'deletion_requests as r',
  )
    .join('users as u', 'u.id', 'r.user_id')
    .where((behind) => {
      if (at) void behind.whereRaw(`(${PLACE}, r.id) > (?, ?)`, [at.getTime(), id])
    })
    .orderByRaw(`${PLACE}, r.id`)
    .limit(limit + 1)
    .select('r.id', 'u.username', 'u.email', 'r.status', db.raw(`${PLACE} as place`))
    .select({ requestedAt: 'r.requested_at', decidedAt: 'r.decided_at' })
  const { page, next } = pageOf(rows, limit, (row) => placeOf(new Date(Number(row.place)), row.id))
  return { requests: page.map(({ place: _place, ...row }) => row), next }
}
