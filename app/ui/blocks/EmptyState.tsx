import type { ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './EmptyState.module.css'

/** Why there is nothing here: one line, one sentence, one action. */
export function EmptyState({
  mark,
  title,
  text,
  action,
  role,
}: {
  mark: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  role?: 'status' | 'alert'
}) {
  return (
    <div className={classes('card row wrap', styles.empty)} role={role}>
      {mark}
      <div className={styles.words}>
        <b>{title}</b>
        {text && <p className="muted small">{text}</p>}
      </div>
      {action}
    </div>
  )
}
