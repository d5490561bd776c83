import type { RefObject } from 'react'

import { many, say, t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, WarningIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import { ago } from '../../ui/text/time.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import look from '../desk/Admin.module.css'
import { More } from '../desk/AdminList.tsx'
import type { Paging } from '../desk/usePages.ts'
import { ErrorPane } from './ErrorPane.tsx'
import styles from './Errors.module.css'
import { type ErrorEntry, LEVEL_NAMES, placeOf } from './errorsData.ts'

/** Errors, last seen first; a press opens one below its row. */
export function ErrorList({
  heading,
  logs,
  pages,
  chosen,
  isFiltered,
  onChoose,
  onChanged,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  logs: readonly ErrorEntry[]
  pages: Paging
  chosen: string | null
  isFiltered: boolean
  onChoose: (id: string) => void
  onChanged: () => void
}) {
  if (logs.length === 0) {
    return (
      <EmptyState
        role="status"
        mark={<CircleCheckIcon />}
        title={t('No errors')}
        text={isFiltered ? t('Nothing fits what is asked for above.') : t('Nothing was reported.')}
      />
    )
  }
  return (
    <section className="card">
      <h2 ref={heading} tabIndex={-1} className={look.tableTitle}>
        {t('Recent errors')}
      </h2>
      <ul className={styles.list}>
        {logs.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} isChosen={entry.id === chosen} onChoose={() => onChoose(entry.id)} />
            {entry.id === chosen && <ErrorPane entry={entry} onChanged={onChanged} />}
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <More pages={pages} toastText={t('Failed to fetch error logs')}>
          {t('Show older')}
        </More>
      )}
    </section>
  )
}

const ICONS = { error: CircleAlertIcon, warning: WarningIcon, info: InfoIcon }

function Row({
  entry,
  isChosen,
  onChoose,
}: {
  entry: ErrorEntry
  isChosen: boolean
  onChoose: () => void
}) {
  const now = useNow()
  const { level, message, timestamp, count, isTest, resolvedAt } = entry
  const Icon = ICONS[level]
  return (
    <button type="button" className={styles.entry} aria-pressed={isChosen} onClick={onChoose}>
      <span className={`${styles.icon} ${styles[level]}`}>
        <Icon />
      </span>
      <span className="grow">
        <VisuallyHidden>{say(LEVEL_NAMES[level])}: </VisuallyHidden>
        <bdi className={`ellipsis ${styles.message}`}>{message}</bdi>
        <span className={`row wrap ${styles.place}`}>
          <span className="mono muted">{placeOf(entry)}</span>
          {isTest && <Badge>{t('Test')}</Badge>}
          {resolvedAt && <Badge tone="ok">{t('Resolved')}</Badge>}
        </span>
      </span>
      <span className={`muted small num nowrap ${styles.when}`}>
        {ago(Date.parse(timestamp), now)}
        {count > 1 && (
          <span>
            <VisuallyHidden>, </VisuallyHidden>
            {many(count, '{count} time', '{count} times')}
          </span>
        )}
      </span>
    </button>
  )
}
