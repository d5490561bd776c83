import { useEffect } from 'react'
import { Link } from 'react-router-dom'

import {
  type HiddenKit,
  hiddenKitsPage,
  kitReportsPage,
  type ReportedKit,
} from '#shared/admin/people.ts'

import { links } from '#shared/links.ts'
import { inContext, many, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import { AdminConfirm } from '../../forms/AdminConfirm.tsx'
import { decideOn, showKit } from './adminData.ts'
import { AdminSection } from './AdminSection.tsx'
import { useAction } from '../../forms/useAction.ts'
import { useDecision } from '../../forms/useDecision.ts'
import { usePages } from './usePages.ts'
import { T } from '../../ui/words/T.tsx'

/** Kits that readers found fault with. */
export function AdminKitReports({ onDecided }: { onDecided: () => void }) {
  const pages = usePages('/api/admin/kit-reports', kitReportsPage, ({ reports }) => reports)
  const { asked, ask, decide, run, isBusy, failure, question } = useDecision<ReportedKit>(() => {
    pages.list.reload()
    onDecided()
  }, t('The report could not be decided. Please try again.'))

  async function handleUndo({ kitId }: ReportedKit) {
    if (await run(() => showKit(kitId), { title: t('Kit shown again') })) onDecided()
  }

  async function handleHide(report: ReportedKit, reason: string) {
    const undo = { label: t('Undo'), onPress: () => void handleUndo(report) }
    const said = { title: t('Kit hidden'), text: nameOf(report), action: undo }
    await decide(() => decideOn('kit-reports', report.kitId, 'hide', reason), said)
  }

  return (
    <AdminSection
      title={t('Reported kits')}
      from={pages.list}
      loading={t('Loading reported kits...')}
      empty={{ title: t('No reported kits'), text: t('Nobody reported a kit.') }}
      more={{ of: 'reportedKits', pages, file: 'reported-kits' }}
      failure={failure}
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
                    onClick={() => ask(report)}
                  >
                    {t('Hide')}
                  </Button>
                )}
                <Button
                  aria-disabled={isBusy}
                  aria-label={t('Dismiss the report of {name}', { name: nameOf(report) })}
                  onClick={() =>
                    void decide(() => decideOn('kit-reports', report.kitId, 'dismiss'), {
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
            title={t('Hide this kit?')}
            words={{ idle: t('Hide the kit'), busy: t('Hiding...') }}
            needsReason
            onConfirm={(reason) => asked && void handleHide(asked, reason)}
          >
            <p className={styles.quote}>{asked && nameOf(asked)}</p>
            <p>{t('Nobody but its owner finds it any more.')}</p>
          </AdminConfirm>
        </>
      )}
    </AdminSection>
  )
}

const nameOf = ({ kitName }: Pick<ReportedKit, 'kitName'>) => kitName || t('Untitled kit')

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

/**
 * Hidden kits, to be shown again.
 * @param props.decided counts decisions, which may have hidden one
 */
export function AdminHiddenKits({
  decided,
  onDecided,
}: {
  decided: number
  onDecided: () => void
}) {
  const pages = usePages('/api/admin/hidden-kits', hiddenKitsPage, ({ kits }) => kits)
  const { run, isBusy, failure } = useAction(t('The kit could not be shown. Please try again.'))
  const now = useNow()
  const { reload } = pages.list
  useEffect(() => {
    if (decided > 0) reload()
  }, [decided, reload])

  async function handleShow(kit: HiddenKit) {
    const said = { title: t('Kit shown again'), text: nameOf(kit) }
    if (await run(() => showKit(kit.kitId), said)) onDecided()
  }

  return (
    <AdminSection
      title={t('Hidden kits')}
      from={pages.list}
      loading={t('Loading hidden kits...')}
      empty={{
        title: t('No hidden kits'),
        text: t('A kit that is hidden can be shown again here.'),
      }}
      more={{ of: 'hiddenKits', pages, file: 'hidden-kits' }}
      failure={failure}
    >
      {(items) =>
        items.map((kit) => (
          <li className={styles.item} key={kit.kitId}>
            <div className={styles.rowTitle}>{nameOf(kit)}</div>
            <div className="muted small">
              <T
                text="{buildId}, hidden {time}"
                buildId={<span className="mono">{kit.buildId}</span>}
                time={dayAndTime(Date.parse(kit.hiddenAt), now)}
              />
            </div>
            <div className={styles.itemActions}>
              <Button
                aria-disabled={isBusy}
                aria-label={t('Show again {name}', { name: nameOf(kit) })}
                onClick={() => void handleShow(kit)}
              >
                {t('Show again')}
              </Button>
            </div>
          </li>
        ))
      }
    </AdminSection>
  )
}
