import type { Counts } from './statusWords.ts'

import { SunIcon } from '../ui/icons.tsx'
import styles from './Garage.module.css'
import { restWords } from './statusWords.ts'

/** How much of the job is done, and whether the screen stays on meanwhile. */
export function Progress({ counts, isScreenOn }: { counts: Counts; isScreenOn: boolean | null }) {
  const { fitted, all } = counts
  const rest = restWords(counts)
  return (
    <section aria-label="Progress">
      <div className={styles.progress}>
        <p className={`num ${styles.count}`}>
          {fitted} of {all} <span>fitted</span>
        </p>
        {isScreenOn && (
          <p className={styles.awake}>
            <SunIcon />
            Screen stays on
          </p>
        )}
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label="Parts fitted"
        aria-valuenow={fitted}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuetext={`${fitted} of ${all}`}
      >
        <i style={{ transform: `scaleX(${fitted / all})` }} />
      </div>
      {rest && <p className="muted small num">{rest}</p>}
      {isScreenOn === false && (
        <p className={styles.asleep}>
          This browser lets the screen turn off. Set a longer screen time-out in the settings of
          your device.
        </p>
      )}
    </section>
  )
}
