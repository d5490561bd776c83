import type { AuditEntry } from './adminData.ts'

import { useState } from 'react'

import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { actWords } from './actWords.ts'
import { readAudit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { useServerData } from '../useServerData.ts'

/** As many as the server gives at a time; fewer mean that these were the last. */
const PAGE = 50

const readLatest = () => readAudit()

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
        <b>{actWords(action)}</b> <span className="muted small mono">{subject}</span>
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
