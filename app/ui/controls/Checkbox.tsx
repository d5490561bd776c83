import type { ComponentProps, ReactNode } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Checkbox.module.css'

/** Native checkbox, larger; the whole row is its label. */
export function Checkbox({
  children,
  className,
  ...props
}: { children: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className={classes('row top', styles.row, className)}>
      <input type="checkbox" {...props} className={styles.box} />
      <span className="grow">{children}</span>
    </label>
  )
}
