import type { DeskOffer, OfferWords } from '#shared/catalogue/correction.ts'
import type { Pieces } from './correctionsData.ts'

import { useState } from 'react'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { formatCents, formatPrice, parseCents } from '#shared/money/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../../forms/forms.module.css'
import look from '../catalogue/Dashboard.module.css'
import { DraftForm } from './DraftForm.tsx'
import { Made } from './Made.tsx'

/** Offers, by source or corrected. */
export function PartOffers({ part, isBusy, onEdit }: Pieces) {
  const { offers } = part
  return (
    <section>
      <h2 className={styles.mainTitle}>
        {offers.length > 0 ? t('Offers ({count})', { count: offers.length }) : t('Offers')}
      </h2>
      {offers.length === 0 ? (
        <EmptyState
          mark={<CircleCheckIcon />}
          title={t('No offers')}
          text={t('Nobody names a price for it.')}
        />
      ) : (
        <ul className="card">
          {offers.map((offer) => (
            <OfferRow key={offer.merchantId} offer={offer} isBusy={isBusy} onEdit={onEdit} />
          ))}
        </ul>
      )}
    </section>
  )
}

function dollars(text: string): string {
  const read = parseCents(text)
  return 'cents' in read ? formatCents(read.cents) : t('unknown')
}

const shippingWords = (amount: string) =>
  amount === '0.00' ? t('shipping free') : t('shipping {amount}', { amount: dollars(amount) })

function wordsOf({ price, shipping, availability }: OfferWords, currency: string): string {
  const amount = currency ? formatPrice(`${currency} ${price}`) : dollars(price)
  const words = currency
    ? amount
    : t('{amount}, {shipping}', { amount, shipping: shippingWords(shipping) })
  return availability ? `${words}. ${availability}` : words
}

function saidWords(said: Partial<OfferWords>): string {
  return [
    said.price !== undefined && dollars(said.price),
    said.shipping !== undefined && t('shipping {amount}', { amount: dollars(said.shipping) }),
    said.availability !== undefined && `“${said.availability}”`,
    said.link !== undefined &&
      (said.link ? t('the link {link}', { link: said.link }) : t('the link (none)')),
  ]
    .filter(Boolean)
    .join(', ')
}

function OfferRow({
  offer,
  isBusy,
  onEdit,
}: { offer: DeskOffer } & Pick<Pieces, 'isBusy' | 'onEdit'>) {
  const now = useNow()
  const [isOpen, setOpen] = useState(false)
  const { merchantId, merchant, isMerchantHidden, currency, asOf, source, state, hand } = offer
  const { price, shipping, availability, link } = offer
  const takeBack = { action: 'takeBack', kind: 'offer', key: merchantId } as const
  const said = saidWords(offer.said)
  return (
    <li className={`${styles.item} ${isOpen ? '' : look.aside}`}>
      <div className={styles.rowTitle}>
        {merchant}
        {isMerchantHidden && <Badge tone="bad">{t('Merchant hidden')}</Badge>}
        {state === 'corrected' && <Badge tone="info">{t('Corrected')}</Badge>}
        {state === 'removed' && <Badge tone="bad">{t('Taken out')}</Badge>}
      </div>
      <div className="small num">{wordsOf(offer, currency)}</div>
      <div className="muted small">
        {source
          ? t('From {source}, as of {time}.', { source, time: dayAndTime(asOf, now) })
          : t('As of {time}.', { time: dayAndTime(asOf, now) })}{' '}
        {state === 'corrected' && said && <>{t('Its source says {said}.', { said })} </>}
        {hand && <Made act={state === 'removed' ? 'removed' : 'corrected'} hand={hand} />}
      </div>
      {isOpen ? (
        <DraftForm
          label={t('Offer of {merchant}', { merchant })}
          from={{ price, shipping, availability, link }}
          fields={{
            price: {
              label: t('Price in US dollars'),
              max: 20,
              problemOf: (text) => amountProblem(text, true),
            },
            shipping: {
              label: t('Shipping'),
              max: 20,
              hint: t('Empty: not known.'),
              problemOf: (text) => amountProblem(text, false),
            },
            availability: {
              label: t('Availability'),
              max: PART_LIMITS.availability,
              problemOf: noProblem,
            },
            link: { label: t('Link'), max: MAX_LINK_LENGTH, problemOf: noProblem },
          }}
          save={t('Save the offer')}
          isBare
          isBusy={isBusy}
          onSave={async (_, changed) =>
            Object.keys(changed).length === 0 ||
            onEdit({ action: 'correctOffer', merchantId, ...changed }, t('Offer corrected'))
          }
          onClose={() => setOpen(false)}
        />
      ) : (
        <div className={styles.itemActions}>
          {state !== 'removed' && currency === '' && (
            <Button
              aria-label={t('Correct the offer of {merchant}', { merchant })}
              onClick={() => setOpen(true)}
            >
              {t('Correct')}
            </Button>
          )}
          {state !== 'said' && (
            <Button
              aria-disabled={isBusy}
              aria-label={
                state === 'removed'
                  ? t('Put back the offer of {merchant}', { merchant })
                  : t('Take back the offer of {merchant}', { merchant })
              }
              onClick={() => void onEdit(takeBack, t('Taken back'))}
            >
              {state === 'removed' ? t('Put back') : t('Take back')}
            </Button>
          )}
          {state !== 'removed' && (
            <Button
              aria-disabled={isBusy}
              aria-label={t('Take out the offer of {merchant}', { merchant })}
              onClick={() =>
                void onEdit({ action: 'removeOffer', merchantId }, t('Offer taken out'))
              }
            >
              {t('Take out')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const noProblem = () => ''

const amountProblem = (text: string, isNeeded: boolean): string => {
  if (text.trim() === '') return isNeeded ? t('Price is required') : ''
  const read = parseCents(text)
  if ('problem' in read) return sentenceOf(read.problem)
  return isNeeded && read.cents === 0 ? '0 is no price' : ''
}
