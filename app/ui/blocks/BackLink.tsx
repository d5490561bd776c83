import type { ReactNode } from 'react'

import { Link, type LinkProps } from 'react-router-dom'

import { ArrowLeftIcon } from './icons.tsx'
import styles from './BackLink.module.css'

/** The way back, above the heading of a screen that was reached from another. */
export function BackLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className={styles.back}>
      <ArrowLeftIcon />
      {children}
    </Link>
  )
}
