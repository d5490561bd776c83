import { useState } from 'react'

import type { Kit } from '#shared/kinds/kit.ts'

import { sumParts, totalOf } from '#shared/kinds/priceSum.ts'
import { DOLLARS } from '#shared/money/money.ts'
import { t } from '#shared/words/words.ts'
import { RateForm } from '../../show/currency/RateForm.tsx'
import { setCells } from '../../data/sync/write/writeQueue.ts'
import { Button } from '../../ui/controls/Button.tsx'
import styles from './Basket.module.css'

/**
 * Value of a basket in the kit's currency, by the user's rate; without one, a note that it is in
 * dollars, whatever its shops ask.
 */
export function KitCurrency({
  kit,
  isMine,
  totalCents,
  isOpen,
}: {
  kit: Pick<Kit, 'id' | 'currency' | 'rates'>
  isMine: boolean
  totalCents: number
  /** Some shipping is unknown. */
  isOpen: boolean
}) {
  const [isGiving, setGiving] = useState(false)
  const { id, currency = DOLLARS, rates = {} } = kit
  const sum = { cents: totalCents, unpriced: 0, of: { currency, rates } }
  const [amount, by] = sumParts(sum)
  const pair = DOLLARS + currency
  const isCounted = totalOf(sum) !== null
  function give(given: [rate: string, day: string] | null) {
    const { [pair]: _before, ...others } = rates
    setCells('kit', id, id, { rates: given ? { ...others, [pair]: given } : others })
    setGiving(false)
  }
  return (
    <div className={styles.kitCurrency} role="group" aria-label={t('In the currency of the kit')}>
      <p>
        {isCounted ? (
          <>
            <b className="num">{amount}</b>
            <span className="muted small">{` ${by}${isOpen ? ` ${t('+ shipping')}` : ''}`}</span>
          </>
        ) : (
          t(
            'The basket is counted in US dollars: this kit is in {currency} and has no rate for them.',
            { currency },
          )
        )}
      </p>
      {isMine && !isGiving && (
        <Button size="s" onClick={() => setGiving(true)}>
          {isCounted ? t('Change the rate') : t('Give a rate')}
        </Button>
      )}
      {isGiving && (
        <RateForm
          from={DOLLARS}
          to={currency}
          given={rates[pair]}
          onGive={(rate, day) => give([rate, day])}
          onForget={() => give(null)}
        />
      )}
    </div>
  )
}
