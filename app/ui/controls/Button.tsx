import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Button.module.css'

export interface ButtonLook {
  /** `mark` is the yellow one: the landing action only. */
  variant?: 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger' | 'mark'
  size?: 's' | 'm' | 'l'
  isFull?: boolean
}

/** Classes of a button, for other elements that look like one. */
export function buttonClasses(look: ButtonLook, className?: string): string {
  const { variant = 'secondary', size = 'm', isFull } = look
  return classes(
    styles.button,
    styles[variant],
    size !== 'm' && styles[size],
    isFull && styles.full,
    className,
  )
}

/** A disabled button that should stay focusable takes `aria-disabled`, not `disabled`. */
export function Button({
  variant,
  size,
  isFull,
  className,
  ...props
}: ButtonLook & ComponentProps<'button'>) {
  const look = { ...(variant && { variant }), ...(size && { size }), ...(isFull && { isFull }) }
  return <button type="button" {...props} className={buttonClasses(look, className)} />
}
