import type { ComponentProps, ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Checkbox.module.css'

/** The browser's own checkbox, drawn larger; the whole row is the control. */
export function Checkbox({
  children,
  className,
  ...props
}: { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={classes(styles.row, className)}>
      <input type="checkbox" {...props} className={styles.box} />
      <span className="grow">{children}</span>
    </label>
  )
}
