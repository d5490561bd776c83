import { type ReactNode, useId } from 'react'

import { classes } from '../../ui/look/classes.ts'
import styles from './AskLine.module.css'

interface AskLineProps {
  title: ReactNode
  text: string
  /** Shows the text on a phone too, rather than only to screen readers. */
  isTextNeeded?: boolean
  children: ReactNode
}

/** An inline question under the header: it covers nothing. */
export function AskLine({ title, text, isTextNeeded, children }: AskLineProps) {
  const id = useId()
  return (
    <section className={styles.ask} aria-labelledby={id}>
      <div className={classes('row broad', styles.line, !isTextNeeded && styles.brief)}>
        <div className="grow">
          <h2 id={id}>{title}</h2>
          <p className="muted small">{text}</p>
        </div>
        {children}
      </div>
    </section>
  )
}
