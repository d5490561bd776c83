import { createPortal } from 'react-dom'
import { Link } from 'react-router-dom'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { useDueJobs } from '../../kits/index/useLog.ts'
import { classes } from '../../ui/look/classes.ts'
import { WrenchIcon } from '../../ui/blocks/icons.tsx'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../drawer/Chip.module.css'
import { dueSlot } from './dueSlot.ts'

/** How much maintenance is due, in the header of every screen; nothing while nothing is. */
export function DueJobs() {
  const due = useDueJobs(useNow())
  if (due.length === 0) return null
  const overdue = due.filter(({ state }) => state === 'overdue').length
  const what = overdue > 0 ? t('overdue') : t('due soon')
  const count = overdue > 0 ? overdue : due.length
  return createPortal(
    <Link
      to={links.maintenance()}
      data-due
      className={classes(styles.chip, styles.due, overdue > 0 ? styles.attention : styles.waiting)}
      aria-label={t('{count} {what}, maintenance log', { count, what })}
    >
      <WrenchIcon />
      <span className="num">
        {count} <span className={styles.dueWord}>{what}</span>
      </span>
    </Link>,
    dueSlot,
  )
}
