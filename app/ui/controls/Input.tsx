import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Input.module.css'

/** For what is no word of a language: nothing corrects it. */
export const EXACT = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={classes(styles.input, className)} />
}

export function TextArea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea {...props} className={classes(styles.input, styles.area, className)} />
}
