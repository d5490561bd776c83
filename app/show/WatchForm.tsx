import type { ReactNode } from 'react'

import { Link } from 'react-router-dom'

import type { WatchRow } from '../data/device/db.ts'

import { links } from '#shared/links.ts'
import { DOLLARS, formatCents, typedAmount } from '#shared/money/money.ts'
import { parseMoney } from '#shared/money/typedMoney.ts'
import { later, t } from '#shared/words/words.ts'
import { T } from '../ui/words/T.tsx'
import { useAccount, type Account } from '../data/device/account.ts'
import { browserLocale } from '../data/device/browserLocale.ts'
import { useSync } from '../data/device/syncState.ts'
import { MAX_WATCHES } from '../data/prices/watches.ts'
import { schemaOf } from '../forms/schemaOf.ts'
import { Typed } from '../forms/Typed.tsx'
import { failsAs, useForm } from '../forms/useForm.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { toast } from '../ui/browser/toast.ts'
import styles from './WatchForm.module.css'

// The form replaces the button that had the focus.
const focus = (field: HTMLInputElement | null) => field?.focus()

const failed = failsAs(later('Error'), later('This could not be done. Please try again.'))

type Values = { total: string; isForStock: boolean }

/** Cents of the typed total; null for none, where only the stock counts. */
function readTotal({ total, isForStock }: Values): { cents: number | null } | { problem: string } {
  if (total.trim() === '' && isForStock) return { cents: null }
  // Totals are compared in dollars: other currencies are refused.
  const read = parseMoney(total, { currency: DOLLARS, locale: browserLocale() })
  if ('problem' in read && read.problem === 'ambiguous') return { problem: read.sentence }
  const { minor, currency } = 'money' in read ? read.money : { minor: 0, currency: '' }
  return minor > 0 && currency === DOLLARS
    ? { cents: minor }
    : { problem: t('Enter an amount in dollars, such as 12.50') }
}

const schema = schemaOf((values: Values) => {
  const read = readTotal(values)
  return 'problem' in read ? { total: read.problem } : {}
})

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
  const account = useAccount()
  const isOffline = useSync((sync) => !sync.isOnline || sync.isFailing)
  const from = { minor: fromCents, currency: DOLLARS }
  const initial = {
    total: fromCents > 0 ? typedAmount(from, browserLocale()) : '',
    isForStock: isStockOffered,
  }
  const form = useForm<Values>({ schema, initial, failed, send })
  const { isForStock } = form.values

  async function send(typed: Values) {
    const read = readTotal(typed)
    if ('problem' in read) return
    const { cents } = read
    if (!(await onWatch(cents, typed.isForStock))) {
      const words = t('{max} prices are watched already. Stop watching another one first.', {
        max: MAX_WATCHES,
      })
      form.refuse('total', words)
      return
    }
    toast({
      title:
        cents === null
          ? t('Watching the stock')
          : noun === 'price'
            ? t('Watching this price')
            : t('Watching this basket'),
      text: whoTells(account, isOffline, cents, typed.isForStock),
    })
  }

  return (
    <form {...form.formProps} className={styles.watch}>
      <Typed
        {...form.leave('total')}
        label={t('Tell me at this total, in dollars')}
        isOptional={isForStock}
        hint={
          <>
            {hint} <WhoTells />
          </>
        }
        error={form.problemsOf('total')[0] ?? form.failure}
        inputMode="decimal"
        autoComplete="off"
        ref={focus}
        maxLength={12}
        value={form.values.total}
        onType={(total) => form.set('total', total)}
      />
      {isStockOffered && (
        <Checkbox
          checked={isForStock}
          onChange={({ target }) => form.set('isForStock', target.checked)}
        >
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
