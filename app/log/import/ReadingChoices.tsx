import type { ReactNode } from 'react'

import type { LogFile } from './logFile.ts'
import type { Role } from './columns.ts'
import type { Reading } from './readEntries.ts'

import { hasOpenCurrency } from './readCost.ts'
import { FUEL_UNITS } from '#shared/kinds/fuel.ts'
import { currencyCodes } from '#shared/money/currencyWords.ts'
import { languageTag, later, t } from '#shared/words/words.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { Segments, type SegmentsProps } from '../../ui/controls/Segments.tsx'
import { DISTANCES } from '../../show/measures.ts'
import styles from './import.module.css'

const FUELS = FUEL_UNITS.map((value) => ({ value, name: value }))
const ORDERS = [
  { value: 'month', name: later('Month first') },
  { value: 'day', name: later('Day first') },
  { value: 'year', name: later('Year first') },
] as const
const MARKS = [
  { value: '.', name: '1,234.50' },
  { value: ',', name: '1.234,50' },
] as const
const PRICES = [
  { value: 'cost', name: later('The whole fill-up') },
  { value: 'unitPrice', name: later('One gallon or liter') },
] as const

interface ReadingChoicesProps {
  file: LogFile
  onChange: (change: Partial<LogFile>) => void
}

/** Questions the file leaves open, and its number formats. */
export function ReadingChoices({ file: { reading, open, tables }, onChange }: ReadingChoicesProps) {
  const has = (role: Role) => tables.some(({ known }) => known.columns.includes(role))
  const of = <Key extends keyof Reading>(key: Key) => ({
    chosen: reading[key],
    onChoose: (value: Reading[Key]) => onChange({ reading: { ...reading, [key]: value } }),
  })
  return (
    <div className="stack">
      {open.distance && has('mileage') && (
        <Choice label={t('Mileage in')} choices={DISTANCES} {...of('distance')} />
      )}
      {open.fuelUnit && has('fuel') && (
        <Choice label={t('Fuel in')} choices={FUELS} {...of('fuelUnit')} />
      )}
      {open.order && <Choice label={t('Dates')} choices={ORDERS} {...of('order')} />}
      {tables.some(({ table, known }) => hasOpenCurrency(table, known.columns, reading)) && (
        <Named name={t('Amounts in')}>
          <Select
            aria-label={t('Amounts in')}
            choices={currencyNames(reading.currency)}
            {...of('currency')}
          />
        </Named>
      )}
      <Choice label={t('Numbers')} choices={MARKS} {...of('mark')} />
      {has('price') && <Choice label={t('Price of')} choices={PRICES} {...of('price')} />}
    </div>
  )
}

/** All currencies of the browser, and the chosen one. */
function currencyNames(chosen: string): [code: string, name: string][] {
  const names = new Intl.DisplayNames(languageTag(), { type: 'currency', fallback: 'none' })
  const codes = [...new Set([chosen, ...currencyCodes()])].sort()
  return codes.map((code) => [code, `${code} ${names.of(code) ?? ''}`])
}

const Choice = <T extends string>(props: SegmentsProps<T>) => (
  <Named name={props.label}>
    <Segments {...props} />
  </Named>
)

const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="row wrap">
    <span aria-hidden className={`small ${styles.choiceName}`}>
      {name}
    </span>
    {children}
  </div>
)
