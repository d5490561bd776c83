import type { ReactNode } from 'react'

import { useTitle } from '../ui/useTitle.ts'
import styles from './TextPage.module.css'

/** A page that is there to be read. */
export function TextPage({
  title,
  updated,
  actions,
  children,
}: {
  title: string
  /** "August 23, 2025" */
  updated?: string
  actions?: ReactNode
  children: ReactNode
}) {
  useTitle(title)
  return (
    <article className="page">
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {updated && <p className="muted small">Last updated: {updated}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      <div className={styles.text}>{children}</div>
    </article>
  )
}
