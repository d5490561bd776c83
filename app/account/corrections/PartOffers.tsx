import type { DeskOffer, OfferWords } from '#shared/catalogue/correction.ts'
import type { Pieces } from './pieces.ts'

import { useState } from 'react'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { formatCents, formatPrice, parseCents } from '#shared/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { Badge } from '../../ui/blocks/Badge.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/blocks/EmptyState.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { CircleCheckIcon } from '../../ui/blocks/icons.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { dayAndTime } from '../../ui/text/time.ts'
import { useNow } from '../../ui/browser/useNow.ts'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'

/** What merchants ask, by their sources or by hand. */
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
        <OfferForm offer={offer} isBusy={isBusy} onEdit={onEdit} onClose={() => setOpen(false)} />
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

const amountProblem = (text: string, isNeeded: boolean): string => {
  if (text.trim() === '') return isNeeded ? t('Price is required') : ''
  const read = parseCents(text)
  if ('problem' in read) return sentenceOf(read.problem)
  return isNeeded && read.cents === 0 ? '0 is no price' : ''
}

function OfferForm({
  offer,
  isBusy,
  onEdit,
  onClose,
}: {
  offer: DeskOffer
  onClose: () => void
} & Pick<Pieces, 'isBusy' | 'onEdit'>) {
  const { merchantId, merchant, price, shipping, availability, link } = offer
  const before: OfferWords = { price, shipping, availability, link }
  const [draft, setDraft] = useState(before)
  const [isTried, setTried] = useState(false)
  const problems = {
    price: amountProblem(draft.price, true),
    shipping: amountProblem(draft.shipping, false),
    availability: '',
    link: '',
  }

  async function handleSave() {
    setTried(true)
    if (Object.values(problems).some(Boolean)) return
    const changed = Object.fromEntries(
      Object.entries(draft).filter(([name, text]) => text !== before[name as keyof OfferWords]),
    )
    const edit = { action: 'correctOffer', merchantId, ...changed } as const
    if (Object.keys(changed).length === 0 || (await onEdit(edit, t('Offer corrected')))) onClose()
  }

  const field = (name: keyof OfferWords, label: string, max: number, hint?: string) => (
    <Field label={label} hint={hint} error={isTried && problems[name]}>
      {(control) => (
        <Input
          {...control}
          value={draft[name]}
          maxLength={max}
          autoComplete="off"
          onChange={({ target }) => setDraft({ ...draft, [name]: target.value })}
        />
      )}
    </Field>
  )
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t('Offer of {merchant}', { merchant })}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void handleSave()
      }}
    >
      <div className={look.fields}>
        {field('price', t('Price in US dollars'), 20)}
        {field('shipping', t('Shipping'), 20, t('Empty: not known.'))}
        {field('availability', t('Availability'), PART_LIMITS.availability)}
        {field('link', t('Link'), MAX_LINK_LENGTH)}
      </div>
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save the offer')}
        </Button>
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </form>
  )
}
