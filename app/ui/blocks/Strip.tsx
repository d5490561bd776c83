import type { ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Strip.module.css'

/** A line under the header for what holds everywhere. Amber, red only where work is at risk. */
export function Strip({
  icon,
  isBad,
  end,
  children,
}: {
  icon: ReactNode
  isBad?: boolean
  /** What can be done about it, at the end of the line. */
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes(styles.strip, isBad && styles.bad)} role={isBad ? 'alert' : 'status'}>
      <div className={styles.inner}>
        {icon}
        <span>{children}</span>
        {end}
      </div>
    </div>
  )
}
