import type { Level } from '#shared/errorReport.ts'
import { numberText, t } from '#shared/words/words.ts'
import type { ErrorStats } from './errorsData.ts'

import { VisuallyHidden } from '../../ui/text/VisuallyHidden.tsx'
import styles from './Errors.module.css'

/** How many there are: ever, and of the last 24 hours by level. */
export function ErrorStatCards({ stats }: { stats: ErrorStats }) {
  const { error, warning, info } = stats.errorsByLevel
  return (
    <dl className={styles.stats}>
      <Card name={t('Total errors')} value={stats.totalErrors} />
      <Card name={t('Last 24 hours')} value={stats.last24Hours} />
      <Card name={t('Errors')} value={error} level="error" />
      <Card name={t('Warnings')} value={warning} level="warning" />
      <Card name={t('Info')} value={info} level="info" />
    </dl>
  )
}

function Card({ name, value, level }: { name: string; value: number; level?: Level }) {
  return (
    <div className={`card ${styles.stat}`}>
      <dt>
        {level && <span className={`${styles.dot} ${styles[level]}`} />}
        {name}
        {level && <VisuallyHidden> {t('in the last 24 hours')}</VisuallyHidden>}
      </dt>
      <dd className="num">{numberText(value)}</dd>
    </div>
  )
}
