import { DockAction } from '../ui/layers/DockAction.tsx'
import { Skeleton } from '../ui/blocks/Skeleton.tsx'
import styles from './Part.module.css'
import { t } from '#shared/words/words.ts'

/** As tall as a part with prices, so that nothing below moves when they come. */
export function PartSkeleton() {
  return (
    <div className={`page ${styles.waiting}`}>
      <h1>{t('Part prices')}</h1>
      <Skeleton label={t('Loading prices...')} rows={6} />
      {/* As high as the lowest total, so that the dock does not grow. */}
      <DockAction isPhoneOnly>
        <div className={styles.dockPlace} />
      </DockAction>
    </div>
  )
}
