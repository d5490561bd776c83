import type { ReactNode } from 'react'

import { classes } from '../../ui/classes.ts'
import styles from '../account.module.css'

/** A card with a small heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <div className="card">{children}</div>
    </section>
  )
}

/** One line of a card: what it is, what is known of it, and what can be done. */
export function CardRow({
  icon,
  title,
  text,
  action,
  isTall,
}: {
  icon: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** What can be done stands below the words, for more than one button. */
  isTall?: boolean
}) {
  return (
    <div className={classes(styles.row, isTall && styles.tall)}>
      {icon}
      <div className={styles.rowWords}>
        <div className={styles.rowTitle}>{title}</div>
        {text && <div className="muted small">{text}</div>}
      </div>
      {action}
    </div>
  )
}
