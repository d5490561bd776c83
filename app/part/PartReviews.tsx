import type { OpenPart } from '../prices/parts.ts'

import { EmptyState } from '../ui/EmptyState.tsx'
import { InfoIcon } from '../ui/icons.tsx'
import { Stars } from '../ui/Stars.tsx'
import styles from './Part.module.css'

const COUNT = new Intl.NumberFormat('en-US')

/** Where the rating is from, and that nobody can write a review here. */
export function PartReviews({ part: { isDemo, page } }: { part: OpenPart }) {
  const { average, count } = page.ratings
  return (
    <div className="stack">
      <section className={`card ${styles.score}`} aria-label="Rating">
        <b className="num">{average.toFixed(1)}</b>
        <span>
          <Stars average={average} />
          <span className="muted small">
            {COUNT.format(count)} ratings,{' '}
            {isDemo ? 'made up for demonstration' : 'as merchants report them'}
          </span>
        </span>
      </section>
      <EmptyState
        mark={<InfoIcon />}
        title="No reviews here"
        text="Wrenchlist shows ratings that come with the catalogue. Reviews cannot be written here yet."
      />
    </div>
  )
}
