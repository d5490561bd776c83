import type { FormEvent } from 'react'

import { useState } from 'react'

import type { PriceSum } from '#shared/kinds/priceSum.ts'
import type { Rates } from '#shared/rates.ts'
import type { Build } from '../../kits/open/builds.ts'

import { dayOf } from '#shared/kinds/maintenance.ts'
import { sumWords } from '#shared/kinds/priceSum.ts'
import { DOLLARS } from '#shared/money.ts'
import { isRate } from '#shared/rates.ts'
import { t } from '#shared/words/words.ts'
import { CurrencyList } from '../../show/currency/CurrencyList.tsx'
import { setCells } from '../../sync/write/pump.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import { LazyModal } from '../../ui/layers/LazyModal.tsx'

interface MoneySheetProps {
  isOpen: boolean
  build: Build
  sum: PriceSum
  onClose: () => void
}

/** What a kit is counted in, and what other currencies of its lines are worth in that. */
export function MoneySheet({ isOpen, build, sum, onClose }: MoneySheetProps) {
  const { kit } = build
  const { currency = DOLLARS, rates = {} } = kit
  const codes = [...(sum.cents > 0 ? [DOLLARS] : []), ...Object.keys(sum.others ?? {})]
  const foreign = codes.filter((code) => code !== currency)
  const setRates = (next: Rates) => setCells('kit', kit.id, kit.id, { rates: next })
  function choose(code: string) {
    setCells('kit', kit.id, kit.id, { currency: code })
    onClose()
  }
  return (
    <LazyModal isOpen={isOpen} onClose={onClose} title={t('Currency of this kit')} size="tall">
      {foreign.map((code) => (
        <RateForm
          key={code + currency}
          from={code}
          to={currency}
          given={rates[code + currency]}
          onGive={(rate, day) => setRates({ ...rates, [code + currency]: [rate, day] })}
          onForget={() => {
            const { [code + currency]: _forgotten, ...others } = rates
            setRates(others)
          }}
        />
      ))}
      {foreign.length > 0 && (
        <p className="num" role="status">
          <b>{sumWords(sum)}</b>
        </p>
      )}
      <p className="muted">
        {t('What is typed without a sign is in this currency. Prices that are there keep theirs.')}
      </p>
      <CurrencyList chosen={currency} onChoose={choose} />
    </LazyModal>
  )
}

function RateForm({
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
  const [text, setText] = useState(given?.[0] ?? '')
  const [day, setDay] = useState(() => given?.[1] ?? dayOf(Date.now()))
  const [error, setError] = useState('')

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const rate = text.trim().replace(',', '.')
    if (!isRate(rate) || day === '') {
      setError(t('A rate is a number above 0, for example 1.08, and has a day.'))
      return
    }
    setError('')
    onGive(rate, day)
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
