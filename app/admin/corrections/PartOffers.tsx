import type { DeskOffer, OfferWords } from '#shared/catalogue/correction.ts'
import type { Pieces } from './correctionsData.ts'
import type { Acts } from '../desk/acts.tsx'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { formatCents, formatPrice, parseCents } from '#shared/money/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { t } from '#shared/words/words.ts'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { AdminForm } from '../desk/AdminForm.tsx'
import { type Row, Rows, Small, Titled, useWhen } from '../desk/AdminList.tsx'
import { amountProblem, centsIn } from '../desk/fieldProblems.ts'
import { Made } from './Made.tsx'

/** Offers, by source or corrected. */
export function PartOffers({ part: { offers }, acts, send }: Pieces) {
  return (
    <Titled
      title={offers.length > 0 ? t('Offers ({count})', { count: offers.length }) : t('Offers')}
    >
      {offers.length === 0 ? (
        <EmptyState
          mark={<CircleCheckIcon />}
          title={t('No offers')}
          text={t('Nobody names a price for it.')}
        />
      ) : (
        <Rows of={offers.map((offer) => rowOf(offer, send))} look="aside" acts={acts} />
      )}
    </Titled>
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

function rowOf(offer: DeskOffer, send: Pieces['send']): Row {
  const { merchantId, merchant, isMerchantHidden, currency, state } = offer
  return {
    key: merchantId,
    title: merchant,
    badges: [
      isMerchantHidden && [t('Merchant hidden'), 'bad'],
      state === 'corrected' && [t('Corrected'), 'info'],
      state === 'removed' && [t('Taken out'), 'bad'],
    ],
    more: (
      <>
        <div className="small num">{wordsOf(offer, currency)}</div>
        <Origin offer={offer} />
      </>
    ),
    acts: actsOn(offer, send),
  }
}

function Origin({ offer: { source, asOf, state, said, hand } }: { offer: DeskOffer }) {
  const time = useWhen()(asOf)
  const words = saidWords(said)
  return (
    <Small>
      {source ? t('From {source}, as of {time}.', { source, time }) : t('As of {time}.', { time })}{' '}
      {state === 'corrected' && words && <>{t('Its source says {said}.', { said: words })} </>}
      {hand && <Made act={state === 'removed' ? 'removed' : 'corrected'} hand={hand} />}
    </Small>
  )
}

function actsOn(offer: DeskOffer, send: Pieces['send']): Acts {
  const { merchantId, merchant, currency, state } = offer
  const isOut = state === 'removed'
  return [
    !isOut &&
      currency === '' && {
        name: t('Correct'),
        label: t('Correct the offer of {merchant}', { merchant }),
        form: (onClose) => <OfferForm offer={offer} send={send} onClose={onClose} />,
      },
    state !== 'said' && {
      name: isOut ? t('Put back') : t('Take back'),
      label: isOut
        ? t('Put back the offer of {merchant}', { merchant })
        : t('Take back the offer of {merchant}', { merchant }),
      call: () => send({ action: 'takeBack', kind: 'offer', key: merchantId }, t('Taken back')),
    },
    !isOut && {
      name: t('Take out'),
      label: t('Take out the offer of {merchant}', { merchant }),
      call: () => send({ action: 'removeOffer', merchantId }, t('Offer taken out')),
    },
  ]
}

function OfferForm({
  offer: { merchantId, merchant, price, shipping, availability, link },
  send,
  onClose,
}: {
  offer: DeskOffer
  send: Pieces['send']
  onClose: () => void
}) {
  return (
    <AdminForm
      aria-label={t('Offer of {merchant}', { merchant })}
      hasColumns
      initial={{ price, shipping, availability, link }}
      fields={() => ({
        price: { label: t('Price in US dollars'), max: 20, problemOf: priceProblem },
        shipping: {
          label: t('Shipping'),
          max: 20,
          hint: t('Empty: not known.'),
          problemOf: amountProblem,
        },
        availability: {
          label: t('Availability'),
          max: PART_LIMITS.availability,
          problemOf: noProblem,
        },
        link: { label: t('Link'), max: MAX_LINK_LENGTH, problemOf: noProblem },
      })}
      submit={[t('Save the offer'), t('Saving...')]}
      cancel={t('Cancel')}
      send={async (_, changed) => {
        if (Object.keys(changed).length === 0) return
        await send({ action: 'correctOffer', merchantId, ...changed }, t('Offer corrected'))
      }}
      onDone={onClose}
      onCancel={onClose}
    />
  )
}

const noProblem = () => ''

function priceProblem(text: string): string {
  if (text.trim() === '') return t('Price is required')
  return amountProblem(text) || (centsIn(text) === 0 ? '0 is no price' : '')
}
