import { Link, useLocation } from 'react-router-dom'

import type { Line } from '#shared/kinds/kit.ts'
import type { LinePrice, Taken } from '../../data/prices/linePrices.ts'

import { sumText } from '#shared/catalogue/offer.ts'
import { links } from '#shared/links.ts'
import { formatCents } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../../ui/words/T.tsx'
import { canTake, offersKnown, originWords } from '../../data/prices/linePrices.ts'
import { type PriceKnown, priceState } from '../../data/prices/priceState.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { ago } from '../../ui/text/time.ts'
import styles from './CataloguePrices.module.css'

interface PriceRowProps {
  line: Line
  /** Undefined while loading. */
  price: LinePrice | undefined
  known: Pick<PriceKnown, 'asking' | 'isOffline'>
  now: number
  onTake?: (taken: Taken) => void
}

/** A line with its catalogue price. The same height with or without one. */
export function PriceRow({ line, price, known, now, onTake }: PriceRowProps) {
  const { pathname } = useLocation()
  const name = line.name || line.partNumber
  // Unknown numbers are linked too: their page offers alternatives.
  const own = line.partNumber ? { partNumber: line.partNumber, brand: line.manufacturer } : null
  const part = price?.part ?? own
  return (
    <li className={`row ${styles.row}`}>
      <div className="grow">
        <p className={`wrap ${styles.name}`}>
          <b className="ellipsis">
            {part ? (
              <Link to={links.product(part.partNumber, part.brand)} state={{ from: pathname }}>
                {name}
              </Link>
            ) : (
              name
            )}
          </b>
          <span className="muted small num">{price && ownWords(price)}</span>
        </p>
        <p className="small num">
          {price &&
            (price.best ? (
              <From best={price.best} pieces={Math.max(1, line.qty)} now={now} />
            ) : (
              <span className="muted">{priceState({ ...offersKnown(price), ...known }).word}</span>
            ))}
        </p>
      </div>
      {onTake && price && canTake(price) && (
        <Button
          className={styles.take ?? ''}
          aria-label={t('Use {amount} for {name}', { amount: formatCents(price.takeCents), name })}
          onClick={() => onTake(price)}
        >
          {t('Use {amount}', { amount: formatCents(price.takeCents) })}
        </Button>
      )}
    </li>
  )
}

/** "from $19.43 at Demo Parts East, 3 h ago", and what it includes if there is room. */
function From({
  best: { offer, standing },
  pieces,
  now,
}: {
  best: NonNullable<LinePrice['best']>
  pieces: number
  now: number
}) {
  const { text, isStale, isSoldOut } = standing
  const values = {
    price: <b>{text}</b>,
    merchant: <bdi>{offer.merchant}</bdi>,
    when: ago(offer.asOf, now),
  }
  return (
    <>
      {isStale ? (
        <T text="{price} at {merchant}, {when}" {...values} />
      ) : (
        <T text="from {price} at {merchant}, {when}" {...values} />
      )}
      {isSoldOut && `, ${t('sold out')}`}
      <span className={`muted ${styles.sum}`}>{sumText(offer.cents, pieces)}</span>
    </>
  )
}

/** "typed price $45.00", with the price at the last save. */
function ownWords(price: LinePrice): string {
  const { line, savedCents } = price
  const own = originWords(price)
  if (savedCents === null) return own
  if (savedCents === line.price) return t('{price}, as saved', { price: own })
  return [own, t('{amount} when saved', { amount: formatCents(savedCents) })]
    .filter(Boolean)
    .join(', ')
}
