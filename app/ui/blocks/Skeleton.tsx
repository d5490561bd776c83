import { classes } from '../look/classes.ts'
import styles from './Skeleton.module.css'
import { useDelayed } from '../browser/useDelayed.ts'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'

const SHOWN_AFTER_MS = 150

/** Placeholder rows of a loading list. `label` is announced once. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  const isShown = useDelayed(true, SHOWN_AFTER_MS)
  return (
    <>
      <output data-loading>
        <VisuallyHidden>{label}</VisuallyHidden>
      </output>
      {isShown && (
        <div className="card lined" aria-hidden="true">
          {Array.from({ length: rows }, (_, row) => (
            <div className={`row ${styles.line}`} key={row}>
              <span className={styles.words}>
                <span className={classes(styles.bar, styles.title)} />
                <span className={classes(styles.bar, styles.text)} />
              </span>
              <span className={classes(styles.bar, styles.price)} />
            </div>
          ))}
        </div>
      )}
    </>
  )
}

/** A screen until its kit is here. */
export function LoadingPage({ title, label }: { title: string; label: string }) {
  return (
    <div className="page stack">
      <h1>{title}</h1>
      <Skeleton label={label} rows={4} />
    </div>
  )
}
