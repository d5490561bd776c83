import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Button.module.css'

/**
 * A button that shows an icon only; `label` is what it is called.
 * @param props.tip what is shown to whoever rests on it, where that is not the label
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
