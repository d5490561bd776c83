import type { ComponentProps, ReactNode } from 'react'

import type { ServerData } from '../../forms/useServerData.ts'

import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import styles from '../../forms/forms.module.css'
import { isStatus } from '../../forms/failureWords.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { NotLoaded } from '../../forms/NotLoaded.tsx'
import { StaleNote } from '../../forms/StaleNote.tsx'
import { MoreAndFile } from './MoreAndFile.tsx'
import { t } from '#shared/words/words.ts'

/** A server list: loading, failed or empty, or its items in a card. */
export function AdminSection<T>({
  title,
  from,
  loading,
  empty,
  count = from.data?.length ?? 0,
  isMain = false,
  more,
  failure,
  after,
  children,
}: {
  title: string
  from: Omit<ServerData<T[]>, 'change'>
  loading: string
  /** Shown without items. */
  empty: { title: string; text: string }
  /** Count of items. */
  count?: number | undefined
  /** Beside cards with headings of their own. */
  isMain?: boolean
  /** Next page and CSV export, once there are items. */
  more?: ComponentProps<typeof MoreAndFile>
  /** Why the last action failed. */
  failure?: string | undefined
  after?: ReactNode
  children: (items: T[]) => ReactNode
}) {
  const { data, error, isLoading } = from
  const isComing = !data && isLoading
  return (
    <section>
      <h2 className={isMain ? styles.mainTitle : styles.sectionTitle}>
        {title}
        {count > 0 && ` (${count})`}
      </h2>
      {!data && (
        <NotLoaded
          from={from}
          loading={loading}
          rows={2}
          failed={isStatus(error, 403) ? t('Access Denied') : t('Failed to load')}
          otherwise={t('The server answered, but not with a list.')}
        />
      )}
      {data?.length === 0 && (
        <EmptyState mark={<CircleCheckIcon />} title={empty.title} text={empty.text} />
      )}
      <StaleNote from={from} />
      {data && data.length > 0 && <ul className="card">{children(data)}</ul>}
      {!isComing && more && <MoreAndFile {...more} file={data?.length ? more.file : null} />}
      {!isComing && failure !== undefined && <FormResult text={failure} />}
      {!isComing && after}
    </section>
  )
}
