import type { ReactNode } from 'react'

import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { many } from '#shared/words/words.ts'
import { useDueJobs } from '../../kits/index/useLog.ts'
import { classes } from '../../ui/look/classes.ts'
import { WrenchIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../drawer/Chip.module.css'
import { T } from '../../ui/words/T.tsx'
import { dueSlot } from './dueSlot.ts'

const word = (text: ReactNode) => <span className={styles.dueWord}>{text}</span>

/** How much maintenance is due, in the header of every screen; nothing while nothing is. */
export function DueJobs() {
  const due = useDueJobs(useNow())
  if (due.length === 0) return null
  const overdue = due.filter(({ state }) => state === 'overdue').length
  const isOverdue = overdue > 0
  const count = isOverdue ? overdue : due.length
  return createPortal(
    <Link
      to={links.maintenance()}
      data-due
      className={classes(styles.chip, styles.due, isOverdue ? styles.attention : styles.waiting)}
      aria-label={
        isOverdue
          ? many(count, '{count} overdue, maintenance log', '{count} overdue, maintenance log')
          : many(count, '{count} due soon, maintenance log', '{count} due soon, maintenance log')
      }
    >
      <WrenchIcon />
      <span className="num">
        {isOverdue ? (
          <T
            count={count}
            one="{count} <word>overdue</word>"
            text="{count} <word>overdue</word>"
            word={word}
          />
        ) : (
          <T
            count={count}
            one="{count} <word>due soon</word>"
            text="{count} <word>due soon</word>"
            word={word}
          />
        )}
      </span>
    </Link>,
    dueSlot,
  )
}
