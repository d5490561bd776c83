import type { ReportedComment, ReportsPage } from '#shared/desk/people.ts'

import { useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { inContext, later, many, say, t } from '#shared/words/words.ts'
import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { fileOf, readReports } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'
import { T } from '../../ui/words/T.tsx'

const FAILED = later('The report could not be decided. Please try again.')

const itemsOf = ({ reports }: ReportsPage) => reports

/** Comments that readers found fault with. */
export function AdminReports({ adminId, onDecided }: { adminId: string; onDecided: () => void }) {
  const { list: reports, ...more } = usePages(`reports:${adminId}`, readReports, itemsOf)
  const [asked, setAsked] = useState<ReportedComment | null>(null)
  const { run, isBusy, failure } = useAction(say(FAILED))

  async function decide(report: ReportedComment, action: 'delete' | 'dismiss', reason = '') {
    const path = `/api/admin/reports/${encodeURIComponent(report.commentId)}`
    const isDone = await run(() => callApi('POST', path, { action, ...(reason && { reason }) }))
    if (!isDone) return
    setAsked(null)
    toast({ title: action === 'delete' ? t('Comment deleted') : t('Report dismissed') })
    reports.reload()
    onDecided()
  }

  return (
    <AdminSection
      title={t('Reported comments')}
      from={reports}
      loading={t('Loading reports...')}
      empty={{ title: t('No reports'), text: t('Nobody reported a comment.') }}
      after={
        <>
          <MoreAndFile
            of="reportedComments"
            {...more}
            file={reports.data?.length ? fileOf('reports', 'reported-comments') : null}
          />
          {!asked && <FormResult text={failure} />}
        </>
      }
    >
      {(items) => (
        <>
          {items.map((report) => (
            <li className={styles.item} key={report.commentId}>
              <Report report={report} />
              <div className={styles.itemActions}>
                <Button
                  variant="danger"
                  aria-label={t('Delete the comment of {author}', { author: report.author })}
                  onClick={() => setAsked(report)}
                >
                  {t('Delete')}
                </Button>
                <Button
                  aria-disabled={isBusy}
                  aria-label={t('Dismiss the report of the comment of {author}', {
                    author: report.author,
                  })}
                  onClick={() => void decide(report, 'dismiss')}
                >
                  {inContext('report', 'Dismiss')}
                </Button>
              </div>
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title={t('Delete this comment?')}
            failure={failure}
            isBusy={isBusy}
            words={{ idle: t('Delete the comment'), busy: t('Deleting...') }}
            needsReason
            onConfirm={(reason) => asked && void decide(asked, 'delete', reason)}
            onCancel={() => setAsked(null)}
          >
            <p className={styles.quote}>{asked?.content}</p>
            <p>{t('It goes for everybody.')}</p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

function Report({ report }: { report: ReportedComment }) {
  const now = useNow()
  const { buildId, kitName, content, reasons, reportedAt, count } = report
  return (
    <>
      <div className={styles.rowTitle}>
        {report.author}
        <Badge tone="wait">{many(count, '{count} report', '{count} reports')}</Badge>
      </div>
      <p className={styles.quote}>{content}</p>
      <div className="muted small">
        <T
          text="On {kit}, first reported {time}"
          kit={<Link to={links.kit(buildId)}>{kitName || t('Untitled kit')}</Link>}
          time={dayAndTime(Date.parse(reportedAt), now)}
        />
        {reasons.length > 0 && `: ${reasons.join('; ')}`}
      </div>
    </>
  )
}
