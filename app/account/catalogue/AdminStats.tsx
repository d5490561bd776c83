import type { CatalogueStats } from '#shared/catalogue/job.ts'
import type { ServerData } from '../useServerData.ts'

import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { many, numberText, t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import styles from './Dashboard.module.css'
import { isStatus, isUnanswered, serverWords } from '../failureWords.ts'

/** What the catalogue holds, counted on the server when it was asked. */
export function AdminStats({ from }: { from: ServerData<CatalogueStats> }) {
  const { data, error, isLoading, reload } = from
  if (!data && isLoading) return <Skeleton label={t('Loading statistics...')} rows={3} />
  if (!data) {
    return (
      <EmptyState
        role="alert"
        mark={<CircleAlertIcon />}
        title={isStatus(error, 403) ? t('Access Denied') : t('Failed to load statistics')}
        text={
          isUnanswered(error)
            ? t('Please check your connection and try again')
            : serverWords(error, t('The server answered, but not with figures.'))
        }
        action={<Button onClick={reload}>{t('Try again')}</Button>}
      />
    )
  }
  return (
    <section className={`card ${styles.pad}`} aria-labelledby="statistics">
      <h2 id="statistics">{t('Database Statistics')}</h2>
      <dl className={styles.stats}>
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
    <div className={isSmall ? styles.small : undefined}>
      <dt>{name}</dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  )
}

/** What waits for a decision on the other screen. Nothing at all where nothing does. */
export function AdminWaiting({ waiting }: { waiting: CatalogueStats['waiting'] }) {
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
    <p className={styles.waiting}>
      <b>{t('Waiting for a decision:')}</b> {all.join(', ')}.{' '}
      <Link to={links.adminAccounts()}>{t('Decide')}</Link>
    </p>
  )
}
