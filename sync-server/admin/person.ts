/** One account, and what administrators can do to it. */
import type { Knex } from 'knex'

import type { Role } from '#shared/roles.ts'
import type { AccountDeps } from '../accounts/users.ts'

import { isId } from '#shared/ids.ts'
import { type Person, ROLE_ACTS, type RoleAct } from '#shared/admin/person.ts'
import { Problem } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import {
  hasNoAdministrator,
  isNamed,
  ofConfiguration,
  setAdministrator,
  setSuspended,
} from '../accounts/administrators.ts'
import { audit, type Act } from '../auditLog/auditLog.ts'
import { forceReset } from '../accounts/newPassword.ts'
import { verification } from '../accounts/registration.ts'
import { revokeSessions } from '../accounts/sessions.ts'

const DAY_MS = 86_400_000
/** Letters the desk may send to one account. */
const LETTERS = { burst: 3, perMs: 20 * 60_000 }
// Advisory lock, unique in the database; see also db/migrate.ts.
const ROLES_LOCK = 7_370_123

interface Row {
  id: string
  username: string
  email: string | null
  email_verified_at: Date | null
  is_admin: boolean
  role: Role | null
  created_at: Date
  password_changed_at: Date
  password_hash: string | null
  suspended_at: Date | null
  suspended_until: Date | null
  is_leaving: boolean
}

/** @throws Problem 404 */
export async function readPerson(
  { db, env }: Pick<AccountDeps, 'db' | 'env'>,
  id: string,
): Promise<Person> {
  const row = isId(id) ? await readRow(db, id) : undefined
  if (!row) throw new Problem('not_found', 404, t('There is no such account.'))
  const isNamedAdmin = isNamed(env, row)
  return {
    id: row.id,
    username: row.username,
    email: row.email,
    isVerified: row.email_verified_at !== null,
    isAdmin: row.is_admin || isNamedAdmin,
    role: row.role,
    isNamedAdmin,
    createdAt: row.created_at.getTime(),
    passwordChangedAt: row.password_hash === null ? null : row.password_changed_at.getTime(),
    suspendedAt: row.suspended_at?.getTime() ?? null,
    suspendedUntil: row.suspended_until?.getTime() ?? null,
    isLeaving: row.is_leaving,
  }
}

function readRow(db: Knex, id: string): Promise<Row | undefined> {
  return db('users')
    .where({ id })
    .whereNull('deleted_at')
    .first<Row | undefined>(
      'users.*',
      db.raw(`exists (select from deletion_requests r
        where r.user_id = users.id and r.status = 'open') as is_leaving`),
    )
}

export type PersonAct =
  | { action: 'suspend'; reason: string; days: number | null }
  | { action: 'unsuspend' | 'resend' | 'reset' | 'signOut' | RoleAct }
  | { action: 'note'; text: string }
  | { action: 'removeNote'; note: string }

/** Does the act and audits it. @param actor id of the administrator. @throws Problem */
export async function actOnPerson(
  deps: AccountDeps,
  person: Person,
  act: PersonAct,
  actor: string,
): Promise<void> {
  const { id, username } = person
  switch (act.action) {
    case 'suspend': {
      const until = act.days === null ? null : deps.now() + act.days * DAY_MS
      await setSuspended(deps, username, true, actor, { reason: act.reason, until })
      return
    }
    case 'unsuspend':
      await setSuspended(deps, username, false, actor)
      return
    case 'resend':
      await resend(deps, person, actor)
      return
    case 'reset':
      keepNamed(person, actor)
      await deps.limits.take(`desk-letters:${id}`, LETTERS)
      await forceReset(deps, id, actor)
      return
    case 'signOut':
      keepNamed(person, actor)
      await deps.db.transaction(async (trx) => {
        const sessions = await revokeSessions(trx, id, deps.now())
        await note(trx, deps, actor, { action: 'sign_out', id, details: { sessions } })
      })
      return
    case 'makeAdmin':
    case 'makeModerator':
    case 'makeCatalogue':
    case 'unmakeAdmin':
      await setRole(deps, person, ROLE_ACTS[act.action], actor)
      return
    case 'note':
      await deps.db.transaction(async (trx) => {
        const at = new Date(deps.now())
        await trx('account_notes').insert({ user_id: id, author: actor, at, text: act.text })
        await note(trx, deps, actor, { action: 'note_account', id })
      })
      return
    case 'removeNote':
      await deps.db.transaction(async (trx) => {
        const gone = await trx('account_notes').where({ id: act.note, user_id: id }).delete()
        if (gone === 0) {
          throw new Problem('not_found', 404, t('note: there is no such note.'), { field: 'note' })
        }
        await note(trx, deps, actor, { action: 'remove_note', id })
      })
  }
}

function note(
  trx: Knex.Transaction,
  { now }: Pick<AccountDeps, 'now'>,
  actor: string,
  { action, id, details }: Pick<Act, 'action' | 'details'> & { id: string },
): Promise<void> {
  return audit(trx, now(), { actor, action, subject: `user:${id}`, ...(details && { details }) })
}

async function resend(deps: AccountDeps, person: Person, actor: string): Promise<void> {
  if (person.isVerified) {
    throw new Problem('verified', 409, t('This address is confirmed already.'))
  }
  await deps.limits.take(`desk-letters:${person.id}`, LETTERS)
  await deps.db.transaction((trx) =>
    note(trx, deps, actor, { action: 'resend_verification', id: person.id }),
  )
  deps.mailer.send(verification(deps, person.id))
}

function keepNamed({ id, isNamedAdmin }: Person, actor: string): void {
  if (isNamedAdmin && id !== actor) throw ofConfiguration()
}

/** Refuses to change one's own role, the last administrator's, or one that ADMIN_EMAILS names. */
async function setRole(
  deps: AccountDeps,
  { id, username, isVerified, isNamedAdmin }: Person,
  role: Role | null,
  actor: string,
): Promise<void> {
  if (id === actor) {
    throw new Problem('own_account', 409, t('You cannot change your own role.'))
  }
  if (isNamedAdmin) throw ofConfiguration()
  if (role !== null && !isVerified) {
    throw new Problem('not_verified', 409, t('The address has to be confirmed first.'))
  }
  await deps.db.transaction(async (trx) => {
    // Two administrators may take each other's role at the same moment.
    await trx.raw('select pg_advisory_xact_lock(?)', [ROLES_LOCK])
    await setAdministrator({ db: trx, now: deps.now }, username, role, actor)
    if (await hasNoAdministrator(trx, deps.env)) {
      throw new Problem('last_administrator', 409, t('Nobody would be left to administer.'))
    }
  })
}
