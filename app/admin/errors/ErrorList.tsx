import type { RefObject } from 'react'

import type { Level } from '#shared/admin/errorReport.ts'
import { many, say, t } from '#shared/words/words.ts'

import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { classes } from '../../ui/look/classes.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleAlertIcon, CircleCheckIcon, InfoIcon, WarningIcon } from '../../ui/blocks/icons.tsx'
import { ago } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import look from '../desk/Admin.module.css'
import styles from './Errors.module.css'
import { type ErrorEntry, LEVEL_NAMES, placeOf } from './errorsData.ts'
import { FormResult } from '../../forms/FormParts.tsx'
import { useAction } from '../../forms/useAction.ts'

/** Errors, last seen first; a press opens one beside or above the list. */
export function ErrorList({
  heading,
  logs,
  chosen,
  isFiltered,
  hasMore,
  onChoose,
  onMore,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  logs: readonly ErrorEntry[]
  chosen: string | null
  isFiltered: boolean
  hasMore: boolean
  onChoose: (id: string) => void
  onMore: () => Promise<void>
}) {
  const { run, isBusy, failure } = useAction(t('Older errors could not be loaded.'), {
    toastText: t('Failed to fetch error logs'),
  })
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
    <section className={`card ${styles.listCard}`}>
      <h2 ref={heading} tabIndex={-1} className={look.tableTitle}>
        {t('Recent errors')}
      </h2>
      <ul className={styles.list}>
        {logs.map((entry) => (
          <li key={entry.id}>
            <Row entry={entry} isChosen={entry.id === chosen} onChoose={() => onChoose(entry.id)} />
          </li>
        ))}
        {hasMore && (
          <li className={styles.more}>
            <Button aria-disabled={isBusy} onClick={() => void run(onMore)}>
              {isBusy ? t('Loading...') : t('Show older')}
            </Button>
          </li>
        )}
      </ul>
      <FormResult text={failure} />
    </section>
  )
}

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
  return (
    <button type="button" className={styles.entry} aria-pressed={isChosen} onClick={onChoose}>
      <LevelIcon level={level} />
      <span className="grow">
        <VisuallyHidden>{say(LEVEL_NAMES[level])}: </VisuallyHidden>
        <span className={`ellipsis ${styles.message}`}>
          <bdi>{message}</bdi>
        </span>
        <span className={`row wrap ${styles.place}`}>
          <span className="mono muted">{placeOf(entry)}</span>
          {isTest && <Badge>{t('Test')}</Badge>}
          {resolvedAt && <Badge tone="ok">{t('Resolved')}</Badge>}
        </span>
      </span>
      <span className={classes('muted small num nowrap', styles.when)}>
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

export function LevelIcon({ level }: { level: Level }) {
  const Icon = { error: CircleAlertIcon, warning: WarningIcon, info: InfoIcon }[level]
  return (
    <span className={`${styles.icon} ${styles[level]}`}>
      <Icon />
    </span>
  )
}
