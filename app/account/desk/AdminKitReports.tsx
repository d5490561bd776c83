import type { KitReportsPage, ReportedKit } from '#shared/desk/people.ts'

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
import { fileOf, readKitReports, showKit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'

const FAILED = later('The report could not be decided. Please try again.')

const itemsOf = ({ reports }: KitReportsPage) => reports

/** Kits that readers found fault with. */
export function AdminKitReports({
  adminId,
  onDecided,
}: {
  adminId: string
  onDecided: () => void
}) {
  const { list: reports, ...more } = usePages(`kitReports:${adminId}`, readKitReports, itemsOf)
  const [asked, setAsked] = useState<ReportedKit | null>(null)
  const { run, isBusy, failure } = useAction(say(FAILED))

  async function handleUndo({ kitId }: ReportedKit) {
    if (!(await run(() => showKit(kitId)))) return
    toast({ title: t('Kit shown again') })
    onDecided()
  }

  async function decide(report: ReportedKit, action: 'hide' | 'dismiss', reason = '') {
    const path = `/api/admin/kit-reports/${encodeURIComponent(report.kitId)}`
    const isDone = await run(() => callApi('POST', path, { action, ...(reason && { reason }) }))
    if (!isDone) return
    setAsked(null)
    if (action === 'dismiss') toast({ title: t('Report dismissed') })
    else {
      const undo = { label: t('Undo'), onPress: () => void handleUndo(report) }
      toast({ title: t('Kit hidden'), text: nameOf(report), action: undo })
    }
    reports.reload()
    onDecided()
  }

  return (
    <AdminSection
      title={t('Reported kits')}
      from={reports}
      loading={t('Loading reported kits...')}
      empty={{ title: t('No reported kits'), text: t('Nobody reported a kit.') }}
      after={
        <>
          <MoreAndFile
            of="reportedKits"
            {...more}
            file={reports.data?.length ? fileOf('kit-reports', 'reported-kits') : null}
          />
          {!asked && <FormResult text={failure} />}
        </>
      }
    >
      {(items) => (
        <>
          {items.map((report) => (
            <li className={styles.item} key={report.kitId}>
              <Report report={report} />
              <div className={styles.itemActions}>
                {!report.hidden && (
                  <Button
                    variant="danger"
                    aria-label={t('Hide {name}', { name: nameOf(report) })}
                    onClick={() => setAsked(report)}
                  >
                    {t('Hide')}
                  </Button>
                )}
                <Button
                  aria-disabled={isBusy}
                  aria-label={t('Dismiss the report of {name}', { name: nameOf(report) })}
                  onClick={() => void decide(report, 'dismiss')}
                >
                  {inContext('report', 'Dismiss')}
                </Button>
              </div>
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title={t('Hide this kit?')}
            failure={failure}
            isBusy={isBusy}
            words={{ idle: t('Hide the kit'), busy: t('Hiding...') }}
            needsReason
            onConfirm={(reason) => asked && void decide(asked, 'hide', reason)}
            onCancel={() => setAsked(null)}
          >
            <p className={styles.quote}>{asked && nameOf(asked)}</p>
            <p>{t('Nobody but its owner finds it any more.')}</p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

const nameOf = ({ kitName }: ReportedKit) => kitName || t('Untitled kit')

function Report({ report }: { report: ReportedKit }) {
  const now = useNow()
  const { buildId, reasons, reportedAt, count, hidden } = report
  return (
    <>
      <div className={styles.rowTitle}>
        <Link to={links.kit(buildId)}>{nameOf(report)}</Link>
        <Badge tone="wait">{many(count, '{count} report', '{count} reports')}</Badge>
        {hidden && <Badge tone="info">{t('Hidden already')}</Badge>}
      </div>
      <div className="muted small">
        {t('First reported {time}', { time: dayAndTime(Date.parse(reportedAt), now) })}
        {reasons.length > 0 && `: ${reasons.join('; ')}`}
      </div>
    </>
  )
}
