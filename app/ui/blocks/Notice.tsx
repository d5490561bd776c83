import type { ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Notice.module.css'

/** A full-screen message: why there is nothing else, and where to go. */
export function Notice({
  title,
  actions,
  isAlert,
  children,
}: {
  title: string
  actions: ReactNode
  isAlert?: boolean
  children: ReactNode
}) {
  return (
    <div className={classes('page', styles.notice)}>
      <svg viewBox="0 0 200 150" width="200" height="150" aria-hidden="true">
        <path className={styles.hexagon} d="M140 72 112 121H56L28 72 56 23h56z" />
        <path className={styles.stripe} d="M84 72 120 51M142 105 186 130" />
      </svg>
      <h1 tabIndex={-1}>{title}</h1>
      <div className={`muted ${styles.words}`} role={isAlert ? 'alert' : undefined}>
        {children}
      </div>
      <div className={`wrap ${styles.actions}`}>{actions}</div>
    </div>
  )
}
