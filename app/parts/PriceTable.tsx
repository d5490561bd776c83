import type { OpenPart } from '../data/prices/parts.ts'

import { formatCents } from '#shared/money/money.ts'
import { kept, t, worded } from '#shared/words/words.ts'
import { Badge } from '../ui/blocks/Badge.tsx'
import { classes } from '../ui/look/classes.ts'
import { Dash } from '../ui/text/Dash.tsx'
import { CheckIcon, HistoryIcon } from '../ui/blocks/icons.tsx'
import { ago, dayAndTime } from '../ui/text/time.ts'
import { BuyButton } from './BuyButton.tsx'
import { convertedWords } from './foreignWords.ts'
import { isInStock, type OfferView } from './offerView.ts'
import styles from './Prices.module.css'

export interface PricesProps {
  views: readonly OfferView[]
  part: OpenPart
  now: number
}

/** Offers at the desk. */
export function PriceTable({ views, ...more }: PricesProps) {
  return (
    <table className={`table ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">{t('Merchant')}</th>
          <th scope="col">{t('Base Price')}</th>
          <th scope="col">{t('Promo')}</th>
          <th scope="col">{t('Shipping')}</th>
          <th scope="col">{t('Tax')}</th>
          <th scope="col">{t('Availability')}</th>
          <th scope="col">{t('Total Price')}</th>
          <th scope="col">{t('Action')}</th>
        </tr>
      </thead>
      <tbody>
        {views.map((view) => (
          <PriceRow key={view.offer.id} view={view} {...more} />
        ))}
      </tbody>
    </table>
  )
}

function PriceRow({ view, part, now }: { view: OfferView } & Omit<PricesProps, 'views'>) {
  const { offer, isLowest } = view
  const { base, shipping, tax, core } = offer.cents
  return (
    <tr className={isLowest ? styles.lowest : undefined}>
      <th scope="row">
        <MerchantName view={view} />
        <span className={styles.age}>{ago(offer.asOf, now)}</span>
      </th>
      <td className="num">
        {formatCents(base)}
        {offer.converted && <span className={styles.age}>{convertedWords(offer)}</span>}
      </td>
      <td>
        <Promo view={view} />
      </td>
      <td className="num">
        {shipping === null ? (
          <Dash />
        ) : shipping === 0 ? (
          <b className="good">{t('FREE')}</b>
        ) : (
          formatCents(shipping)
        )}
      </td>
      <td className="num">{tax === null ? <Dash /> : formatCents(tax)}</td>
      <td>
        <Stock text={offer.availability} />
      </td>
      <td>
        <Total view={view} now={now} />
        {core ? (
          <span className={styles.age}>
            {t('with {amount} core charge', { amount: formatCents(core) })}
          </span>
        ) : null}
      </td>
      <td>
        <BuyButton view={view} part={part} look={{ variant: isLowest ? 'primary' : 'secondary' }} />
      </td>
    </tr>
  )
}

export function MerchantName({ view: { offer, isPrime, isLowest } }: { view: OfferView }) {
  return (
    <span className={`row wrap ${styles.merchant}`}>
      <b>{offer.merchant}</b>
      {isPrime && <Badge tone="info">{t('Prime')}</Badge>}
      {isLowest && <Badge tone="mark">{t('Lowest total')}</Badge>}
    </span>
  )
}

/** A promo's own words, else its amount, else a dash. */
function Promo({ view: { offer, promoText } }: { view: OfferView }) {
  if (promoText) return <b className="good">{promoText}</b>
  const { promo } = offer.cents
  return promo ? <span className="num">−{formatCents(promo)}</span> : <Dash />
}

/** Normalized stock texts of feeds, translated here; a merchant's own words stay. */
const STOCKS: readonly string[] = [kept('In stock'), kept('Out of stock')]

export function Stock({ text }: { text: string }) {
  if (!text) return <Dash />
  return (
    <span className={classes('muted', styles.stock, isInStock(text) && styles.here)}>
      {isInStock(text) ? <CheckIcon /> : <HistoryIcon />}
      {STOCKS.includes(text) ? worded(text) : text}
    </span>
  )
}

/** Today's total, or the last known one. */
export function Total({ view, now }: { view: OfferView; now: number }) {
  const className = view.isSoldOut ? 'muted' : styles.total
  if (!view.isStale) return <TotalToday view={view} className={className} />
  return (
    <>
      <span className="num muted">{view.text}</span>
      <span className={styles.age}>{dayAndTime(view.offer.asOf, now)}</span>
    </>
  )
}

/** "$12.49", with a small note on what it leaves out. */
export function TotalToday({
  view: { totalCents, hasShipping },
  className = '',
}: {
  view: OfferView
  className?: string | undefined
}) {
  return (
    <span>
      <b className={`num ${className}`}>{formatCents(totalCents)}</b>
      {!hasShipping && <span className={styles.rest}>{` ${t('+ shipping')}`}</span>}
    </span>
  )
}
