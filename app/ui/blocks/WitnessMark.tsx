import { classes } from '../look/classes.ts'
import styles from './WitnessMark.module.css'

export type MarkState = 'device' | 'waiting' | 'syncing' | 'synced' | 'attention'

const HEXAGON = 'M19.4 11 15.2 18.3H6.8L2.6 11 6.8 3.7h8.4z'

/**
 * A mechanic's paint-pen stripe: across the edge when both sides agree, turned when they do not.
 * Always beside words.
 */
export function WitnessMark({
  state,
  isDrawn = false,
  className,
}: {
  state: MarkState
  /** Animates the drawing. */
  isDrawn?: boolean
  className?: string | undefined
}) {
  return (
    <svg
      className={classes(styles.mark, styles[state], className)}
      viewBox="0 0 24 22"
      aria-hidden="true"
    >
      <path
        className={classes(
          styles.stroke,
          state === 'syncing' && styles.faint,
          state === 'attention' && styles.filled,
        )}
        d={HEXAGON}
      />
      {state === 'device' && <path className={styles.stripe} d="M11 11 15 13.3" />}
      {state === 'synced' && (
        <path
          className={classes(styles.stripe, isDrawn && styles.drawn)}
          data-drawn={isDrawn || undefined}
          pathLength={1}
          d="M11 11 22.3 17.5"
        />
      )}
      {state === 'waiting' && (
        <path className={styles.stripe} d="M11 11 15 8.7M20 16.2 22.4 17.6" />
      )}
      {state === 'syncing' && (
        <>
          <path className={styles.stroke} d="M15.2 3.7 19.4 11 15.2 18.3" />
          <path className={styles.stripe} d="M11 11 15 13.3" />
        </>
      )}
      {state === 'attention' && (
        <>
          <path className={styles.cut} d="M11 7v4.6" />
          <circle className={styles.dot} cx="11" cy="15" r="1.4" />
        </>
      )}
    </svg>
  )
}
