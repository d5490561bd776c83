import type { ReactNode } from 'react'

import styles from './Garage.module.css'
import { type Counts, restWords } from './statusWords.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'

interface ProgressProps {
  counts: Counts
  /** Null while unknown. */
  isScreenOn: boolean | null
  /** Content beside the count. */
  children: ReactNode
}

/** Progress of the job, and a hint where the screen may turn off. */
export function Progress({ counts, isScreenOn, children }: ProgressProps) {
  const { fitted, all } = counts
  const rest = restWords(counts)
  return (
    <section aria-label={t('Progress')}>
      <div className={`row ${styles.progress}`}>
        <div className="grow">
          <p className={`num figure ${styles.count}`}>
            <T text="{fitted} of {all} <span>fitted</span>" fitted={fitted} all={all} />
          </p>
          {rest && <p className="muted small num">{rest}</p>}
        </div>
        {children}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={t('Parts fitted')}
        aria-valuenow={fitted}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuetext={t('{fitted} of {all}', { fitted, all })}
      >
        <i style={{ transform: `scaleX(${fitted / all})` }} />
      </div>
      {isScreenOn === false && (
        <p className={`small ${styles.asleep}`}>
          <T text="This browser lets the screen turn off. Set a longer screen time-out in the settings of your device." />
        </p>
      )}
    </section>
  )
}
