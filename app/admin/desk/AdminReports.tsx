import { type ReportedComment, reportsPage } from '#shared/admin/people.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { inContext, many, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { AdminSection } from './AdminSection.tsx'
import { decideOn } from './adminData.ts'
import { useDecision } from '../../forms/useDecision.ts'
import { usePages } from './usePages.ts'
import { T } from '../../ui/words/T.tsx'

/** Comments that readers found fault with. */
export function AdminReports({ onDecided }: { onDecided: () => void }) {
  const pages = usePages('/api/admin/reports', reportsPage, ({ reports }) => reports)
  const { asked, ask, decide, isBusy, failure, question } = useDecision<ReportedComment>(() => {
    pages.list.reload()
    onDecided()
  }, t('The report could not be decided. Please try again.'))

  return (
    <AdminSection
      title={t('Reported comments')}
      from={pages.list}
      loading={t('Loading reports...')}
      empty={{ title: t('No reports'), text: t('Nobody reported a comment.') }}
      more={{ of: 'reportedComments', pages, file: 'reported-comments' }}
      failure={failure}
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
                  onClick={() => ask(report)}
                >
                  {t('Delete')}
                </Button>
                <Button
                  aria-disabled={isBusy}
                  aria-label={t('Dismiss the report of the comment of {author}', {
                    author: report.author,
                  })}
                  onClick={() =>
                    void decide(() => decideOn('reports', report.commentId, 'dismiss'), {
                      title: t('Report dismissed'),
                    })
                  }
                >
                  {inContext('report', 'Dismiss')}
                </Button>
              </div>
            </li>
          ))}
          <AdminConfirm
            {...question}
            title={t('Delete this comment?')}
            words={{ idle: t('Delete the comment'), busy: t('Deleting...') }}
            needsReason
            onConfirm={(reason) =>
              asked &&
              void decide(() => decideOn('reports', asked.commentId, 'delete', reason), {
                title: t('Comment deleted'),
              })
            }
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
