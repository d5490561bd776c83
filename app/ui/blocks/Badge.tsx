import type { ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Badge.module.css'

export function Badge({
  tone,
  children,
}: {
  tone?: 'ok' | 'wait' | 'bad' | 'info' | 'mark'
  children: ReactNode
}) {
  return <span className={classes(styles.badge, tone && styles[tone])}>{children}</span>
}
