import { type ReactNode, useState } from 'react'

import { type CatalogueStats, type Job, jobsPage } from '#shared/catalogue/job.ts'

import { links } from '#shared/links.ts'
import { numberText, t } from '#shared/words/words.ts'
import { classes } from '../../ui/look/classes.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/browser/toast.ts'
import { DeskPage } from '../desk/desk.tsx'
import { AdminOperations } from './AdminOperations.tsx'
import { usePages } from '../desk/usePages.ts'
import { AdminPreview } from '../desk/AdminPreview.tsx'
import { AdminRuns } from './AdminRuns.tsx'
import { AdminSources } from './AdminSources.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import forms from '../../forms/forms.module.css'
import styles from '../desk/Admin.module.css'
import { readFeeds, readSources, readStats } from './catalogueData.ts'
import { type Outcome, outcomeOf } from './runWords.ts'
import { useRun } from './useRun.ts'
import { type ServerData, useServerData } from '../../forms/useServerData.ts'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { isStatus } from '../../forms/failureWords.ts'

/**
 * The catalogue's runs, sources and files, on the page of all of it.
 * @param props.children further parts of the page, by the id of the last run that ended
 */
export function Dashboard({ children }: { children: (ended: string) => ReactNode }) {
  const stats = useServerData('stats', readStats)
  const runs = usePages('/api/admin/jobs', jobsPage, ({ jobs }) => jobs)
  const feeds = useServerData('feeds', readFeeds)
  const sources = useServerData('sources', readSources)
  const [started, setStarted] = useState<string | null>(null)
  const [ended, setEnded] = useState<Job | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  function reload() {
    for (const one of [stats, runs, feeds, sources]) one.reload()
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
    <DeskPage
      at={links.admin()}
      title={t('Admin Dashboard')}
      text={t('Manage parts database and scraping operations')}
      offline={`${knownWords(stats.at)} ${t('Runs go on on the server.')}`}
    >
      <StaleNote from={stats} />
      <div className={`stack ${styles.columns}`}>
        <AdminOperations
          source={stats.data?.source}
          hasSources={sources.data?.some(({ kind }) => kind === 'address') === true}
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
      <AdminPreview job={latest} isLoading={runs.isLoading} isKnown={runs.data !== undefined} />
      <AdminSources
        from={sources}
        feeds={feeds.data ?? []}
        isGoing={watched !== null}
        onRunning={handleBegun}
        onChanged={reload}
      />
      <AdminRuns from={runs} />
      {children(ended?.id ?? '')}
    </DeskPage>
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
