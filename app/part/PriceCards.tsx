import type { OfferView } from './offerView.ts'

import { classes } from '../ui/look/classes.ts'
import { ago } from '../ui/text/time.ts'
import { BuyButton } from './BuyButton.tsx'
import { sumText } from '#shared/catalogue/offer.ts'
import { convertedWords } from './foreignWords.ts'
import { MerchantName, Stock, Total } from './PriceTable.tsx'
import styles from './Prices.module.css'

/** The offers as the phone shows them. */
export function PriceCards({
  views,
  partName,
  partNumber,
  now,
}: {
  views: readonly OfferView[]
  partName: string
  partNumber: string
  now: number
}) {
  return (
    <ul>
      {views.map((view) => (
        <li key={view.offer.id} className={classes(styles.card, view.isLowest && styles.lowest)}>
          <div className={styles.cardTop}>
            <div className="grow">
              <MerchantName view={view} />
              <div className={styles.cardTotal}>
                <Total view={view} now={now} />
              </div>
            </div>
            <BuyButton
              view={view}
              partName={partName}
              partNumber={partNumber}
              look={{ variant: view.isLowest ? 'primary' : 'secondary' }}
              className={styles.cardBuy}
            />
          </div>
          <p className="muted small num">
            {view.promoText && <b className={styles.good}>{view.promoText}. </b>}
            {sumText(view.offer.cents)}
            {view.offer.converted && ` (${convertedWords(view.offer)})`}
          </p>
          <div className={styles.cardEnd}>
            <Stock text={view.offer.availability} />
            <span className="muted small">{ago(view.offer.asOf, now)}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
