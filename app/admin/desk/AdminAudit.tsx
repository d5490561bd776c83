import { Link } from 'react-router-dom'

import { type AuditEntry, auditPage } from '#shared/admin/people.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { readPageBefore } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { actWords, detailWords, reasonOf, subjectPath, subjectWords } from './auditWords.ts'
import { ExportCsv } from './ExportCsv.tsx'
import { usePages } from './usePages.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'
import { t } from '#shared/words/words.ts'

/** Log of administrators' acts, newest first. */
export function AdminAudit() {
  const { list, hasMore, readMore, path } = usePages(
    '/api/admin/audit',
    auditPage,
    ({ entries }) => entries,
    readPageBefore,
  )
  const { run, isBusy, failure } = useAction(t('Older entries could not be loaded.'))
  return (
    <AdminSection
      title={t('What administrators did')}
      from={list}
      loading={t('Loading entries...')}
      count={0}
      empty={{ title: t('No entries'), text: t('Decisions are written down here.') }}
      after={
        <div className={styles.more}>
          <div className={styles.itemActions}>
            {hasMore && (
              <Button aria-disabled={isBusy} onClick={() => void run(readMore)}>
                {isBusy ? t('Loading...') : t('Show older')}
              </Button>
            )}
            <ExportCsv path={path} name="wrenchlist-acts" />
          </div>
          <FormResult text={failure} />
        </div>
      }
    >
      {(entries) => entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
    </AdminSection>
  )
}

function Entry({ entry }: { entry: AuditEntry }) {
  const now = useNow()
  const { at, actor, address, device } = entry
  const subject = subjectWords(entry)
  const path = subjectPath(entry)
  const reason = reasonOf(entry)
  const more = detailWords(entry)
  return (
    <li className={styles.entry}>
      <div>
        <b>{actWords(entry)}</b>{' '}
        {path === null || subject === '' ? (
          <bdi>{subject}</bdi>
        ) : (
          <Link to={path}>
            <bdi>{subject}</bdi>
          </Link>
        )}
      </div>
      <div className="muted small">
        {t('By {actor} {time}', { actor, time: dayAndTime(Date.parse(at), now) })}
        {address && `, ${address} · ${device}`}
        {more && `. ${more}`}
      </div>
      {reason && <div className="small">{t('Reason: {reason}', { reason })}</div>}
    </li>
  )
}
