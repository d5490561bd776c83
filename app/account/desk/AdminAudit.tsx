import type { AuditEntry } from './adminData.ts'

import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { readAudit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'

/** As many as the server gives at a time; fewer mean that these were the last. */
const PAGE = 50

const readLatest = () => readAudit()

/** What each act is called in front of people. */
const WORDS: Record<string, string> = {
  process_deletion: 'Deleted an account',
  decline_deletion: 'Declined a deletion request',
  suspend: 'Suspended an account',
  unsuspend: 'Lifted a suspension',
  make_admin: 'Made an administrator',
  unmake_admin: 'Took an administrator’s rights away',
  hide_kit: 'Hid a kit',
  unhide_kit: 'Showed a kit again',
  delete_comment: 'Deleted a comment',
  hide_comment: 'Hid a comment',
  show_comment: 'Showed a comment again',
  dismiss_reports: 'Dismissed reports',
  approve_task: 'Approved a task',
  decline_task: 'Declined a task',
  withdraw_task: 'Withdrew a task',
  resolve_error: 'Resolved an error',
  reopen_error: 'Reopened an error',
  start_scrape: 'Started scraping',
  add_parts: 'Added more parts',
  cancel_job: 'Cancelled a run',
  import_feed: 'Imported a file',
  discard_feed: 'Discarded a file',
  undo_feed: 'Took an import back',
  make_source: 'Made a source',
  change_source: 'Changed a source',
  remove_source: 'Removed a source',
  run_source: 'Read a source',
  change_merchant: 'Changed a merchant’s terms',
  correct_part: 'Corrected a part',
  take_back_correction: 'Took a correction back',
  hide_part: 'Hid a part',
  show_part: 'Showed a part again',
  merge_part: 'Merged a part into another',
  separate_part: 'Separated a part from another',
  remove_part: 'Removed a part',
  let_in_part: 'Let a removed part in again',
  correct_offer: 'Corrected an offer',
  remove_offer: 'Took an offer out',
  rename_merchant: 'Renamed a merchant',
  hide_merchant: 'Hid a merchant',
  show_merchant: 'Showed a merchant again',
  merge_merchant: 'Merged a merchant into another',
  remove_merchant: 'Removed a merchant',
  let_in_merchant: 'Let a removed merchant in again',
  answer_message: 'Answered a message',
  close_message: 'Put a message away',
}

/** What administrators did, the latest first. */
export function AdminAudit({ adminId }: { adminId: string }) {
  const latest = useServerData(`audit:${adminId}`, readLatest)
  const [older, setOlder] = useState<AuditEntry[]>([])
  const [isAll, setAll] = useState(false)
  const { run, isBusy, failure } = useAction('Older entries could not be loaded.')
  const count = (latest.data?.length ?? 0) + older.length
  const mayHaveMore = !isAll && count > 0 && count % PAGE === 0

  async function handleOlder() {
    const last = older.at(-1) ?? latest.data?.at(-1)
    if (!last) return
    await run(async () => {
      const entries = await readAudit(last.id)
      setOlder([...older, ...entries])
      setAll(entries.length < PAGE)
    })
  }

  return (
    <AdminSection
      title="What administrators did"
      from={latest}
      loading="Loading entries..."
      empty={{ title: 'No entries', text: 'Decisions are written down here.' }}
      after={
        <div className={styles.more}>
          {mayHaveMore && (
            <Button aria-disabled={isBusy} onClick={() => void handleOlder()}>
              {isBusy ? 'Loading...' : 'Show older'}
            </Button>
          )}
          <FormResult text={failure} />
        </div>
      }
    >
      {(entries) => [...entries, ...older].map((entry) => <Entry key={entry.id} entry={entry} />)}
    </AdminSection>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const now = useNow()
  const { at, actor, action, subject, details } = entry
  const more = wordsOf(details)
  return (
    <li className={styles.entry}>
      <div>
        <b>{WORDS[action] ?? action}</b> <span className="muted small mono">{subject}</span>
      </div>
      <div className="muted small">
        By {actor} {dayAndTime(Date.parse(at), now)}
        {more && `. ${more}`}
      </div>
    </li>
  )
}

function wordsOf(details: unknown): string {
  if (typeof details === 'string') return details
  if (typeof details !== 'object' || details === null) return ''
  return Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}
