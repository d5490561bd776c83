import { useId, useState } from 'react'

import { isCode } from '#shared/money/money.ts'
import { languageTag, t } from '#shared/words/words.ts'
import { ownCurrency } from '../../data/device/currency.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { Input } from '../../ui/controls/Input.tsx'
import styles from './CurrencyList.module.css'

/** Shown without a search. */
const FIRST = ['USD', 'EUR', 'GBP', 'CHF', 'CAD', 'AUD', 'JPY', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK']

/** Every currency of the browser, searchable by code, name or local word. */
export function CurrencyList({
  chosen,
  onChoose,
}: {
  chosen: string
  onChoose: (currency: string) => void
}) {
  const listId = useId()
  const [query, setQuery] = useState('')
  const asked = query.trim().toLowerCase()
  const names = new Intl.DisplayNames(languageTag(), { type: 'currency', fallback: 'none' })
  const nameOf = (code: string) =>
    (isCode(code) && names.of(code)) || t('Not known to this version')
  const all = [...new Set([chosen, ownCurrency(), ...FIRST, ...Intl.supportedValuesOf('currency')])]
  const found = all.filter((code) => `${code} ${nameOf(code)}`.toLowerCase().includes(asked))
  return (
    <>
      <Field label={t('Currency')}>
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={t('Euro, CHF, pound…')}
            autoComplete="off"
            value={query}
            aria-controls={listId}
            onChange={({ target }) => setQuery(target.value)}
          />
        )}
      </Field>
      <ul className={styles.list} id={listId}>
        {found.map((code) => (
          <li key={code}>
            <button
              type="button"
              aria-current={code === chosen || undefined}
              onClick={() => onChoose(code)}
            >
              <b className="mono">{code}</b>
              <span className="grow">{nameOf(code)}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="muted">{t('No currency is called so.')}</p>}
    </>
  )
}
