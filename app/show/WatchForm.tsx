import type { FormEvent, ReactNode } from 'react'

import { useState } from 'react'

import { Link } from 'react-router-dom'

import type { WatchRow } from '../device/db.ts'

import { links } from '#shared/links.ts'
import { centsToDecimal, formatCents, parseCents } from '#shared/money.ts'
import { useAccount, type Account } from '../device/account.ts'
import { useSync } from '../device/syncState.ts'
import { MAX_WATCHES } from '../prices/watches.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { toast } from '../ui/toast.ts'
import styles from './WatchForm.module.css'

/** The form stands where the button was. */
const focus = (field: HTMLInputElement | null) => field?.focus()

/** What to wait for: a total, or a part that can be bought again. Says so when it is waited for. */
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
  /** What has the total. */
  noun: 'price' | 'basket'
  watch: WatchRow | undefined
  /** What the field begins with; 0 for nothing. */
  fromCents: number
  hint: string
  isStockOffered?: boolean
  /** @returns false where there is no room for one more */
  onWatch: (targetCents: number | null, isForStock: boolean) => Promise<boolean>
  onStop: () => void
  onClose: () => void
}) {
  const [text, setText] = useState(fromCents > 0 ? centsToDecimal(fromCents) : '')
  const [isForStock, setForStock] = useState(isStockOffered)
  const [error, setError] = useState('')
  const account = useAccount()
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)

  async function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const isEmpty = text.trim() === '' && isForStock
    const read = parseCents(text)
    if (!isEmpty && (!('cents' in read) || read.cents <= 0)) {
      setError('Enter an amount in dollars, such as 12.50')
      return
    }
    const cents = 'cents' in read && !isEmpty ? read.cents : null
    if (await onWatch(cents, isForStock)) {
      toast({
        title: cents === null ? 'Watching the stock' : `Watching this ${noun}`,
        text: whoTells(account, isOffline, cents, isForStock),
      })
      return
    }
    setError(`${MAX_WATCHES} prices are watched already. Stop watching another one first.`)
  }

  return (
    <form className={styles.watch} onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Field
        label="Tell me at this total, in dollars"
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
          Tell me when it is back in stock
        </Checkbox>
      )}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary">
          Watch
        </Button>
        {watch && <Button onClick={onStop}>Stop watching</Button>}
        <Button variant="ghost" onClick={onClose}>
          Cancel
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
  const when = [
    ...(cents === null ? [] : [`at ${formatCents(cents)} or less`]),
    ...(isForStock ? ['when it is back in stock'] : []),
  ].join(' and ')
  if (!account || account.isExpired) return `Wrenchlist looks when it is open and says so ${when}.`
  // It knows nothing of it yet.
  if (isOffline) return `It waits for signal. From then on your account tells you ${when}.`
  return `Your account tells you ${when}.`
}

/** Where it is kept, and so who looks while Wrenchlist is closed. */
function WhoTells(): ReactNode {
  const account = useAccount()
  if (!account || account.isExpired) {
    return 'Kept on this device only: Wrenchlist looks when it is open.'
  }
  return (
    <>
      Kept with your account, which tells you with Wrenchlist closed too:{' '}
      <Link to={links.notifications()}>how and when</Link>.
    </>
  )
}
