import { type FormEvent, type ReactNode, useState } from 'react'

import { Link } from 'react-router-dom'

import type { WatchRow } from '../data/device/db.ts'

import { links } from '#shared/links.ts'
import { DOLLARS, formatCents, typedAmount } from '#shared/money/money.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { useAccount, type Account } from '../data/device/account.ts'
import { browserLocale } from '../data/device/browserLocale.ts'
import { useSync } from '../data/device/syncState.ts'
import { MAX_WATCHES } from '../data/prices/watches.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { Input } from '../ui/controls/Input.tsx'
import { toast } from '../ui/browser/toast.ts'
import styles from './WatchForm.module.css'

// The form replaces the button that had the focus.
const focus = (field: HTMLInputElement | null) => field?.focus()

/** Form of a watch: a total, or availability. Confirms once it is set. */
export function WatchForm({
  noun,
  watch,
  fromCents,
  hint,
  isStockOffered = false,
  onWatch,
  onStop,
  onClose,
}: {
  /** Subject of the total. */
  noun: 'price' | 'basket'
  watch: WatchRow | undefined
  /** Initial value; 0 for none. */
  fromCents: number
  hint: string
  isStockOffered?: boolean
  /** @returns false at the limit of watches */
  onWatch: (targetCents: number | null, isForStock: boolean) => Promise<boolean>
  onStop: () => void
  onClose: () => void
}) {
  const [text, setText] = useState(
    fromCents > 0 ? typedAmount({ minor: fromCents, currency: DOLLARS }, browserLocale()) : '',
  )
  const [isForStock, setForStock] = useState(isStockOffered)
  const [error, setError] = useState('')
  const account = useAccount()
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = text.trim() === '' && isForStock
    // Totals are compared in dollars: other currencies are refused.
    const read = parseMoney(text, { currency: DOLLARS, locale: browserLocale() })
    const money = 'money' in read && read.money.currency === DOLLARS ? read.money : null
    if (!isEmpty && !money?.minor) {
      const isDoubtful = 'problem' in read && read.problem === 'ambiguous'
      setError(isDoubtful ? read.sentence : t('Enter an amount in dollars, such as 12.50'))
      return
    }
    const cents = money && !isEmpty ? money.minor : null
    if (await onWatch(cents, isForStock)) {
      toast({
        title:
          cents === null
            ? t('Watching the stock')
            : noun === 'price'
              ? t('Watching this price')
              : t('Watching this basket'),
        text: whoTells(account, isOffline, cents, isForStock),
      })
      return
    }
    setError(
      t('{max} prices are watched already. Stop watching another one first.', {
        max: MAX_WATCHES,
      }),
    )
  }

  return (
    <form className={styles.watch} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Field
        label={t('Tell me at this total, in dollars')}
        isOptional={isForStock}
        hint={
          <>
            {hint} <WhoTells />
          </>
        }
        error={error}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            autoComplete="off"
            ref={focus}
            maxLength={12}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setError('')
            }}
          />
        )}
      </Field>
      {isStockOffered && (
        <Checkbox checked={isForStock} onChange={({ target }) => setForStock(target.checked)}>
          {t('Tell me when it is back in stock')}
        </Checkbox>
      )}
      <div className="wrap">
        <Button type="submit" variant="primary">
          {t('Watch')}
        </Button>
        {watch && <Button onClick={onStop}>{t('Stop watching')}</Button>}
        <Button variant="ghost" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  )
}

/** "Your account tells you at $12.50 or less and when it is back in stock." */
function whoTells(
  account: Account | null,
  isOffline: boolean,
  cents: number | null,
  isForStock: boolean,
): string {
  const amount = cents === null ? '' : formatCents(cents)
  const when = !isForStock
    ? t('at {amount} or less', { amount })
    : cents === null
      ? t('when it is back in stock')
      : t('at {amount} or less and when it is back in stock', { amount })
  if (!account || account.isExpired)
    return t('Wrenchlist looks when it is open and says so {when}.', { when })
  // The account does not know the watch yet.
  if (isOffline)
    return t('It waits for signal. From then on your account tells you {when}.', { when })
  return t('Your account tells you {when}.', { when })
}

/** Where the watch is stored, and so who checks it while Wrenchlist is closed. */
function WhoTells(): ReactNode {
  const account = useAccount()
  if (!account || account.isExpired) {
    return t('Kept on this device only: Wrenchlist looks when it is open.')
  }
  return (
    <>
      <T
        text="Kept with your account, which tells you with Wrenchlist closed too: <notifications>how and when</notifications>."
        notifications={(text) => <Link to={links.notifications()}>{text}</Link>}
      />
    </>
  )
}
