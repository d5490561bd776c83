import type { Job } from '#shared/catalogue/job.ts'

import { useCallback, useState } from 'react'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useAccount } from '../../device/account.ts'
import { dayAndTime } from '../../ui/text/time.ts'
import { toast } from '../../ui/layers/toast.ts'
import { AdminDenied } from '../desk/AdminDenied.tsx'
import { AdminFeeds } from './AdminFeeds.tsx'
import { AdminMerchants } from './AdminMerchants.tsx'
import { AdminNav } from '../desk/AdminNav.tsx'
import { AdminOperations } from './AdminOperations.tsx'
import { AdminPreview } from '../desk/AdminPreview.tsx'
import { AdminRuns } from './AdminRuns.tsx'
import { AdminSources } from './AdminSources.tsx'
import { AdminStats, AdminWaiting } from './AdminStats.tsx'
import { StaleNote } from '../StaleNote.tsx'
import styles from './Dashboard.module.css'
import { readFeeds } from './feedsData.ts'
import { OfflineNote } from '../FormParts.tsx'
import { readMerchants } from './merchantsData.ts'
import { readRuns, readStats } from './runsData.ts'
import { readSources } from './sourcesData.ts'
import { type Outcome, outcomeOf } from './runWords.ts'
import { useRun } from './useRun.ts'
import { useServerData } from '../useServerData.ts'

/** The parts of the catalogue and the work on them. The server checks each call itself. */
export function AdminDashboardScreen() {
  const account = useAccount()
  if (!account?.isAdmin || account.isExpired) {
    return <AdminDenied isSignedIn={account !== null} from={links.admin()} />
  }
  return <Dashboard adminId={account.id} />
}

const readLatestRuns = () => readRuns()

function Dashboard({ adminId }: { adminId: string }) {
  const stats = useServerData(`stats:${adminId}`, readStats)
  const runs = useServerData(`runs:${adminId}`, readLatestRuns)
  const feeds = useServerData(`feeds:${adminId}`, readFeeds)
  const sources = useServerData(`sources:${adminId}`, readSources)
  const merchants = useServerData(`merchants:${adminId}`, readMerchants)
  const { reload: reloadStats } = stats
  const { reload: reloadRuns } = runs
  const { reload: reloadFeeds } = feeds
  const { reload: reloadSources } = sources
  const { reload: reloadMerchants } = merchants
  const [started, setStarted] = useState<string | null>(null)
  const [ended, setEnded] = useState<Job | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const reload = useCallback(() => {
    reloadStats()
    reloadRuns()
    reloadFeeds()
    reloadSources()
    reloadMerchants()
  }, [reloadStats, reloadRuns, reloadFeeds, reloadSources, reloadMerchants])
  const handleEnd = useCallback(
    (job: Job) => {
      const how = outcomeOf(job)
      setStarted(null)
      setEnded(job)
      setOutcome(how)
      toast({ title: how.title, text: how.text, ...(how.tone === 'bad' && { tone: 'error' }) })
      reload()
    },
    [reload],
  )
  // The statistics may still name the one whose end was heard of already.
  const going = stats.data?.job?.id ?? null
  const watched = started ?? (going === ended?.id ? null : going)
  const run = useRun(watched, handleEnd)
  const latest = run?.job ?? ended ?? runs.data?.jobs[0]

  return (
    <div className="page">
      <header className={styles.top}>
        <div>
          <h1 tabIndex={-1}>{t('Admin Dashboard')}</h1>
          <p className="muted">{t('Manage parts database and scraping operations')}</p>
        </div>
        <AdminNav at={links.admin()} />
      </header>
      <div className={styles.screen}>
        <OfflineNote text={`${knownWords(stats.at)} ${t('Runs go on on the server.')}`} />
        <StaleNote from={stats} />
        <div className={styles.columns}>
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
          onRunning={(id) => {
            setOutcome(null)
            setStarted(id)
          }}
          onChanged={reload}
        />
        <AdminFeeds
          from={feeds}
          sources={sources.data ?? []}
          isGoing={watched !== null}
          onImporting={(id) => {
            setOutcome(null)
            setStarted(id)
          }}
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
