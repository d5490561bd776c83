import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Button.module.css'

/**
 * Icon-only button; `label` is its accessible name.
 * @param props.tip tooltip, by default the label
 */
export function IconButton({
  label,
  tip = label,
  className,
  ...props
}: { label: string; tip?: string } & Omit<ComponentProps<'button'>, 'aria-label'>) {
  return (
    <button
      type="button"
      {...props}
      className={classes(styles.icon, className)}
      aria-label={label}
      data-tip={tip}
    />
  )
}
