import type { ReactNode } from 'react'

import { useId } from 'react'

import { classes } from '../../ui/look/classes.ts'
import styles from './AskLine.module.css'

interface AskLineProps {
  title: ReactNode
  text: string
  /** On a phone the text stands there too, and not only for those who hear it. */
  isTextNeeded?: boolean
  /** The answers. */
  children: ReactNode
}

/** A question in one line of the page, under the header: it covers nothing. */
export function AskLine({ title, text, isTextNeeded, children }: AskLineProps) {
  const id = useId()
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <div className={classes(styles.line, !isTextNeeded && styles.brief)}>
        <div className="grow">
          <h2 id={id}>{title}</h2>
          <p className="muted small">{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
