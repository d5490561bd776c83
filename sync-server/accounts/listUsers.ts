/** Accounts as administrators see them. */
import type { UsersPage } from '#shared/desk/people.ts'
import type { Knex } from 'knex'
import type { Env } from '../env.ts'

import { z } from 'zod'

import { emailKey } from '#shared/account.ts'
import { isBuildId, isId } from '#shared/ids.ts'
import { isStorable } from '#shared/kinds/define.ts'
import { sentenceOf } from '#shared/problem.ts'

const USERS_A_PAGE = 50

/** `after` is the username of the last one of the page before. */
export const usersQuery = z.object({
  q: z
    .string()
    .trim()
    .max(100, 'at most 100 characters')
    .refine(isStorable, sentenceOf('bad_characters'))
    .default(''),
  state: z.enum(['all', 'suspended'], 'all or suspended').default('all'),
  after: z
    .string()
    .max(100, 'at most 100 characters')
    .refine(isStorable, sentenceOf('bad_characters'))
    .optional(),
})

interface Row {
  id: string
  username: string
  username_key: string
  email: string | null
  email_key: string | null
  email_verified_at: Date | null
  suspended_at: Date | null
  created_at: Date
  is_admin: boolean
}

/**
 * By username; `q` has to be in the name, be the beginning of the address, or name the account by its
 * id, or by the id or build id of one of its kits.
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
    .limit(USERS_A_PAGE + 1)
    .select(
      'id',
      'username',
      'username_key',
      'email',
      'email_key',
      'email_verified_at',
      'suspended_at',
      'created_at',
      'is_admin',
    )
  const page = rows.slice(0, USERS_A_PAGE)
  return {
    users: page.map((row) => ({
      id: row.id,
      username: row.username,
      email: row.email,
      isVerified: row.email_verified_at !== null,
      isAdmin: row.is_admin || isNamed(env, row),
      suspendedAt: row.suspended_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    })),
    next: rows.length > page.length ? (page.at(-1)?.username_key ?? null) : null,
  }
}

function isNamed({ ADMIN_EMAILS }: Env, { email, email_verified_at: at }: Row): boolean {
  return email !== null && at !== null && ADMIN_EMAILS.includes(emailKey(email))
}
