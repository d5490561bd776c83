import type { CatalogueStats } from '#shared/catalogue/job.ts'
import type { ServerData } from '../useServerData.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/icons.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Dashboard.module.css'
import { isStatus, isUnanswered, serverWords } from '../failureWords.ts'
import { count } from './runWords.ts'

/** What the catalogue holds, counted on the server when it was asked. */
export function AdminStats({ from }: { from: ServerData<CatalogueStats> }) {
  const { data, error, isLoading, reload } = from
  if (!data && isLoading) return <Skeleton label="Loading statistics..." rows={3} />
  if (!data) {
    return (
      <EmptyState
        role="alert"
        mark={<CircleAlertIcon />}
        title={isStatus(error, 403) ? 'Access Denied' : 'Failed to load statistics'}
        text={
          isUnanswered(error)
            ? 'Please check your connection and try again'
            : serverWords(error, 'The server answered, but not with figures.')
        }
        action={<Button onClick={reload}>Try again</Button>}
      />
    )
  }
  return (
    <section className={`card ${styles.pad}`} aria-labelledby="statistics">
      <h2 id="statistics">Database Statistics</h2>
      <dl className={styles.stats}>
        <Figure name="Original parts" value={data.originalParts} />
        <Figure name="Retailer parts" value={data.retailerParts} />
        <Figure name="Vehicle years" value={data.vehicleYears} />
        <Figure name="Parts of files" value={data.feedParts} isSmall />
        <Figure name="Merchants" value={data.merchants} isSmall />
      </dl>
    </section>
  )
}

function Figure({ name, value, isSmall }: { name: string; value: number; isSmall?: boolean }) {
  return (
    <div className={isSmall ? styles.small : undefined}>
      <dt>{name}</dt>
      <dd className="num">{count(value)}</dd>
    </div>
  )
}

/** What waits for a decision on the other screen. Nothing at all where nothing does. */
export function AdminWaiting({ waiting }: { waiting: CatalogueStats['waiting'] }) {
  const all = [
    words(waiting.tasks, 'task to approve', 'tasks to approve'),
    words(waiting.reports, 'reported comment', 'reported comments'),
    words(waiting.kitReports, 'reported kit', 'reported kits'),
    words(waiting.deletionRequests, 'deletion request', 'deletion requests'),
  ].filter((text) => text !== '')
  if (all.length === 0) return null
  return (
    <p className={styles.waiting}>
      <b>Waiting for a decision:</b> {all.join(', ')}.{' '}
      <Link to={links.adminAccounts()}>Decide</Link>
    </p>
  )
}

function words(value: number, one: string, many: string): string {
  return value === 0 ? '' : `${count(value)} ${value === 1 ? one : many}`
}
