import type { ReportedKit, KitReportsPage } from './adminData.ts'

import { useState } from 'react'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { callApi } from '../../api/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { toast } from '../../ui/toast.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import { AdminConfirm } from './AdminConfirm.tsx'
import { fileOf, readKitReports, showKit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { FormResult } from '../FormParts.tsx'
import { useAction } from '../useAction.ts'
import { MoreAndFile } from './MoreAndFile.tsx'
import { usePages } from './usePages.ts'

const FAILED = 'The report could not be decided. Please try again.'

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
  const { run, isBusy, failure } = useAction(FAILED)

  async function handleUndo({ kitId }: ReportedKit) {
    if (!(await run(() => showKit(kitId)))) return
    toast({ title: 'Kit shown again' })
    onDecided()
  }

  async function decide(report: ReportedKit, action: 'hide' | 'dismiss', reason = '') {
    const path = `/api/admin/kit-reports/${encodeURIComponent(report.kitId)}`
    const isDone = await run(() => callApi('POST', path, { action, ...(reason && { reason }) }))
    if (!isDone) return
    setAsked(null)
    if (action === 'dismiss') toast({ title: 'Report dismissed' })
    else {
      const undo = { label: 'Undo', onPress: () => void handleUndo(report) }
      toast({ title: 'Kit hidden', text: nameOf(report), action: undo })
    }
    reports.reload()
    onDecided()
  }

  return (
    <AdminSection
      title="Reported kits"
      from={reports}
      loading="Loading reported kits..."
      empty={{ title: 'No reported kits', text: 'Nobody reported a kit.' }}
      after={
        <>
          <MoreAndFile
            what="reported kits"
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
                    aria-label={`Hide ${nameOf(report)}`}
                    onClick={() => setAsked(report)}
                  >
                    Hide
                  </Button>
                )}
                <Button
                  aria-disabled={isBusy}
                  aria-label={`Dismiss the report of ${nameOf(report)}`}
                  onClick={() => void decide(report, 'dismiss')}
                >
                  Dismiss
                </Button>
              </div>
            </li>
          ))}
          <AdminConfirm
            isOpen={asked !== null}
            title="Hide this kit?"
            failure={failure}
            isBusy={isBusy}
            words={{ idle: 'Hide the kit', busy: 'Hiding...' }}
            needsReason
            onConfirm={(reason) => asked && void decide(asked, 'hide', reason)}
            onCancel={() => setAsked(null)}
          >
            <p className={styles.quote}>{asked && nameOf(asked)}</p>
            <p>Nobody but its owner finds it any more.</p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

const nameOf = ({ kitName }: ReportedKit) => kitName || 'Untitled kit'

function Report({ report }: { report: ReportedKit }) {
  const now = useNow()
  const { buildId, reasons, reportedAt, count, hidden } = report
  return (
    <>
      <div className={styles.rowTitle}>
        <Link to={links.kit(buildId)}>{nameOf(report)}</Link>
        <Badge tone="wait">{count === 1 ? '1 report' : `${count} reports`}</Badge>
        {hidden && <Badge tone="info">Hidden already</Badge>}
      </div>
      <div className="muted small">
        First reported {dayAndTime(Date.parse(reportedAt), now)}
        {reasons.length > 0 && `: ${reasons.join('; ')}`}
      </div>
    </>
  )
}
