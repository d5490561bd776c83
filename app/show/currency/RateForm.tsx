import { useState } from 'react'

import { dayOf } from '#shared/kinds/maintenance.ts'
import { typedNumber } from '#shared/money/typedNumber.ts'
import { later, t } from '#shared/words/words.ts'
import { browserLocale } from '../../data/device/browserLocale.ts'
import { schemaOf } from '../../forms/schemaOf.ts'
import { Typed } from '../../forms/Typed.tsx'
import { failsAs, useForm } from '../../forms/useForm.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { readRate } from './readRate.ts'

const failed = failsAs(later('Error'), later('This could not be done. Please try again.'))

type Values = { rate: string; day: string }

function readTyped({ rate, day }: Values) {
  const isNone = t(
    'A rate is a number above 0 and below 1 billion, for example 1.08, and has a day.',
  )
  return day === '' ? { problem: isNone } : readRate(rate, isNone)
}

const schema = schemaOf((values: Values) => {
  const read = readTyped(values)
  return 'problem' in read ? { rate: read.problem } : {}
})

/** Exchange rate of two currencies with its day: set by a user, or removed. */
export function RateForm({
  from,
  to,
  given,
  onGive,
  onForget,
}: {
  from: string
  to: string
  given: [rate: string, day: string] | undefined
  onGive: (rate: string, day: string) => void
  onForget: () => void
}) {
  const [initial] = useState(() => {
    const [rate, day] = given ?? ['', dayOf(Date.now())]
    return { rate: typedNumber(rate, browserLocale()), day }
  })
  const form = useForm<Values>({ schema, initial, failed, send })
  const [problem] = form.problemsOf('rate')

  async function send(typed: Values) {
    const read = readTyped(typed)
    if ('rate' in read) onGive(read.rate, typed.day)
  }

  return (
    <form {...form.formProps} className="row wrap">
      <Typed
        {...form.leave('rate')}
        label={t('1 {from} in {to}', { from, to })}
        error={problem && <span role="alert">{problem}</span>}
        className="num"
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        value={form.values.rate}
        onType={(text) => form.set('rate', text)}
      />
      <Typed
        name="day"
        label={t('Of the day')}
        type="date"
        value={form.values.day}
        onType={(text) => form.set('day', text)}
      />
      <Button type="submit" variant="soft">
        {t('Count by this rate')}
      </Button>
      {given && <Button onClick={onForget}>{t('Forget it')}</Button>}
    </form>
  )
}
