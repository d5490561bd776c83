/** Log of administrators' acts: written in the transaction of the act, read newest first. */
import type { AuditEntry, AuditPage } from '#shared/admin/people.ts'
import type { Knex } from 'knex'

import type { Json } from '#shared/cells/cells.ts'

import { groupBy } from '#shared/lists.ts'
import { whereFrom } from '../log/requestId.ts'
import { A_PAGE, pageOf, type Timed } from '../db/keyset.ts'
import { noteAct } from './noteAlert.ts'

export interface Act {
  /** User id of the administrator, `system`, or `command line`. */
  actor: string
  action:
    | 'process_deletion'
    | 'decline_deletion'
    | 'suspend'
    | 'unsuspend'
    | 'force_reset'
    | 'sign_out'
    | 'resend_verification'
    | 'note_account'
    | 'remove_note'
    | 'make_admin'
    | 'unmake_admin'
    | 'give_role'
    | 'read_people'
    | 'export'
    | 'hide_kit'
    | 'unhide_kit'
    | 'delete_comment'
    | 'hide_comment'
    | 'show_comment'
    | 'dismiss_reports'
    | 'approve_task'
    | 'decline_task'
    | 'withdraw_task'
    | 'resolve_error'
    | 'reopen_error'
    | 'start_scrape'
    | 'add_parts'
    | 'cancel_job'
    | 'import_feed'
    | 'discard_feed'
    | 'undo_feed'
    | 'make_source'
    | 'change_source'
    | 'remove_source'
    | 'run_source'
    | 'change_merchant'
    | 'correct_part'
    | 'take_back_correction'
    | 'hide_part'
    | 'show_part'
    | 'merge_part'
    | 'separate_part'
    | 'remove_part'
    | 'let_in_part'
    | 'correct_offer'
    | 'remove_offer'
    | 'rename_merchant'
    | 'hide_merchant'
    | 'show_merchant'
    | 'merge_merchant'
    | 'remove_merchant'
    | 'let_in_merchant'
    | 'answer_message'
    | 'close_message'
    | 'announce'
    | 'end_announcement'
    | 'begin_maintenance'
    | 'end_maintenance'
    | 'test_mail'
    | 'retry_mail'
    | 'drop_mail'
    | 'make_backup'
    | 'download_backup'
    | 'remove_backup'
    | 'run_round'
    | 'add_factor'
    | 'remove_factor'
    | 'renew_codes'
  /** A kind of SUBJECTS and the id, as `user:<id>`: a name here would outlive its account. */
  subject: string
  /** Never contains an address. */
  details?: Record<string, Json>
}

/** Writes an act down; call it in the transaction that does it. */
export async function audit(trx: Knex.Transaction, at: number, act: Act): Promise<void> {
  const { actor, action, subject, details = {} } = act
  const from = whereFrom(actor)
  await trx('audit_log').insert({ at: new Date(at), actor, action, subject, details, ...from })
  await noteAct(trx, action)
}

/** Table and name column of each subject kind. */
const NAMES: Record<string, [table: string, id: string, name: string]> = {
  user: ['users', 'id', 'username'],
  kit: ['kits', 'kit_id', `coalesce(summary->>'name', cells->'name'->>0)`],
  comment: [
    'comments',
    'id',
    `case when coalesce((cells->'del'->>0)::boolean, false) then null else cells->'text'->>0 end`,
  ],
  task: ['tasks', 'id', `cells->'name'->>0`],
  error: ['error_groups', 'id', 'message'],
  job: ['jobs', 'id', 'source'],
  feed: ['feeds', 'id', 'name'],
  source: ['feed_sources', 'id', 'name'],
  merchant: ['merchants', 'id::text', 'name'],
  message: ['contact_messages', 'id', 'name'],
  mail: ['mails', 'id::text', 'subject'],
}
const MAX_NAME = 120

/**
 * A keyset page of acts, newest first, older than entry `before`; `next` is the next page's
 * `before`. Names are joined at read time, so that the log forgets those of deleted rows.
 */
export async function readAudit(
  db: Knex,
  before: string | null,
  limit = A_PAGE,
): Promise<AuditPage> {
  const { rows } = await db.raw<{ rows: Omit<Timed<AuditEntry, 'at'>, 'kind' | 'name'>[] }>(
    `select a.id, a.at, coalesce(u.username, a.actor) as actor, a.action, a.subject, a.details,
       a.address, a.device
     from audit_log a left join users u on u.id = a.actor
     where :before::bigint is null or a.id < :before::bigint
     order by a.id desc limit :limit`,
    { before, limit: limit + 1 },
  )
  const { page, next } = pageOf(rows, limit, ({ id }) => id)
  const names = await namesOf(
    db,
    page.map(({ subject }) => subject),
  )
  return {
    entries: page.map(({ subject, ...row }) => {
      const { kind, id } = splitSubject(subject)
      const name = names.get(subject) ?? ''
      return {
        ...row,
        kind,
        subject: kind === 'user' && name !== '' ? name : id,
        name: name.slice(0, MAX_NAME),
      }
    }),
    next,
  }
}

function splitSubject(subject: string): { kind: string; id: string } {
  const [kind = '', id = ''] = subject.split(':')
  return { kind, id }
}

/** One query per subject kind. */
async function namesOf(db: Knex, subjects: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [kind, all] of groupBy(subjects.map(splitSubject), (one) => one.kind)) {
    const known = NAMES[kind]
    if (!known) continue
    const [table, id, name] = known
    const { rows } = await db.raw<{ rows: { id: string; name: string | null }[] }>(
      `select ${id} as id, ${name} as name from ${table} where ${id} = any(?)`,
      [all.map((one) => one.id)],
    )
    for (const row of rows) names.set(`${kind}:${row.id}`, row.name ?? '')
  }
  return names
}
