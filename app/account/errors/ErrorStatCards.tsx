import type { Level } from '#shared/errorReport.ts'
import type { ErrorStats } from './errorsData.ts'

import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './Errors.module.css'

const NUMBER = new Intl.NumberFormat('en-US')

/** How many there are: ever, and of the last 24 hours by level. */
export function ErrorStatCards({ stats }: { stats: ErrorStats }) {
  const { error, warning, info } = stats.errorsByLevel
  return (
    <dl className={styles.stats}>
      <Card name="Total errors" value={stats.totalErrors} />
      <Card name="Last 24 hours" value={stats.last24Hours} />
      <Card name="Errors" value={error} level="error" />
      <Card name="Warnings" value={warning} level="warning" />
      <Card name="Info" value={info} level="info" />
    </dl>
  )
}

function Card({ name, value, level }: { name: string; value: number; level?: Level }) {
  return (
    <div className={`card ${styles.stat}`}>
      <dt>
        {level && <span className={`${styles.dot} ${styles[level]}`} />}
        {name}
        {level && <VisuallyHidden> in the last 24 hours</VisuallyHidden>}
      </dt>
      <dd className="num">{NUMBER.format(value)}</dd>
    </div>
  )
}
