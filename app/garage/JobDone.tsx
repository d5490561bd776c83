import type { Kit } from '#shared/kit.ts'

import { CircleCheckIcon } from '../ui/icons.tsx'
import styles from './Garage.module.css'

/** The last part is on the vehicle. */
export function JobDone({ kit }: { kit: Kit }) {
  const count = kit.lines.length
  return (
    <section className={styles.done} role="status">
      <CircleCheckIcon />
      <b>{count === 1 ? 'The part is fitted.' : 'All parts are fitted.'}</b>
    </section>
  )
}
