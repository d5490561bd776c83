/** What administrators did, in words, and where it leads. */
import type { Json } from '#shared/sync/cells.ts'
import type { AuditEntry } from './adminData.ts'

import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money.ts'
import { accountAt, deskLinks, errorsAt } from './deskLinks.ts'

/** What each act is called; the name of what it was done to follows. */
const ACTS: Record<string, string> = {
  process_deletion: 'Deleted the account',
  decline_deletion: 'Declined the deletion of',
  suspend: 'Suspended',
  unsuspend: 'Lifted the suspension of',
  force_reset: 'Took the password of',
  sign_out: 'Signed out everywhere',
  resend_verification: 'Sent the confirmation again to',
  note_account: 'Noted something of',
  remove_note: 'Removed a note of',
  make_admin: 'Made an administrator of',
  unmake_admin: 'Took an administrator’s rights from',
  hide_kit: 'Hid the kit',
  unhide_kit: 'Brought back the kit',
  delete_comment: 'Deleted the comment',
  hide_comment: 'Hid the comment',
  show_comment: 'Brought back the comment',
  dismiss_reports: 'Dismissed the reports of',
  approve_task: 'Approved the task',
  decline_task: 'Declined the task',
  withdraw_task: 'Withdrew the task',
  resolve_error: 'Resolved the error',
  reopen_error: 'Reopened the error',
  start_scrape: 'Started scraping',
  add_parts: 'Added more parts',
  cancel_job: 'Cancelled the run',
  import_feed: 'Imported the file',
  discard_feed: 'Discarded the file',
  undo_feed: 'Took back the import of',
  make_source: 'Made the source',
  change_source: 'Changed the source',
  remove_source: 'Removed the source',
  run_source: 'Read the source',
  change_merchant: 'Changed the terms of',
  correct_part: 'Corrected the part',
  take_back_correction: 'Took back a correction of',
  hide_part: 'Hid the part',
  show_part: 'Showed again the part',
  merge_part: 'Merged into another the part',
  separate_part: 'Separated from another the part',
  remove_part: 'Removed the part',
  let_in_part: 'Let in again the part',
  correct_offer: 'Corrected an offer of',
  remove_offer: 'Took out an offer of',
  rename_merchant: 'Renamed the merchant',
  hide_merchant: 'Hid the merchant',
  show_merchant: 'Showed again the merchant',
  merge_merchant: 'Merged into another the merchant',
  remove_merchant: 'Removed the merchant',
  let_in_merchant: 'Let in again the merchant',
  answer_message: 'Answered the message of',
  close_message: 'Put away the message of',
  announce: 'Announced',
  end_announcement: 'Took the announcement back',
  begin_maintenance: 'Began a maintenance',
  end_maintenance: 'Ended the maintenance',
  test_mail: 'Tested the mail',
  retry_mail: 'Had another try at the mail',
  drop_mail: 'Dropped the mail',
  make_backup: 'Made a backup',
  download_backup: 'Downloaded a backup',
  remove_backup: 'Removed a backup',
  run_round: 'Began a round by hand',
}

/** What has a name of its own once it is gone, or never had one. */
const KINDS: Record<string, string> = {
  user: 'an account that is gone',
  kit: 'a kit without a name',
  comment: 'a comment that is gone',
  task: 'a task that is gone',
  error: 'an error that is gone',
  job: 'a run that is gone',
  feed: 'a file that is gone',
  source: 'a source that is gone',
  merchant: 'a merchant that is gone',
  part: 'a part that is gone',
  message: 'somebody whose message is gone',
  mail: 'a mail that is gone',
}
const ROUNDS: Record<string, string> = {
  housekeeping: 'Housekeeping',
  notifications: 'Notifications',
  minute: 'Mail, alerts and figures',
}

/** "Hid the kit" */
export const actWords = ({ action }: Pick<AuditEntry, 'action'>): string => ACTS[action] ?? action

/** "Lifted the suspension", where it is plain of what. */
export const actAlone = (action: string): string =>
  actWords({ action }).replace(/ (?:of|from|to)$/, '')

/** What it was done to, '' where the act says it all. */
export function subjectWords({ kind, name, subject }: AuditEntry): string {
  if (kind === 'server') return ROUNDS[subject] ?? ''
  return name || (KINDS[kind] ?? '')
}

/** Where that is, null for nowhere. */
export function subjectPath({ kind, name, subject, details }: AuditEntry): string | null {
  switch (kind) {
    case 'user':
      // No name has a space but that of those who are gone.
      return name === '' || name.includes(' ') ? null : accountAt(name)
    case 'part':
      return deskLinks.part(subject)
    case 'kit':
      return links.kit(subject)
    case 'comment':
      return typeof details['kitId'] === 'string' ? links.kit(details['kitId']) : null
    case 'error':
      return name === '' ? null : errorsAt({ state: 'all', q: name.slice(0, 60) })
    case 'job':
    case 'feed':
    case 'source':
    case 'merchant':
      return links.admin()
    case 'mail':
    case 'backup':
    case 'server':
      return links.adminStatus()
    default:
      return null
  }
}

/** Why it was done, '' where nobody said. */
export const reasonOf = ({ details: { reason } }: AuditEntry): string =>
  typeof reason === 'string' ? reason : ''

/** What else is worth a word: "Reports: 2", "Shipping: $9.95". */
export function detailWords({ details }: AuditEntry): string {
  return Object.entries(details)
    .filter(([name]) => !['reason', 'kitId', 'name'].includes(name))
    .map(([name, value]) =>
      name.endsWith('Cents') && typeof value === 'number'
        ? `${spelled(name.slice(0, -'Cents'.length))}: ${formatCents(value)}`
        : `${spelled(name.replace(/Cents$/, ''))}: ${valueWords(value)}`,
    )
    .join(', ')
}

/** "historyAllowed" as people write it. */
function spelled(name: string): string {
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueWords(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (value === null) return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
