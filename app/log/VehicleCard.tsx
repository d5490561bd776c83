import { type ReactNode, useId } from 'react'

import type { LogEntry, VehicleLog } from '#shared/kinds/maintenance.ts'
import type { Due } from '#shared/kinds/dueJobs.ts'

import { distanceText } from '#shared/kinds/distance.ts'
import { consumptions } from '#shared/kinds/fuel.ts'
import { t, worded } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { CloseIcon, PencilIcon, PlusIcon, TrashIcon } from '../ui/blocks/icons.tsx'
import { dayText, dueText } from '../show/logWords.ts'
import { EntryWords } from './entry/EntryWords.tsx'
import styles from './log.module.css'

interface VehicleCardProps {
  log: VehicleLog
  onAdd: () => void
  onEdit: (entry: LogEntry) => void
  onRemove: (entry: LogEntry) => void
  /** Ends a recurring job. */
  onEnd: (task: string) => void
  /** Content between due jobs and the history. */
  children: ReactNode
}

/** A vehicle: due jobs, and its history. */
export function VehicleCard({ log, onAdd, onEdit, onRemove, onEnd, children }: VehicleCardProps) {
  const id = useId()
  const { title, vin, mileage, unit, due, entries } = log
  const used = consumptions(entries)
  const history = (
    <ul className={styles.entries} aria-label={t('History of {title}', { title })}>
      {entries.map((entry) => (
        <li key={entry.id} data-entry={entry.id} tabIndex={-1}>
          <div className="grow">
            <EntryWords entry={entry} unit={unit} more={[used.get(entry.id)]} />
          </div>
          <IconButton
            label={t('Edit {task}, {day}', { task: worded(entry.task), day: dayText(entry.day) })}
            onClick={() => onEdit(entry)}
          >
            <PencilIcon />
          </IconButton>
          <IconButton
            label={t('Remove {task}, {day}', { task: worded(entry.task), day: dayText(entry.day) })}
            onClick={() => onRemove(entry)}
          >
            <TrashIcon />
          </IconButton>
        </li>
      ))}
    </ul>
  )
  const head = (
    <section className="card stack roomy pad breaks" aria-labelledby={id}>
      <div className="row wrap">
        <div className="grow">
          <h2 id={id}>{title}</h2>
          <p className="muted small num">
            {[vin && t('VIN {vin}', { vin }), mileage && distanceText(mileage, unit)]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <Button onClick={onAdd} aria-label={t('Log a job for {title}', { title })}>
          <PlusIcon />
          {t('Log a job')}
        </Button>
      </div>
      {due.length > 0 && (
        <ul className={styles.due} aria-label={t('Due on {title}', { title })}>
          {due.map((one) => (
            <li key={one.task}>
              <DueBadge state={one.state} />
              <span className="grow">
                <b>{worded(one.task)}</b> <span className="muted num">{dueText(one, unit)}</span>
              </span>
              <IconButton
                label={t('Stop reminding of {task}', { task: worded(one.task) })}
                onClick={() => onEnd(one.task)}
              >
                <CloseIcon />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {!children && history}
    </section>
  )
  if (!children) return head
  return (
    <>
      {head}
      {children}
      <section className="card stack roomy pad breaks" aria-labelledby={`${id}-before`}>
        <h2 id={`${id}-before`}>{t('Done before')}</h2>
        {history}
      </section>
    </>
  )
}

function DueBadge({ state }: { state: Due['state'] }) {
  if (state === 'overdue') return <Badge tone="bad">{t('Overdue')}</Badge>
  if (state === 'soon') return <Badge tone="wait">{t('Due soon')}</Badge>
  return <Badge>{t('Later')}</Badge>
}
