import { DockAction } from '../ui/layers/DockAction.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import styles from './builder.module.css'
import { t } from '#shared/words/words.ts'

export function BuildLoading() {
  return (
    <div className={styles.states}>
      <h1 tabIndex={-1}>{t('Kit Builder')}</h1>
      <Skeleton label={t('Loading kit...')} rows={4} />
      {/* As high as the bar with the total, so that the dock does not grow. */}
      <DockAction>
        <div className={styles.barPlace} />
      </DockAction>
    </div>
  )
}
