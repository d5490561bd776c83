import { Link } from 'react-router-dom'

import type { PriceState } from '../data/prices/priceState.ts'
import type { ForeignOffer } from '#shared/catalogue/part.ts'

import { links } from '#shared/links.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { ago, dayAndTime } from '../ui/text/time.ts'
import { useIsDesk } from '../ui/look/useIsDesk.ts'
import { termsSentence, moneyIn, convertedWords } from './foreignWords.ts'
import styles from './Prices.module.css'
import { type PricesProps, PriceTable, Stock, MerchantName, Total } from './PriceTable.tsx'
import { SHOP_REL, BuyButton } from './BuyButton.tsx'
import { classes } from '../ui/look/classes.ts'
import { sumText } from '#shared/catalogue/offer.ts'

/** Offers with their age, and notes about them. */
export function Prices({
  part,
  views,
  state,
  isAsked,
  now,
}: PricesProps & { state: PriceState; isAsked: boolean }) {
  const isDesk = useIsDesk()
  const Rows = isDesk ? PriceTable : PriceCards
  const foreign = part.page.foreignPrices ?? []
  const latest = Math.max(...views.map(({ offer }) => offer.asOf))
  return (
    <section className="card clip" aria-labelledby="prices">
      <div className={`wrap between ${styles.head}`}>
        <h2 id="prices">{t('Prices')}</h2>
        <span className="muted small" role="status">
          {!isAsked
            ? t('Saved {when}', { when: dayAndTime(part.at, now) })
            : views.length > 0
              ? t('Updated {when}', { when: ago(latest, now) })
              : ''}
        </span>
        <p className={`muted tiny ${styles.disclosure}`}>
          <T
            text="We may earn from purchases made through these links. It does not affect products, prices or order. <disclosure>How this works</disclosure>"
            disclosure={(text) => <Link to={links.disclosure()}>{text}</Link>}
          />
        </p>
      </div>
      {views.length === 0 ? (
        // Failures are shown above the prices.
        state.kind !== 'noneThen' && <p className={`muted ${styles.note}`}>{state.sentence}</p>
      ) : (
        <Rows views={views} part={part} now={now} />
      )}
      {foreign.length > 0 && <ForeignPrices offers={foreign} now={now} />}
      <div className={`muted small ${styles.note}`}>
        <p>{termsSentence(part.merchants)}</p>
        <p>{t('Prices and availability are subject to change.')}</p>
      </div>
    </section>
  )
}

/** Prices in currencies without a rate, not compared with anything. */
function ForeignPrices({ offers, now }: { offers: readonly ForeignOffer[]; now: number }) {
  return (
    <section aria-labelledby="foreign" className={styles.note}>
      <h3 id="foreign">{t('In other currencies')}</h3>
      <p className="muted small">{t('Not compared with the prices in dollars, and in no sum.')}</p>
      <ul>
        {offers.map(({ merchantId, merchant, currency, cents, hasShipping, ...offer }) => (
          <li key={merchantId} className={`row wrap ${styles.foreign}`}>
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

/** Offers on the phone. */
function PriceCards({ views, part, now }: PricesProps) {
  return (
    <ul>
      {views.map((view) => (
        <li key={view.offer.id} className={classes(styles.card, view.isLowest && styles.lowest)}>
          <div className="row between">
            <div className="grow">
              <MerchantName view={view} />
              <div className={styles.cardTotal}>
                <Total view={view} now={now} />
              </div>
            </div>
            <BuyButton
              view={view}
              part={part}
              look={{ variant: view.isLowest ? 'primary' : 'secondary' }}
              className={styles.cardBuy}
            />
          </div>
          <p className="muted small num">
            {view.promoText && <b className="good">{view.promoText}. </b>}
            {sumText(view.offer.cents)}
            {view.offer.converted && ` (${convertedWords(view.offer)})`}
          </p>
          <div className="row between small">
            <Stock text={view.offer.availability} />
            <span className="muted small">{ago(view.offer.asOf, now)}</span>
          </div>
        </li>
      ))}
    </ul>
  )
}
