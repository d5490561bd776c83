import type { ComponentProps } from 'react'

import { classes } from '../look/classes.ts'
import styles from './Input.module.css'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={classes(styles.input, className)} />
}
