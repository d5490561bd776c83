/** What administrators did: written in the transaction of the act itself, read newest first. */
import type { Knex } from 'knex'

import type { Json } from '#shared/sync/cells.ts'

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
  /** `user:`, `kit:`, `comment:`, `task:`, `error:`, `job:`, `feed:`, `source:`, `merchant:`, `part:`, `message:`, `mail:`, `backup:` or `server:` and the id: a name here would outlive its account. */
  subject: string
  /** Never an address. */
  details?: Record<string, Json>
}

export interface AuditEntry {
  id: string
  at: string
  actor: string
  action: string
  subject: string
  details: Record<string, Json>
}

const PAGE = 50

/** Writes an act down; call it in the transaction that does it. */
export async function audit(trx: Knex.Transaction, at: number, act: Act): Promise<void> {
  const { actor, action, subject, details = {} } = act
  await trx('audit_log').insert({ at: new Date(at), actor, action, subject, details })
}

/**
 * Up to 50 acts, the newest first, older than the entry `before`. Accounts go by the name they have
 * now, so that the list forgets the name of a deleted one; kits and comments by their id.
 */
export async function readAudit(db: Knex, before: string | null): Promise<AuditEntry[]> {
  const { rows } = await db.raw<{ rows: (Omit<AuditEntry, 'at'> & { at: Date })[] }>(
    `select a.id, a.at, coalesce(actor.username, a.actor) as actor, a.action,
       coalesce(named.username, split_part(a.subject, ':', 2)) as subject, a.details
     from audit_log a
     left join users actor on actor.id = a.actor
     left join users named
       on a.subject like 'user:%' and named.id = split_part(a.subject, ':', 2)
     where :before::bigint is null or a.id < :before::bigint
     order by a.id desc limit ${PAGE}`,
    { before },
  )
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}
