import type { ReactNode } from 'react'

import type { ServerData } from '../useServerData.ts'

import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon, CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { Skeleton } from '../../ui/blocks/Skeleton.tsx'
import styles from '../account.module.css'
import { isStatus, isUnanswered, serverWords } from '../failureWords.ts'
import { StaleNote } from '../StaleNote.tsx'
import { t } from '#shared/words/words.ts'

/** A list of the server's: its loading, failing and empty states, or its items in a card. */
export function AdminSection<T>({
  title,
  from,
  loading,
  empty,
  count = from.data?.length ?? 0,
  isMain = false,
  after,
  children,
}: {
  title: string
  from: ServerData<T[]>
  loading: string
  /** Why there is nothing to do. */
  empty: { title: string; text: string }
  /** How many there are to look at. */
  count?: number | undefined
  /** Stands beside cards with headings of their own. */
  isMain?: boolean
  after?: ReactNode
  children: (items: T[]) => ReactNode
}) {
  const { data, error, isLoading, reload } = from
  const isComing = !data && isLoading
  return (
    <section>
      <h2 className={isMain ? styles.mainTitle : styles.sectionTitle}>
        {title}
        {count > 0 && ` (${count})`}
      </h2>
      {isComing && <Skeleton label={loading} rows={2} />}
      {!data && !isLoading && error !== null && (
        <EmptyState
          role="alert"
          mark={<CircleAlertIcon />}
          title={isStatus(error, 403) ? t('Access Denied') : t('Failed to load')}
          text={
            isUnanswered(error)
              ? t('Please check your connection and try again')
              : serverWords(error, t('The server answered, but not with a list.'))
          }
          action={<Button onClick={reload}>{t('Try again')}</Button>}
        />
      )}
      {data?.length === 0 && (
        <EmptyState mark={<CircleCheckIcon />} title={empty.title} text={empty.text} />
      )}
      <StaleNote from={from} />
      {data && data.length > 0 && <ul className="card">{children(data)}</ul>}
      {!isComing && after}
    </section>
  )
}
