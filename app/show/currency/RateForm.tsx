import { type FormEvent, useState } from 'react'

import { dayOf } from '#shared/kinds/maintenance.ts'
import { t } from '#shared/words/words.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { readRate, typedRate } from './readRate.ts'

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
  const [text, setText] = useState(typedRate(given?.[0] ?? ''))
  const [day, setDay] = useState(() => given?.[1] ?? dayOf(Date.now()))
  const [error, setError] = useState('')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const isNone = t(
      'A rate is a number above 0 and below 1 billion, for example 1.08, and has a day.',
    )
    const read = readRate(text, isNone)
    if ('problem' in read) setError(read.problem)
    else if (day === '') setError(isNone)
    else {
      setError('')
      onGive(read.rate, day)
    }
  }

  return (
    <form className="row wrap" noValidate onSubmit={handleSubmit}>
      <Field
        label={t('1 {from} in {to}', { from, to })}
        error={error && <span role="alert">{error}</span>}
      >
        {(control) => (
          <Input
            {...control}
            className="num"
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <Field label={t('Of the day')}>
        {(control) => (
          <Input
            {...control}
            type="date"
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="soft">
        {t('Count by this rate')}
      </Button>
      {given && <Button onClick={onForget}>{t('Forget it')}</Button>}
    </form>
  )
}
