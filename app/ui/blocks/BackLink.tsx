import type { ReactNode } from 'react'

import { Link, type LinkProps } from 'react-router-dom'

import { ArrowLeftIcon } from './icons.tsx'
import styles from './BackLink.module.css'

/** Back link above the heading. */
export function BackLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <Link {...link} className={`row muted small breaks ${styles.back}`}>
      <ArrowLeftIcon />
      {children}
    </Link>
  )
}
