import { Link } from 'react-router-dom'

import type { OpenPart } from '../prices/parts.ts'
import type { PriceState } from '../prices/priceState.ts'
import type { OfferView } from './offerView.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { ago, dayAndTime } from '../ui/text/time.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { ForeignPrices } from './ForeignPrices.tsx'
import { termsSentence } from './foreignWords.ts'
import { PriceCards } from './PriceCards.tsx'
import styles from './Prices.module.css'
import { PriceTable } from './PriceTable.tsx'

/** The prices with how old they are, and what we have to say about them. */
export function Prices({
  part,
  views,
  state,
  isAsked,
  now,
}: {
  part: OpenPart
  views: readonly OfferView[]
  state: PriceState
  isAsked: boolean
  now: number
}) {
  const isDesk = useIsDesk()
  const Rows = isDesk ? PriceTable : PriceCards
  const foreign = part.page.foreignPrices ?? []
  const latest = Math.max(...views.map(({ offer }) => offer.asOf))
  return (
    <section className={`card ${styles.prices}`} aria-labelledby="prices">
      <div className={styles.head}>
        <h2 id="prices">{t('Prices')}</h2>
        <span className="muted small" role="status">
          {!isAsked
            ? t('Saved {when}', { when: dayAndTime(part.at, now) })
            : views.length > 0
              ? t('Updated {when}', { when: ago(latest, now) })
              : ''}
        </span>
        <p className={`muted ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
      </div>
      {views.length === 0 ? (
        // What failed is said above the prices.
        state.kind !== 'noneThen' && <p className={`muted ${styles.note}`}>{state.sentence}</p>
      ) : (
        <Rows views={views} partName={part.name} partNumber={part.partNumber} now={now} />
      )}
      {foreign.length > 0 && <ForeignPrices offers={foreign} now={now} />}
      <div className={`muted small ${styles.note}`}>
        <p>{termsSentence(part.merchants)}</p>
        <p>{t('Prices and availability are subject to change.')}</p>
      </div>
    </section>
  )
}
