import type { ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Strip.module.css'

/** A bar under the header for global states. Amber, red only where work is at risk. */
export function Strip({
  icon,
  isBad,
  end,
  children,
}: {
  icon: ReactNode
  isBad?: boolean
  /** Action at the end of the line. */
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classes(styles.strip, isBad && styles.bad)} role={isBad ? 'alert' : 'status'}>
      <div className={`row broad ${styles.inner}`}>
        {icon}
        <span>{children}</span>
        {end}
      </div>
    </div>
  )
}
