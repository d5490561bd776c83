import { useState } from 'react'
import { Link } from 'react-router-dom'

import { type CatalogueStats, type Job, jobsPage } from '#shared/catalogue/job.ts'

import { links } from '#shared/links.ts'
import { t, many, numberText } from '#shared/words/words.ts'
import { classes } from '../../ui/look/classes.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { AdminFeeds } from './AdminFeeds.tsx'
import { AdminMerchants } from './AdminMerchants.tsx'
import { AdminDenied, AdminNav, useDesk } from '../desk/desk.tsx'
import { AdminOperations } from './AdminOperations.tsx'
import { readPageBefore } from '../desk/adminData.ts'
import { usePages } from '../desk/usePages.ts'
import { AdminPreview } from '../desk/AdminPreview.tsx'
import { AdminRuns } from './AdminRuns.tsx'
import { AdminSources } from './AdminSources.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import forms from '../../forms/forms.module.css'
import styles from '../desk/Admin.module.css'
import { OfflineNote } from '../../forms/FormParts.tsx'
import { readFeeds, readMerchants, readSources, readStats } from './catalogueData.ts'
import { type Outcome, outcomeOf } from './runWords.ts'
import { useRun } from './useRun.ts'
import { type ServerData, useServerData } from '../../forms/useServerData.ts'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { isStatus } from '../../forms/failureWords.ts'

/** Catalogue and its jobs. The server checks each call itself. */
export function AdminDashboardScreen() {
  const account = useDesk('catalogue')
  if (!account) return <AdminDenied from={links.admin()} />
  return <Dashboard />
}

function Dashboard() {
  const stats = useServerData('stats', readStats)
  const runs = usePages('/api/admin/jobs', jobsPage, ({ jobs }) => jobs, readPageBefore)
  const feeds = useServerData('feeds', readFeeds)
  const sources = useServerData('sources', readSources)
  const merchants = useServerData('merchants', readMerchants)
  const [started, setStarted] = useState<string | null>(null)
  const [ended, setEnded] = useState<Job | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  function reload() {
    for (const one of [stats, runs, feeds, sources, merchants]) one.reload()
  }

  function handleEnd(job: Job) {
    const how = outcomeOf(job)
    setStarted(null)
    setEnded(job)
    setOutcome(how)
    toast({ title: how.title, text: how.text, ...(how.tone === 'bad' && { tone: 'error' }) })
    reload()
  }

  // The statistics may still name a job that has ended.
  const going = stats.data?.job?.id ?? null
  const watched = started ?? (going === ended?.id ? null : going)
  const run = useRun(watched, handleEnd)
  function handleBegun(id: string) {
    setOutcome(null)
    setStarted(id)
  }

  const latest = run?.job ?? ended ?? runs.data?.[0]

  return (
    <div className="page">
      <header className={`row wrap between ${styles.top}`}>
        <div>
          <h1 tabIndex={-1}>{t('Admin Dashboard')}</h1>
          <p className="muted">{t('Manage parts database and scraping operations')}</p>
        </div>
        <AdminNav at={links.admin()} />
      </header>
      <div className={`stack ${styles.screen}`}>
        <OfflineNote text={`${knownWords(stats.at)} ${t('Runs go on on the server.')}`} />
        <StaleNote from={stats} />
        <div className={`stack ${styles.columns}`}>
          <AdminOperations
            source={stats.data?.source}
            run={run}
            isGoing={watched !== null}
            outcome={outcome}
            onStarting={() => setOutcome(null)}
            onStarted={setStarted}
            onFailed={(how) => {
              setOutcome(how)
              reload()
            }}
          />
          <AdminStats from={stats} />
        </div>
        {stats.data && <AdminWaiting waiting={stats.data.waiting} />}
        <AdminPreview job={latest} isLoading={runs.isLoading} isKnown={runs.data !== undefined} />
        <AdminSources
          from={sources}
          isGoing={watched !== null}
          onRunning={handleBegun}
          onChanged={reload}
        />
        <AdminFeeds
          from={feeds}
          sources={sources.data ?? []}
          isGoing={watched !== null}
          onImporting={handleBegun}
          onChanged={reload}
        />
        <AdminRuns from={runs} />
        <AdminMerchants from={merchants} />
      </div>
    </div>
  )
}

function knownWords(at: number | null): string {
  return at === null
    ? t('Nothing is known yet.')
    : t('This was known {time}.', { time: dayAndTime(at, Date.now()) })
}

/** Counts of the catalogue. */
function AdminStats({ from }: { from: ServerData<CatalogueStats> }) {
  const { data, error } = from
  if (!data) {
    return (
      <NotLoaded
        from={from}
        loading={t('Loading statistics...')}
        rows={3}
        failed={isStatus(error, 403) ? t('Access Denied') : t('Failed to load statistics')}
        otherwise={t('The server answered, but not with figures.')}
      />
    )
  }
  return (
    <section className={`card ${forms.pad} ${forms.form}`} aria-labelledby="statistics">
      <h2 id="statistics">{t('Database Statistics')}</h2>
      <dl className={`lined ${styles.stats}`}>
        <Figure name={t('Original parts')} value={data.originalParts} />
        <Figure name={t('Retailer parts')} value={data.retailerParts} />
        <Figure name={t('Vehicle years')} value={data.vehicleYears} />
        <Figure name={t('Parts of files')} value={data.feedParts} isSmall />
        <Figure name={t('Merchants')} value={data.merchants} isSmall />
      </dl>
    </section>
  )
}

function Figure({ name, value, isSmall }: { name: string; value: number; isSmall?: boolean }) {
  return (
    <div className={classes('row between', isSmall && styles.small)}>
      <dt>{name}</dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  )
}

/** Pending decisions of the accounts screen; hidden without any. */
function AdminWaiting({ waiting }: { waiting: CatalogueStats['waiting'] }) {
  const { tasks, reports, kitReports, deletionRequests } = waiting
  const all = [
    tasks > 0 && many(tasks, '{count} task to approve', '{count} tasks to approve'),
    reports > 0 && many(reports, '{count} reported comment', '{count} reported comments'),
    kitReports > 0 && many(kitReports, '{count} reported kit', '{count} reported kits'),
    deletionRequests > 0 &&
      many(deletionRequests, '{count} deletion request', '{count} deletion requests'),
  ].filter((text) => text !== false)
  if (all.length === 0) return null
  return (
    <p className={forms.waiting}>
      <b>{t('Waiting for a decision:')}</b> {all.join(', ')}.{' '}
      <Link to={links.adminAccounts()}>{t('Decide')}</Link>
    </p>
  )
}
