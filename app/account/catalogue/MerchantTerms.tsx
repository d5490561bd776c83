import type { Merchant } from '#shared/catalogue/part.ts'
import type { Terms } from './merchantsData.ts'

import { useState } from 'react'

import { centsToDecimal, parseCents } from '#shared/money.ts'
import { sentenceOf } from '#shared/problem.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { toast } from '../../ui/layers/toast.ts'
import styles from '../account.module.css'
import { AdminConfirm } from '../desk/AdminConfirm.tsx'
import { FormResult } from '../FormParts.tsx'
import { setTerms } from './merchantsData.ts'
import { useAction } from '../useAction.ts'

const HOUR_MS = 3_600_000
const MAX_HOURS = 8_760
const amountText = (cents: number | null) => (cents === null ? '' : centsToDecimal(cents))

/** The form of one merchant's terms. Asks before kept prices are erased. */
export function MerchantTerms({
  merchant,
  onDone,
  onCancel,
}: {
  merchant: Merchant
  onDone: () => void
  onCancel: () => void
}) {
  const [isKept, setKept] = useState(merchant.historyAllowed)
  const [hours, setHours] = useState(String(merchant.maxAgeMs / HOUR_MS))
  const [shipping, setShipping] = useState(amountText(merchant.shippingCents))
  const [free, setFree] = useState(amountText(merchant.freeShippingFromCents))
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { run, isBusy, failure } = useAction(t('The terms could not be changed. Please try again.'))
  const problems = {
    hours: isHours(hours) ? '' : t('Whole hours, from 1 to 8,760'),
    shipping: amountOf(shipping).problem,
    free: amountOf(free).problem,
  }

  async function save() {
    const terms: Terms = {
      historyAllowed: isKept,
      maxAgeHours: Number(hours),
      shippingCents: amountOf(shipping).cents,
      freeShippingFromCents: amountOf(free).cents,
    }
    if (!(await run(() => setTerms(merchant.id, terms)))) return
    toast({ title: t('Terms changed'), text: merchant.name })
    onDone()
  }

  function handleSubmit() {
    setTried(true)
    if (Object.values(problems).some((problem) => problem !== '')) return
    if (merchant.historyAllowed && !isKept) setAsking(true)
    else void save()
  }

  const errorOf = (name: keyof typeof problems) => (isTried ? problems[name] : '')
  return (
    <form
      className={styles.form}
      noValidate
      aria-label={t('Terms of {name}', { name: merchant.name })}
      onSubmit={(event) => {
        event.preventDefault()
        handleSubmit()
      }}
    >
      <Checkbox checked={isKept} onChange={(event) => setKept(event.target.checked)}>
        {t('Prices may be kept and shown over time')}
      </Checkbox>
      <Field
        label={t('Hours a price stands')}
        hint={t('Then it reads: was $x on date.')}
        error={errorOf('hours')}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            value={hours}
            onChange={(event) => setHours(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('Shipping of a parcel')}
        hint={t('Empty: not known.')}
        error={errorOf('shipping')}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={shipping}
            onChange={(event) => setShipping(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('Free shipping from')} hint={t('Empty: never.')} error={errorOf('free')}>
        {(control) => (
          <Input
            {...control}
            inputMode="decimal"
            value={free}
            onChange={(event) => setFree(event.target.value)}
          />
        )}
      </Field>
      {!isAsking && <FormResult text={failure} />}
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" aria-disabled={isBusy}>
          {isBusy ? t('Saving...') : t('Save the terms')}
        </Button>
        <Button onClick={onCancel}>{t('Leave as it was')}</Button>
      </div>
      <AdminConfirm
        isOpen={isAsking}
        title={t('Erase the kept prices?')}
        failure={failure}
        isBusy={isBusy}
        words={{ idle: t('Erase and save'), busy: t('Saving...') }}
        onConfirm={() => void save()}
        onCancel={() => setAsking(false)}
      >
        <p>{t('The prices of {name} over time are erased for good.', { name: merchant.name })}</p>
      </AdminConfirm>
    </form>
  )
}

const isHours = (text: string) =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_HOURS

function amountOf(text: string): { cents: number | null; problem: string } {
  if (text.trim() === '') return { cents: null, problem: '' }
  const read = parseCents(text)
  return 'cents' in read
    ? { cents: read.cents, problem: '' }
    : { cents: null, problem: sentenceOf(read.problem) }
}
