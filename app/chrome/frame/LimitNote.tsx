import type { Limited } from '../drawer/readOutbox.ts'

import { WitnessMark } from '../../ui/blocks/WitnessMark.tsx'
import styles from '../drawer/Drawer.module.css'
import { limitSentence, limitTitle } from './limitWords.ts'

/** What the server does not take for now: how much, for which limit, and when it goes on. */
export function LimitNote({ limited, now }: { limited: Limited; now: number }) {
  const title = limitTitle(limited)
  return (
    <section className={`card ${styles.note}`} aria-label={title}>
      <WitnessMark state="waiting" />
      <div className="grow">
        <h3>{title}</h3>
        <p className="muted small">{limitSentence(limited, now)}</p>
      </div>
    </section>
  )
}
