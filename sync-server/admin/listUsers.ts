/** Accounts as administrators see them. */
import type { ListedUser, UsersPage } from '#shared/admin/people.ts'
import type { Knex } from 'knex'
import type { Env } from '../env/env.ts'

import { z } from 'zod'

import { isBuildId, isId } from '#shared/ids.ts'
import { isNamed } from '../accounts/administrators.ts'
import { anyText, trimmed } from '../http/texts.ts'
import { A_PAGE, pageOf, type Timed } from '../db/keyset.ts'

/** `after` is the previous page's last username. */
export const usersQuery = z.object({
  q: trimmed(100).default(''),
  state: z.enum(['all', 'suspended'], 'all or suspended').default('all'),
  after: anyText(100).optional(),
})

type Row = Omit<Timed<ListedUser, 'suspendedAt' | 'createdAt'>, 'isVerified'> & {
  username_key: string
  email_verified_at: Date | null
}

/**
 * Lists accounts by username. `q` matches part of the name, the start of the address, the account
 * id, or the id or build id of one of its kits.
 */
export async function listUsers(
  { db, env }: { db: Knex; env: Env },
  { q, state, after }: z.infer<typeof usersQuery>,
): Promise<UsersPage> {
  const escaped = q.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')
  const rows: Row[] = await db('users')
    .whereNull('deleted_at')
    .whereNotNull('username_key')
    .where((users) => {
      if (state === 'suspended') void users.whereNotNull('suspended_at')
      if (after !== undefined) void users.where('username_key', '>', after.toLowerCase())
      if (q === '') return
      void users.where((either) => {
        void either.whereRaw(`username_key like ? escape '\\'`, [`%${escaped}%`])
        void either.orWhereRaw(`email_key like ? escape '\\'`, [`${escaped}%`])
        if (isId(q)) void either.orWhere('id', q)
        if (!isId(q) && !isBuildId(q)) return
        void either.orWhereRaw(
          `id = any(array(select substr(owner, 3) from kits where owner like 'u:%' and ${
            isId(q) ? 'kit_id = ?' : 'kit_id in (select kit_id from build_ids where build_id = ?)'
          }))`,
          [q],
        )
      })
    })
    .orderBy('username_key')
    .limit(A_PAGE + 1)
    .select('id', 'username', 'username_key', 'email', 'email_verified_at', 'role')
    .select({ isAdmin: 'is_admin', suspendedAt: 'suspended_at', createdAt: 'created_at' })
  const { page, next } = pageOf(rows, A_PAGE, (row) => row.username_key)
  const users = page.map(({ username_key: _key, email_verified_at: at, ...row }) => ({
    ...row,
    isVerified: at !== null,
    isAdmin: row.isAdmin || isNamed(env, { email: row.email, email_verified_at: at }),
  }))
  return { users, next }
}
