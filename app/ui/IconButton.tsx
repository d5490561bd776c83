import type { ComponentProps } from 'react'

import { classes } from './classes.ts'
import styles from './Button.module.css'

/** A button that shows an icon only; `label` is what it is called. */
export function IconButton({
  label,
  className,
  ...props
}: { label: string } & Omit<ComponentProps<'button'>, 'aria-label'>) {
  return (
    <button
      type="button"
      {...props}
      className={classes(styles.icon, className)}
      aria-label={label}
    />
  )
}
