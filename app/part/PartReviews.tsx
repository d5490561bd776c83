import type { OpenPart } from '../prices/parts.ts'

import { EmptyState } from '../ui/blocks/EmptyState.tsx'
import { InfoIcon } from '../ui/blocks/icons.tsx'
import { Stars } from '../ui/controls/Stars.tsx'
import styles from './Part.module.css'
import { many, t, tenthsText } from '#shared/words/words.ts'

/** Where the rating is from, and that nobody can write a review here. */
export function PartReviews({ part: { isDemo, page } }: { part: OpenPart }) {
  const { average, count } = page.ratings
  return (
    <div className="stack">
      <section className={`card ${styles.score}`} aria-label={t('Rating')}>
        <b className="num">{tenthsText(average)}</b>
        <span>
          <Stars average={average} />
          <span className="muted small">
            {isDemo
              ? many(
                  count,
                  '{count} ratings, made up for demonstration',
                  '{count} ratings, made up for demonstration',
                )
              : many(
                  count,
                  '{count} ratings, as merchants report them',
                  '{count} ratings, as merchants report them',
                )}
          </span>
        </span>
      </section>
      <EmptyState
        mark={<InfoIcon />}
        title={t('No reviews here')}
        text={t(
          'Wrenchlist shows ratings that come with the catalogue. Reviews cannot be written here yet.',
        )}
      />
    </div>
  )
}
