import type { DeskOffer, OfferWords } from '#shared/catalogue/correction.ts'
import type { Pieces } from './pieces.ts'

import { useState } from 'react'

import { MAX_LINK_LENGTH } from '#shared/links.ts'
import { parseCents } from '#shared/money.ts'
import { PART_LIMITS } from '#shared/catalogue/part.ts'
import { sentenceOf } from '#shared/problem.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Field } from '../../ui/Field.tsx'
import { CircleCheckIcon } from '../../ui/icons.tsx'
import { Input } from '../../ui/Input.tsx'
import { dayAndTime } from '../../ui/time.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from '../account.module.css'
import look from '../catalogue/Dashboard.module.css'
import { Made } from './Made.tsx'

/** What merchants ask, by their sources or by hand. */
export function PartOffers({ part, isBusy, onEdit }: Pieces) {
  const { offers } = part
  return (
    <section>
      <h2 className={styles.mainTitle}>Offers {offers.length > 0 && `(${offers.length})`}</h2>
      {offers.length === 0 ? (
        <EmptyState
          mark={<CircleCheckIcon />}
          title="No offers"
          text="Nobody names a price for it."
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

const dollars = (text: string) => (text === '' ? 'unknown' : `$${text}`)

function wordsOf({ price, shipping, availability }: OfferWords, currency: string): string {
  const amount = currency ? `${price} ${currency}` : dollars(price)
  const more = currency ? '' : `, shipping ${shipping === '0.00' ? 'free' : dollars(shipping)}`
  return `${amount}${more}${availability && `. ${availability}`}`
}

function saidWords(said: Partial<OfferWords>): string {
  return [
    said.price !== undefined && dollars(said.price),
    said.shipping !== undefined && `shipping ${dollars(said.shipping)}`,
    said.availability !== undefined && `“${said.availability}”`,
    said.link !== undefined && `the link ${said.link || '(none)'}`,
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
        {isMerchantHidden && <Badge tone="bad">Merchant hidden</Badge>}
        {state === 'corrected' && <Badge tone="info">Corrected</Badge>}
        {state === 'removed' && <Badge tone="bad">Taken out</Badge>}
      </div>
      <div className="small num">{wordsOf(offer, currency)}</div>
      <div className="muted small">
        {source ? `From ${source}, as of` : 'As of'} {dayAndTime(asOf, now)}.{' '}
        {state === 'corrected' && said && `Its source says ${said}. `}
        {hand && <Made what={state === 'removed' ? 'Taken out' : 'Corrected'} hand={hand} />}
      </div>
      {isOpen ? (
        <OfferForm offer={offer} isBusy={isBusy} onEdit={onEdit} onClose={() => setOpen(false)} />
      ) : (
        <div className={styles.itemActions}>
          {state !== 'removed' && currency === '' && (
            <Button aria-label={`Correct the offer of ${merchant}`} onClick={() => setOpen(true)}>
              Correct
            </Button>
          )}
          {state !== 'said' && (
            <Button
              aria-disabled={isBusy}
              aria-label={`${state === 'removed' ? 'Put' : 'Take'} back the offer of ${merchant}`}
              onClick={() => void onEdit(takeBack, 'Taken back')}
            >
              {state === 'removed' ? 'Put back' : 'Take back'}
            </Button>
          )}
          {state !== 'removed' && (
            <Button
              aria-disabled={isBusy}
              aria-label={`Take out the offer of ${merchant}`}
              onClick={() => void onEdit({ action: 'removeOffer', merchantId }, 'Offer taken out')}
            >
              Take out
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

const amountProblem = (text: string, isNeeded: boolean): string => {
  if (text.trim() === '') return isNeeded ? 'Price is required' : ''
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
    if (Object.keys(changed).length === 0 || (await onEdit(edit, 'Offer corrected'))) onClose()
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
      aria-label={`Offer of ${merchant}`}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) void handleSave()
      }}
    >
      <div className={look.fields}>
        {field('price', 'Price in US dollars', 20)}
        {field('shipping', 'Shipping', 20, 'Empty: not known.')}
        {field('availability', 'Availability', PART_LIMITS.availability)}
        {field('link', 'Link', MAX_LINK_LENGTH)}
      </div>
      <div className={look.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? 'Saving...' : 'Save the offer'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}
