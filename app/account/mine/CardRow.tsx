import type { ReactNode } from 'react'

import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'

import { classes } from '../../ui/look/classes.ts'
import styles from '../account.module.css'

/** What takes the focus when the address names it behind its `#`: the search leads there. */
function useNamed(name: string | undefined) {
  const { hash, key } = useLocation()
  const element = useRef<HTMLElement & HTMLDivElement>(null)
  useEffect(() => {
    // `key`: also when it is asked for once more.
    if (key && name && hash === `#${name}`) element.current?.focus()
  }, [hash, key, name])
  return { ref: element, tabIndex: name ? -1 : undefined }
}

/** A card with a small heading of its own. @param props.name what an address calls it */
export function Section({
  title,
  name,
  children,
}: {
  title: string
  name?: string
  children: ReactNode
}) {
  return (
    <section {...useNamed(name)} aria-label={name && title}>
      <h2 className={styles.sectionTitle}>{title}</h2>
      <div className="card">{children}</div>
    </section>
  )
}

/** One line of a card: what it is, what is known of it, and what can be done. */
export function CardRow({
  icon,
  title,
  name,
  text,
  action,
  isTall,
}: {
  icon: ReactNode
  /** What an address calls it. */
  name?: string
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** What can be done stands below the words, for more than one button. */
  isTall?: boolean
}) {
  return (
    <div {...useNamed(name)} className={classes(styles.row, isTall && styles.tall)}>
      {icon}
      <div className={styles.rowWords}>
        <div className={styles.rowTitle}>{title}</div>
        {text && <div className="muted small">{text}</div>}
      </div>
      {action}
    </div>
  )
}
