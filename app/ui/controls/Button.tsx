import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Button.module.css'

export interface ButtonLook {
  /** `mark` is the yellow one: the landing action only. */
  variant?: 'primary' | 'secondary' | 'soft' | 'ghost' | 'danger' | 'mark'
  size?: 's' | 'm' | 'l'
  isFull?: boolean
}

/** The classes of a button, for whatever else has to look like one. */
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

/** A button that stays reachable although it cannot be used takes `aria-disabled`, not `disabled`. */
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
