/** Words and links of the audit log. */
import type { Json } from '#shared/cells/cells.ts'
import type { AuditEntry } from '#shared/admin/people.ts'

import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { type Later, later, say, t, worded } from '#shared/words/words.ts'
import { accountAt, deskLinks, errorsAt } from './adminData.ts'

/** Labels of acts; the subject's name follows. */
const ACTS: Record<string, Later> = {
  process_deletion: later('Deleted the account'),
  decline_deletion: later('Declined the deletion of'),
  suspend: later('Suspended the account of'),
  unsuspend: later('Lifted the suspension of'),
  force_reset: later('Took the password of'),
  sign_out: later('Signed out everywhere'),
  resend_verification: later('Sent the confirmation again to'),
  note_account: later('Noted something of'),
  remove_note: later('Removed a note of'),
  make_admin: later('Made an administrator of'),
  unmake_admin: later('Took an administrator’s rights from'),
  give_role: later('Gave another role to'),
  read_people: later('Looked at'),
  export: later('Exported'),
  hide_kit: later('Hid the kit'),
  unhide_kit: later('Brought back the kit'),
  delete_comment: later('Deleted the comment'),
  hide_comment: later('Hid the comment'),
  show_comment: later('Brought back the comment'),
  dismiss_reports: later('Dismissed the reports of'),
  approve_task: later('Approved the task'),
  decline_task: later('Declined the task'),
  withdraw_task: later('Withdrew the task'),
  resolve_error: later('Resolved the error'),
  reopen_error: later('Reopened the error'),
  start_scrape: later('Started scraping'),
  add_parts: later('Added more parts'),
  cancel_job: later('Cancelled the run'),
  import_feed: later('Imported the file'),
  discard_feed: later('Discarded the file'),
  undo_feed: later('Took back the import of'),
  make_source: later('Made the source'),
  change_source: later('Changed the source'),
  remove_source: later('Removed the source'),
  run_source: later('Read the source'),
  change_merchant: later('Changed the terms of'),
  correct_part: later('Corrected the part'),
  take_back_correction: later('Took back a correction of'),
  hide_part: later('Hid the part'),
  show_part: later('Showed again the part'),
  merge_part: later('Merged into another the part'),
  separate_part: later('Separated from another the part'),
  remove_part: later('Removed the part'),
  let_in_part: later('Let in again the part'),
  correct_offer: later('Corrected an offer of'),
  remove_offer: later('Took out an offer of'),
  rename_merchant: later('Renamed the merchant'),
  hide_merchant: later('Hid the merchant'),
  show_merchant: later('Showed again the merchant'),
  merge_merchant: later('Merged into another the merchant'),
  remove_merchant: later('Removed the merchant'),
  let_in_merchant: later('Let in again the merchant'),
  answer_message: later('Answered the message of'),
  close_message: later('Put away the message of'),
  announce: later('Announced'),
  end_announcement: later('Took the announcement back'),
  begin_maintenance: later('Began a maintenance'),
  end_maintenance: later('Ended the maintenance'),
  test_mail: later('Tested the mail'),
  retry_mail: later('Had another try at the mail'),
  drop_mail: later('Dropped the mail'),
  make_backup: later('Made a backup'),
  download_backup: later('Downloaded a backup'),
  remove_backup: later('Removed a backup'),
  run_round: later('Began a round by hand'),
  add_factor: later('Added a second factor to'),
  remove_factor: later('Removed a second factor from'),
  renew_codes: later('Made new recovery codes for'),
}

/** Labels on the subject's own page, where it is plain. */
const ALONE: Record<string, Later> = {
  decline_deletion: later('Declined the deletion'),
  suspend: later('Suspended the account'),
  unsuspend: later('Lifted the suspension'),
  force_reset: later('Took the password'),
  resend_verification: later('Sent the confirmation again'),
  note_account: later('Noted something'),
  remove_note: later('Removed a note'),
  make_admin: later('Made an administrator'),
  unmake_admin: later('Took an administrator’s rights'),
  give_role: later('Gave another role'),
  read_people: later('Looked at the account'),
}

/** Labels of unnamed or deleted subjects. */
const KINDS: Record<string, Later> = {
  user: later('an account that is gone'),
  kit: later('a kit without a name'),
  comment: later('a comment that is gone'),
  task: later('a task that is gone'),
  error: later('an error that is gone'),
  job: later('a run that is gone'),
  feed: later('a file that is gone'),
  source: later('a source that is gone'),
  merchant: later('a merchant that is gone'),
  part: later('a part that is gone'),
  message: later('somebody whose message is gone'),
  mail: later('a mail that is gone'),
}
/** Labels of rounds, and of lists by route. */
const OF_SERVER: Record<string, Later> = {
  todo: later('To do'),
  users: later('Accounts'),
  'deletion-requests': later('Deletion requests'),
  messages: later('Messages'),
  mail: later('Mail outbox'),
  mails: later('Letters'),
  audit: later('What administrators did'),
  reports: later('Reported comments'),
  'kit-reports': later('Reported kits'),
  'hidden-kits': later('Hidden kits'),
  readings: later('Installation'),
  logs: later('Error monitoring'),
  parts: later('Parts'),
  merchants: later('Merchants'),
  removed: later('Removed, and kept out'),
  refused: later('Uploaded files'),
  housekeeping: later('Housekeeping'),
  notifications: later('Notifications'),
  minute: later('Mail, alerts and figures'),
}

/** "Hid the kit" */
export const actWords = ({ action }: Pick<AuditEntry, 'action'>): string =>
  worded(ACTS[action] ?? action)

/** "Lifted the suspension", where the subject is plain. */
export const actAlone = (action: string): string => worded(ALONE[action] ?? ACTS[action] ?? action)

/** Name of the subject, '' where the act says it all. */
export function subjectWords({ kind, name, subject }: AuditEntry): string {
  if (kind === 'server') return worded(OF_SERVER[subject] ?? '')
  return name || worded(KINDS[kind] ?? '')
}

/** Link of the subject, null for none. */
export function subjectPath({ kind, name, subject, details }: AuditEntry): string | null {
  switch (kind) {
    case 'user':
      // Only names of deleted accounts contain a space.
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

/** Reason of the act, '' for none. */
export const reasonOf = ({ details: { reason } }: AuditEntry): string =>
  typeof reason === 'string' ? reason : ''

/** Further details: "Reports: 2", "Shipping: $9.95". */
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

/** Labels of details. */
const DETAILS: Record<string, Later> = {
  accounts: later('Accounts'),
  added: later('Added'),
  availability: later('Availability'),
  brand: later('Brand'),
  category: later('Category'),
  fact: later('Fact'),
  historyAllowed: later('Prices over time are kept'),
  image: later('Picture'),
  into: later('Into'),
  buildId: later('Build id'),
  kept: later('Kits kept'),
  erased: later('Kits erased'),
  link: later('Link'),
  list: later('List'),
  maxAgeHours: later('Hours a price stands'),
  merchant: later('Merchant'),
  of: later('Part'),
  part: later('Part'),
  partNumber: later('Part number'),
  name: later('Name'),
  price: later('Price'),
  removed: later('Removed'),
  reports: later('Reports'),
  retailerNumber: later('Retailer number'),
  role: later('Role'),
  sessions: later('Sign-ins'),
  shipping: later('Shipping'),
  text: later('Text'),
}

/** "historyAllowed" to words. */
function spelled(name: string): string {
  const known = DETAILS[name]
  if (known) return say(known)
  const words = name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function valueWords(value: Json): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no')
  if (value === null) return t('none')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
