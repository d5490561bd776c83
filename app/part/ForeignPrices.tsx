import type { ForeignOffer } from '#shared/catalogue/part.ts'
import { t } from '#shared/words/words.ts'

import { ago } from '../ui/text/time.ts'
import { SHOP_REL } from './BuyButton.tsx'
import { moneyIn } from './foreignWords.ts'
import styles from './Prices.module.css'
import { Stock } from './PriceTable.tsx'

/** Prices in currencies that nobody gave a rate for: as they are, compared with nothing. */
export function ForeignPrices({ offers, now }: { offers: readonly ForeignOffer[]; now: number }) {
  return (
    <section aria-labelledby="foreign" className={styles.note}>
      <h3 id="foreign">{t('In other currencies')}</h3>
      <p className="muted small">{t('Not compared with the prices in dollars, and in no sum.')}</p>
      <ul>
        {offers.map(({ merchantId, merchant, currency, cents, hasShipping, ...offer }) => (
          <li key={merchantId} className={styles.foreign}>
            <b>{merchant}</b>
            <span className="num">
              {moneyIn(currency, cents)}
              {!hasShipping && <span className={styles.rest}>{` ${t('+ shipping')}`}</span>}
            </span>
            {offer.availability && <Stock text={offer.availability} />}
            <span className="muted small">{ago(offer.asOf, now)}</span>
            {offer.buyLink && (
              <a
                href={offer.buyLink}
                target="_blank"
                rel={SHOP_REL}
                aria-label={t('To the shop, {merchant}, opens in a new tab', { merchant })}
              >
                {t('To the shop')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
