import type { ReactNode } from 'react'

import { useTitle } from '../ui/browser/useTitle.ts'
import styles from './TextPage.module.css'
import { byLanguage, t } from '#shared/words/words.ts'

const days = byLanguage((tag) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }))

/** "August 23, 2025" */
export const longDay = (day: Date): string => days().format(day)

/** Layout of a text page. */
export function TextPage({
  title,
  updated,
  actions,
  children,
}: {
  title: string
  /** Date of the last change. */
  updated?: string | undefined
  actions?: ReactNode
  children: ReactNode
}) {
  useTitle(title)
  return (
    <article className="page">
      <header className={`row wrap between ${styles.head}`}>
        <div>
          <h1>{title}</h1>
          {updated && <p className="muted small">{t('Last updated: {updated}', { updated })}</p>}
        </div>
        {actions && <div className="row">{actions}</div>}
      </header>
      <div className={styles.text}>{children}</div>
    </article>
  )
}
